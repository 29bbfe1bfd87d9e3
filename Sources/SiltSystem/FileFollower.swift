package import SiltFollow

/// Follows one file and hands its bytes over, by what a `FollowMachine` decides.
///
/// All its life is on the queue: it is created, started and stopped there, and calls its handlers
/// there. Any number of followers share one `FileWatcher`. While nothing happens nothing is armed:
/// no timer, no call of the system, unless changes are not told (`FollowNote.polling`). Its owner
/// stops it before letting it go, unless it has ended by itself: only that closes what is open.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
package final class FileFollower: @unchecked Sendable {
  /// What the owner does, all of it on the queue.
  ///
  /// Each may call `stop()`.
  ///
  /// Safe although `Read` takes a pointer: it is the owner's own, used for the call only.
  @safe
  package struct Handlers: Sendable {
    /// Reads once into the owner's memory, at most as many bytes as fit; 0 at the end or on failure.
    package typealias Read = (UnsafeMutableRawBufferPointer) -> Int

    /// An unbroken source of bytes begins at this offset of its file; before any of its bytes, and
    /// before the note that tells of it.
    package var began: @Sendable (_ offset: Int, _ reason: GenerationReason) -> Void
    /// Bytes at these offsets are about to be read: returns the offset of the first one that is wanted.
    package var wanted: @Sendable (_ unread: Range<Int>) -> Int
    /// Bytes can be read.
    ///
    /// The owner calls `read` once, with memory that is not empty.
    package var receive: @Sendable (_ read: Read) -> Void
    /// The end was reached, for now.
    package var caughtUp: @Sendable () -> Void
    /// The user is to be told.
    package var note: @Sendable (FollowNote) -> Void
    /// The file is given up; the last call.
    package var failed: @Sendable (SystemError) -> Void
    /// Everything there was has been read (`FollowMachine.Mode.once`); the last call.
    package var ended: @Sendable () -> Void
    /// The name stands for a FIFO or a device: here it is, open, non-blocking; the last call.
    package var opened: @Sendable (_ stream: consuming Descriptor, _ kind: DescriptorKind) -> Void

    /// Takes the owner's handlers.
    package init(
      began: @escaping @Sendable (_ offset: Int, _ reason: GenerationReason) -> Void,
      wanted: @escaping @Sendable (_ unread: Range<Int>) -> Int = { $0.lowerBound },
      receive: @escaping @Sendable (_ read: Read) -> Void,
      caughtUp: @escaping @Sendable () -> Void = {},
      note: @escaping @Sendable (FollowNote) -> Void = { _ in },
      failed: @escaping @Sendable (SystemError) -> Void,
      ended: @escaping @Sendable () -> Void,
      opened: @escaping @Sendable (consuming Descriptor, DescriptorKind) -> Void
    ) {
      self.began = began
      self.wanted = wanted
      unsafe self.receive = receive
      self.caughtUp = caughtUp
      self.note = note
      self.failed = failed
      self.ended = ended
      self.opened = opened
    }
  }

  /// A file that is being read, or waits for its turn.
  struct OpenFile {
    /// Nil while it is closed for the time being, for want of descriptors.
    var descriptor: SharedDescriptor?
    let identity: FileIdentity
    /// Whether the file system tells of changes; where it does not, the file may be on another
    /// machine, and all that asks for it may block.
    let isTold: Bool
    /// What was read of it.
    var fingerprint = Fingerprint()
    /// Its size when it was looked at last, in bytes, and whether it may have holes.
    var size = 0
    var mayHaveHoles = false
    /// It was closed for the time being and could not be found again.
    var isLost = false
    var watch: FileWatcher.Watch?
  }

  let queue: SystemQueue
  let watcher: FileWatcher
  let handlers: Handlers
  let clock: @Sendable () -> UInt64
  /// The name's bytes; nil when an inherited descriptor is followed.
  let path: [UInt8]?
  let inherited: BorrowedDescriptor?

  var machine: FollowMachine
  var files: [FollowedFile: OpenFile] = [:]
  var nameWatch: FileWatcher.Watch?
  var timer: QueueTimer?
  /// Actions that were answered and not yet carried out.
  var pending: [FollowMachine.Action] = []
  var isCarryingOut = false
  /// Whether the turn of the queue that runs has read what it may.
  var isTurnSpent = false
  var isStopped = false
  var isHeld = false
  /// Files that stood for the name and were moved, not taken yet.
  var moved: [FileLook.Opened] = []
  /// How often the file that is to be opened was tried in vain for want of descriptors.
  var openTries = 0
  /// Whether an answer is on its way from the queue for work that may block, or a descriptor is
  /// waited for.
  var isAwaiting = false
  /// The queue for what may block, once it was needed.
  lazy var ioQueue = IOQueue()
  /// Whether bytes that were never written are left out (`FollowNote.hole`).
  let skipsHoles: Bool
  /// The search for the first file's start, while it lasts.
  var search: StartPointSearch

  /// Follows a name.
  ///
  /// - Parameters:
  ///   - path: The name as bytes, without a NUL.
  ///   - start: Where in the file that is there now to begin; later ones begin at their start.
  ///   - delimiter: What ends a line, for `start`.
  ///   - options: How to follow.
  ///   - skipsHoles: Whether bytes that were never written are left out, with a note.
  ///   - watcher: Who tells of changes.
  ///   - queue: Where everything happens; the watcher's.
  ///   - clock: The monotonic time in nanoseconds.
  ///   - handlers: What the owner does.
  package init(
    path: [UInt8],
    from start: StartPoint = .beginning,
    delimiter: UInt8 = 0x0a,
    options: FollowMachine.Options = .init(),
    skipsHoles: Bool = false,
    watcher: FileWatcher,
    queue: SystemQueue,
    clock: @escaping @Sendable () -> UInt64 = SystemClock.now,
    handlers: Handlers
  ) {
    self.path = path
    self.inherited = nil
    self.skipsHoles = skipsHoles
    self.search = StartPointSearch(start, delimiter: delimiter)
    self.machine = FollowMachine(options: options)
    self.watcher = watcher
    self.queue = queue
    self.clock = clock
    self.handlers = handlers
  }

  /// Follows a regular file that is open already, from its current offset; it stays open.
  ///
  /// As it is read its own offset moves along, for those who share it.
  ///
  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - start: Where to begin, counted from the current offset.
  ///   - delimiter: What ends a line, for `start`.
  ///   - options: How to follow; there is no name, so by descriptor or not at all.
  ///   - watcher: Who tells of changes.
  ///   - queue: Where everything happens; the watcher's.
  ///   - clock: The monotonic time in nanoseconds.
  ///   - handlers: What the owner does.
  /// - Throws: The system's reason, when the descriptor has no offset.
  package init(
    descriptor: BorrowedDescriptor,
    from start: StartPoint = .beginning,
    delimiter: UInt8 = 0x0a,
    options: FollowMachine.Options = .init(mode: .descriptor),
    watcher: FileWatcher,
    queue: SystemQueue,
    clock: @escaping @Sendable () -> UInt64 = SystemClock.now,
    handlers: Handlers
  ) throws(SystemError) {
    precondition(options.mode != .name, "a descriptor has no name")
    let offset = Int(try descriptor.offset())
    self.path = nil
    self.inherited = descriptor
    self.skipsHoles = false
    self.search = StartPointSearch(start, from: offset, delimiter: delimiter)
    self.machine = FollowMachine(options: options)
    self.watcher = watcher
    self.queue = queue
    self.clock = clock
    self.handlers = handlers
  }

  /// Begins; the first handlers may be called before it returns.
  package func start() {
    queue.assertIsCurrent()
    apply(.started)
  }

  /// Ends everything and closes what is open; no handler is called any more.
  package func stop() {
    queue.assertIsCurrent()
    isStopped = true
    pending = []
    timer?.cancel()
    timer = nil
    if let nameWatch { watcher.cancel(nameWatch) }
    nameWatch = nil
    moved = []
    for file in files.keys { close(file) }
  }

  /// The file that is read now.
  package var identity: FileIdentity? {
    queue.assertIsCurrent()
    return machine.current.flatMap { files[$0]?.identity }
  }

  /// Nobody writes any more: what is there is still read, and then following ends.
  package func writersEnded() {
    queue.assertIsCurrent()
    apply(.writersEnded)
  }

  /// Reads no more until `resume()`; what changes meanwhile is seen then.
  package func hold() {
    queue.assertIsCurrent()
    isHeld = true
  }

  /// Reads on after `hold()`.
  package func resume() {
    queue.assertIsCurrent()
    guard isHeld else { return }
    isHeld = false
    carryOut()
  }

  /// The file that is read now, if one is open; for a longer use it has to be duplicated.
  package var descriptor: BorrowedDescriptor? {
    queue.assertIsCurrent()
    return machine.current.flatMap { openDescriptor(of: $0)?.borrowed }
  }
}
