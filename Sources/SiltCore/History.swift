internal import SiltText

/// What was read back of segments below the ring: the blocks used last, and where lines begin and
/// end in them.
///
/// Lines are found once and remembered without their bytes, so that a screen of lines that do not
/// fit in here together can be laid out one line after the other: each line needs its blocks only
/// while it is looked at the first time.
struct History {
  /// The size of a block, and of the stretch that newlines are counted by.
  static let defaultBlockBytes = 256 << 10
  /// The memory that blocks take.
  static let defaultCacheBytes = 4 << 20
  /// How many lines are remembered at the least: more than any screen has rows, with what a move
  /// looks at above and below.
  static let rememberedLines = 2048

  private struct Block {
    var bytes: ContiguousArray<UInt8>
    var lastUse: Int
  }

  let blockBytes: Int
  /// How many blocks are held.
  let capacity: Int
  private var blocks: [BlockID: Block] = [:]
  private var uses = 0
  /// Where the lines that begin at a position end, and where those begin that hold the byte in front
  /// of one.
  private var ends = RecentMap<Position, Int>(capacity: rememberedLines)
  private var starts = RecentMap<Position, Int>(capacity: rememberedLines)
  /// Whether a newline stands in front of a position where a line or a piece begins.
  private var beginnings = RecentMap<Position, Bool>(capacity: rememberedLines)
  /// What SGR had set at a position where a line or a piece begins.
  private var styles = RecentMap<Position, Style>(capacity: rememberedLines)

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - blockBytes: The size of a block.
  ///   - cacheBytes: The memory that blocks take, if they are enough for one line.
  ///   - lineBytes: How long a line or piece can be.
  init(blockBytes: Int, cacheBytes: Int, lineBytes: Int) {
    self.blockBytes = blockBytes
    // A line of n blocks lies in n + 1 at the most, and so does what is looked at to find where it
    // begins; the next line's may be others.
    let blocksOfLine = (lineBytes + blockBytes - 1) / blockBytes + 1
    capacity = max(cacheBytes / blockBytes, 2 * blocksOfLine)
  }

  // MARK: Blocks

  /// The number of the block that holds a byte of a segment.
  func block(of offset: Int) -> Int { offset / blockBytes }

  /// The offsets of a block's bytes.
  func range(of block: Int) -> Range<Int> { block * blockBytes..<(block + 1) * blockBytes }

  /// Keeps a block's bytes, for which the one not used for the longest time goes.
  mutating func load(_ id: BlockID, _ bytes: ContiguousArray<UInt8>) {
    uses += 1
    if blocks.count >= capacity, blocks[id] == nil,
      let oldest = blocks.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      blocks[oldest.key] = nil
    }
    blocks[id] = Block(bytes: bytes, lastUse: uses)
  }

  /// A block's bytes, if they are held as far as an offset.
  ///
  /// A block that was loaded while its segment was shorter counts as one that is not held.
  mutating func bytes(of id: BlockID, upTo end: Int) -> ContiguousArray<UInt8>? {
    guard let index = blocks.index(forKey: id),
      blocks.values[index].bytes.count >= end - id.index * blockBytes
    else { return nil }
    uses += 1
    blocks.values[index].lastUse = uses
    return blocks.values[index].bytes
  }

  /// Forgets all that is known of a segment.
  mutating func forget(_ segment: SegmentID) {
    for id in blocks.keys where id.segment == segment { blocks[id] = nil }
    ends.removeAll()
    starts.removeAll()
    beginnings.removeAll()
    styles.removeAll()
  }

  // MARK: Lines

  mutating func lineEnd(from start: Position) -> Int? { ends.value(of: start) }

  mutating func lineStart(to end: Position) -> Int? { starts.value(of: end) }

  /// Whether a newline stands in front of a line or piece; nil when that is not remembered.
  mutating func isLineStart(_ position: Position) -> Bool? { beginnings.value(of: position) }

  mutating func style(at position: Position) -> Style? { styles.value(of: position) }

  mutating func remember(_ style: Style, at position: Position) {
    styles.insert(style, for: position)
  }

  /// Remembers that a line or piece of a segment begins and ends there.
  mutating func remember(_ line: Range<Int>, of segment: SegmentID) {
    let start = Position(segment: segment, offset: line.lowerBound)
    let end = Position(segment: segment, offset: line.upperBound)
    ends.insert(line.upperBound, for: start)
    starts.insert(line.lowerBound, for: end)
  }

  /// Remembers where the line begins that holds the byte in front of a position.
  mutating func remember(_ start: Int, ofLineUpTo end: Position) {
    starts.insert(start, for: end)
  }

  /// Remembers whether what begins at a position is a line of its own.
  mutating func remember(_ position: Position, isLineStart: Bool) {
    beginnings.insert(isLineStart, for: position)
  }
}
