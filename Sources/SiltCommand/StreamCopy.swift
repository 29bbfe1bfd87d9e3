import SiltSystem

/// Copies a stream to standard output until it ends, each read at once.
///
/// - Parameters:
///   - stream: A pipe or anything else that can be read to an end.
///   - begin: Where its content begins; `.standard` is everything.
///   - readSize: The most bytes that one read takes.
///   - pipeSize: What a pipe is made to hold where the system allows it: a larger one costs fewer
///     changes between the processes at its ends.
/// - Throws: The system's reason when reading fails.
func copyStream(
  _ stream: BorrowedDescriptor,
  from begin: Options.Begin,
  readSize: Int = 256 << 10,
  pipeSize: Int32 = 1 << 20
) throws(SystemError) {
  enlargePipe(stream.rawValue, to: pipeSize)
  var begin = StreamBegin(begin)
  var buffer = ContiguousArray<UInt8>(repeating: 0, count: readSize)
  while true {
    let count = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
      try unsafe stream.read(into: UnsafeMutableRawBufferPointer(bytes))
    }
    guard let count else {
      // An inherited descriptor may be non-blocking; its flags are not ours to change.
      _ = stream.isReady(for: .reading, within: -1)
      continue
    }
    guard count > 0 else { break }
    let bytes = buffer.span.extracting(0..<count)
    let skipped = begin.take(bytes)
    StandardOutput.write(bytes.extracting(skipped..<count))
  }
  begin.finish { StandardOutput.write($0) }
}
