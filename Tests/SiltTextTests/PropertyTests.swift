import Testing

@testable import SiltText

/// One cluster of a row or a line.
private struct ModelCell: Hashable {
  var text: ContiguousArray<UInt8>
  var cell: Cell

  static let blank = ModelCell(text: [0x20], cell: .single(.plain))
}

/// A line as a naive terminal keeps it: a list of columns, every edit done the long way.
private struct ModelLine: CellSink {
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

@Suite struct `Any line at any width` {
  private func model(_ line: ContiguousArray<UInt8>, _ layout: TextLayout) -> [ModelCell] {
    var line = line
    while line.last == 0x0D { line.removeLast() }
    var scanner = LineScanner(
      mode: .line,
      ambiguousIsWide: layout.ambiguousIsWide,
      keepsColors: layout.keepsColors
    )
    var model = ModelLine()
    scanner.scan(line.span, into: &model)
    return model.cells
  }

  /// Breaks cells into rows one after the other.
  private func wrap(_ cells: [ModelCell], _ columns: Int) -> (rows: [[ModelCell]], starts: [Int]) {
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

  private func row(_ cells: [ModelCell]) -> StyledRow {
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
  private func measured(_ row: StyledRow, _ layout: TextLayout) -> [ModelCell] {
    var scanner = LineScanner(mode: .inert, ambiguousIsWide: layout.ambiguousIsWide)
    var sink = ModelLine()
    scanner.scan(row.utf8.span, into: &sink)
    return sink.cells
  }

  private func check(row: StyledRow, layout: TextLayout, _ comment: Comment) {
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

  @Test(arguments: [UInt64](1...8))
  func `wraps as the naive model does`(seed: UInt64) {
    var generator = Generator(seed: seed)
    for _ in 0..<60 {
      let line = generator.line()
      var layout = TextLayout(columns: 1)
      layout.ambiguousIsWide = generator.number(below: 4) == 0
      layout.keepsColors = generator.number(below: 4) != 0
      let cells = model(line, layout)
      for columns in 1...20 {
        layout.columns = columns
        let comment: Comment = "seed \(seed), \(columns) columns, \(Array(line))"
        let expected = wrap(cells, columns)
        let result = layout.rows(line.span)
        #expect(result.rows == ContiguousArray(expected.rows.map(row)), comment)
        #expect(Array(result.starts) == expected.starts, comment)
        let starts = layout.rowStarts(line.span)
        #expect(starts == result.starts, comment)
        for row in result.rows { check(row: row, layout: layout, comment) }
      }
    }
  }

  @Test(arguments: [UInt64](21...24))
  func `cuts as the naive model does`(seed: UInt64) {
    var generator = Generator(seed: seed)
    for _ in 0..<60 {
      let line = generator.line()
      var layout = TextLayout(columns: 1, wraps: false)
      let cells = model(line, layout)
      for columns in 1...12 {
        layout.columns = columns
        layout.firstColumn = generator.number(below: 16)
        let comment: Comment = "seed \(seed), \(layout), \(Array(line))"
        let result = layout.rows(line.span)
        #expect(result.rows.count == 1, comment)
        #expect(result.starts == [0], comment)
        let starts = layout.rowStarts(line.span)
        #expect(starts == [0], comment)
        #expect(result.rows[0] == cut(cells, layout), comment)
        check(row: result.rows[0], layout: layout, comment)
      }
    }
  }

  /// The part of a line that a row shows.
  private func cut(_ cells: [ModelCell], _ layout: TextLayout) -> StyledRow {
    var placed: [(column: Int, cell: ModelCell)] = []
    var column = -layout.firstColumn
    for cell in cells {
      if column >= 0 {
        placed.append((column, cell))
      } else if column + cell.cell.columns > 0 {
        var blank = ModelCell.blank
        blank.cell.style.background = cell.cell.style.background
        placed.append((0, blank))
      }
      column += cell.cell.columns
    }
    let isCut = placed.contains { $0.column + $0.cell.cell.largest > layout.columns }
    let room = isCut ? layout.columns - 1 : layout.columns
    let shown = placed.prefix { $0.column + $0.cell.cell.largest <= room }
    var result = row(shown.map(\.cell))
    if isCut { result.append([UInt8(ascii: ">")], columns: 1, style: .dim, at: layout.columns - 1) }
    return result
  }

  @Test(arguments: [UInt64](31...34))
  func `the row that held a place holds it after a resize`(seed: UInt64) {
    var generator = Generator(seed: seed)
    for _ in 0..<100 {
      let line = generator.line()
      let before = TextLayout(columns: 1 + generator.number(below: 20)).rows(line.span)
      let after = TextLayout(columns: 1 + generator.number(below: 20)).rows(line.span)
      let length = TextLayout(columns: 100_000).rows(line.span).rows[0].utf8.count
      for start in before.starts {
        let comment: Comment = "seed \(seed), \(Array(line))"
        let index = after.starts.lastIndex { $0 <= start }
        #expect(index != nil, comment)
        #expect(start == 0 || start < length, comment)
      }
      #expect(zip(before.starts, before.starts.dropFirst()).allSatisfy { $0 < $1 })
      // Where every cluster has room the rows are the line, piece by piece.
      let all = TextLayout(columns: 12).rows(line.span)
      let text = all.rows.flatMap(\.utf8)
      if !text.contains(UInt8(ascii: ">")) {
        let whole = TextLayout(columns: 100_000).rows(line.span).rows[0].utf8
        #expect(ContiguousArray(text) == whole)
        var start = 0
        for (row, expected) in zip(all.rows, all.starts) {
          #expect(start == expected)
          start += row.utf8.count
        }
      }
    }
  }

  @Test func `bytes without any order`() {
    var generator = Generator(seed: 99)
    for _ in 0..<200 {
      let line = ContiguousArray((0..<60).map { _ in generator.byte(0, 255) }.filter { $0 != 0x0A })
      let layout = TextLayout(columns: 1 + generator.number(below: 30))
      let result = layout.rows(line.span)
      let starts = layout.rowStarts(line.span)
      #expect(result.starts == starts)
      for row in result.rows { check(row: row, layout: layout, "\(Array(line))") }
    }
  }

  @Test(arguments: [
    "x", "é", "中", "\u{1B}[31mx", "\u{1B}]", "\u{7}", "\u{301}", "e\u{301}", "👨\u{200D}", "x\r",
    "\u{1B}",
  ])
  func `a piece of 512 KiB is laid out in one go`(part: String) {
    var line: ContiguousArray<UInt8> = []
    while line.count < 512 << 10 { line.append(contentsOf: part.utf8) }
    let layout = TextLayout(columns: 80)
    let result = layout.rows(line.span, in: 0..<50)
    #expect(result.rows.count == min(50, result.starts.count))
    let starts = layout.rowStarts(line.span)
    #expect(starts == result.starts)
  }
}
