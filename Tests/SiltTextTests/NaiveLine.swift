import Testing

@testable import SiltText

/// One cluster of a row or a line.
struct ModelCell: Hashable {
  var text: ContiguousArray<UInt8>
  var cell: Cell

  static let blank = ModelCell(text: [0x20], cell: .single(.plain))
}

/// A line as a naive terminal keeps it: a list of columns, every edit done the long way.
struct ModelLine: CellSink {
  enum Column: Hashable {
    case cell(ModelCell)
    case right
    case erased

    var isErased: Bool { self == .erased }
  }

  var columns: [Column] = []
  var cursor = 0
  var isEdited = false
  /// Where motions to the right end.
  var lastColumn = 0
  var isDone: Bool { false }

  mutating func ascii(_ text: Span<UInt8>, style: Style) {
    for index in text.indices { put(ModelCell(text: [text[index]], cell: .single(style))) }
  }

  mutating func cluster(_ text: Span<UInt8>, cell: Cell) {
    var bytes: ContiguousArray<UInt8> = []
    for index in text.indices { bytes.append(text[index]) }
    put(ModelCell(text: bytes, cell: cell))
  }

  private mutating func put(_ cell: ModelCell) {
    let width = cell.cell.columns
    while columns.count < cursor + width { columns.append(.erased) }
    for place in cursor..<cursor + width { erase(place) }
    columns[cursor] = .cell(cell)
    if width == 2 { columns[cursor + 1] = .right }
    cursor += width
  }

  /// Erases the cell that a column belongs to, both its halves.
  private mutating func erase(_ place: Int) {
    guard columns.indices.contains(place) else { return }
    if columns[place] == .right { columns[place - 1] = .erased }
    if columns.indices.contains(place + 1), columns[place + 1] == .right {
      columns[place + 1] = .erased
    }
    columns[place] = .erased
  }

  mutating func edit(_ edit: LineEdit) {
    switch edit {
    case .tab:
      let stop = (cursor / 8 + 1) * 8
      while columns.count < stop { columns.append(.erased) }
      cursor = stop
    case .carriageReturn:
      cursor = 0
      isEdited = true
    case .backspace:
      cursor = max(0, cursor - 1)
      isEdited = true
    case .left(let count):
      for _ in 0..<count where cursor > 0 { cursor -= 1 }
      isEdited = true
    case .right(let count):
      for _ in 0..<count where cursor < lastColumn { cursor += 1 }
      isEdited = true
    case .column(let column):
      cursor = min(column, lastColumn)
      isEdited = true
    case .eraseToEnd:
      for place in columns.indices where place >= cursor { erase(place) }
    case .eraseToStart:
      for place in columns.indices where place <= cursor { erase(place) }
      isEdited = true
    case .eraseAll:
      columns = columns.map { _ in .erased }
      isEdited = true
    }
  }

  /// The line's cells at last; the blanks behind what was written only where nothing went back.
  var cells: [ModelCell] {
    var shown = columns[...]
    if isEdited { while shown.last?.isErased == true { shown.removeLast() } }
    return shown.compactMap { column in
      switch column {
      case .cell(let cell): cell
      case .right: nil
      case .erased: .blank
      }
    }
  }
}

/// The cells of a line that nothing breaks.
func model(_ line: ContiguousArray<UInt8>, _ layout: TextLayout) -> [ModelCell] {
  var line = line
  while line.last == 0x0D { line.removeLast() }
  var scanner = LineScanner(
    mode: layout.origin == .terminal ? .terminal : .line,
    ambiguousIsWide: layout.ambiguousIsWide,
    keepsColors: layout.keepsColors
  )
  var model = ModelLine(lastColumn: layout.columns - 1)
  scanner.scan(line.span, into: &model)
  return model.cells
}

/// Breaks cells into rows one after the other.
func wrap(_ cells: [ModelCell], _ columns: Int) -> (rows: [[ModelCell]], starts: [Int]) {
  var rows: [[ModelCell]] = [[]]
  var starts = [0]
  var used = 0
  var offset = 0
  for cell in cells {
    var shown = cell
    if cell.cell.largest > columns {
      shown = ModelCell(text: [UInt8(ascii: ">")], cell: .single(.dim))
    }
    if used + shown.cell.largest > columns {
      rows.append([])
      starts.append(offset)
      used = 0
    }
    rows[rows.count - 1].append(shown)
    used += shown.cell.columns
    offset += cell.text.count
  }
  return (rows, starts)
}

/// A row of cells.
func row(_ cells: [ModelCell]) -> StyledRow {
  var row = StyledRow()
  for cell in cells {
    row.append(
      cell.text,
      columns: cell.cell.columns,
      style: cell.cell.style,
      isDoubtful: cell.cell.isDoubtful
    )
  }
  return row
}

/// The cells of a row as whoever reads its text measures them.
func measured(_ row: StyledRow, _ layout: TextLayout) -> [ModelCell] {
  var scanner = LineScanner(mode: .inert, ambiguousIsWide: layout.ambiguousIsWide)
  var sink = ModelLine()
  scanner.scan(row.utf8.span, into: &sink)
  return sink.cells
}

/// Checks that a row fits and that a terminal would act on nothing in it.
func check(row: StyledRow, layout: TextLayout, _ comment: Comment) {
  #expect(String(validating: row.utf8, as: UTF8.self) != nil, comment)
  #expect(!row.utf8.contains { $0 < 0x20 || $0 == 0x7F }, comment)
  #expect(row.runs.reduce(0) { $0 + $1.utf8Count } == row.utf8.count, comment)
  #expect(row.columns <= layout.columns, comment)
  var column = 0
  for cell in measured(row, layout) {
    #expect(column + cell.cell.largest <= layout.columns, comment)
    column += cell.cell.columns
  }
}
