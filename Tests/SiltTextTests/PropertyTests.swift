import Testing

@testable import SiltText

@Suite struct `Any line at any width` {
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
