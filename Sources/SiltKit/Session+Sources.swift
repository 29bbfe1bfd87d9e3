internal import SiltCore
internal import SiltFollow
package import SiltSystem
internal import SiltText

extension Session {
  /// How long a file may be read before its first frame shows, in nanoseconds: what is read within
  /// it never flashes by.
  private static let firstFramePatience: UInt64 = 100_000_000

  /// How long the end of a stream waits for an interrupt that came with it, in nanoseconds.
  private static let endPatience: UInt64 = 5_000_000

  /// Follows a file by its name.
  ///
  /// - Parameters:
  ///   - path: The name's bytes.
  ///   - start: Where in the file that is there now to begin.
  ///   - follows: Whether to wait for more.
  ///   - turnBytes: The most bytes of a read; nil for the default.
  package func follow(
    path: [UInt8],
    from start: StartPoint,
    follows: Bool,
    turnBytes: Int? = nil
  ) {
    queue.assertIsCurrent()
    let watcher = FileWatcher(on: queue)
    let follower = FileFollower(
      path: path,
      from: start,
      options: Self.options(follows ? .name : .once, turnBytes),
      watcher: watcher,
      queue: queue,
      clock: clock,
      handlers: handlers(turnBytes: turnBytes)
    )
    begin(follower, watcher)
  }

  /// Follows a regular file that is open already, by its descriptor, from its current offset.
  ///
  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - start: Where to begin, counted from the current offset.
  ///   - follows: Whether to wait for more.
  ///   - turnBytes: The most bytes of a read; nil for the default.
  /// - Throws: The system's reason, when the descriptor has no offset.
  package func follow(
    descriptor: BorrowedDescriptor,
    from start: StartPoint,
    follows: Bool,
    turnBytes: Int? = nil
  ) throws(SystemError) {
    queue.assertIsCurrent()
    let watcher = FileWatcher(on: queue)
    let follower = try FileFollower(
      descriptor: descriptor,
      from: start,
      options: Self.options(follows ? .descriptor : .once, turnBytes),
      watcher: watcher,
      queue: queue,
      clock: clock,
      handlers: handlers(turnBytes: turnBytes)
    )
    begin(follower, watcher)
  }

  /// Reads a stream to its end.
  ///
  /// - Parameters:
  ///   - descriptor: An inherited descriptor.
  ///   - skip: What of its beginning is left out.
  ///   - turnBytes: The most bytes of a turn; nil for the default.
  package func read(
    stream descriptor: BorrowedDescriptor,
    skipping skip: StreamSkip = StreamSkip(),
    turnBytes: Int? = nil
  ) {
    queue.assertIsCurrent()
    self.skip = skip
    beginSegment(at: 0)
    if !skip.isDone { head = segment.map { Head(segment: $0, linesAbove: 0) } }
    let stream = StreamInput(
      inherited: descriptor,
      on: queue,
      turnBytes: turnBytes ?? StreamInput.defaultTurnBytes,
      clock: clock
    )
    input = SessionInput(stream: stream, queue: queue)
    start(stream)
  }

  /// Waits for a client's bytes.
  package func readNothing() {
    queue.assertIsCurrent()
    beginSegment(at: 0)
    show()
  }

  private static func options(
    _ mode: FollowMachine.Mode,
    _ turnBytes: Int?
  ) -> FollowMachine.Options {
    var options = FollowMachine.Options(mode: mode)
    if let turnBytes { options.readLimit = turnBytes }
    return options
  }

  private func begin(_ follower: FileFollower, _ watcher: FileWatcher) {
    input = SessionInput(follower: follower, watcher: watcher, queue: queue)
    firstFrameTimer = queue.after(nanoseconds: Self.firstFramePatience) { [weak self] in
      self?.show()
    }
    follower.start()
  }

  private func start(_ stream: StreamInput) {
    unsafe stream.start(
      receive: { [weak self] read in
        guard let self else { return }
        if skip.isDone { unsafe receive(read) } else { unsafe skipped(read) }
      },
      turnEnded: { [weak self] in
        guard let self, isDueToShow else { return }
        show()
        changed()
      },
      ended: { [weak self] error in
        // Ctrl-C ends the writer and interrupts us in one go, and our handler may run later than the
        // end is read. The interrupt has to come first, or it would count as one after the end.
        self?.queue.after(nanoseconds: Self.endPatience) { [weak self] in self?.inputEnded(error) }
      }
    )
  }

  private func handlers(turnBytes: Int?) -> FileFollower.Handlers {
    unsafe FileFollower.Handlers(
      began: { [weak self] offset, _ in self?.beginSegment(at: offset) },
      receive: { [weak self] read in
        guard let self else { return }
        unsafe receive(read)
        changed()
      },
      caughtUp: { [weak self] in
        self?.hasCaughtUp = true
        self?.show()
        self?.changed()
      },
      note: { [weak self] in self?.followed($0) },
      failed: { [weak self] in self?.leave(.failed($0)) },
      // All was read of a file that is not followed: it stays in view until the user leaves.
      ended: { [weak self] in self?.inputEnded(stays: true) },
      opened: { [weak self] descriptor, kind in
        self?.opened(descriptor, turnBytes: turnBytes)
      }
    )
  }

  private func followed(_ note: FollowNote) {
    if segment == nil { beginSegment(at: 0) }
    let name = inertName
    switch note {
    case .rotated: addNote("\(name) rotated")
    case .truncated: addNote("\(name) truncated")
    case .gone: addNote("\(name) gone")
    case .waiting: addNote("\(name) waiting")
    case .back: addNote("\(name) back")
    case .polling: addNote("\(name) polling")
    case .hole(let bytes): addNote("\(name) hole \(sizeText(bytes))")
    }
    show()
  }

  private func opened(_ descriptor: consuming Descriptor, turnBytes: Int?) {
    if segment == nil { beginSegment(at: 0) }
    let stream = StreamInput(
      owning: descriptor,
      on: queue,
      turnBytes: turnBytes ?? StreamInput.defaultTurnBytes,
      clock: clock
    )
    input?.replaceFollower(by: stream)
    show()
    start(stream)
  }
}
