internal import SiltBytes
internal import SiltCore
package import SiltSystem
internal import SiltText

extension Session {
  /// How much is read at a time while a stream's beginning is left out.
  private static let skipBytes = 64 << 10

  // MARK: Bytes

  /// Begins a new unbroken source of bytes; the one before is closed, its last line as it is.
  ///
  /// - Parameters:
  ///   - offset: Where in its file it begins.
  ///   - source: The number of the source that it is a generation of.
  ///   - hasHistory: Whether what the ring does not hold can be read back.
  func beginSegment(
    at offset: Int,
    of source: Int = 0,
    hasHistory: Bool = false
  ) {
    queue.assertIsCurrent()
    closeSegment(of: source)
    let begun = ring.beginSegment(
      of: sources[source].id,
      at: offset,
      hasHistory: hasHistory
    )
    sources[source].segment = begun
    // The file itself is asked, not where to begin: line 100 may have been asked of one of 10.
    if offset > 0 { sources[source].head = Head(segment: begun, linesAbove: nil) }
    if numbersLines { findLinesAbove(of: source) }
  }

  /// Nothing more comes of a source's newest generation.
  func closeSegment(of source: Int) {
    guard let segment = sources[source].segment else { return }
    if ring.close(segment) > 0 { apply(.dropped) }
  }

  /// Reads once into the ring.
  ///
  /// - Parameters:
  ///   - source: The number of the source that the bytes are of.
  ///   - limit: How many bytes at most.
  ///   - read: Fills memory and returns how many bytes it took.
  func receive(
    from source: Int = 0,
    atMost limit: Int = .max,
    _ read: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    queue.assertIsCurrent()
    guard let segment = sources[source].segment else { return }
    let now = clock()
    let received = unsafe ring.receive(from: segment, atMost: limit, at: now) { memory in
      let count = unsafe read(memory)
      if count > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[..<count])
        unsafe took(bytes)
        unsafe spill(bytes.bytes)
      }
      return count
    }
    tellSpillError()
    if received.dropped > 0 { apply(.dropped) }
    if save != nil { slowInput() }
    guard received.bytes > 0 else { return }
    answerQueries()
    receivedBytes += received.bytes
    // What was there already did not arrive.
    if sources[source].hasCaughtUp || options.kind != .file {
      rate.received(received.newlines, at: now)
    }
    if region.isShown { showsHint = false }
  }

  /// Takes note of bytes as they were read, whatever becomes of them.
  private func took(_ bytes: UnsafeRawBufferPointer) {
    tee?(unsafe bytes.bytes)
    unsafe command?.queries.read(bytes.bytes)
  }

  /// Reads once, leaves out what is not wanted of a stream's beginning, and takes in the rest.
  func skipped(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
    unsafe withUnsafeTemporaryAllocation(byteCount: Self.skipBytes, alignment: 16) { buffer in
      let count = unsafe read(buffer)
      guard count > 0 else { return }
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
      let skipped = unsafe skip.skip(bytes.bytes)
      // The rest is taken note of as it is taken in.
      unsafe took(UnsafeRawBufferPointer(rebasing: bytes[..<skipped]))
      let above = unsafe NewlineScan.count(in: bytes.bytes.extracting(first: skipped))
      sources[0].head?.linesAbove? += above
      unsafe append(UnsafeRawBufferPointer(rebasing: bytes[skipped...]))
      // Where all was left out, too.
      answerQueries()
    }
  }

  /// Takes in bytes that a client gives.
  func append(_ bytes: UnsafeRawBufferPointer) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      unsafe receive(atMost: rest.count) { memory in
        let count = min(memory.count, rest.count)
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        return count
      }
    }
  }

  /// Puts a note into the stream, with the time.
  ///
  /// - Parameters:
  ///   - text: What happened, in inert text; nil for the time alone.
  ///   - source: The number of the source that it happened to; nil for none of several.
  func addNote(_ text: String? = nil, of source: Int? = nil) {
    let time = SystemClock.timeOfDay()
    let note = text.map { "\($0) \(time)" } ?? time
    if content.lines.addNote(note, of: source.flatMap { sources[$0].segment }) > 0 {
      apply(.dropped)
    }
    changed()
  }

  /// Puts a client's rows below the last line.
  func setFooter(_ lines: [String]) {
    footer = lines
    layOutFooter()
    changed()
  }

  /// What every byte is copied to could not be written: watching goes on.
  package func outputFailed(_ error: SystemError) {
    queue.assertIsCurrent()
    tee = nil
    addNote("output failed: \(error.reason)")
  }

  // MARK: Ends

  /// Nothing more comes of a source: when it is the last one, leaves, or stays when the user is in the
  /// middle of something.
  ///
  /// - Parameters:
  ///   - error: What ended it, if that was not the end.
  ///   - source: The number of the source.
  ///   - stays: Whether it stays whatever the user does.
  func inputEnded(_ error: SystemError? = nil, of source: Int = 0, stays: Bool = false) {
    queue.assertIsCurrent()
    guard !sources[source].hasEnded, !hasLeft else { return }
    sources[source].hasEnded = true
    sources[source].staysInView = stays
    if let error {
      // A FIFO that was opened by its name; standard input the caller knows.
      let isNamed = options.kind == .file && error.subject == nil
      sources[source].failure = isNamed ? error.about(sources[source].name) : error
    }
    closeSegment(of: source)
    if isMerged {
      let name = sources[source].name
      if let error {
        addNote("\(name): \(error.reason)", of: source)
      } else if !stays {
        addNote("\(name) ended", of: source)
      }
      changed()
      guard hasEnded else { return }
    }
    if sources.contains(where: \.staysInView) || isHeldOpen {
      // What was said before must not hide that it ended; of several files a note tells why.
      message = isMerged ? nil : error?.description
      if options.kind == .pipe { addNote("ended") }
      show()
      changed()
    } else {
      leave(wasInterrupted ? .interrupted : .inputEnded)
    }
  }

  /// A source cannot be read: leaves when no other is left that could.
  func failed(_ error: SystemError, of source: Int) {
    sources[source].failure = error
    if leaveIfNoneIsLeft() { return }
    input?.removeFollower(of: source)
    if sources[source].segment == nil { beginSegment(at: 0, of: source) }
    inputEnded(error, of: source)
    settled(source)
  }

  /// Leaves when there is no source that could be read.
  ///
  /// - Returns: Whether that is so.
  func leaveIfNoneIsLeft() -> Bool {
    let failures = sources.compactMap(\.failure)
    guard failures.count == sources.count else { return false }
    leave(.failed(failures))
    return true
  }

  /// Ctrl-C was pressed, as a key or as the signal that the kernel sent to the whole pipeline.
  ///
  /// A pipe is read on to its end the first time, so that what its writer still says shows.
  package func interrupted() {
    queue.assertIsCurrent()
    if options.kind == .command {
      if hasEnded { leave(.asked) } else { interruptCommand() }
      return
    }
    guard options.kind == .pipe, !hasEnded, !wasInterrupted else {
      leave(.interrupted)
      return
    }
    wasInterrupted = true
    message = "interrupted: reading on to the end, Ctrl-C again leaves"
    changed()
  }

  // MARK: Numbers

  /// How many lines of its file stand above a segment; nil while that is not known.
  func linesAbove(_ segment: SegmentID) -> Int? {
    guard let head = sources.first(where: { $0.head?.segment == segment })?.head else { return 0 }
    return head.linesAbove
  }

  /// Counts the lines above the beginning in the background, when that is not known yet.
  ///
  /// Once another file took the name they cannot be counted any more.
  ///
  /// - Parameter source: The number of the source.
  func findLinesAbove(of source: Int) {
    guard let head = sources[source].head, head.linesAbove == nil,
      !sources[source].isCountingAbove, head.segment == sources[source].segment,
      let start = ring.segment(head.segment)?.start
    else { return }
    sources[source].isCountingAbove = true
    input?.countLines(above: start, of: source) { [weak self] lines in
      self?.countedLinesAbove(lines, of: source)
    }
  }

  private func countedLinesAbove(_ lines: Int?, of source: Int) {
    guard !hasLeft else { return }
    sources[source].isCountingAbove = false
    sources[source].head?.linesAbove = lines
    // The user asked for numbers: here they come, paused or not.
    updateLayout()
    if case .line(let number, let segment) = pendingJump, segment == sources[source].head?.segment {
      pendingJump = nil
      message = nil
      if lines == nil {
        message = "the lines above cannot be counted"
      } else {
        jump(to: .line(number, segment: segment))
      }
    }
    takeTypedAhead()
    region.paintNow()
  }
}
