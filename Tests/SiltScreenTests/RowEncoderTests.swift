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
      let line = Self.line(row, depth)
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
}
