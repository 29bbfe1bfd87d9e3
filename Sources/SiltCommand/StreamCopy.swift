import SiltSystem

/// A stream that is copied to standard output, each read at once.
struct StreamCopy {
  private let stream: BorrowedDescriptor
  private let output: OutputFile?
  private var content: PlainContent
  private var buffer: ContiguousArray<UInt8>

  /// Prepares a copy; nothing is read yet.
  ///
  /// - Parameters:
  ///   - stream: A pipe or anything else that can be read to an end.
  ///   - content: What of it is written.
  ///   - output: What gets a copy of every byte, also of those that are not written, if anything does.
  ///   - readSize: The most bytes that one read takes.
  ///   - pipeSize: What a pipe is made to hold where the system allows it: a larger one costs fewer
  ///     changes between the processes at its ends.
  init(
    _ stream: BorrowedDescriptor,
    _ content: PlainContent,
    _ output: OutputFile?,
    readSize: Int = 256 << 10,
    pipeSize: Int32 = 1 << 20
  ) {
    enlargePipe(stream.rawValue, to: pipeSize)
    self.stream = stream
    self.output = output
    self.content = content
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
    content.take(bytes) { StandardOutput.write($0) }
    return count
  }

  /// Writes what was held back until the end came.
  mutating func finish() {
    content.endLine { StandardOutput.write($0) }
    content.settle { StandardOutput.write($0) }
  }
}

/// Copies a stream to standard output until it ends.
///
/// - Parameters:
///   - stream: A pipe or anything else that can be read to an end.
///   - content: What of it is written.
///   - output: What gets a copy of every byte, if anything does.
/// - Throws: The system's reason when reading fails.
func copyStream(
  _ stream: BorrowedDescriptor,
  _ content: PlainContent,
  _ output: OutputFile?
) throws(SystemError) {
  var copy = StreamCopy(stream, content, output)
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
