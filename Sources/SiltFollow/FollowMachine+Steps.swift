/// What comes next.
extension FollowMachine {
  /// Asks for the next step of the look, or ends it.
  mutating func proceed(at now: Duration, _ actions: inout [Action]) {
    while request == nil && !isOver {
      if movedAway > 0 && options.mode == .name {
        movedAway -= 1
        let file = FollowedFile(opened)
        opened += 1
        request = .takeMoved(file)
        actions.append(.takeMoved(file))
      } else if isDirty {
        isDirty = false
        request = .check
        actions.append(.check(current, name: isNameWatched))
      } else if hasMore, let current = files.first {
        request = .read
        actions.append(.read(current.file, from: current.offset, upTo: options.readLimit))
      } else if !lookEnded(at: now, &actions) {
        return
      }
    }
  }

  /// Begins the file whose turn it is.
  mutating func begin(at now: Duration, _ actions: inout [Action]) {
    let current = files[0]
    actions.append(.began(offset: current.offset, current.reason))
    switch current.reason {
    case .rotated:
      actions.append(.note(.rotated))
    case .back:
      actions.append(.note(.back))
    case .first, .truncated, .hole:
      break
    }
    if options.mode != .once {
      files[0].trust = .untried(until: now + options.trial)
      arm(&actions)
    }
    hasMore = true
    isCaughtUp = false
    readSomething = false
    settlesAt = nil
  }

  /// Asks to be told of the current file's changes.
  private mutating func arm(_ actions: inout [Action]) {
    files[0].isWatched = true
    files[0].isArmedAnew = true
    actions.append(.watch(files[0].file))
  }

  mutating func fail(_ failure: FollowFailure, _ actions: inout [Action]) {
    closeAll(&actions)
    actions.append(.failed(failure))
  }

  /// Decides what a finished look means.
  ///
  /// - Returns: Whether there is another step to take at once.
  private mutating func lookEnded(at now: Duration, _ actions: inout [Action]) -> Bool {
    if files.count > 1 && (isLastLook || isSilent(at: now)) {
      turnToNext(at: now, &actions)
      return true
    }
    guard options.mode != .once && !isLastLook else {
      actions.append(.caughtUp)
      closeAll(&actions)
      actions.append(.ended)
      return false
    }
    // What still waits for its turn was there before the name went missing, and is told before.
    if case .missing(let failure, let since, isTold: false) = name, files.count <= 1,
      now >= since + options.grace
    {
      name = .missing(failure, since: since, isTold: true)
      actions.append(.note(.gone(failure)))
    }
    if !files.isEmpty && !isCaughtUp {
      isCaughtUp = true
      actions.append(.caughtUp)
    }
    if !files.isEmpty { files[0].isArmedAnew = false }
    if settle(at: now, &actions) {
      return true
    }
    let next = nextLook(after: now)
    if next != wake {
      wake = next
      actions.append(.wake(at: next))
    }
    return false
  }

  /// Whether the current file, which has lost its name to another one, will hardly grow any more.
  private func isSilent(at now: Duration) -> Bool {
    // With two successors its writer has moved on at least once.
    files.count > 2 || silence.map { now >= $0 } ?? true
  }

  /// When the current file will have been silent for long enough since it lost its name.
  private var silence: Duration? {
    guard let current = files.first, let lost = current.lostName else { return nil }
    return max(lost, current.lastRead ?? lost) + options.grace
  }

  private mutating func turnToNext(at now: Duration, _ actions: inout [Action]) {
    let old = files.removeFirst()
    actions.append(.close(old.file))
    // A file that got its name back after another had it goes on where it was left.
    if let again = files.firstIndex(where: { $0.identity == old.identity }) {
      files[again].offset = old.offset
    }
    begin(at: now, &actions)
    // The watch is armed just now, and the size was never looked at.
    isDirty = true
  }

  /// Leaves a file alone that was just written, and arms its watch again when it is quiet.
  ///
  /// - Returns: Whether another look is due at once, now that the watch is armed.
  private mutating func settle(at now: Duration, _ actions: inout [Action]) -> Bool {
    guard let current = files.first else { return false }
    if readSomething {
      readSomething = false
      // A polled file has its time, and a watch on trial stays armed.
      if case .doubted = current.trust { return false }
      guard isToldAll else { return false }
      settlesAt = now + options.settling
      if current.isWatched {
        files[0].isWatched = false
        actions.append(.unwatch(current.file))
      }
    } else if let time = settlesAt, now >= time {
      settlesAt = nil
      arm(&actions)
      isDirty = true
      return true
    }
    return false
  }

  /// When the next look is due if nothing is told before, or nil when there is nothing to wait for.
  private func nextLook(after now: Duration) -> Duration? {
    var times: [Duration] = []
    if let time = settlesAt {
      times.append(time)
    }
    if files.count > 1, let time = silence {
      times.append(time)
    }
    switch name {
    case .missing(_, let since, isTold: false) where files.count <= 1:
      times.append(since + options.grace)
    case .missing(let failure, _, isTold: true) where failure.kind == .exhausted:
      times.append(now + options.pollInterval)
    case .missing, .standing, .taken:
      break
    }
    switch files.first?.trust {
    case .untried(let time), .doubted(let time):
      if isToldAll { times.append(time) }
    case nil, .unproven, .proven, .broken:
      break
    }
    if !isToldAll {
      times.append(now + options.pollInterval)
    }
    return times.min()
  }

  private mutating func closeAll(_ actions: inout [Action]) {
    actions += files.map { .close($0.file) }
    files = []
    isOver = true
    if wake != nil {
      wake = nil
      actions.append(.wake(at: nil))
    }
  }
}
