/// What the answers to the machine's own wishes change.
extension FollowMachine {
  mutating func askToOpen(_ actions: inout [Action]) {
    let file = FollowedFile(opened)
    opened += 1
    request = .open(file)
    actions.append(.open(file))
  }

  mutating func fileOpened(
    _ identity: FileIdentity,
    offset: Int,
    at now: Duration,
    _ actions: inout [Action]
  ) {
    guard case .open(let file) = request else {
      preconditionFailure("a file was opened that nobody asked for")
    }
    request = nil
    // The name may have changed again while it was opened.
    isDirty = options.mode != .once
    if movedAway > 0 {
      guard opened == 1 else {
        // What was moved away stood here before: it comes first.
        actions.append(.close(file))
        return
      }
      // Following begins with what stands here now.
      actions.append(.forgetMoved(count: movedAway))
      movedAway = 0
    }
    if let last = files.indices.last {
      guard files[last].identity != identity else {
        actions.append(.close(file))
        nameReturned(&actions)
        return
      }
      if files[last].lostName == nil {
        files[last].lostName = now
      }
    }
    var reason = opened == 1 ? GenerationReason.first : .rotated
    if case .missing(_, _, isTold: true) = name {
      reason = .back
    }
    name = .standing
    if options.mode != .name && isNameWatched {
      // It was waited for; from now on the name does not matter.
      isNameWatched = false
      actions.append(.unwatchName)
    }
    // A file that stood here before and is still read goes on where that one will end.
    files.append(OpenFile(file: file, identity: identity, offset: offset, reason: reason))
    if files.count == 1 {
      begin(at: now, &actions)
    }
  }

  /// Takes in a file that stood for the name a while ago: a stranger comes behind those that are known.
  mutating func movedTaken(
    _ identity: FileIdentity,
    at now: Duration,
    _ actions: inout [Action]
  ) {
    guard case .takeMoved(let file) = request else {
      preconditionFailure("a file was taken that nobody asked for")
    }
    request = nil
    isDirty = true
    loseName(at: now)
    guard !files.contains(where: { $0.identity == identity }) else {
      actions.append(.close(file))
      return
    }
    var reason = files.isEmpty ? GenerationReason.first : .rotated
    if case .missing(_, _, isTold: true) = name { reason = .back }
    name = .standing
    files.append(OpenFile(file: file, identity: identity, offset: 0, reason: reason, lostName: now))
    if files.count == 1 { begin(at: now, &actions) }
  }

  mutating func openFailed(
    _ failure: FollowFailure,
    at now: Duration,
    _ actions: inout [Action]
  ) {
    guard case .open = request else {
      preconditionFailure("nobody asked to open a file")
    }
    request = nil
    let isRefused =
      failure.kind == .refused || failure.kind == .denied && !options.waitsForDenied
    if opened == 1 {
      guard options.waitsForFirst, !isRefused else {
        fail(failure, &actions)
        return
      }
      name = .missing(failure, since: now, isTold: true)
      actions.append(.note(.waiting(failure)))
      // Learns whether a file that appears will be told.
      isDirty = true
    } else if options.mode == .descriptor && isRefused {
      fail(failure, &actions)
    } else {
      // No look of its own: a name that can be seen and not be opened would keep us busy for ever.
      nameFailed(failure, at: now)
    }
  }

  mutating func checked(_ check: Check, at now: Duration, _ actions: inout [Action]) {
    precondition(request == .check, "nobody asked for a check")
    request = nil
    hasMore = !files.isEmpty
    if check.wasTold { wasToldOfContents() }
    if let current = files.first {
      // One that could not be looked at has not been seen to change.
      let size = check.size ?? current.offset
      if size < current.offset || !check.isSame {
        files[0].offset = 0
        isCaughtUp = false
        actions += [.began(offset: 0, .truncated), .note(.truncated)]
      } else {
        judgeWatch(grew: size > current.offset, at: now)
      }
    }
    isToldAll = check.isWatched && files.first?.trust != .broken
    if !isToldAll && !isPollingTold {
      isPollingTold = true
      actions.append(.note(.polling))
    }
    switch check.name {
    case .unasked:
      break
    case .file(let identity) where identity == files.last?.identity:
      nameReturned(&actions)
    case .file:
      loseName(at: now)
      if case .missing = name {
        // Whether the user was told is needed when the file is open.
      } else {
        name = .taken
      }
      askToOpen(&actions)
    case .failed(let failure):
      nameFailed(failure, at: now)
    }
  }

  /// A change of the file that is read was told.
  mutating func wasToldOfContents() {
    if !files.isEmpty, files[0].trust != .broken { files[0].trust = .proven }
  }

  /// Looks whether the file that is read grew although nobody told of it.
  private mutating func judgeWatch(grew: Bool, at now: Duration) {
    // What was written before the watch was armed is told by nobody.
    let isUntold = grew && files[0].isWatched && !files[0].isArmedAnew
    switch files[0].trust {
    case .untried where isUntold, .unproven where isUntold:
      files[0].trust = .doubted(until: now + options.grace)
    case .untried(let time) where now >= time:
      files[0].trust = grew ? .untried(until: now + options.trial) : .unproven
    case .untried, .unproven:
      break
    case .doubted(let time) where now >= time:
      files[0].trust = .broken
    case .doubted, .proven, .broken:
      break
    }
  }

  mutating func holeFound(end: Int, _ actions: inout [Action]) {
    precondition(request == .read && !files.isEmpty, "nobody asked for a read")
    request = nil
    let bytes = end - files[0].offset
    files[0].offset = end
    hasMore = true
    isCaughtUp = false
    actions += [.began(offset: end, .hole(bytes: bytes)), .note(.hole(bytes: bytes))]
  }

  mutating func readEnded(count: Int, isAtEnd: Bool, at now: Duration) {
    precondition(request == .read && !files.isEmpty, "nobody asked for a read")
    request = nil
    hasMore = !isAtEnd
    guard count > 0 else { return }
    files[0].offset += count
    files[0].lastRead = now
    readSomething = true
    isCaughtUp = false
  }

  /// The name stands for the file that it stood for last.
  private mutating func nameReturned(_ actions: inout [Action]) {
    if case .missing(_, _, isTold: true) = name {
      actions.append(.note(.back))
    }
    name = .standing
    files[files.count - 1].lostName = nil
  }

  /// The name stands for nothing that can be read.
  private mutating func nameFailed(_ failure: FollowFailure, at now: Duration) {
    loseName(at: now)
    if case .missing(_, let since, let isTold) = name {
      name = .missing(failure, since: since, isTold: isTold)
    } else {
      name = .missing(failure, since: now, isTold: false)
    }
  }

  private mutating func loseName(at now: Duration) {
    if let last = files.indices.last, files[last].lostName == nil {
      files[last].lostName = now
    }
  }
}
