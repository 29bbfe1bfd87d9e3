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
  /// - Parameter offset: Where in its file it begins.
  func beginSegment(at offset: Int) {
    queue.assertIsCurrent()
    if let segment { ring.close(segment) }
    let begun = ring.beginSegment(of: source, at: offset)
    segment = begun
    // The file itself is asked, not where to begin: line 100 may have been asked of one of 10.
    if offset > 0 { head = Head(segment: begun, linesAbove: nil) }
    if numbersLines { findLinesAbove() }
  }

  /// Reads once into the ring.
  ///
  /// - Parameters:
  ///   - limit: How many bytes at most.
  ///   - read: Fills memory and returns how many bytes it took.
  func receive(atMost limit: Int = .max, _ read: (UnsafeMutableRawBufferPointer) -> Int) {
    queue.assertIsCurrent()
    guard let segment else { return }
    let now = clock()
    let received = unsafe ring.receive(from: segment, atMost: limit, at: now) { memory in
      let count = unsafe read(memory)
      if count > 0 { unsafe took(UnsafeRawBufferPointer(rebasing: memory[..<count])) }
      return count
    }
    guard received.bytes > 0 else { return }
    answerQueries()
    receivedBytes += received.bytes
    // What was there already did not arrive.
    if hasCaughtUp || options.kind != .file { rate.received(received.newlines, at: now) }
    if received.dropped > 0 { apply(.dropped) }
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
      head?.linesAbove? += above
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
  /// - Parameter text: What happened, in inert text; nil for the time alone.
  func addNote(_ text: String? = nil) {
    guard let end = content.lines.end else { return }
    let time = SystemClock.timeOfDay()
    content.lines.notes.add(text.map { "\($0) \(time)" } ?? time, at: end)
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

  /// Nothing more comes: leaves, or stays when the user is in the middle of something.
  ///
  /// - Parameters:
  ///   - error: What ended it, if that was not the end.
  ///   - stays: Whether it stays whatever the user does.
  func inputEnded(_ error: SystemError? = nil, stays: Bool = false) {
    queue.assertIsCurrent()
    guard !hasEnded, !hasLeft else { return }
    hasEnded = true
    failure = error
    if let segment { ring.close(segment) }
    if stays || isHeldOpen {
      // What was said before must not hide that it ended.
      message = error?.description
      if options.kind == .pipe { addNote("ended") }
      show()
      changed()
    } else {
      leave(wasInterrupted ? .interrupted : .inputEnded)
    }
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
    guard let head, head.segment == segment else { return 0 }
    return head.linesAbove
  }

  /// Counts the lines above the beginning in the background, when that is not known yet.
  ///
  /// Once another file took the name they cannot be counted any more.
  func findLinesAbove() {
    guard let head, head.linesAbove == nil, !isCountingAbove, head.segment == segment,
      let start = ring.segment(head.segment)?.start
    else { return }
    isCountingAbove = true
    input?.countLines(above: start) { [weak self] lines in self?.countedLinesAbove(lines) }
  }

  private func countedLinesAbove(_ lines: Int?) {
    guard !hasLeft else { return }
    isCountingAbove = false
    head?.linesAbove = lines
    // The user asked for numbers: here they come, paused or not.
    updateLayout()
    if let line = awaitedLine {
      awaitedLine = nil
      message = nil
      if lines == nil { message = "the lines above cannot be counted" } else { jump(toLine: line) }
    }
    region.paintNow()
  }
}
