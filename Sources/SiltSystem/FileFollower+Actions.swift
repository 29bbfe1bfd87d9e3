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
    while let action = pending.first {
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
        watcher.watchName(path) { @Sendable [weak self] in self?.apply(.changed(.name)) }
      }
    case .open(let file):
      open(file)
    case .check(let file):
      answer(.checked(check(file)))
    case .read(let file, let offset, let limit):
      read(file, at: offset, limit)
    case .watch(let file):
      watch(file)
    case .unwatch(let file):
      unwatch(file)
    case .began(let offset, let reason):
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

  // MARK: - Opening

  private func open(_ file: FollowedFile) {
    do throws(SystemError) {
      let number =
        if let inherited { inherited.rawValue } else {
          try openNumber(path ?? [], for: .nonBlockingReading)
        }
      files[file] = OpenFile(
        descriptor: BorrowedDescriptor(number),
        isOwned: inherited == nil,
        watch: nil
      )
      let status = try BorrowedDescriptor(number).status()
      opened(file, status)
    } catch {
      close(file)
      answer(.openFailed(FollowFailure(kind(of: error.code), .open, code: error.code)))
    }
  }

  private func opened(_ file: FollowedFile, _ status: FileStatus) {
    let identity = FileIdentity(device: status.device, inode: status.inode)
    switch status.kind {
    case .regularFile:
      if file == FollowedFile(0) {
        searchStart(file, identity)
      } else {
        answer(.opened(identity, offset: 0))
      }
    case .directory:
      close(file)
      answer(.openFailed(FollowFailure(.refused, .read, code: EISDIR)))
    case _ where machine.current == nil && inherited == nil:
      handOver(file, status)
    default:
      // A name that was a file and is none now: nothing that can be read on from an offset.
      close(file)
      answer(.openFailed(FollowFailure(.refused, .read, code: ESPIPE)))
    }
  }

  /// Gives a FIFO or device to the owner, who reads it as a stream.
  private func handOver(_ file: FollowedFile, _ status: FileStatus) {
    guard let number = files.removeValue(forKey: file)?.descriptor.rawValue else { return }
    var stream = Descriptor(owning: number)
    if status.kind == .pipe, let path, let lasting = reopenFIFO(path),
      (try? lasting.borrowed.status())?.inode == status.inode
    {
      stream = lasting
    }
    stop()
    handlers.opened(stream, status.kind)
  }

  /// Looks for the start in bounded turns, and answers when it is found.
  private func searchStart(_ file: FollowedFile, _ identity: FileIdentity) {
    guard let descriptor = files[file]?.descriptor else { return }
    do throws(SystemError) {
      if let offset = try search.advance(in: descriptor) {
        answer(.opened(identity, offset: offset))
      } else {
        queue.async { @Sendable [weak self] in
          self?.searchStart(file, identity)
          self?.carryOut()
        }
      }
    } catch {
      close(file)
      answer(.openFailed(FollowFailure(.refused, .read, code: error.code)))
    }
  }

  func close(_ file: FollowedFile) {
    unwatch(file)
    if let open = files.removeValue(forKey: file), open.isOwned {
      systemClose(open.descriptor.rawValue)
    }
  }

  // MARK: - Looking

  private func check(_ file: FollowedFile?) -> FollowMachine.Check {
    var isWatched = nameWatch.map(watcher.isComplete) ?? true
    var size: Int?
    if let open = file.flatMap({ files[$0] }) {
      size = trueSize(of: open.descriptor)
      isWatched = isWatched && open.watch.map(watcher.isComplete) ?? true
    }
    return FollowMachine.Check(name: lookUpName(), size: size, isWatched: isWatched)
  }

  private func lookUpName() -> FollowMachine.Check.Name {
    guard machine.options.mode == .name, let path else { return .unasked }
    do throws(SystemError) {
      let status = try FileStatus(ofPath: path)
      return .file(FileIdentity(device: status.device, inode: status.inode))
    } catch {
      return .failed(FollowFailure(kind(of: error.code), .open, code: error.code))
    }
  }

  /// Returns the file's size, or the offset where the bytes before it are still there although the
  /// size denies it, as in `/proc`.
  private func trueSize(of descriptor: BorrowedDescriptor) -> Int? {
    guard let status = try? descriptor.status() else { return nil }
    let offset = machine.offset
    guard status.size < offset else { return Int(status.size) }
    var byte: UInt8 = 0
    let count = unsafe withUnsafeMutableBytes(of: &byte) { buffer in
      try? unsafe descriptor.read(into: buffer, at: Int64(offset - 1))
    }
    return count == 1 ? offset : Int(status.size)
  }

  private func watch(_ file: FollowedFile) {
    guard let descriptor = files[file]?.descriptor else { return }
    files[file]?.watch = watcher.watchContents(of: descriptor, at: path) { @Sendable [weak self] in
      self?.apply(.changed(.contents))
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

  private func read(_ file: FollowedFile, at start: Int, _ limit: Int) {
    guard let descriptor = files[file]?.descriptor else { return }
    var offset = start
    var isAtEnd = false
    var failure: SystemError?
    while offset - start < limit && !isAtEnd && !isStopped && !isHeld {
      var isAsked = false
      unsafe handlers.receive { buffer in
        unsafe precondition(!isAsked && !buffer.isEmpty, "one read a call, into some memory")
        isAsked = true
        let room = unsafe UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<min(buffer.count, limit - (offset - start))]
        )
        do throws(SystemError) {
          let count = try unsafe descriptor.read(into: room, at: Int64(offset))
          offset += count
          isAtEnd = count == 0
          return count
        } catch {
          failure = error
          isAtEnd = true
          return 0
        }
      }
      precondition(isAsked, "a read was offered and not taken; `hold()` is for that")
    }
    guard !isStopped else { return }
    if offset > start {
      isTurnSpent = offset - start >= limit
      if inherited != nil { try? descriptor.seek(to: Int64(offset)) }
    }
    if let failure {
      answer(.readFailed(FollowFailure(.refused, .read, code: failure.code)))
    } else {
      answer(.readEnded(count: offset - start, isAtEnd: isAtEnd))
    }
  }

  // MARK: - Failures

  private func kind(of code: Int32) -> FollowFailure.Kind {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case EMFILE, ENFILE, ENOMEM: .exhausted
    default: .refused
    }
  }

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

/// Opens a path of any bytes.
///
/// - Returns: The descriptor's number; whoever called owns it.
/// - Throws: The system's reason.
func openNumber(_ path: [UInt8], for access: Descriptor.Access) throws(SystemError) -> Int32 {
  try unsafe withPath(path) { name throws(SystemError) in
    try unsafe Descriptor(openingBytes: name, for: access).release()
  }
}
