internal import SiltBytes

/// How many newlines the blocks of a segment hold: four bytes a block.
///
/// What passes through the ring is counted as it comes. What stands in front of it, in a file of
/// which only the end was received, is counted by somebody who reads it from the beginning on.
package struct LineCounts: Sendable {
  /// Blocks that have one sum.
  private static let groupSize = 256

  let blockBytes: Int
  /// Where the segment begins.
  let start: Int
  /// Where the bytes that passed through the ring begin, since some were left out last.
  private(set) var windowStart: Int
  /// How many newlines passed through the ring before that.
  private(set) var receivedBefore = 0
  /// How far the bytes in front of the window are counted.
  private(set) var countedEnd: Int
  /// Newlines in front of the window, as far as they are counted.
  private(set) var counted = 0
  /// By block, from the one that holds the segment's first byte.
  private var counts: ContiguousArray<UInt32> = []
  /// The sums of groups of blocks.
  private var groups: ContiguousArray<Int> = []

  init(start: Int, blockBytes: Int) {
    self.start = start
    windowStart = start
    self.blockBytes = blockBytes
    countedEnd = start
  }

  /// Whether nothing in front of the window is left to count.
  var isComplete: Bool { countedEnd == windowStart }

  /// Counts the newlines of bytes by the block.
  ///
  /// - Parameters:
  ///   - bytes: Bytes of a segment.
  ///   - offset: The offset of the first of them.
  ///   - blockBytes: The size of a block.
  /// - Returns: A count for each block that the bytes touch, the first and the last of which may lie
  ///   in it in part.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func newlines(
    in bytes: RawSpan,
    at offset: Int,
    blockBytes: Int
  ) -> ContiguousArray<UInt32> {
    var counts: ContiguousArray<UInt32> = []
    var first = 0
    while first < bytes.byteCount {
      let end = min(bytes.byteCount, first + blockBytes - (offset + first) % blockBytes)
      counts.append(UInt32(NewlineScan.count(in: bytes.extracting(first..<end))))
      first = end
    }
    return counts
  }

  /// Takes in the counts of bytes in front of the window.
  ///
  /// - Parameters:
  ///   - range: The offsets of the bytes; they go on where counting came to.
  ///   - newlines: What `newlines(in:at:blockBytes:)` returned for them.
  mutating func count(_ range: Range<Int>, _ newlines: some Collection<UInt32>) {
    precondition(
      range.lowerBound == countedEnd && range.upperBound <= windowStart,
      "counts that do not go on where counting came to"
    )
    var block = range.lowerBound / blockBytes
    for count in newlines {
      add(Int(count), to: block)
      counted += Int(count)
      block += 1
    }
    countedEnd = range.upperBound
  }

  /// Counts bytes that pass through the ring.
  ///
  /// - Returns: How many newlines are in them.
  mutating func receive(_ bytes: RawSpan, at offset: Int) -> Int {
    var sum = 0
    var first = 0
    while first < bytes.byteCount {
      let end = min(bytes.byteCount, first + blockBytes - (offset + first) % blockBytes)
      let count = NewlineScan.count(in: bytes.extracting(first..<end))
      add(count, to: (offset + first) / blockBytes)
      sum += count
      first = end
    }
    return sum
  }

  /// Bytes were left out behind those that passed through the ring: they are to be counted, too.
  ///
  /// - Parameters:
  ///   - end: Where what passed through the ring ends.
  ///   - offset: Where it goes on.
  ///   - received: How many newlines passed through the ring so far.
  mutating func skip(from end: Int, to offset: Int, received: Int) {
    if isComplete {
      counted += received - receivedBefore
      countedEnd = end
    } else {
      // What passed is counted again, with all in front of it, from the beginning of its first block.
      let kept = windowStart / blockBytes
      if countedEnd > kept * blockBytes {
        countedEnd = start
        counted = 0
      }
      let count = countedEnd == start ? 0 : min(counts.count, kept - start / blockBytes)
      counts.removeSubrange(count...)
      groups = []
      for first in stride(from: 0, to: count, by: Self.groupSize) {
        groups.append(counts[first..<min(count, first + Self.groupSize)].reduce(0) { $0 + Int($1) })
      }
    }
    windowStart = offset
    receivedBefore = received
  }

  private mutating func add(_ count: Int, to block: Int) {
    let index = block - start / blockBytes
    if index >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count))
      let missing = index / Self.groupSize + 1 - groups.count
      if missing > 0 { groups.append(contentsOf: repeatElement(0, count: missing)) }
    }
    counts[index] += UInt32(count)
    groups[index / Self.groupSize] += count
  }

  // MARK: Sums

  /// How many newlines stand in the blocks in front of one; nil when not all are counted.
  ///
  /// - Complexity: O(*g*), where *g* is the number of groups of 256 blocks.
  func newlines(inFrontOf block: Int) -> Int? {
    guard isComplete || block * blockBytes <= countedEnd else { return nil }
    return sum(upTo: block)
  }

  /// How many newlines stand in the blocks behind one; nil when not all are counted.
  func newlines(behind block: Int) -> Int? {
    guard isComplete || (block + 1) * blockBytes >= windowStart else { return nil }
    return groups.reduce(0, +) - sum(upTo: block + 1)
  }

  private func sum(upTo block: Int) -> Int {
    let index = min(max(0, block - start / blockBytes), counts.count)
    let group = index / Self.groupSize
    return groups[..<group].reduce(0, +)
      + counts[group * Self.groupSize..<index].reduce(0) { $0 + Int($1) }
  }

  /// Finds the block that holds a newline.
  ///
  /// - Parameter ordinal: Which newline; 1 is the segment's first.
  /// - Returns: The block, and how many newlines stand in the blocks in front of it; nil when it is
  ///   not counted or not there.
  /// - Complexity: as `newlines(inFrontOf:)`.
  func block(holdingNewline ordinal: Int) -> (block: Int, before: Int)? {
    guard isComplete || ordinal <= counted else { return nil }
    var before = 0
    for (group, sum) in groups.enumerated() {
      if before + sum < ordinal {
        before += sum
        continue
      }
      for index in group * Self.groupSize..<counts.count {
        let count = Int(counts[index])
        if before + count >= ordinal { return (index + start / blockBytes, before) }
        before += count
      }
    }
    return nil
  }
}
