internal import SiltCore
internal import SiltScreen
internal import SiltText

/// Prints lines of a content as ordinary lines of the scrollback: unwrapped, inert, coloured, without
/// notes and numbers, each once.
///
/// It begins so many lines before the end, and can go on with lines that arrive later.
struct LinePrinter {
  /// Bytes are handed out in pieces of about this size, so that all of a ring never stands in memory
  /// a second time.
  private static let pieceBytes = 256 << 10
  /// As good as no limit, and far from an overflow.
  private static let unwrappedColumns = 1 << 40

  private var content: LogContent
  private let encoder: RowEncoder
  /// More comes: a line that is not finished waits until it is.
  private let isFollowing: Bool
  /// What is printed next, and behind what the one after it is found.
  private var next: Item?
  private var last: Item?
  /// The names of the sources, where there are several.
  private let names: SourceColumn?
  /// Reads a block back at once, and says whether it is there.
  private let load: (BlockID) -> Bool
  /// The segment of a line that was begun and is not ended: the pieces of a long line are one line
  /// here, unless a line of another source lies between them.
  private var segmentInLine: SegmentID?

  /// Finds where the last lines begin.
  ///
  /// - Parameters:
  ///   - amount: How many lines.
  ///   - content: The lines.
  ///   - encoder: Gives rows their bytes.
  ///   - names: What stands in front of lines by the number of their source; nil for one source.
  ///   - isFollowing: Whether a line that is not finished waits until it is; else it is printed as it
  ///     is.
  ///   - load: Reads a block of history back at once, and says whether it is there. All lines are as
  ///     many as the ring has room for.
  /// - Complexity: O(*n*), where *n* is the size of these lines.
  init(
    _ amount: Session.Options.LastLines,
    of content: LogContent,
    encoder: RowEncoder,
    names: SourceColumn? = nil,
    isFollowing: Bool = false,
    load: @escaping (BlockID) -> Bool = { _ in false }
  ) {
    self.load = load
    self.content = content
    self.encoder = encoder
    self.names = names
    self.isFollowing = isFollowing
    self.content.layout.wraps = true
    self.content.layout.showsOverwritten = false
    self.content.layout.columns = Self.unwrappedColumns
    var left = if case .count(let count) = amount { count } else { Int.max }
    var budget = Int.max
    var item: Item?
    if case .item(let end) = self.content.item(before: nil, budget: &budget) { last = end }
    while left > 0 {
      let lookup = self.content.item(before: item, budget: &budget)
      if case .needs(let block) = lookup, amount != .all || isInBuffer(item), load(block) {
        continue
      }
      guard case .item(let above) = lookup else { break }
      item = above
      guard case .line(let position) = above else { continue }
      next = above
      if content.lines.ring.isLineStart(position) { left -= 1 }
    }
    // None of what is there: what comes behind the unfinished line would be its rest.
    if isFollowing, next == nil, let tail = content.tail { next = .line(tail) }
  }

  /// The bytes of the next lines.
  ///
  /// - Returns: A piece of the lines; empty when there are no more for now.
  mutating func nextBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var budget = Int.max
    if isFollowing, next == nil { next = below(last, &budget) }
    while let item = next, bytes.count < Self.pieceBytes {
      if case .line(let position) = item {
        if isFollowing, position == content.tail { break }
        if segmentInLine != nil, beginsLine(position) { endLine(in: &bytes) }
        for (index, row) in rows(of: item).enumerated() {
          // Unwrapped, a further row is one that a command forced: by `CSI 2J`, say.
          if index > 0 { encoder.appendLine(StyledRow(), to: &bytes) }
          let isFirst = index == 0 && segmentInLine == nil
          encoder.appendLine(isFirst ? named(row, position) : row, isEnded: false, to: &bytes)
        }
        segmentInLine = position.segment
      }
      last = item
      next = below(item, &budget)
    }
    if segmentInLine != nil, isLineEnded { endLine(in: &bytes) }
    return bytes
  }

  /// Whether an item is no farther from its segment's end than the ring can hold.
  private func isInBuffer(_ item: Item?) -> Bool {
    let ring = content.lines.ring
    guard case .line(let position)? = item, let segment = ring.segment(position.segment) else {
      return true
    }
    return segment.end - position.offset < ring.capacity
  }

  /// The item below another one, read back if need be.
  private mutating func below(_ item: Item?, _ budget: inout Int) -> Item? {
    while true {
      switch content.item(after: item, budget: &budget) {
      case .item(let below): return below
      case .needs(let block) where load(block): continue
      case .end, .later, .needs: return nil
      }
    }
  }

  /// The rows of an item, read back if need be.
  private mutating func rows(of item: Item) -> ContiguousArray<StyledRow> {
    while true {
      switch content.rows(of: item) {
      case .value(let rows): return rows
      case .needs(let block): guard load(block) else { return [] }
      }
    }
  }

  /// The first row of a line, behind the name of its source where there are several.
  private func named(_ row: StyledRow, _ position: Position) -> StyledRow {
    guard let names, let source = content.lines.ring.source(of: position) else { return row }
    var named = names.names[source.rawValue]
    named.append(row, at: max(names.columns, named.columns + 1))
    return named
  }

  /// Whether a line or piece belongs to another line than what was printed last.
  private func beginsLine(_ position: Position) -> Bool {
    position.segment != segmentInLine || content.lines.ring.isLineStart(position)
  }

  /// Whether what comes next belongs to another line than what was printed last.
  private var isLineEnded: Bool {
    guard case .line(let position) = next else {
      return next == nil && !(isFollowing && content.hasUnfinishedLine)
    }
    return beginsLine(position)
  }

  private mutating func endLine(in bytes: inout [UInt8]) {
    encoder.appendLine(StyledRow(), to: &bytes)
    segmentInLine = nil
  }
}
