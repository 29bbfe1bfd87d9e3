import Testing

@testable import SiltText

@Suite struct `Select Graphic Rendition` {
  /// The style of the `x` behind a sequence.
  private func style(_ parameters: String) -> Style? {
    rows("\u{1B}[\(parameters)mx")[0].pieces.first { $0.text == "x" }?.style
  }

  @Test(arguments: [
    ("", Style.plain), ("0", .plain), ("1;0", .plain), ("1;", .plain), ("31;;", .plain),
    ("1", Style(attributes: .bold)), ("2", Style(attributes: .dim)),
    ("3", Style(attributes: .italic)), ("7", Style(attributes: .reverse)),
    ("9", Style(attributes: .struck)), ("53", Style(attributes: .overlined)),
    ("5", Style(attributes: .bold)), ("6", Style(attributes: .bold)),
    ("8", Style(attributes: .dim)),
    ("1;2;3;7;9;53", Style(attributes: [.bold, .dim, .italic, .reverse, .struck, .overlined])),
    ("1;2;22", .plain), ("3;23", .plain), ("7;27", .plain), ("9;29", .plain), ("53;55", .plain),
    ("5;25", .plain), ("1;5;25", Style(attributes: .bold)), ("8;28", .plain),
    ("2;8;28", Style(attributes: .dim)),
  ])
  func `switches go on and off`(parameters: String, expected: Style) {
    #expect(style(parameters) == expected)
  }

  @Test(arguments: [
    ("4", Style.Underline.single), ("21", .double), ("4:0", .none), ("4:1", .single),
    ("4:2", .double), ("4:3", .curly), ("4:4", .dotted), ("4:5", .dashed), ("4;24", .none),
    ("4;4:6", .single), ("4:", .none), ("4;4:1:1", .single),
  ])
  func `lines below the text`(parameters: String, expected: Style.Underline) {
    #expect(style(parameters) == Style(underline: expected))
  }

  @Test(arguments: [
    ("30", Color.palette(0)), ("37", .palette(7)), ("90", .palette(8)), ("97", .palette(15)),
    ("31;39", .standard), ("38;5;200", .palette(200)), ("38;5;256", .standard),
    ("38;2;1;2;3", .rgb(red: 1, green: 2, blue: 3)), ("38;2;1;2;300", .standard),
    ("38:5:200", .palette(200)), ("38:2:1:2:3", .rgb(red: 1, green: 2, blue: 3)),
    ("38:2::1:2:3", .rgb(red: 1, green: 2, blue: 3)),
    ("38:2:0:1:2:3:9:9", .rgb(red: 1, green: 2, blue: 3)),
    ("38;2;;;", .rgb(red: 0, green: 0, blue: 0)), ("38", .standard), ("38;5", .standard),
    ("38;2;1;2", .standard), ("38:5", .standard), ("38:2:1:2", .standard), ("38:7:1", .standard),
    ("31;38;5", .palette(1)), ("38;5;1;32", .palette(2)), ("38;19;32", .palette(2)),
    ("38;2;1;2;300;32", .palette(2)), ("99999999999999999999;31", .palette(1)),
    ("10;11;26;50;51;56;60;75;108;200;31", .palette(1)), ("31:1", .standard),
  ])
  func `colours of the text`(parameters: String, expected: Color) {
    #expect(style(parameters) == Style(foreground: expected))
  }

  @Test(arguments: [
    ("40", Style(background: .palette(0))), ("107", Style(background: .palette(15))),
    ("48;5;9", Style(background: .palette(9))), ("41;49", .plain),
    ("48:2::9:8:7", Style(background: .rgb(red: 9, green: 8, blue: 7))),
    ("58;5;3", Style(underlineColor: .palette(3))), ("58;5;3;59", .plain),
    ("58:2::1:2:3", Style(underlineColor: .rgb(red: 1, green: 2, blue: 3))),
  ])
  func `colours behind and below the text`(parameters: String, expected: Style) {
    #expect(style(parameters) == expected)
  }

  @Test(
    arguments: [
      ("31;41", 231), ("30;40", 231), ("37;47", 16), ("38;5;16;48;2;0;0;0", 231),
      ("38;2;255;255;255;48;5;231", 16), ("97;107", 16), ("38;5;244;48;5;244", 16),
      ("34;44;7", 231), ("38;2;8;8;8;48;5;232", 231),
    ] as [(String, UInt8)]
  )
  func `text of its background's colour can be read`(parameters: String, expected: UInt8) {
    #expect(style(parameters)?.foreground == .palette(expected))
  }

  @Test func `the colour asked for is back when the background changes`() {
    #expect(style("31;41;42") == Style(foreground: .palette(1), background: .palette(2)))
    let row = rows("\u{1B}[31;41ma\u{1B}[42mb")[0]
    #expect(row.pieces[1].style == Style(foreground: .palette(1), background: .palette(2)))
  }

  @Test func `a style carries over rows and ends with its line`() {
    let red = Style(foreground: .palette(1))
    let all = rows("\u{1B}[31mabcdef", columns: 3)
    #expect(all.map(\.pieces) == [[Piece("abc", red)], [Piece("def", red)]])
    #expect(rows("ghi")[0].pieces == [Piece("ghi")])
  }

  @Test func `colours are left out where they are not kept`() {
    let all = rows("a\u{1B}[31mb\u{1B}[1;4mc\u{1B}[m\u{7}") { $0.keepsColors = false }
    #expect(all.map(\.pieces) == [[Piece("abc"), Piece("^G", .dim)]])
  }

  @Test func `a sequence too long or with too many numbers is text`() {
    let fits = String(repeating: ";", count: 31)
    #expect(text("\u{1B}[\(fits)mx") == "x")
    #expect(text("\u{1B}[\(fits);mx") == "^[[\(fits);mx")
    #expect(text("\u{1B}[\(fits):mx") == "^[[\(fits):mx")
    let digits = String(repeating: "0", count: 61)
    #expect(text("\u{1B}[\(digits)mx") == "x")
    #expect(text("\u{1B}[0\(digits)mx") == "^[[0\(digits)mx")
  }

  @Test(arguments: ["e\u{1B}[31m\u{301}x", "e\u{1B}[m\u{1B}[K\u{301}x"])
  func `a sequence inside a cluster does not part it`(line: String) {
    let row = rows(line)[0]
    #expect(row.columns == 2)
    #expect(row.text == "e\u{301}x")
    #expect(row.pieces[0].style == .plain)
  }
}
