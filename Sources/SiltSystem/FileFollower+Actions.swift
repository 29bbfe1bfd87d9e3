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
      pending.removeFirst()
      carryOut(action)
    }
  }

  private func continueInNextTurn() {
    queue.async { @Sendable [weak self] in
      self?.isTurnSpent = false
      self?.carryOut()
    }
  }

  private func answer(_ event: FollowMachine.Event) {
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
    case .read(let file, let offset, let limit):
      read(file, at: offset, limit)
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
  private func perform<Result: Sendable>(
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
  private var nameMayBlock: Bool { nameWatch.map(watcher.isSilent) ?? false }

  // MARK: - Opening

  private func open(_ file: FollowedFile) {
    watcher.descriptors.makeRoom()
    if let inherited {
      do throws(SystemError) {
        // A number of our own for the same open file, whose offset moves along.
        let shared = SharedDescriptor(try Descriptor(duplicating: inherited))
        opened(file, FileLook.look(shared))
      } catch {
        opened(file, .failure(error))
      }
      return
    }
    let path = path ?? []
    perform(
      mayBlock: nameMayBlock,
      { @Sendable in FileLook.open(path) },
      then: { @Sendable follower, result in follower.opened(file, result) }
    )
  }

  private func opened(_ file: FollowedFile, _ result: Result<FileLook.Opened, SystemError>) {
    // A move that happened before is told before.
    askForEvents()
    guard !isStopped else { return }
    switch result {
    case .failure(let error):
      answer(.openFailed(FollowFailure(error, .open)))
    case .success(let opened):
      switch opened.status.kind {
      case .regularFile:
        take(file, opened)
        if file == FollowedFile(0) {
          searchStart(file)
        } else {
          answer(.opened(opened.identity, offset: 0))
        }
      case .directory:
        answer(.openFailed(FollowFailure(.refused, .read, code: EISDIR)))
      case _ where machine.current == nil && inherited == nil:
        handOver(opened)
      default:
        // A name that was a file and is none now: nothing that can be read on from an offset.
        answer(.openFailed(FollowFailure(.refused, .read, code: ESPIPE)))
      }
    }
  }

  private func take(_ file: FollowedFile, _ opened: FileLook.Opened) {
    files[file] = OpenFile(
      descriptor: opened.descriptor,
      identity: opened.identity,
      isTold: opened.isTold,
      size: Int(opened.status.size),
      mayHaveHoles: opened.status.mayHaveHoles
    )
    enterBudget(file)
  }

  /// Gives a FIFO or device to the owner, who reads it as a stream.
  private func handOver(_ opened: FileLook.Opened) {
    var lasting: Descriptor?
    if opened.status.kind == .pipe, let path { lasting = reopenFIFO(path) }
    do throws(SystemError) {
      let stream: Descriptor
      if let again = lasting.take(), (try? again.borrowed.status())?.inode == opened.status.inode {
        stream = again
      } else {
        stream = try Descriptor(duplicating: opened.descriptor.borrowed)
      }
      stop()
      handlers.opened(stream, opened.status.kind)
    } catch {
      answer(.openFailed(FollowFailure(error, .open)))
    }
  }

  /// Looks for the start in bounded turns, and answers when it is found.
  private func searchStart(_ file: FollowedFile) {
    guard let open = files[file], let descriptor = open.descriptor else { return }
    do throws(SystemError) {
      if let offset = try search.advance(in: descriptor.borrowed) {
        if offset > 0, machine.options.mode != .once {
          files[file]?.fingerprint = FileLook.fingerprint(of: descriptor.borrowed, upTo: offset)
        }
        answer(.opened(open.identity, offset: offset))
      } else {
        queue.async { @Sendable [weak self] in
          guard let self, !isStopped else { return }
          searchStart(file)
          carryOut()
        }
      }
    } catch {
      close(file)
      answer(.openFailed(FollowFailure(.refused, .read, code: error.code)))
    }
  }

  func close(_ file: FollowedFile) {
    unwatch(file)
    guard let open = files.removeValue(forKey: file) else { return }
    watcher.descriptors.closed(holding(file))
    // Another opening of the same file goes on where this one was.
    for other in files.keys where files[other]?.identity == open.identity {
      files[other]?.fingerprint = open.fingerprint
    }
  }

  // MARK: - Descriptors

  private func holding(_ file: FollowedFile) -> DescriptorBudget.Holding {
    DescriptorBudget.Holding(follower: ObjectIdentifier(self), file: file.number)
  }

  private func enterBudget(_ file: FollowedFile) {
    watcher.descriptors.opened(holding(file)) { [weak self] in self?.park(file) ?? true }
  }

  /// Closes a file for the time being, if it can be opened again by its name.
  private func park(_ file: FollowedFile) -> Bool {
    guard machine.options.mode == .name, !isCarryingOut, !isAwaiting, path != nil,
      machine.current == file, files.count == 1
    else { return false }
    files[file]?.descriptor = nil
    return true
  }

  /// The descriptor of a file, which is opened again if it was closed for the time being; nil where it
  /// is not to be found any more.
  func openDescriptor(of file: FollowedFile) -> SharedDescriptor? {
    guard let open = files[file], !open.isLost else { return nil }
    if let descriptor = open.descriptor {
      watcher.descriptors.used(holding(file))
      return descriptor
    }
    watcher.descriptors.makeRoom()
    guard let path, let found = FileLook.reopen(path, open.identity, open.fingerprint) else {
      files[file]?.isLost = true
      return nil
    }
    files[file]?.descriptor = found.descriptor
    enterBudget(file)
    return found.descriptor
  }

  // MARK: - Looking

  /// Takes in what the system tells right now; the name and the file are looked at next.
  private func askForEvents() {
    isLooking = true
    watcher.deliverPending()
    isLooking = false
  }

  private func check(_ file: FollowedFile?, name asksName: Bool) {
    // What happened before is told before: growth that nobody told of is then known for such.
    let known = moved.count
    wasTold = false
    askForEvents()
    guard !isStopped else { return }
    guard moved.count == known else {
      answer(.checkPostponed)
      return
    }
    let wasTold = wasTold
    let descriptor = file.flatMap { openDescriptor(of: $0) }
    let open = file.flatMap { files[$0] }
    var isWatched = nameWatch.map(watcher.isComplete) ?? true
    if let open, descriptor != nil {
      isWatched = isWatched && open.isTold && open.watch.map(watcher.isComplete) ?? true
    }
    let isToldAll = isWatched
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
        if let file, let contents = look.1 {
          follower.files[file]?.size = contents.size
          follower.files[file]?.mayHaveHoles = contents.mayHaveHoles
        }
        follower.answer(
          .checked(
            FollowMachine.Check(
              name: look.0,
              size: look.1?.size,
              isSame: look.1?.isSame ?? true,
              wasTold: wasTold,
              isWatched: isToldAll
            )
          )
        )
      }
    )
  }

  /// The system told of a change; the look that is about to happen sees what it was.
  private func told(_ change: FollowMachine.Change) {
    if isLooking {
      wasTold = wasTold || change == .contents
    } else {
      apply(.changed(change))
    }
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

  private func unwatch(_ file: FollowedFile) {
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

  // MARK: - Reading

  /// The most bytes of a read that is made on another queue, into memory of its own.
  private static let remoteReadBytes = 256 << 10

  private func read(_ file: FollowedFile, at offset: Int, _ limit: Int) {
    guard let descriptor = openDescriptor(of: file), let open = files[file] else {
      // It was all read when it was closed, as far as anybody knows.
      answer(.readEnded(count: 0, isAtEnd: true))
      return
    }
    var limit = limit
    if skipsHoles, open.mayHaveHoles, offset < open.size {
      switch FileLook.stretch(at: offset, of: descriptor.borrowed, size: open.size) {
      case .hole(let end) where end > offset:
        answer(.holeFound(end: end))
        return
      case .data(let end) where end > offset: limit = min(limit, end - offset)
      case .hole, .data: break
      }
    }
    if open.isTold {
      readHere(file, descriptor.borrowed, at: offset, limit)
    } else {
      readElsewhere(file, descriptor, at: offset, min(limit, Self.remoteReadBytes))
    }
  }

  /// Reads straight into the owner's memory.
  private func readHere(
    _ file: FollowedFile,
    _ descriptor: BorrowedDescriptor,
    at start: Int,
    _ limit: Int
  ) {
    var offset = start
    var isAtEnd = false
    var end: FollowMachine.Event?
    var fingerprint = files[file]?.fingerprint ?? Fingerprint()
    let isCompared = machine.options.mode != .once
    while offset - start < limit && !isAtEnd && end == nil && !isStopped && !isHeld {
      var isAsked = false
      unsafe handlers.receive { buffer in
        unsafe precondition(!isAsked && !buffer.isEmpty, "one read a call, into some memory")
        isAsked = true
        let room = unsafe UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<min(buffer.count, limit - (offset - start))]
        )
        var known = isCompared ? fingerprint : Fingerprint()
        switch unsafe FileLook.read(descriptor, at: offset, &known, into: room) {
        case .bytes(let count):
          fingerprint = known
          offset += count
          isAtEnd = count == 0
          return count
        case .overtaken:
          end = .readOvertaken
        case .failed(let error):
          end = .readFailed(FollowFailure(.refused, .read, code: error.code))
        }
        return 0
      }
      precondition(isAsked, "a read was offered and not taken; `hold()` is for that")
    }
    guard !isStopped else { return }
    files[file]?.fingerprint = fingerprint
    if offset > start {
      isTurnSpent = offset - start >= limit
      if let inherited { try? inherited.seek(to: Int64(offset)) }
    }
    // What was read before counts; what ended it comes again with the next read.
    if let end, offset == start || end != .readOvertaken {
      answer(end)
    } else {
      answer(.readEnded(count: offset - start, isAtEnd: isAtEnd))
    }
  }

  /// Reads where it may block, and hands over what came.
  private func readElsewhere(
    _ file: FollowedFile,
    _ descriptor: SharedDescriptor,
    at start: Int,
    _ limit: Int
  ) {
    let fingerprint = files[file]?.fingerprint ?? Fingerprint()
    let isCompared = machine.options.mode != .once
    perform(
      mayBlock: true,
      { @Sendable in
        var known = isCompared ? fingerprint : Fingerprint()
        var outcome = FileLook.Read.bytes(0)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
          let room = UnsafeMutableRawBufferPointer(buffer)
          outcome = unsafe FileLook.read(descriptor.borrowed, at: start, &known, into: room)
          if case .bytes(let read) = outcome { count = read }
        }
        return (outcome, bytes, known)
      },
      then: { @Sendable follower, read in
        switch read.0 {
        case .bytes(0):
          follower.answer(.readEnded(count: 0, isAtEnd: true))
        case .bytes:
          follower.files[file]?.fingerprint = read.2
          follower.deliver(read.1)
          if let inherited = follower.inherited {
            try? inherited.seek(to: Int64(start + read.1.count))
          }
          follower.answer(.readEnded(count: read.1.count, isAtEnd: false))
        case .overtaken:
          follower.answer(.readOvertaken)
        case .failed(let error):
          follower.answer(.readFailed(FollowFailure(.refused, .read, code: error.code)))
        }
      }
    )
  }

  /// Hands bytes over that were read before, all of them.
  private func deliver(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty && !isStopped {
      unsafe handlers.receive { buffer in
        let count = min(buffer.count, rest.count)
        unsafe buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
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
