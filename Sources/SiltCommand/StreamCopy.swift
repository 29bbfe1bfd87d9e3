import SiltSystem

/// A stream that is copied to standard output, each read at once.
struct StreamCopy {
  private let stream: BorrowedDescriptor
  private let output: OutputFile?
  private var begin: StreamBegin
  private var buffer: ContiguousArray<UInt8>

  /// Prepares a copy; nothing is read yet.
  ///
  /// - Parameters:
  ///   - stream: A pipe or anything else that can be read to an end.
  ///   - begin: Where its content begins; `.standard` is everything.
  ///   - delimiter: What ends a line.
  ///   - output: What gets a copy of every byte, also of those before the content, if anything does.
  ///   - readSize: The most bytes that one read takes.
  ///   - pipeSize: What a pipe is made to hold where the system allows it: a larger one costs fewer
  ///     changes between the processes at its ends.
  init(
    _ stream: BorrowedDescriptor,
    from begin: Options.Begin,
    delimiter: UInt8,
    _ output: OutputFile?,
    readSize: Int = 256 << 10,
    pipeSize: Int32 = 1 << 20
  ) {
    enlargePipe(stream.rawValue, to: pipeSize)
    self.stream = stream
    self.output = output
    self.begin = StreamBegin(begin, delimiter: delimiter)
    buffer = ContiguousArray(repeating: 0, count: readSize)
  }

  /// Reads once and writes what came.
  ///
  /// - Parameter limit: The most bytes to read, at least 1.
  /// - Returns: How many bytes were read: 0 at the end, nil where it would block (non-blocking
  ///   streams only).
  /// - Throws: The system's reason when reading fails.
  mutating func step(atMost limit: Int = .max) throws(SystemError) -> Int? {
    let stream = stream
    let count = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
      let room = unsafe UnsafeMutableRawBufferPointer(bytes).prefix(limit)
      return try unsafe stream.read(into: UnsafeMutableRawBufferPointer(rebasing: room))
    }
    guard let count else { return nil }
    // A span of a property cannot be handed on. Shared until the return only: never copied.
    let held = buffer
    let bytes = held.span.extracting(0..<count)
    // First, since the program ends when standard output fails. Bytes have no padding to be read.
    unsafe output?.write(bytes.bytes)
    let skipped = begin.take(bytes)
    StandardOutput.write(bytes.extracting(skipped..<count))
    return count
  }

  /// Writes what was held back until the end came.
  func finish() {
    begin.finish { StandardOutput.write($0) }
  }
}

/// Copies a stream to standard output until it ends.
///
/// - Parameters:
///   - stream: A pipe or anything else that can be read to an end.
///   - begin: Where its content begins; `.standard` is everything.
///   - delimiter: What ends a line.
///   - output: What gets a copy of every byte, if anything does.
/// - Throws: The system's reason when reading fails.
func copyStream(
  _ stream: BorrowedDescriptor,
  from begin: Options.Begin,
  delimiter: UInt8,
  _ output: OutputFile?
) throws(SystemError) {
  var copy = StreamCopy(stream, from: begin, delimiter: delimiter, output)
  while true {
    guard let count = try copy.step() else {
      // An inherited descriptor may be non-blocking; its flags are not ours to change.
      _ = stream.isReady(for: .reading, within: -1)
      continue
    }
    guard count > 0 else { break }
  }
  copy.finish()
}
