import Foundation
import SiltTestSupport
import SiltText
import Testing

/// Sequences that would harm a terminal, one a line, from a file and from a command.
@Suite struct HostileTests {
  /// What a sequence becomes.
  private struct Hostile: Sendable {
    var bytes: [UInt8]
    /// What a file's line shows for it.
    var text: String
    /// What a command's line shows for it; nil where what follows stands in a new row.
    var commandText: String?

    /// One that a command's line leaves out.
    static func leftOut(_ sequence: String) -> Hostile {
      Hostile(bytes: Array(sequence.utf8), text: caret(sequence), commandText: "")
    }

    /// One that begins a new row in a command's line.
    static func newRow(_ sequence: String) -> Hostile {
      Hostile(bytes: Array(sequence.utf8), text: caret(sequence), commandText: nil)
    }

    /// One that is shown in both.
    static func shown(_ bytes: [UInt8], _ text: String) -> Hostile {
      Hostile(bytes: bytes, text: text, commandText: text)
    }

    static func shown(_ sequence: String) -> Hostile {
      .shown(Array(sequence.utf8), caret(sequence))
    }

    /// A text with its controls as a caret and a letter.
    private static func caret(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            guard scalar.value < 0x20 || scalar.value == 0x7F else { return [scalar] }
            return ["^", Unicode.Scalar(UInt8(scalar.value) ^ 0x40)]
          }
        )
      )
    }
  }

  private static let strings: [Hostile] = [
    "\u{1B}]0;title\u{7}", "\u{1B}]2;title\u{1B}\\", "\u{1B}]4;1;?\u{7}", "\u{1B}]10;?\u{7}",
    "\u{1B}]11;#000\u{1B}\\", "\u{1B}]7;file://h/p\u{7}", "\u{1B}]9;note\u{7}", "\u{1B}]50;#1\u{7}",
    "\u{1B}]52;c;eA==\u{7}", "\u{1B}]104\u{7}", "\u{1B}]133;A\u{7}", "\u{1B}]777;notify;a;b\u{7}",
    "\u{1B}]1337;File=:AA==\u{7}", "\u{1B}]8;;javascript:x\u{7}", "\u{1B}]8;;http://a b\u{7}",
    "\u{1B}P$qm\u{1B}\\", "\u{1B}P+q544e\u{1B}\\", "\u{1B}P0;1|17/ab\u{1B}\\",
    "\u{1B}_Ga=q;AA\u{1B}\\", "\u{1B}^pm\u{1B}\\", "\u{1B}Xsos\u{1B}\\",
  ].map(Hostile.leftOut)

  private static let controls: [Hostile] =
    [
      "\u{1B}[6n", "\u{1B}[5n", "\u{1B}[c", "\u{1B}[>c", "\u{1B}[?6n", "\u{1B}[?2026$p",
      "\u{1B}[21t",
      "\u{1B}[x", "\u{1B}[>q", "\u{1B}[?25l", "\u{1B}[?7l", "\u{1B}[?1000h", "\u{1B}[?1006h",
      "\u{1B}[?2004h", "\u{1B}[?2026h", "\u{1B}[?5h", "\u{1B}[4h", "\u{1B}[20h", "\u{1B}[5;9r",
      "\u{1B}[5A", "\u{1B}[5B", "\u{1B}[3S", "\u{1B}[3T", "\u{1B}[2L", "\u{1B}[2M", "\u{1B}[4@",
      "\u{1B}[4P", "\u{1B}[9X", "\u{1B}[100b", "\u{1B}[!p", "\u{1B}[1 q", "\u{1B}[>4;2m",
      "\u{1B}[?1u", "\u{1B}[>1u", "\u{1B}[3g", "\u{1B}[8;10;10t", "\u{1B}[s", "\u{1B}[u",
      "\u{1B}[1;1;2;2$z", "\u{1B}[\(String(repeating: "1;", count: 40))m", "\u{1B}[0*y",
      "\u{1B}[4i",
      "\u{1B}7", "\u{1B}8", "\u{1B}(0", "\u{1B})B", "\u{1B}#8", "\u{1B}D", "\u{1B}E", "\u{1B}M",
      "\u{1B}H", "\u{1B}=", "\u{1B}>", "\u{1B}N", "\u{1B}Z", "\u{1B}l", "\u{1B} F", "\u{1B}%G",
      "\0", "\u{5}", "\u{7}", "\u{E}", "\u{F}",
    ].map(Hostile.leftOut)
    + [
      "\u{1B}[2J", "\u{1B}[3J", "\u{1B}[H", "\u{1B}[5;5H", "\u{1B}[2;2f", "\u{1B}[?1049h",
      "\u{1B}[?47l", "\u{1B}c",
    ].map(Hostile.newRow)

  private static let texts: [Hostile] =
    [
      // Cut short, malformed or too long.
      "\u{1B}", "\u{1B}[", "\u{1B}[31", "\u{1B}[3\u{7F}m", "\u{1B}]0;t", "\u{1B}]8;;http://a",
      "\u{1B}P1", "\u{1B}_", "\u{1B}\u{1}",
      "\u{1B}]0;\(String(repeating: "t", count: 5_000))\u{1}",
      "\u{1}", "\u{2}", "\u{B}", "\u{C}", "\u{10}", "\u{11}", "\u{13}", "\u{1A}", "\u{1C}",
      "\u{7F}",
    ].map { Hostile.shown($0) } + [
      .shown([0x9B, 0x32, 0x4A], "<9B>2J"), .shown([0xC2, 0x9B, 0x32, 0x4A], "<U+009B>2J"),
      .shown([0xC2, 0x9D, 0x30, 0x3B, 0x74, 0xC2, 0x9C], "<U+009D>0;t<U+009C>"),
      .shown([0x90, 0xFF, 0xFE], "<90><FF><FE>"), .shown([0xC0, 0x9B], "<C0><9B>"),
      .shown([0xED, 0xA0, 0x80], "<ED><A0><80>"), .shown([0xE0, 0x80, 0x9B], "<E0><80><9B>"),
      .shown([0xF4, 0x90, 0x80, 0x80], "<F4><90><80><80>"), .shown([0xE2, 0x82], "<E2><82>"),
      .shown(Array("\u{202E}".utf8), "<U+202E>"), .shown(Array("\u{2066}".utf8), "<U+2066>"),
      .shown(Array("\u{200F}".utf8), "<U+200F>"), .shown(Array("\u{61C}".utf8), "<U+061C>"),
      .shown(Array("\u{2028}".utf8), "<U+2028>"), .shown(Array("\u{85}".utf8), "<U+0085>"),
      .shown(Array("\u{E0041}".utf8), "<U+E0041>"), .shown(Array("\u{FFFE}".utf8), "<U+FFFE>"),
      .shown(Array("\u{FEFF}\u{200B}\u{2060}\u{AD}".utf8), ""),
    ]

  private static let all = strings + controls + texts

  /// Each between a number and a text, and a line that is whole below it.
  private static func log() -> [UInt8] {
    all.enumerated().flatMap { number, hostile in
      Array("\(number):".utf8) + hostile.bytes + Array("→after\nwhole \(number)\n".utf8)
    }
  }

  /// The rows for all of them, as wide as the text of the window.
  private static func expectedRows(columns: Int, ofCommand: Bool) -> [String] {
    all.enumerated().flatMap { number, hostile -> [String] in
      var lines: [String]
      if ofCommand {
        lines = hostile.commandText.map { ["\(number):\($0)→after"] } ?? ["\(number):", "→after"]
      } else {
        lines = ["\(number):\(hostile.text)→after"]
      }
      lines.append("whole \(number)")
      return lines.flatMap { line in
        stride(from: 0, to: line.count, by: columns).map { start in
          String(line.dropFirst(start).prefix(columns))
        }
      }
    }
  }

  /// As large as a terminal may be.
  private static let size = (rows: 300, columns: 500)

  /// What the window shows above its status row, all of it.
  private static func check(_ window: Window, ofCommand: Bool) throws {
    let expected = expectedRows(columns: size.columns - 1, ofCommand: ofCommand)
    let last = try #require(expected.last)
    try window.wait(for: "the last line") { $0.bottomLogRow == last }
    #expect(expected.count < size.rows)
    let rows = window.rows.dropLast().drop { $0.isEmpty }
    for (row, expected) in zip(rows, expected) { #expect(row == expected) }
    #expect(rows.count == expected.count)
    // Whatever is not ours, the screen tells of.
    #expect(window.screen.unexpected == [])
    #expect(window.screen.scrollback == [])
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }

  @Test func `a file's lines show them, and each line is whole`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", Self.log())
    let window = try Window([path], rows: Self.size.rows, columns: Self.size.columns)
    try Self.check(window, ofCommand: false)
  }

  @Test func `a command's lines leave out what is complete, and each line is whole`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", Self.log())
    // Without echo: a terminal answers, and the answer would be shown.
    let window = try Window(
      ["-k", "-H", "full", "--", "sh", "-c", "stty -echo -onlcr; cat '\(path)'"],
      rows: Self.size.rows,
      columns: Self.size.columns
    )
    try window.waitForStatus("exit 0")
    try Self.check(window, ofCommand: true)
  }

  @Test(arguments: [(false, false), (true, false), (false, true)])
  func `links are kept across rows, and end with their line`(
    isFull: Bool,
    isPlain: Bool
  ) throws {
    let directory = try TemporaryDirectory()
    let target = "https://example.com/a?b=c"
    let path = try directory.write(
      "f",
      "\u{1B}]8;id=9;\(target)\u{1B}\\0123456789abcdef\u{1B}]8;;\u{1B}\\ plain\n"
        + "\u{1B}]8;;\(target)\u{7}open\nnext\n"
    )
    let window = try Window(
      [isFull ? "-Hfull" : "-H8", "--color", isPlain ? "never" : "always", path],
      rows: 10,
      columns: 11
    )
    try window.wait(for: "the last line") { $0.bottomLogRow == "next" }
    let row = try #require(window.rows.firstIndex(of: "0123456789"))
    func link(_ row: Int, _ column: Int) -> String? {
      window.screen.cell(row: row, column: column).style.link.map {
        String(decoding: $0.body, as: UTF8.self)
      }
    }
    let expected = isPlain ? nil : "id=silt-9;\(target)"
    #expect((0..<10).allSatisfy { link(row, $0) == expected })
    #expect((0..<6).allSatisfy { link(row + 1, $0) == expected })
    #expect(link(row + 1, 7) == nil)
    #expect(link(row + 3, 0) == (isPlain ? nil : ";\(target)"))
    #expect(window.rows[row + 4] == "next")
    #expect((0..<11).allSatisfy { link(row + 4, $0) == nil })
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
    #expect(window.session.text.contains("]8;") == !isPlain)
  }

  @Test func `of a red line only what is its own is red`() throws {
    let directory = try TemporaryDirectory()
    let red = "\u{1B}[31m" + String(repeating: "x", count: 300)
    let path = try directory.write("f", "above\n\(red)\nnext\n" + lines(1...21))
    let window = try Window([path])
    try window.wait(for: "the end") { $0.bottomLogRow == "21" }
    // Of its four rows of 79 columns only the last shows.
    #expect(window.rows[0].hasPrefix(String(repeating: "x", count: 63) + " "))
    #expect(window.rows[1] == "next")
    let styles = [0, 62].map { window.screen.cell(row: 0, column: $0).style }
    #expect(styles == Array(repeating: Style(foreground: .palette(1)), count: 2))
    #expect((0..<80).allSatisfy { window.screen.cell(row: 1, column: $0).style == .plain })
    window.type("k")
    try window.wait(for: "a row more") { $0.text[1].hasPrefix("xxx") }
    #expect(window.screen.cell(row: 0, column: 78).style == Style(foreground: .palette(1)))
    #expect((0..<80).allSatisfy { window.screen.cell(row: 2, column: $0).style == .plain })
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
  }

  @Test func `t shows what was overwritten, and the copy has every byte`() throws {
    let directory = try TemporaryDirectory()
    let log = "10%\r\u{1B}[K20%\r\u{1B}[2J30%\ndone\n"
    let path = try directory.write("f", log)
    let copy = directory.path(of: "copy")
    let window = try Window(["-H", "7", "-o", copy, path], rows: 10)
    try window.wait(for: "the end") { $0.bottomLogRow == "done" }
    #expect(window.rows.filter { $0.contains("%") } == ["^[[2J30%"])
    window.type("t")
    try window.wait(for: "the overwritten") { $0.text.contains("20%") }
    #expect(window.rows.filter { $0.contains("%") } == ["10%", "20%", "^[[2J30%"])
    window.type("tq")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.allText == ["^[[2J30%", "done"])
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == log)
  }
}
