import SiltFollow

/// How the bytes of a followed file are read and handed over.
extension FileFollower {
  /// The most bytes of a read that is made on another queue, into memory of its own.
  private static let remoteReadBytes = 256 << 10

  func read(_ file: FollowedFile, at offset: Int, _ limit: Int) {
    guard let descriptor = openDescriptor(of: file), let open = files[file] else {
      // It was all read when it was closed, as far as anybody knows.
      answer(.readEnded(count: 0, isAtEnd: true))
      return
    }
    guard !leaveOut(file, open, descriptor.borrowed, at: offset) else { return }
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

  /// Leaves out what the owner does not want to read.
  ///
  /// - Returns: Whether there was something, and the read is answered.
  private func leaveOut(
    _ file: FollowedFile,
    _ open: OpenFile,
    _ descriptor: BorrowedDescriptor,
    at offset: Int
  ) -> Bool {
    // Where holes are has to be seen on the way, and elsewhere it might block.
    guard offset < open.size, open.isTold, !hasHole(in: offset..<open.size, of: open, descriptor)
    else { return false }
    let wanted = handlers.wanted(offset..<open.size)
    guard wanted > offset else { return false }
    let fingerprint =
      machine.options.mode == .once
      ? Fingerprint() : FileLook.fingerprint(of: descriptor, upTo: wanted)
    guard FileLook.isSame(descriptor, open.fingerprint) else {
      answer(.readOvertaken)
      return true
    }
    files[file]?.fingerprint = fingerprint
    machine.skip(to: wanted)
    answer(.readEnded(count: 0, isAtEnd: false))
    return true
  }

  /// Whether some bytes were never written, and will be left out.
  private func hasHole(
    in range: Range<Int>,
    of open: OpenFile,
    _ descriptor: BorrowedDescriptor
  ) -> Bool {
    guard skipsHoles, open.mayHaveHoles else { return false }
    return descriptor.firstHole(from: range.lowerBound).map { $0 < range.upperBound } ?? false
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
    if let end, offset == start {
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
}
