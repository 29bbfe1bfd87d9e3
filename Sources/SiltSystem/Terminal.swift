#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// The terminal: its size and modes, the bytes written to it, the keys that come from it.
///
/// It is opened anew by its device's name, for an open file description of our own that can be
/// non-blocking: the inherited one's flags are shared with the shell. Where that fails, the
/// inherited one is used as it is, and a thread blocks in the writes.
///
/// Nothing here changes the terminal until it is asked to, and all changes go through the
/// `RestorePage` first, so that a crash at any moment gives the terminal back.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
package final class Terminal: @unchecked Sendable {
  private let queue: SystemQueue
  private let page: RestorePage
  private let shared: SharedDescriptor?
  private let output: TerminalOutput
  private var keys: EventSource?
  private var isGone = false

  /// The modes to give back, and what ours do with interrupt keys; nil while none are set.
  private var modes: (before: TerminalModes, interruptKeys: TerminalModes.InterruptKeys)?

  /// Whether the terminal is taken back when our parent took it while we were on it; see `isOurs`.
  private var reclaims = false

  /// The most bytes of keys taken in one go.
  private static let keyBytes = 4096

  /// The terminal's descriptor: our own, or the inherited one.
  package let descriptor: BorrowedDescriptor

  /// Called on the queue when no written byte is pending any more.
  package var whenDrained: @Sendable () -> Void {
    get { output.whenDrained }
    set { output.whenDrained = newValue }
  }

  /// Called on the queue, once, when the terminal is gone.
  package var whenGone: @Sendable () -> Void = {}

  /// Opens the terminal behind the first of some descriptors that is one; called on the queue.
  ///
  /// There is none (nil) when none of the descriptors is a terminal.
  ///
  /// - Parameters:
  ///   - candidates: Where a terminal may be: standard output before input and error, since that
  ///     is where a region is drawn.
  ///   - queue: Where it is used.
  ///   - page: What a crash restores from.
  package convenience init?(
    among candidates: [BorrowedDescriptor] = [.standardOutput, .standardInput, .standardError],
    on queue: SystemQueue,
    restoringFrom page: RestorePage
  ) {
    guard let inherited = candidates.first(where: \.isTerminal) else { return nil }
    if let name = Self.deviceName(of: inherited),
      let own = try? Descriptor(opening: name, for: .terminal)
    {
      self.init(own: SharedDescriptor(own), on: queue, restoringFrom: page)
    } else {
      self.init(inherited: inherited, on: queue, restoringFrom: page)
    }
  }

  /// Uses a non-blocking description of our own.
  private init(own: SharedDescriptor, on queue: SystemQueue, restoringFrom page: RestorePage) {
    self.queue = queue
    self.page = page
    shared = own
    descriptor = own.borrowed
    output = TerminalOutput(direct: own, on: queue)
    output.whenFailed = { [weak self] in self?.gone() }
  }

  /// Uses an inherited, blocking descriptor as it is; called on the queue.
  ///
  /// - Parameters:
  ///   - descriptor: A terminal.
  ///   - queue: Where it is used.
  ///   - page: What a crash restores from.
  package init(
    inherited descriptor: BorrowedDescriptor,
    on queue: SystemQueue,
    restoringFrom page: RestorePage
  ) {
    self.queue = queue
    self.page = page
    shared = nil
    self.descriptor = descriptor
    output = TerminalOutput(blocking: descriptor, on: queue)
    output.whenFailed = { [weak self] in self?.gone() }
  }

  private static func deviceName(of descriptor: BorrowedDescriptor) -> String? {
    var name = [CChar](repeating: 0, count: 1024)
    guard unsafe ttyname_r(descriptor.rawValue, &name, name.count) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Lets the terminal go without a word to it; `restore()` comes before.
  ///
  /// - Parameter completion: Called on the queue, later, when no keys are waited for any more: an
  ///   inherited descriptor may be closed.
  package func close(then completion: (@Sendable () -> Void)? = nil) {
    queue.assertIsCurrent()
    if let keys {
      keys.cancel(then: completion)
    } else if let completion {
      queue.async(completion)
    }
    keys = nil
    output.cancel()
    // The number may be another file's soon.
    page.clear()
    modes = nil
  }

  private func gone() {
    guard !isGone else { return }
    isGone = true
    close()
    whenGone()
  }
}

// MARK: - What it is

extension Terminal {
  /// The screen's size now.
  package var size: TerminalSize { TerminalSize(of: descriptor) }

  /// Whether our process group has the terminal.
  ///
  /// A group in the background draws nothing, sets no mode and reads no key. A terminal that is
  /// not our controlling one has no foreground as far as we can see; then nobody is in the way.
  package var isForeground: Bool {
    let group = tcgetpgrp(descriptor.rawValue)
    return group < 0 || group == getpgrp()
  }

  /// Whether the terminal may be used by us: we have it, or could take it back.
  ///
  /// A shell that is interrupted in a pipeline, `(while …) | silt`, hands the terminal to its parent
  /// before it dies (bash 5.2, measured), though that one goes on waiting for the whole pipeline.
  /// Nobody reads a key then, and nothing could be drawn or restored. As long as we were not stopped
  /// we are the parent's foreground job, whatever the terminal says.
  package var isOurs: Bool {
    if isForeground { return true }
    // The shell is our parent, or above a wrapper of ours that is in our group (`nice`, `strace`).
    var shell = getpgid(getppid())
    if shell == getpgrp() { shell = getpgid(getsid(0)) }
    guard reclaims, tcgetpgrp(descriptor.rawValue) == shell else { return false }
    var signals = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTTOU)
    // From the background the call would stop us, unless its signal is blocked.
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    let result = tcsetpgrp(descriptor.rawValue, getpgrp())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    if result == 0 { keys?.resume() }
    return result == 0
  }

  /// Lets the terminal be taken back from our parent, from now until `false` is given.
  ///
  /// - Parameter reclaims: Whether we are its foreground job: never after a stop.
  package func setReclaims(_ reclaims: Bool) {
    queue.assertIsCurrent()
    self.reclaims = reclaims
  }
}

// MARK: - Modes

extension Terminal {
  /// Sets the modes for watching, and keeps those that were there for `restore()`.
  ///
  /// While they are set already only what becomes of the interrupt keys changes. Called in the
  /// foreground only.
  ///
  /// - Parameters:
  ///   - interruptKeys: What becomes of Ctrl-C, Ctrl-Z and Ctrl-\.
  ///   - undo: The bytes that undo what the caller is about to switch on.
  /// - Throws: The system's reason.
  package func enter(
    interruptKeys: TerminalModes.InterruptKeys,
    undo: [UInt8]
  ) throws(SystemError) {
    queue.assertIsCurrent()
    let before = if let modes { modes.before } else { try TerminalModes(of: descriptor) }
    modes = (before, interruptKeys)
    page.hold(descriptor, modes: before, undo: undo)
    try before.watching(interruptKeys: interruptKeys).set(on: descriptor)
  }

  /// Replaces the bytes that undo what the caller switched on, or is about to.
  package func setUndo(_ undo: [UInt8]) {
    queue.assertIsCurrent()
    page.hold(descriptor, modes: modes?.before, undo: undo)
  }

  /// Returns whether the modes are those `enter` set, or none were set.
  ///
  /// A program beside us that asks for a password, say, changes them and puts back what it found.
  package func modesAreOurs() -> Bool {
    queue.assertIsCurrent()
    guard let modes, let current = try? TerminalModes(of: descriptor) else { return true }
    return current.watchesLike(modes.before.watching(interruptKeys: modes.interruptKeys))
  }

  /// Sets our modes again after somebody changed them; those to give back stay the first ones.
  ///
  /// Does nothing before `enter` or in the background.
  ///
  /// - Throws: The system's reason.
  package func reenter() throws(SystemError) {
    queue.assertIsCurrent()
    guard let modes, isForeground else { return }
    try modes.before.watching(interruptKeys: modes.interruptKeys).set(on: descriptor)
  }

  /// Gives the terminal back: pending bytes are finished, what we switched on is undone, unread
  /// keys are thrown away, the modes are as they were.
  ///
  /// In the background the terminal is left to those who have it. `enter` begins anew.
  ///
  /// - Parameter nanoseconds: How long a terminal that takes no bytes is waited for.
  package func restore(within nanoseconds: UInt64 = 1_000_000_000) {
    queue.assertIsCurrent()
    _ = finishWriting(within: nanoseconds)
    if modes != nil && isForeground { tcflush(descriptor.rawValue, TCIFLUSH) }
    page.restore()
    page.clear()
    modes = nil
  }
}

// MARK: - Output

extension Terminal {
  /// Whether written bytes are pending: the terminal takes no more for now.
  package var isBusy: Bool { output.isBusy }

  /// Writes bytes without waiting: what the terminal does not take now is kept and finished
  /// later, in order.
  package func write(_ bytes: RawSpan) {
    output.write(bytes)
  }

  /// Writes bytes without waiting, as the other does.
  package func write(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe output.write($0.bytes) }
  }

  /// Waits until the pending bytes are written.
  ///
  /// - Parameter nanoseconds: How long, at most.
  /// - Returns: Whether they are.
  package func finishWriting(within nanoseconds: UInt64) -> Bool {
    output.finish(within: nanoseconds)
  }
}

// MARK: - Keys

extension Terminal {
  /// Begins to read keys; called once.
  ///
  /// - Parameter receive: Called on the queue with the bytes as they come.
  /// - Returns: Whether there are keys to be had: the descriptor can be read.
  @discardableResult
  package func readKeys(_ receive: @escaping @Sendable ([UInt8]) -> Void) -> Bool {
    queue.assertIsCurrent()
    precondition(keys == nil, "keys are read once")
    let access = fcntl(descriptor.rawValue, F_GETFL) & O_ACCMODE
    guard access != O_WRONLY, !isGone else { return false }
    let handler: @Sendable () -> Void = { [weak self] in self?.takeKeys(receive) }
    keys =
      if let shared {
        EventSource(sharing: shared, for: .reading, on: queue, handler)
      } else {
        EventSource(borrowing: descriptor, for: .reading, on: queue, handler)
      }
    keys?.resume()
    return true
  }

  /// Leaves the keys to others until `resumeKeys()`.
  package func suspendKeys() {
    queue.assertIsCurrent()
    keys?.suspend()
  }

  /// Reads keys again, after `suspendKeys()` or after a time in the background.
  package func resumeKeys() {
    queue.assertIsCurrent()
    keys?.resume()
  }

  private func takeKeys(_ receive: @Sendable ([UInt8]) -> Void) {
    // In the background the keys are the shell's; the source would fire for each of them, and the
    // read would fail as one from a terminal that is gone does.
    guard isForeground else {
      keys?.suspend()
      return
    }
    guard descriptor.isReady(for: .reading) else { return }
    var bytes: [UInt8] = []
    do throws(SystemError) {
      bytes = try read()
    } catch {
      gone()
      return
    }
    if !bytes.isEmpty {
      receive(bytes)
    } else if descriptor.isHungUp {
      gone()
    }
  }

  /// Reads what is there; nothing at a hang-up, or at a Ctrl-D in modes that are not ours.
  private func read() throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.keyBytes) { buffer, count in
      do throws(SystemError) {
        count = try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(buffer)) ?? 0
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
