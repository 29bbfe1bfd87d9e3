import SiltTestSupport
import SiltText
import Testing

/// What bytes look like on the screen.
@Suite struct TextTests {
  /// The rows above the status row that an input gives.
  private static func rows(
    _ bytes: String,
    _ arguments: [String] = [],
    columns: Int = 80,
    environment: [String: String?] = [:]
  ) throws -> (rows: [String], screen: VirtualScreen) {
    let feed = try Feed(
      ["-k", "-H", "10"] + arguments,
      columns: columns,
      environment: environment
    )
    try feed.write(bytes)
    feed.end()
    try feed.window.wait(for: "the end") { $0.status.contains("ended") }
    feed.window.type("q")
    let screen = feed.window.screen
    #expect(try feed.window.waitForExit() == .code(0))
    #expect(feed.window.screen.traces == [])
    let status = screen.text.lastIndex { !$0.isEmpty } ?? 0
    let rows = screen.text[..<status].filter { !$0.isEmpty && !$0.hasPrefix("── ended") }
    return (rows, screen)
  }

  @Test(arguments: [
    ("10%\r20%\r100%\n", ["100%"]),
    ("abc\rx\n", ["xbc"]),
    ("abc\r\u{1B}[Kx\n", ["x"]),
    ("one\r\ntwo\r\n", ["one", "two"]),
    ("a\tb\n", ["a       b"]),
    ("half", ["half"]),
    ("e\u{301} 世界 ✓\n", ["e\u{301} 世界 ✓"]),
  ])
  func `text shows as a terminal would show it`(bytes: String, expected: [String]) throws {
    #expect(try Self.rows(bytes).rows == expected)
  }

  @Test func `a wide character that does not fit goes to the next row`() throws {
    let (rows, _) = try Self.rows("12345678世界\n", columns: 10)
    #expect(rows == ["12345678", "世界"])
  }

  /// Bytes that must not reach the terminal, and what stands for them.
  private static let hostile: [(bytes: [UInt8], text: String)] = [
    (Array("\u{1B}[2J".utf8), "^[[2J"), (Array("\u{1B}[H".utf8), "^[[H"),
    (Array("\u{1B}[6n".utf8), "^[[6n"), (Array("\u{1B}[?1049h".utf8), "^[[?1049h"),
    (Array("\u{1B}[?25l".utf8), "^[[?25l"), (Array("\u{1B}c".utf8), "^[c"),
    (Array("\u{1B}]0;title\u{07}".utf8), "^[]0;title^G"),
    (Array("\u{1B}]52;c;eA==\u{1B}\\".utf8), "^[]52;c;eA==^[\\"),
    (Array("\u{1B}P+q\u{1B}\\".utf8), "^[P+q^[\\"), (Array("\u{1B}#8".utf8), "^[#8"),
    (Array("\u{07}\u{05}\u{0E}".utf8), "^G^E^N"), (Array("\u{7F}".utf8), "^?"),
    ([0x9B] + Array("2J".utf8), "<9B>2J"), ([0xC2, 0x9B] + Array("2J".utf8), "<U+009B>2J"),
    (Array("\u{202E}".utf8), "<U+202E>"), ([0xFF, 0xC3], "<FF><C3>"), ([0], "^@"),
  ]

  @Test func `no byte of a log acts on the terminal`() throws {
    let feed = try Feed(["-k", "-H", "22"])
    var bytes: ContiguousArray<UInt8> = []
    for (hostile, _) in Self.hostile { bytes += [0x5B] + hostile + [0x5D, 0x0A] }
    try feed.write(bytes)
    try feed.window.wait(for: "the last line") { $0.bottomLogRow == "[^@]" }
    let rows = feed.window.rows.filter { $0.hasPrefix("[") }
    #expect(rows == Self.hostile.map { "[\($0.text)]" })
    feed.end()
    try feed.window.waitForStatus("ended")
    feed.window.type("q")
    #expect(try feed.window.waitForExit() == .code(0))
    #expect(feed.window.screen.traces == [])
    #expect(feed.window.screen.allText == Self.hostile.suffix(10).map { "[\($0.text)]" })
  }

  @Test func `no name of a file acts on the terminal`() throws {
    let directory = try TemporaryDirectory()
    let name = "\u{1B}]0;x\u{07}\u{1B}[2J"
    let window = try Window([try directory.write(name, "text\n")])
    try window.waitForStatus("^[]0;x^G^[[2J  following")
    window.type("=")
    try window.waitForStatus("^[]0;x^G^[[2J")
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }

  @Test(
    arguments: [
      ([], nil, true), ([], "1", false), ([], "", true), (["--color", "never"], nil, false),
      (["--color", "always"], "1", true),
    ] as [([String], String?, Bool)]
  )
  func `colours show as asked for`(
    arguments: [String],
    noColor: String?,
    isColoured: Bool
  ) throws {
    let (rows, screen) = try Self.rows(
      "\u{1B}[31mred\u{1B}[0m plain\n\u{1B}[1mleft\nover\n",
      arguments,
      environment: ["NO_COLOR": noColor]
    )
    #expect(rows == ["red plain", "left", "over"])
    let row = try #require(screen.text.firstIndex(of: "red plain"))
    let styles = [screen.cell(row: row, column: 0), screen.cell(row: row, column: 4)].map(\.style)
    #expect((styles[0] != .plain) == isColoured)
    #expect(styles[1] == .plain)
    // A colour ends with its line.
    #expect(screen.cell(row: row + 2, column: 0).style == .plain)
  }

  @Test func `an unfinished line shows at once and is completed in place`() throws {
    let feed = try Feed(["-H", "5"])
    try feed.write("one\nhal")
    try feed.window.wait(for: "the beginning") { $0.bottomLogRow == "hal" }
    #expect(feed.window.lastRow.hasPrefix("pipe  following"))
    try feed.write("f\r")
    try feed.window.wait(for: "more of it") { $0.bottomLogRow == "half" }
    try feed.write("H")
    try feed.window.wait(for: "what writes over it") { $0.bottomLogRow == "Half" }
    #expect(feed.window.rows[2] == "one")
    #expect(feed.window.lastRow.contains("2 lines"))
    try feed.write("\nthree\n")
    try feed.window.wait(for: "the next line") { $0.bottomLogRow == "three" }
    #expect(Array(feed.window.rows[1...3]) == ["one", "Half", "three"])
    #expect(feed.window.lastRow.contains("3 lines"))
  }
}
