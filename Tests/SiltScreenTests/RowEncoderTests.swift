import SiltScreen
import SiltTestSupport
import SiltText
import Testing

struct RowEncoderTests {
  private static func line(_ row: StyledRow, _ depth: ColorDepth = .trueColor) -> String {
    var bytes: [UInt8] = []
    RowEncoder(colorDepth: depth).appendLine(row, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func line(_ styles: Style..., depth: ColorDepth = .trueColor) -> String {
    var row = StyledRow()
    for (index, style) in styles.enumerated() {
      row.append("\(index)".utf8, columns: 1, style: style)
    }
    return line(row, depth)
  }

  @Test func `plain text is text alone`() {
    #expect(Self.line(.plain) == "0\r\n")
    #expect(Self.line(StyledRow()) == "\r\n")
  }

  @Test func `gaps of a line are plain spaces`() {
    var row = StyledRow()
    row.append("a".utf8, columns: 1, style: Style(background: .palette(1)), at: 2)
    row.append("b".utf8, columns: 1, style: Style(background: .palette(1)), at: 5)
    #expect(Self.line(row) == "  \u{1B}[41ma\u{1B}[m  \u{1B}[41mb\u{1B}[m\r\n")
  }

  @Test func `each style is reached by the shortest sequence`() {
    let red = Style(foreground: .palette(1))
    let boldRed = Style(foreground: .palette(1), attributes: .bold)
    let boldDimRed = Style(foreground: .palette(1), attributes: [.bold, .dim])
    #expect(Self.line(red, boldRed) == "\u{1B}[31m0\u{1B}[1m1\u{1B}[m\r\n")
    #expect(Self.line(boldRed, red) == "\u{1B}[1;31m0\u{1B}[22m1\u{1B}[m\r\n")
    #expect(Self.line(boldDimRed, boldRed) == "\u{1B}[1;2;31m0\u{1B}[22;1m1\u{1B}[m\r\n")
    #expect(
      Self.line(
        Style(foreground: .palette(9), background: .rgb(red: 1, green: 2, blue: 3)),
        Style(background: .palette(15)),
        Style(foreground: .palette(200))
      ) == "\u{1B}[91;48;2;1;2;3m0\u{1B}[0;107m1\u{1B}[0;38;5;200m2\u{1B}[m\r\n"
    )
    #expect(
      Self.line(
        Style(underlineColor: .palette(3), underline: .curly),
        Style(underlineColor: .rgb(red: 1, green: 2, blue: 3), underline: .single)
      ) == "\u{1B}[4:3;58:5:3m0\u{1B}[4;58:2::1:2:3m1\u{1B}[m\r\n"
    )
  }

  @Test func `a terminal shows every style after every other, and the plain one after all`() {
    for seed in UInt64(0)..<200 {
      var random = RandomRows(seed: seed)
      let styles = (0..<12).map { _ in random.style() }
      var row = StyledRow()
      for style in styles {
        row.append("x".utf8, columns: 1, style: style)
      }
      var screen = VirtualScreen(rows: 2, columns: 20)
      screen.feed(Self.line(row).utf8)
      #expect((0..<12).map { screen.cell(row: 0, column: $0).style } == styles, "seed \(seed)")
      #expect(screen.style == .plain)
      #expect(screen.unexpected == [], "seed \(seed)")
    }
  }

  @Test(arguments: ColorDepth.allCases)
  func `no terminal gets a sequence that it does not know`(depth: ColorDepth) {
    for seed in UInt64(0)..<100 {
      var random = RandomRows(seed: seed)
      var row = StyledRow()
      for _ in 0..<12 {
        row.append("x".utf8, columns: 1, style: random.style())
      }
      #expect(depth > .none || !Self.line(row, depth).contains("\u{1B}]"))
      let line = Self.line(row.withoutLinks, depth)
      let parameters = line.split(separator: "\u{1B}[").flatMap {
        $0.split(separator: "m")[0].split(separator: ";")
      }
      if depth < .trueColor {
        #expect(!line.contains("8;2;") && !line.contains("58:2:"))
      }
      if depth < .palette {
        #expect(!line.contains(":") && !line.contains("8;5;"))
      }
      if depth == .none {
        let colors = parameters.compactMap { Int($0) }.filter { (30...48).contains($0) || $0 >= 90 }
        #expect(colors == [])
      }
    }
  }

  private static func link(_ body: String) -> Style {
    Style(foreground: .palette(1), link: Link(body: ContiguousArray(body.utf8)))
  }

  @Test func `a link is opened before its text and closed behind it`() {
    let red = Style(foreground: .palette(1))
    let open = "\u{1B}]8;;http://a\u{1B}\\"
    let close = "\u{1B}]8;;\u{1B}\\"
    let link = Self.link(";http://a")
    #expect(Self.line(red, link, red) == "\u{1B}[31m0\(open)1\(close)2\u{1B}[m\r\n")
    #expect(
      Self.line(link, Self.link("id=silt-1;http://b"))
        == "\(open)\u{1B}[31m0\u{1B}]8;id=silt-1;http://b\u{1B}\\1\(close)\u{1B}[m\r\n"
    )
    // A style that changes inside of it does not end it.
    #expect(
      Self.line(link, Style(link: link.link)) == "\(open)\u{1B}[31m0\u{1B}[m1\(close)\r\n"
    )
  }

  @Test func `each row of a link opens and closes it`() {
    let link = Self.link(";http://a")
    var rows: [StyledRow] = []
    for text in ["abcd", "ef"] {
      var row = StyledRow()
      row.append(text.utf8, columns: text.count, style: link)
      rows.append(row)
    }
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.paint(Frame(rows: rows, columns: 5), into: &bytes)
    let painted = String(decoding: bytes, as: UTF8.self)
    #expect(painted.split(separator: "]8;;http://a").count == 3)
    #expect(painted.split(separator: "]8;;\u{1B}").count == 3)
    var screen = VirtualScreen(rows: 2, columns: 5)
    screen.feed(bytes)
    #expect(screen.unexpected == [])
    let cells = (0..<2).map { row in (0..<5).map { screen.cell(row: row, column: $0).style.link } }
    #expect(cells[0] == Array(repeating: link.link, count: 4) + [nil])
    #expect(cells[1] == [link.link, link.link, nil, nil, nil])
  }

  @Test func `the links of a row cost a bounded number of bytes, whatever stands there already`() {
    var random = RandomRows(seed: 5)
    for _ in 0..<20 {
      var row = StyledRow()
      while row.columns < 79 {
        let target = String(repeating: "a", count: random.number(1...700))
        let columns = random.number(1...4)
        row.append(
          String(repeating: "x", count: columns).utf8,
          columns: columns,
          style: random.chance(60) ? Self.link(";http://\(target)") : .plain,
          isDoubtful: random.chance(20)
        )
      }
      var painter = Painter(surface: .inline, colorDepth: .trueColor)
      var screen = VirtualScreen(rows: 1, columns: 100)
      var first = row
      first.append("end".utf8, columns: 3)
      for shown in [StyledRow(), first, row, first] {
        var bytes: [UInt8] = []
        painter.paint(Frame(rows: [shown], columns: 100), into: &bytes)
        #expect(bytes.count < 4096 + 80 * 60)
        screen.feed(bytes)
      }
      var whole = VirtualScreen(rows: 1, columns: 100)
      var bytes: [UInt8] = []
      painter.paint(Frame(rows: [first], columns: 100), mode: .repaint, into: &bytes)
      whole.feed(bytes)
      for column in 0..<100 {
        #expect(screen.cell(row: 0, column: column) == whole.cell(row: 0, column: column))
      }
      #expect(screen.unexpected == [])
    }
  }
}

extension StyledRow {
  /// The row with its cells leading nowhere.
  fileprivate var withoutLinks: StyledRow {
    var row = StyledRow()
    var start = utf8.startIndex
    for run in runs {
      var style = run.style
      style.link = nil
      let end = start + run.utf8Count
      row.append(
        utf8[start..<end],
        columns: run.columns,
        style: style,
        at: run.column,
        isDoubtful: run.isDoubtful
      )
      start = end
    }
    return row
  }
}
