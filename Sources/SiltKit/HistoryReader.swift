internal import SiltCore
internal import SiltFollow
internal import SiltSystem

/// Reads back what the ring does not hold, from the files it came from.
///
/// A file stays open as long as something can be read back from it, whatever becomes of its name. It
/// lives on the session's queue and calls it there; reading, which may block, is done on others.
final class HistoryReader {
  /// How many generations of a file are kept open: the oldest goes when a further one begins.
  static let generationLimit = 8
  /// How many bytes are counted at a time.
  static let countedBytes = 4 << 20

  private let queue: SystemQueue
  private let blocks = IOQueue(label: "silt.history")
  /// Counting has its own: a block that is waited for does not wait for it.
  private let counts = IOQueue(label: "silt.count")
  private let counter: LineCounter
  /// The files, the oldest first.
  private var files: [(segment: SegmentID, file: SharedDescriptor)] = []

  init(queue: SystemQueue) {
    self.queue = queue
    counter = LineCounter()
  }

  /// Keeps a file that a segment can be read back from.
  ///
  /// - Returns: The segment that cannot be read back any more for it, if there is one.
  func keep(_ file: SharedDescriptor, for segment: SegmentID) -> SegmentID? {
    files.append((segment, file))
    return files.count > Self.generationLimit ? files.removeFirst().segment : nil
  }

  /// The file that a segment is read back from.
  func file(of segment: SegmentID) -> SharedDescriptor? {
    files.first { $0.segment == segment }?.file
  }

  /// The files that are kept open.
  var identities: Set<FileIdentity> {
    Set(files.compactMap { try? $0.file.borrowed.status().identity })
  }

  /// Closes the files that nothing is read back from any more.
  func keepOnly(_ isWanted: (SegmentID) -> Bool) {
    files.removeAll { !isWanted($0.segment) }
  }

  func forget(_ segment: SegmentID) {
    keepOnly { $0 != segment }
  }

  /// Reads bytes back.
  ///
  /// - Parameters:
  ///   - range: Their offsets.
  ///   - segment: The segment that they are of.
  ///   - completion: Called on the queue with the bytes; with fewer where the file has no more.
  func read(
    _ range: Range<Int>,
    of segment: SegmentID,
    then completion: @escaping @Sendable (ContiguousArray<UInt8>) -> Void
  ) {
    let file = file(of: segment)
    blocks.run({ file.map { Self.bytes(range, of: $0) } ?? [] }, on: queue, then: completion)
  }

  /// Reads bytes back while the caller waits.
  ///
  /// - Parameters:
  ///   - range: Their offsets.
  ///   - segment: The segment that they are of.
  /// - Returns: The bytes; fewer where the file has no more.
  func readNow(_ range: Range<Int>, of segment: SegmentID) -> ContiguousArray<UInt8> {
    file(of: segment).map { Self.bytes(range, of: $0) } ?? []
  }

  /// Counts the newlines of bytes by the block.
  ///
  /// - Parameters:
  ///   - range: The offsets of the bytes.
  ///   - segment: The segment that they are of.
  ///   - blockBytes: The size of a block.
  ///   - completion: Called on the queue with the counts; nil when not all of them could be read.
  func count(
    _ range: Range<Int>,
    of segment: SegmentID,
    blockBytes: Int,
    then completion: @escaping @Sendable (ContiguousArray<UInt32>?) -> Void
  ) {
    let file = file(of: segment)
    counts.run(
      { [counter] in file.flatMap { counter.count(range, of: $0, blockBytes: blockBytes) } },
      on: queue,
      then: completion
    )
  }

  private static func bytes(
    _ range: Range<Int>,
    of file: SharedDescriptor
  ) -> ContiguousArray<UInt8> {
    unsafe ContiguousArray(unsafeUninitializedCapacity: range.count) { buffer, count in
      let memory = UnsafeMutableRawBufferPointer(buffer)
      count = unsafe fill(memory, from: file, at: range.lowerBound)
    }
  }

  /// Fills memory with a file's bytes.
  ///
  /// - Returns: How many there are; fewer than asked for at the file's end, or where it cannot be read.
  static func fill(
    _ memory: UnsafeMutableRawBufferPointer,
    from file: SharedDescriptor,
    at offset: Int
  ) -> Int {
    var count = 0
    while count < memory.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...])
      let read = try? unsafe file.borrowed.read(into: rest, at: Int64(offset + count))
      guard let read, read > 0 else { break }
      count += read
    }
    return count
  }
}

/// Counts the newlines of a file's bytes, in memory that it keeps: allocated anew each time, such
/// pieces stay with the allocator of each thread that ever counted.
///
/// Sendable unchecked: it is used by the jobs of one serial queue only.
private final class LineCounter: @unchecked Sendable {
  private static let bytes = 1 << 20
  /// Empty before the first use; not `lazy`, whose accessors would copy it at each one.
  private var memory: ContiguousArray<UInt8> = []

  /// Counts by the block.
  ///
  /// - Returns: The counts; nil when not all bytes could be read.
  func count(
    _ range: Range<Int>,
    of file: SharedDescriptor,
    blockBytes: Int
  ) -> ContiguousArray<UInt32>? {
    if memory.isEmpty { memory = ContiguousArray(repeating: 0, count: Self.bytes) }
    var counts: ContiguousArray<UInt32> = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      // Up to a block's border, so that each block is counted in one go.
      let border = (offset / blockBytes + max(1, Self.bytes / blockBytes)) * blockBytes
      let end = min(border, range.upperBound, offset + Self.bytes)
      let found = unsafe memory.withUnsafeMutableBytes { memory in
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<(end - offset)])
        return unsafe HistoryReader.fill(part, from: file, at: offset) == end - offset
          ? LineCounts.newlines(
            in: unsafe UnsafeRawBufferPointer(part).bytes,
            at: offset,
            blockBytes: blockBytes
          ) : nil
      }
      guard let found else { return nil }
      counts += found
      offset = end
    }
    return counts
  }
}
