internal import SiltCore
internal import SiltScreen
internal import SiltText

/// The last lines of a content as ordinary lines for the scrollback: unwrapped, inert, coloured,
/// without notes and numbers.
struct LastLines {
  /// Bytes are handed out in pieces of about this size, so that all of a ring never stands in memory
  /// a second time.
  private static let pieceBytes = 256 << 10
  /// As good as no limit, and far from an overflow.
  private static let unwrappedColumns = 1 << 40

  private var content: LogContent
  private let encoder: RowEncoder
  private var next: Item?
  /// A line was begun that is not ended: the pieces of a long line are one line here.
  private var isInLine = false

  /// Finds where the last lines begin.
  ///
  /// - Parameters:
  ///   - amount: How many lines.
  ///   - content: The lines.
  ///   - encoder: Gives rows their bytes.
  /// - Complexity: O(*n*), where *n* is the size of these lines.
  init(_ amount: Session.Options.LastLines, of content: LogContent, encoder: RowEncoder) {
    self.content = content
    self.encoder = encoder
    self.content.layout.wraps = true
    self.content.layout.columns = Self.unwrappedColumns
    var left: Int
    switch amount {
    case .all: left = .max
    case .count(let count): left = count
    }
    var budget = Int.max
    var item: Item?
    while left > 0, case .item(let above) = self.content.item(before: item, budget: &budget) {
      item = above
      guard case .line(let position) = above else { continue }
      next = above
      if content.lines.ring.isLineStart(position) { left -= 1 }
    }
  }

  /// The bytes of the next lines; empty when there are no more.
  mutating func nextBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var budget = Int.max
    while let item = next, bytes.count < Self.pieceBytes {
      if case .line(let position) = item {
        if isInLine, content.lines.ring.isLineStart(position) {
          encoder.appendLine(StyledRow(), to: &bytes)
        }
        for row in content.rows(of: item) { encoder.appendLine(row, isEnded: false, to: &bytes) }
        isInLine = true
      }
      if case .item(let below) = content.item(after: item, budget: &budget) {
        next = below
      } else {
        next = nil
      }
    }
    if next == nil, isInLine {
      encoder.appendLine(StyledRow(), to: &bytes)
      isInLine = false
    }
    return bytes
  }
}
