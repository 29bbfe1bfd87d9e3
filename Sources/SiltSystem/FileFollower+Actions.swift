import SiltFollow

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// How the machine's actions are carried out.
extension FileFollower {
  /// Hands an event to the machine and carries out what it answers.
  func apply(_ event: FollowMachine.Event) {
    guard !isStopped else { return }
    pending += machine.apply(event, at: .nanoseconds(Int64(clock())))
    carryOut()
  }

  /// Carries out what is pending, one turn's worth.
  ///
  /// A read after the turn's first waits for the queue's next turn, so that a key is answered
  /// whatever floods in.
  func carryOut() {
    // A handler may call in; whoever is at it already goes on with what came to be.
    guard !isCarryingOut else { return }
    isCarryingOut = true
    defer { isCarryingOut = false }
    while let action = pending.first, !isAwaiting {
      if case .read = action {
        if isHeld { return }
        if isTurnSpent {
          continueInNextTurn()
          return
        }
      }
      if let file = action.fileToReach, !reach(file) {
        waitForDescriptors()
        return
      }
      pending.removeFirst()
      carryOut(action)
    }
  }

  /// Goes on in a moment: files that are done with are closed meanwhile.
  ///
  /// - Parameter action: What is done first then; nil for what is pending.
  func waitForDescriptors(before action: FollowMachine.Action? = nil) {
    if let action { pending.insert(action, at: 0) }
    isAwaiting = true
    queue.after(machine.options.grace) { @Sendable [weak self] in
      guard let self, !isStopped else { return }
      isAwaiting = false
      carryOut()
    }
  }

  private func continueInNextTurn() {
    queue.async { @Sendable [weak self] in
      self?.isTurnSpent = false
      self?.carryOut()
    }
  }

  func answer(_ event: FollowMachine.Event) {
    guard !isStopped else { return }
    pending += machine.apply(event, at: .nanoseconds(Int64(clock())))
  }

  private func carryOut(_ action: FollowMachine.Action) {
    switch action {
    case .watchName:
      nameWatch = path.map { path in
        watcher.watchName(
          path,
          moved: { @Sendable [weak self] in self?.toldOfMoves(to: $0) },
          { @Sendable [weak self] in self?.told(.name) }
        )
      }
    case .unwatchName:
      if let nameWatch { watcher.cancel(nameWatch) }
      nameWatch = nil
    case .open(let file):
      open(file)
    case .takeMoved(let file):
      let opened = moved.removeFirst()
      take(file, opened)
      answer(.movedTaken(opened.identity))
    case .forgetMoved(let count):
      moved.removeFirst(count)
    case .check(let file, let name):
      check(file, name: name)
    case .read(let file, _, let limit):
      // The owner may have skipped something since the machine asked.
      read(file, at: machine.offset, limit)
    case .watch(let file):
      watch(file)
    case .unwatch(let file):
      unwatch(file)
    case .began(let offset, let reason):
      if reason == .truncated, let current = machine.current {
        files[current]?.fingerprint = Fingerprint()
      }
      handlers.began(offset, reason)
    case .note(let note):
      handlers.note(note)
    case .caughtUp:
      handlers.caughtUp()
    case .close(let file):
      close(file)
    case .wake(let time):
      wake(at: time)
    case .failed(let failure):
      stop()
      handlers.failed(error(failure))
    case .ended:
      stop()
      handlers.ended()
    }
  }

  /// Does what may block and goes on with what it gave: at once, or where the file may be on another
  /// machine, on a queue of its own, with nothing else carried out meanwhile.
  func perform<Result: Sendable>(
    mayBlock: Bool,
    _ work: @escaping @Sendable () -> Result,
    then goOn: @escaping @Sendable (FileFollower, Result) -> Void
  ) {
    guard mayBlock else {
      goOn(self, work())
      return
    }
    isAwaiting = true
    ioQueue.run(work, on: queue) { @Sendable [weak self] result in
      guard let self, !isStopped else { return }
      isAwaiting = false
      goOn(self, result)
      carryOut()
    }
  }

  /// Whether the name is where nothing is told.
  var nameMayBlock: Bool { nameWatch.map(watcher.isSilent) ?? false }

  // MARK: - Looking

  /// Takes in the moves that the system has told of by now.
  ///
  /// - Returns: Whether there were any.
  func takeMoves() -> Bool {
    guard let nameWatch else { return false }
    let known = moved.count
    toldOfMoves(to: watcher.takeMoves(of: nameWatch))
    return moved.count > known
  }

  private func check(_ file: FollowedFile?, name asksName: Bool) {
    let descriptor = file.flatMap { openDescriptor(of: $0) }
    let open = file.flatMap { files[$0] }
    let nameIsWatched = nameWatch.map(watcher.isComplete) ?? true
    let fileIsWatched =
      if let open, descriptor != nil {
        open.isTold && open.watch.map(watcher.isComplete) ?? true
      } else { true }
    let fingerprint = open?.fingerprint ?? Fingerprint()
    let offset = machine.offset
    let path = asksName ? path : nil
    perform(
      mayBlock: nameMayBlock || open?.isTold == false,
      { @Sendable in
        (
          path.map(FileLook.name) ?? .unasked,
          descriptor.flatMap { FileLook.contents(of: $0.borrowed, at: offset, fingerprint) }
        )
      },
      then: { @Sendable follower, look in
        follower.looked(
          at: file,
          name: look.0,
          contents: look.1,
          isWatched: nameIsWatched && fileIsWatched
        )
      }
    )
  }

  private func looked(
    at file: FollowedFile?,
    name: FollowMachine.Check.Name,
    contents: FileLook.Contents?,
    isWatched: Bool
  ) {
    if let file, let contents {
      files[file]?.size = contents.size
      files[file]?.mayHaveHoles = contents.mayHaveHoles
    }
    // What led to what was seen was told by now: whether anybody told of the growth, and where files
    // are that stood for the name before the one that stands for it now.
    let hasGrown = contents.map { $0.size > machine.offset } ?? false
    var wasTold = false
    if isStranger(name) || machine.asksWhetherTold(grew: hasGrown) {
      let hasMoved = takeMoves()
      guard !isStopped else { return }
      guard !hasMoved else {
        answer(.checkPostponed)
        return
      }
      wasTold = file.flatMap { files[$0]?.watch }.map(watcher.isTold) ?? false
    }
    answer(
      .checked(
        FollowMachine.Check(
          name: name,
          size: contents?.size,
          isSame: contents?.isSame ?? true,
          wasTold: wasTold,
          isWatched: isWatched
        )
      )
    )
  }

  /// Whether a name stands for a file that is not open here.
  private func isStranger(_ name: FollowMachine.Check.Name) -> Bool {
    guard case .file(let identity) = name else { return false }
    return !files.values.contains { $0.identity == identity }
  }

  /// The system told of a change.
  private func told(_ change: FollowMachine.Change) {
    apply(.changed(change))
  }

  /// The system told where files are that stood for the name: they are opened before they are moved
  /// again.
  private func toldOfMoves(to paths: [[UInt8]]) {
    guard !isStopped, machine.options.mode == .name else { return }
    let known = moved.count
    for path in paths {
      watcher.descriptors.makeRoom()
      if case .success(let opened) = FileLook.open(path), opened.status.kind == .regularFile {
        moved.append(opened)
      }
    }
    if moved.count > known { apply(.movedAway(count: moved.count - known)) }
  }

  private func watch(_ file: FollowedFile) {
    guard let descriptor = openDescriptor(of: file) else { return }
    files[file]?.watch = watcher.watchContents(of: descriptor.borrowed, at: path) {
      @Sendable [weak self] in
      self?.told(.contents)
    }
  }

  func unwatch(_ file: FollowedFile) {
    if let watch = files[file]?.watch { watcher.cancel(watch) }
    files[file]?.watch = nil
  }

  private func wake(at time: Duration?) {
    timer?.cancel()
    timer = time.map { time in
      queue.after(time - .nanoseconds(Int64(clock()))) { @Sendable [weak self] in
        self?.apply(.wakened)
      }
    }
  }

  // MARK: - Failures

  private func error(_ failure: FollowFailure) -> SystemError {
    let operation: SystemError.Operation =
      switch failure.operation {
      case .open: .openForReading
      case .read: .read
      }
    let subject = path.map { String(decoding: $0, as: UTF8.self) }
    return SystemError(operation, subject, code: failure.code)
  }
}

extension FollowMachine.Action {
  /// The file that has to be open for it.
  fileprivate var fileToReach: FollowedFile? {
    switch self {
    case .check(let file, _): file
    case .read(let file, _, _), .watch(let file): file
    default: nil
    }
  }
}
