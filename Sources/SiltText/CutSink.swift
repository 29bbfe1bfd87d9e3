/// Shows the part of a line that one row has room for.
struct CutSink: CellSink {
  private let columns: Int
  private let firstColumn: Int
  private var row = StyledRow()
  /// The row without what stands in its last column, once something does.
  private var shortened: StyledRow?
  private var lineColumn = 0

  /// Whether something is cut off at the right.
  private(set) var isDone = false

  init(columns: Int, firstColumn: Int) {
    self.columns = columns
    self.firstColumn = firstColumn
  }

  mutating func ascii(_ text: Span<UInt8>, style: Style) {
    guard !isDone else { return }
    let start = lineColumn
    lineColumn += text.count
    // The first byte that is not left of the row.
    var index = min(max(firstColumn - start, 0), text.count)
    while index < text.count, !isDone {
      let column = start + index - firstColumn
      // Up to the last column, then the last alone, then nothing.
      let limit = column < columns - 1 ? columns - 1 : columns
      guard prepare(end: column + 1) else { return }
      let end = min(index + limit - column, text.count)
      row.append(text.extracting(index..<end), columns: end - index, style: style, at: column)
      index = end
    }
  }

  mutating func cluster(_ text: Span<UInt8>, cell: Cell) {
    let column = lineColumn - firstColumn
    lineColumn += cell.columns
    guard !isDone, column + cell.columns > 0 else { return }
    if column < 0 {
      // Its left half is off the row.
      let background = Style(background: cell.style.background)
      ascii(blanks: column + cell.columns, background)
      return
    }
    guard prepare(end: column + cell.largest) else { return }
    row.append(
      text,
      columns: cell.columns,
      style: cell.style,
      at: column,
      isDoubtful: cell.isDoubtful
    )
  }

  mutating func edit(_ edit: LineEdit) {
    guard edit == .tab else { return }
    let blanks = Tab.blanks
    ascii(blanks.span.extracting(0..<Tab.width(at: lineColumn)), style: .plain)
  }

  private mutating func ascii(blanks: Int, _ style: Style) {
    guard prepare(end: blanks) else { return }
    row.append(Tab.blanks[..<blanks], columns: blanks, style: style)
  }

  /// Looks whether cells up to a column have room.
  private mutating func prepare(end: Int) -> Bool {
    if end > columns - 1, shortened == nil { shortened = row }
    isDone = end > columns
    return !isDone
  }

  /// The row; nothing may be added behind.
  consuming func finish() -> StyledRow {
    guard isDone, var row = shortened else { return row }
    row.append(CutMark.text, columns: 1, style: .dim, at: columns - 1)
    return row
  }
}
