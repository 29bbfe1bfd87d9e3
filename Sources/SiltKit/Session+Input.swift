internal import SiltBytes
internal import SiltCore
internal import SiltSystem
internal import SiltText

extension Session {
  /// How much is read at a time while a stream's beginning is left out.
  private static let skipBytes = 64 << 10

  // MARK: Bytes

  /// Begins a new unbroken source of bytes; the one before is closed, its last line as it is.
  ///
  /// - Parameters:
  ///   - offset: Where in its file it begins.
  ///   - linesAbove: How many lines of the file stand above; nil where that is not known.
  func beginSegment(at offset: Int, linesAbove: Int?) {
    queue.assertIsCurrent()
    if let segment { ring.close(segment) }
    segment = ring.beginSegment(of: source, at: offset)
    self.linesAbove = linesAbove
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
    let received = unsafe ring.receive(from: segment, atMost: limit, at: now, read)
    guard received.bytes > 0 else { return }
    receivedBytes += received.bytes
    rate.received(received.newlines, at: now)
    if received.dropped > 0 { apply(.dropped) }
    if region.isShown { showsHint = false }
  }

  /// Reads once, leaves out what is not wanted of a stream's beginning, and takes in the rest.
  func skipped(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
    unsafe withUnsafeTemporaryAllocation(byteCount: Self.skipBytes, alignment: 16) { buffer in
      let count = unsafe read(buffer)
      guard count > 0 else { return }
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
      let skipped = unsafe skip.skip(bytes.bytes)
      let above = unsafe NewlineScan.count(in: bytes.bytes.extracting(first: skipped))
      linesAbove = linesAbove.map { $0 + above }
      unsafe append(UnsafeRawBufferPointer(rebasing: bytes[skipped...]))
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
  /// - Parameter text: What happened, in inert text.
  func addNote(_ text: String) {
    guard let end = content.lines.end else { return }
    content.lines.notes.add("\(text) \(SystemClock.timeOfDay())", at: end)
    changed()
  }

  /// Puts a client's rows below the last line.
  func setFooter(_ lines: [String]) {
    content.footer = lines.map { line in
      var row = StyledRow()
      // The screen may get wider: the terminal cuts what has no room.
      row.append(text: line, ambiguousIsWide: options.ambiguousIsWide)
      return row
    }
    changed()
  }

  // MARK: Ends

  /// Nothing more comes: leaves, or stays when the user is in the middle of something.
  ///
  /// - Parameter error: What ended it, if that was not the end.
  func inputEnded(_ error: SystemError?) {
    queue.assertIsCurrent()
    guard !hasEnded, !hasLeft else { return }
    hasEnded = true
    if let segment { ring.close(segment) }
    if let error {
      leave(.failed(error))
    } else if isHeldOpen {
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
    guard options.kind == .pipe, !hasEnded, !wasInterrupted else {
      leave(.interrupted)
      return
    }
    wasInterrupted = true
    message = "interrupted: reading on to the end, Ctrl-C again leaves"
    changed()
  }

  // MARK: Numbers

  /// Counts the lines above the beginning in the background, when that is not known yet.
  func findLinesAbove() {
    guard linesAbove == nil, let segment, let start = ring.segment(segment)?.start else { return }
    input?.countLines(above: start) { [weak self] lines in
      guard let self, self.segment == segment else { return }
      linesAbove = lines
      changed()
    }
  }
}
