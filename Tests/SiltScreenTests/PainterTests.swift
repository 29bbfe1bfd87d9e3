import SiltScreen
import SiltTestSupport
import SiltText
import Testing

/// The painter's bytes, applied to a virtual screen.
struct PainterTests {
  private static func row(_ text: String, style: Style = .plain) -> StyledRow {
    var row = StyledRow()
    row.append(text.utf8, columns: text.count, style: style)
    return row
  }

  private static func frame(_ lines: String..., columns: Int = 20) -> Frame {
    Frame(rows: lines.map { row($0) }, columns: columns)
  }

  /// A screen on which so many lines were printed.
  private static func screen(
    lines: Int,
    rows: Int = 10,
    columns: Int = 20,
    clusters: VirtualScreen.Clusters = .separate
  ) -> VirtualScreen {
    var screen = VirtualScreen(rows: rows, columns: columns, clusters: clusters)
    for line in 0..<lines {
      screen.feed("line \(line)\r\n".utf8)
    }
    return screen
  }

  @Test func `a region stands below what was there and is gone after leaving`() {
    var screen = Self.screen(lines: 3)
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.enter(columns: screen.columns, into: &bytes)
    painter.paint(Self.frame("one", "", "status"), into: &bytes)
    screen.feed(bytes)
    #expect(
      screen.text == ["line 0", "line 1", "line 2", "one", "", "status", "", "", "", ""]
    )
    #expect(!screen.isCursorVisible)
    #expect(screen.isBracketedPasteOn)
    #expect([screen.cursorRow, screen.cursorColumn] == [3, 0])

    bytes = []
    painter.leave(into: &bytes)
    painter.encoder.appendLine(Self.row("last", style: Style(foreground: .palette(1))), to: &bytes)
    screen.feed(bytes)
    #expect(screen.allText == ["line 0", "line 1", "line 2", "last"])
    #expect(screen.isCursorVisible)
    #expect(!screen.isBracketedPasteOn)
    #expect([screen.cursorRow, screen.cursorColumn] == [4, 0])
    #expect(screen.unexpected == [])
  }

  @Test func `at the bottom the region scrolls what was there into the scrollback`() {
    var screen = Self.screen(lines: 12)
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.paint(Self.frame("one", "two", "status"), into: &bytes)
    screen.feed(bytes)
    #expect(screen.text.suffix(4) == ["line 11", "one", "two", "status"])
    #expect(screen.lines(above: 7) == (0..<12).map { "line \($0)" })
  }

  @Test(arguments: 0...24)
  func `a part of a line in the cursor's row stays above the region`(column: Int) {
    var screen = VirtualScreen(rows: 6, columns: 24)
    let part = String(repeating: "x", count: column)
    screen.feed(Array("top\r\n\(part)".utf8))
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.enter(columns: 24, into: &bytes)
    painter.paint(Self.frame("one", "status"), into: &bytes)
    screen.feed(bytes)
    let above = ["top"] + (column == 0 ? [] : [part])
    #expect(Array(screen.text.prefix(above.count + 2)) == above + ["one", "status"])
    bytes = []
    painter.leave(into: &bytes)
    screen.feed(bytes)
    #expect(Array(screen.text.prefix(above.count + 1)) == above + [""])
    #expect(screen.unexpected == [])
  }

  @Test func `a full screen leaves the ordinary one as it was`() {
    var screen = Self.screen(lines: 12)
    let before = screen.allText
    var painter = Painter(surface: .fullScreen, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.enter(columns: screen.columns, into: &bytes)
    painter.paint(Self.frame("one", "two", "status"), into: &bytes)
    screen.feed(bytes)
    #expect(screen.isAlternate)
    #expect(screen.isAlternateScrollOn)
    #expect(screen.text.prefix(4) == ["one", "two", "status", ""])
    bytes = []
    painter.leave(into: &bytes)
    screen.feed(bytes)
    #expect(!screen.isAlternate)
    #expect(!screen.isAlternateScrollOn)
    #expect(screen.allText == before)
    #expect([screen.cursorRow, screen.cursorColumn] == [9, 0])
    #expect(screen.unexpected == [])
  }

  @Test(arguments: [Painter.Surface.inline, .fullScreen])
  func `the same frame again is no byte`(surface: Painter.Surface) {
    var painter = Painter(surface: surface, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    var random = RandomRows(seed: 1)
    let frame = random.frame(rows: 5, columns: 30)
    painter.paint(frame, into: &bytes)
    #expect(!bytes.isEmpty)
    bytes = []
    painter.paint(frame, into: &bytes)
    #expect(bytes.isEmpty)
    painter.paint(frame, mode: .repaint, into: &bytes)
    #expect(!bytes.isEmpty)
  }

  @Test(arguments: [Painter.Surface.inline, .fullScreen], [true, false])
  func `a scroll by one row costs far less than a repaint`(surface: Painter.Surface, isUp: Bool) {
    var random = RandomRows(seed: 2)
    let texts = (0..<50).map { index in
      Self.row("\(index) " + String(repeating: "text ", count: random.number(10...14)))
    }
    let log = random.marked(texts[0], columns: 100)
    let first = Frame(rows: [log] + texts[1..<49] + [Self.row("1 line")], columns: 100)
    var rows = first.rows
    if isUp {
      rows =
        [random.marked(rows[1], columns: 100)] + rows[2...48] + [texts[49], Self.row("2 lines")]
    } else {
      rows =
        [random.marked(texts[49], columns: 100), texts[0]] + rows[1...47] + [Self.row("2 lines")]
    }
    let second = Frame(rows: rows, columns: 100)
    #expect(second.rows.count == first.rows.count)

    var painter = Painter(surface: surface, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.paint(first, into: &bytes)
    let repaint = bytes.count
    var screen = VirtualScreen(rows: 50, columns: 100)
    screen.feed(bytes)
    bytes = []
    painter.paint(second, into: &bytes)
    screen.feed(bytes)
    #expect(screen.difference(from: second, firstRow: 0) == nil)
    #expect(bytes.count * 10 < repaint, "\(bytes.count) bytes, a repaint is \(repaint)")
  }

  @Test func `of a row only what follows the first change is written`() {
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    var rows = [StyledRow(), StyledRow()]
    rows[0].append("a name that stays".utf8, columns: 17)
    rows[0].append("1".utf8, columns: 1, style: .dim, at: 60)
    var bytes: [UInt8] = []
    painter.paint(Frame(rows: rows, columns: 80), into: &bytes)
    bytes = []
    var row = StyledRow()
    row.append("a name that stays".utf8, columns: 17)
    row.append("2".utf8, columns: 1, style: .dim, at: 60)
    rows[0] = row
    painter.paint(Frame(rows: rows, columns: 80), into: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1B}[?2026h\u{1B}[?7l\u{1B}[18G\u{1B}[K\u{1B}[61G\u{1B}[2m2\u{1B}[m\r"
        + "\u{1B}[?7h\u{1B}[?2026l"
    )
  }

  @Test func `a cell in the last column is not erased`() {
    var screen = VirtualScreen(rows: 3, columns: 10)
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.paint(Self.frame("0123456789", "", columns: 10), into: &bytes)
    screen.feed(bytes)
    #expect(screen.text == ["0123456789", "", ""])
  }

  @Test(
    arguments: [Painter.Surface.inline, .fullScreen],
    VirtualScreen.Clusters.allCases
  )
  func `random sequences of frames show as they are`(
    surface: Painter.Surface,
    clusters: VirtualScreen.Clusters
  ) {
    for seed in UInt64(0)..<60 {
      var random = RandomRows(seed: seed)
      let rows = random.number(1...12)
      let columns = random.number(1...40)
      let lines = random.number(0...15)
      var screen = Self.screen(lines: lines, rows: rows, columns: columns, clusters: clusters)
      // The last row of the prompt's screen is the cursor's.
      let above = screen.lines(above: screen.cursorRow)
      let ordinary = screen.allText
      var painter = Painter(surface: surface, colorDepth: .trueColor)
      var bytes: [UInt8] = []
      painter.enter(columns: screen.columns, into: &bytes)
      let isFull = surface == .fullScreen
      var frame = random.frame(rows: isFull ? rows : random.number(1...rows), columns: columns)
      for step in 0..<25 {
        painter.paint(frame, mode: random.chance(10) ? .repaint : .difference, into: &bytes)
        screen.feed(bytes)
        bytes = []
        let firstRow = screen.firstRow(of: frame)
        let difference = screen.difference(from: frame, firstRow: firstRow)
        #expect(difference == nil, "seed \(seed), step \(step)")
        #expect(screen.isAtRest(after: frame), "seed \(seed), step \(step)")
        if isFull {
          #expect(firstRow == 0, "seed \(seed), step \(step)")
        } else {
          #expect(screen.lines(above: firstRow) == above, "seed \(seed), step \(step)")
          let below = screen.text[(firstRow + frame.rows.count)...]
          #expect(below.areEmpty, "seed \(seed), step \(step)")
        }
        guard difference == nil else { return }
        frame =
          !isFull && random.chance(10)
          ? random.frame(rows: random.number(1...rows), columns: columns)
          : random.frame(after: frame)
      }
      painter.leave(into: &bytes)
      screen.feed(bytes)
      #expect(screen.allText == (isFull ? ordinary : above), "seed \(seed)")
      #expect(screen.isCursorVisible && screen.isAutowrapOn && !screen.isBracketedPasteOn)
      #expect(!screen.isAlternate && screen.style == .plain && !screen.isSynchronized)
      #expect(screen.unexpected == [], "seed \(seed)")
      guard screen.unexpected.isEmpty else { return }
    }
  }

  @Test func `rows below the region stay where they are`() {
    for seed in UInt64(0)..<20 {
      var random = RandomRows(seed: seed)
      var screen = Self.screen(lines: 9)
      screen.feed("\u{1B}[3H".utf8)
      let before = screen.text
      var painter = Painter(surface: .inline, colorDepth: .trueColor)
      var frame = random.frame(rows: 4, columns: 20)
      for step in 0..<20 {
        var bytes: [UInt8] = []
        painter.paint(frame, into: &bytes)
        screen.feed(bytes)
        #expect(screen.difference(from: frame, firstRow: 2) == nil, "seed \(seed), step \(step)")
        #expect(screen.text[..<2] == before[..<2], "seed \(seed), step \(step)")
        #expect(screen.text[6...] == before[6...], "seed \(seed), step \(step)")
        frame = random.frame(after: frame)
      }
    }
  }

  @Test func `what others print stands in order above an intact region`() {
    for seed in UInt64(0)..<60 {
      var random = RandomRows(seed: seed)
      let rows = random.number(2...12)
      let lines = random.number(0...15)
      var screen = Self.screen(lines: lines, rows: rows, columns: 30)
      var printed = screen.lines(above: screen.cursorRow)
      var painter = Painter(surface: .inline, colorDepth: .trueColor)
      var bytes: [UInt8] = []
      painter.enter(columns: screen.columns, into: &bytes)
      var frame = random.frame(rows: random.number(1...rows), columns: 30)
      for step in 0..<20 {
        painter.paint(frame, mode: .repaint, into: &bytes)
        screen.feed(bytes)
        bytes = []
        let firstRow = screen.firstRow(of: frame)
        let above = screen.lines(above: firstRow)
        #expect(
          above.begin(with: printed),
          "seed \(seed), step \(step): \(above)"
        )
        #expect(
          screen.difference(from: frame, firstRow: firstRow) == nil,
          "seed \(seed), step \(step)"
        )
        guard above.begin(with: printed) else { return }
        for number in 0..<random.number(0...3) {
          let line = "other \(step).\(number)"
          screen.feed("\(line)\r\n".utf8)
          printed.append(line)
        }
        frame = random.frame(after: frame)
        frame.cursor = nil
      }
    }
  }
}
