/// Breaks the cells of a line into rows.
struct WrapSink: CellSink {
  private let columns: Int
  /// The rows to build; of the others only the start is kept.
  private let built: Range<Int>
  private var result = TextRows(rows: [], starts: [0])
  private var row = StyledRow()
  /// The column of the next cell in its row, and in the line.
  private var column = 0
  private var lineColumn = 0
  /// The length of the text so far.
  private var offset = 0
  private var isBuilding: Bool

  init(columns: Int, built: Range<Int>) {
    self.columns = columns
    self.built = built
    isBuilding = built.contains(0)
  }

  var isDone: Bool { false }

  mutating func ascii(_ text: Span<UInt8>, style: Style) {
    var index = 0
    while index < text.count {
      if column == columns { breakRow() }
      let end = min(index + columns - column, text.count)
      if isBuilding {
        row.append(text.extracting(index..<end), columns: end - index, style: style)
      }
      column += end - index
      offset += end - index
      index = end
    }
    lineColumn += text.count
  }

  mutating func cluster(_ text: Span<UInt8>, cell: Cell) {
    lineColumn += cell.columns
    if cell.largest > columns {
      // Fits in no row; a mark holds its place.
      if column == columns { breakRow() }
      if isBuilding { row.append(CutMark.text, columns: 1, style: .dim) }
      column += 1
    } else {
      if column + cell.largest > columns { breakRow() }
      if isBuilding {
        row.append(text, columns: cell.columns, style: cell.style, isDoubtful: cell.isDoubtful)
      }
      column += cell.columns
    }
    offset += text.count
  }

  mutating func edit(_ edit: LineEdit) {
    // Without a carriage return or a backspace there is nothing behind the cursor to erase.
    guard edit == .tab else { return }
    let blanks = Tab.blanks
    ascii(blanks.span.extracting(0..<Tab.width(at: lineColumn)), style: .plain)
  }

  private mutating func breakRow() {
    endRow()
    result.starts.append(offset)
    column = 0
    isBuilding = built.contains(result.starts.count - 1)
  }

  private mutating func endRow() {
    guard isBuilding else { return }
    result.rows.append(row)
    row = StyledRow()
  }

  /// The rows; nothing may be added behind.
  mutating func finish() -> TextRows {
    endRow()
    return result
  }
}

/// What stands for text that is cut off.
enum CutMark {
  static let text: ContiguousArray<UInt8> = [UInt8(ascii: ">")]
}
