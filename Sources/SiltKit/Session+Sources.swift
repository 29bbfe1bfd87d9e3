internal import SiltCore
package import SiltFollow
internal import SiltScreen
package import SiltSystem
internal import SiltText

extension Session {
  /// How files are followed.
  package struct Following: Sendable {
    /// How those are that have a name.
    package var named: FollowMachine.Options
    /// How those are that are open already.
    package var opened: FollowMachine.Options
    /// The processes that write; when all of them are gone, nothing more comes.
    package var writers: [Int32] = []
    /// The time between two looks for them.
    package var interval = Duration.seconds(1)

    /// Follows with the defaults of the command line.
    ///
    /// - Parameter follows: Whether to wait for more.
    package init(follows: Bool = true) {
      named = FollowMachine.Options(mode: follows ? .name : .once)
      opened = FollowMachine.Options(mode: follows ? .descriptor : .once)
    }
  }

  /// How long a file may be read before its first frame shows, in nanoseconds: what is read within
  /// it never flashes by.
  private static let firstFramePatience: UInt64 = 100_000_000

  /// How long the end of a stream waits for an interrupt that came with it, in nanoseconds.
  private static let endPatience: UInt64 = 5_000_000
  /// How often it waits again for one that the system holds for us.
  private static let endTries = 100

  /// Follows files: what is there of them one after the other, then each line as it arrives.
  ///
  /// - Parameters:
  ///   - files: The files, at least one.
  ///   - start: Where in the files that are there now to begin, from the current offset of one that is
  ///     open.
  ///   - following: How.
  ///   - turnBytes: The most bytes of a read; nil for the default.
  /// - Throws: The system's reason, when a descriptor has no offset.
  package func follow(
    _ files: [File],
    from start: StartPoint,
    _ following: Following = Following(),
    turnBytes: Int? = nil
  ) throws(SystemError) {
    queue.assertIsCurrent()
    if files.count > 1 { merge(files) }
    let watcher = FileWatcher(on: queue)
    var followers: [Int: FileFollower] = [:]
    for (source, file) in files.enumerated() {
      followers[source] =
        switch file {
        case .path(let path):
          FileFollower(
            path: path,
            from: start,
            options: Self.options(following.named, turnBytes),
            skipsHoles: true,
            watcher: watcher,
            queue: queue,
            clock: clock,
            handlers: handlers(of: source, turnBytes: turnBytes)
          )
        case .descriptor(let descriptor):
          try FileFollower(
            descriptor: descriptor,
            from: start,
            options: Self.options(following.opened, turnBytes),
            watcher: watcher,
            queue: queue,
            clock: clock,
            handlers: handlers(of: source, turnBytes: turnBytes)
          )
        }
    }
    input = SessionInput(followers: followers, watcher: watcher, queue: queue)
    self.following = following
    firstFrameTimer = queue.after(nanoseconds: Self.firstFramePatience) { [weak self] in
      self?.show()
    }
    startSource(0)
  }

  /// From now on lines of several files are shown in the order of their arrival.
  private func merge(_ files: [File]) {
    let names = shortNames(
      of: files.map { file in
        switch file {
        case .path(let path): path
        case .descriptor: Array("standard input".utf8)
        }
      }
    )
    sources = ContiguousArray(
      names.enumerated().map { Source(id: SourceID(rawValue: $0.offset), name: $0.element) }
    )
    content.lines = .merged(MergedLines(in: ring))
  }

  /// Reads a stream to its end.
  ///
  /// - Parameters:
  ///   - descriptor: An inherited descriptor.
  ///   - skip: What of its beginning is left out.
  ///   - turnBytes: The most bytes of a turn; nil for the default.
  /// - Throws: Why there is no temporary file, where one was asked for.
  package func read(
    stream descriptor: BorrowedDescriptor,
    skipping skip: StreamSkip = StreamSkip(),
    turnBytes: Int? = nil
  ) throws(SystemError) {
    queue.assertIsCurrent()
    self.skip = skip
    try beginStream()
    if !skip.isDone {
      sources[0].head = sources[0].segment.map { Head(segment: $0, linesAbove: 0) }
    }
    let stream = StreamInput(
      inherited: descriptor,
      on: queue,
      turnBytes: turnBytes ?? StreamInput.defaultTurnBytes,
      clock: clock
    )
    input = SessionInput(stream: stream, queue: queue)
    start(stream, of: 0)
  }

  /// Waits for a client's bytes.
  package func readNothing() {
    queue.assertIsCurrent()
    beginSegment(at: 0)
    show()
  }

  private static func options(
    _ options: FollowMachine.Options,
    _ turnBytes: Int?
  ) -> FollowMachine.Options {
    var options = options
    // In a flood no look between two frames would show anything.
    options.settling = FramePacer.usualInterval
    if let turnBytes { options.readLimit = turnBytes }
    return options
  }

  // MARK: What is there already

  /// Begins with a file, or goes on with all of them when it was the last one.
  ///
  /// What is there already is read file by file: lines of one stand together, as `tail` shows them.
  private func startSource(_ source: Int) {
    guard !hasLeft else { return }
    guard source < sources.count else {
      startingSource = nil
      input?.resume()
      for (source, stream) in input?.streams ?? [:] { start(stream, of: source) }
      if !following.writers.isEmpty {
        input?.waitForWriters(following.writers, every: following.interval) { [weak self] in
          self?.writersAreGone = true
          self?.input?.writersEnded()
        }
      }
      show()
      changed()
      return
    }
    startingSource = source
    input?.start(source)
  }

  /// All was read that is there of a file: the next one has its turn.
  func settled(_ source: Int) {
    guard startingSource == source else { return }
    startingSource = source + 1
    guard source + 1 < sources.count else {
      startSource(source + 1)
      return
    }
    // What is appended meanwhile comes when all were read.
    input?.hold(source)
    // Not from here: each of many files would take its share of the stack.
    queue.async { [weak self] in self?.startSource(source + 1) }
  }

  private func start(_ stream: StreamInput, of source: Int) {
    unsafe stream.start(
      receive: { [weak self] read in
        guard let self else { return }
        if skip.isDone { unsafe receive(from: source, read) } else { unsafe skipped(read) }
      },
      turnEnded: { [weak self] in
        guard let self, isDueToShow else { return }
        show()
        changed()
      },
      ended: { [weak self] error in
        self?.inputEndsSoon(error, of: source)
      }
    )
  }

  /// A stream has ended: that counts in a moment.
  ///
  /// Ctrl-C ends the writer and interrupts us in one go, and our handler may run later than the end is
  /// read. The interrupt has to come first, or it would count as one after the end.
  private func inputEndsSoon(_ error: SystemError?, of source: Int, tries: Int = 1) {
    queue.after(nanoseconds: Self.endPatience) { [weak self] in
      guard let self else { return }
      // On a busy machine the thread that takes it has not had its turn yet.
      if Signals.isWaiting(Signals.interrupt), tries < Self.endTries {
        inputEndsSoon(error, of: source, tries: tries + 1)
      } else {
        inputEnded(error, of: source)
      }
    }
  }

  // MARK: What followers say

  private func handlers(of source: Int, turnBytes: Int?) -> FileFollower.Handlers {
    unsafe FileFollower.Handlers(
      began: { [weak self] offset, reason in self?.beginFile(at: offset, reason, of: source) },
      wanted: { [weak self] unread in
        self?.firstWanted(of: unread, of: source) ?? unread.lowerBound
      },
      receive: { [weak self] read in
        guard let self else { return }
        unsafe receive(from: source, read)
        changed()
      },
      caughtUp: { [weak self] in self?.caughtUp(source) },
      note: { [weak self] in self?.followed($0, of: source) },
      failed: { [weak self] in self?.failed($0, of: source) },
      // All was read of a file that is not followed: it stays in view until the user leaves.
      ended: { [weak self] in
        guard let self else { return }
        inputEnded(of: source, stays: !writersAreGone)
        settled(source)
      },
      opened: { [weak self] descriptor, kind in
        self?.opened(descriptor, of: source, turnBytes: turnBytes)
      }
    )
  }

  private func caughtUp(_ source: Int) {
    sources[source].hasCaughtUp = true
    settled(source)
    changed()
  }

  private func followed(_ note: FollowNote, of source: Int) {
    let name = sources[source].name
    if case .waiting(let failure) = note, failure.kind == .denied {
      // It is waited for, and is one that could not be read.
      sources[source].failure = SystemError(.openForReading, name, code: failure.code)
      if leaveIfNoneIsLeft() { return }
    }
    if sources[source].segment == nil { beginSegment(at: 0, of: source) }
    switch note {
    case .rotated: addNote("\(name) rotated", of: source)
    case .truncated: addNote("\(name) truncated", of: source)
    case .gone: addNote("\(name) gone", of: source)
    case .waiting:
      let reason = sources[source].failure.map { ": \($0.reason)" } ?? ""
      addNote("\(name) waiting\(reason)", of: source)
    case .back:
      sources[source].failure = nil
      addNote("\(name) back", of: source)
    case .polling: addNote("\(name) polling", of: source)
    case .hole(let bytes): addNote("\(name) hole \(sizeText(bytes))", of: source)
    }
    if case .waiting = note { settled(source) }
    if startingSource == nil { show() }
  }

  private func opened(_ descriptor: consuming Descriptor, of source: Int, turnBytes: Int?) {
    if sources[source].segment == nil {
      do throws(SystemError) {
        try beginStream(of: source)
      } catch {
        beginSegment(at: 0, of: source)
        addNote("spill failed: \(error.reason)")
      }
    }
    // All that comes arrives now.
    sources[source].hasCaughtUp = true
    let stream = StreamInput(
      owning: descriptor,
      on: queue,
      turnBytes: turnBytes ?? StreamInput.defaultTurnBytes,
      clock: clock
    )
    input?.replaceFollower(of: source, by: stream)
    if startingSource == nil {
      start(stream, of: source)
    } else {
      // It has its turn with all others.
      settled(source)
    }
  }
}
