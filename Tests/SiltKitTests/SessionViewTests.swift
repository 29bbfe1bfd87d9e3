import SiltCore
import SiltSystem
import SiltTestSupport
import Testing

@testable import SiltKit

/// What a session shows: following, paused, and what stands at the edges.
struct SessionViewTests {
  /// A client's session of 5 rows on 40 columns, or as told.
  static func bed(
    rows: Int = 8,
    columns: Int = 40,
    height: HeightChoice = .rows(5),
    _ configure: (inout Session.Options) -> Void = { _ in }
  ) throws -> SessionBed {
    let bed = try SessionBed(rows: rows, columns: columns, height: height, configure)
    bed.start()
    return bed
  }

  @Test func `an empty log has a status and a hint until the first news`() throws {
    let bed = try Self.bed()
    #expect(bed.look() == ["", "", "", "", "log  following          h help  q leave"])
    bed.append("one\n")
    #expect(bed.look() == ["", "", "", "one", "log  following                   1 line"])
  }

  @Test func `the hint goes with the first key`() throws {
    let bed = try Self.bed()
    try bed.press("x")
    #expect(bed.look() == ["", "", "", "", "log  following                  0 lines"])
  }

  @Test func `lines settle at the bottom`() throws {
    let bed = try Self.bed()
    bed.appendLines(1...2)
    #expect(
      bed.look() == ["", "", "line 1", "line 2", "log  following                  2 lines"]
    )
    bed.appendLines(3...4)
    #expect(
      bed.look()
        == ["line 1", "line 2", "line 3", "line 4", "log  following                  4 lines"]
    )
    bed.appendLines(5...1005)
    #expect(
      bed.look() == [
        "line 1002                              ▲",
        "line 1003",
        "line 1004",
        "line 1005",
        "log  following              1,005 lines",
      ]
    )
  }

  @Test func `an inset is marked as asked`() throws {
    let bed = try Self.bed { $0.fill = ContiguousArray("~".utf8) }
    bed.appendLines(1...2)
    #expect(bed.look().dropLast() == ["~", "~", "line 1", "line 2"])
    bed.appendLines(3...4)
    #expect(bed.look().dropLast() == ["line 1", "line 2", "line 3", "line 4"])
  }

  @Test func `paused rows do not move and news are counted until one follows`() throws {
    let bed = try Self.bed()
    bed.appendLines(1...9)
    try bed.press("k", "k")
    let paused = [
      "line 4                                 ▲",
      "line 5",
      "line 6",
      "line 7                                 ▼",
    ]
    #expect(bed.look() == paused + ["log  paused                     9 lines"])
    bed.appendLines(10...10)
    #expect(bed.look() == paused + ["log  paused  ↓ 1 new           10 lines"])
    bed.appendLines(11...2009)
    #expect(bed.look() == paused + ["log  paused  ↓ 2,000 new    2,009 lines"])
    try bed.press("j")
    #expect(
      bed.look() == [
        "line 5                                 ▲",
        "line 6",
        "line 7",
        "line 8                                 ▼",
        "log  paused  ↓ 2,000 new    2,009 lines",
      ]
    )
    try bed.press("G")
    #expect(
      bed.look() == [
        "line 2006                              ▲",
        "line 2007",
        "line 2008",
        "line 2009",
        "log  following              2,009 lines",
      ]
    )
    try bed.press("\u{13}")
    #expect(bed.look().last == "log  paused                 2,009 lines")
  }

  @Test func `reaching the last row follows again, and a key that moves nothing is none`() throws {
    let bed = try Self.bed()
    bed.appendLines(1...3)
    try bed.press("k", "g", "b", "u")
    #expect(
      bed.look() == ["", "line 1", "line 2", "line 3", "log  following                  3 lines"]
    )
    bed.appendLines(4...9)
    try bed.press("3", "k", "2", "j")
    #expect(bed.look().last == "log  paused                     9 lines")
    try bed.press("j")
    #expect(bed.look().last == "log  following                  9 lines")
  }

  @Test func `numbers of lines keep their room while paused`() throws {
    let bed = try Self.bed { $0.numbersLines = true }
    bed.appendLines(1...9998)
    try bed.press("k")
    let paused = [
      "9994 line 9994                         ▲",
      "9995 line 9995",
      "9996 line 9996",
      "9997 line 9997                         ▼",
    ]
    #expect(bed.look().dropLast() == paused[...])
    bed.appendLines(9999...100_003)
    #expect(bed.look() == paused + ["log  paused  ↓ 90,005 new"])
    // Longer ones get their room when the view moves.
    try bed.press("4", "j")
    #expect(
      bed.look().dropLast() == [
        "  9998 line 9998                       ▲",
        "  9999 line 9999",
        " 10000 line 10000",
        " 10001 line 10001                      ▼",
      ]
    )
    try bed.press("G")
    #expect(bed.look()[3] == "100003 line 100003")
    try bed.press("L")
    #expect(bed.look()[3] == "line 100003")
  }

  @Test func `a number stands on a line's first row`() throws {
    let bed = try Self.bed(columns: 16) { $0.numbersLines = true }
    bed.append("one\n0123456789abcdef")
    #expect(bed.look().dropLast() == ["", "   1 one", "   2 0123456789", "     abcdef"])
  }

  @Test func `an unfinished line shows at once, is completed in place and counted once`() throws {
    let bed = try Self.bed()
    bed.append("one\ntw")
    #expect(bed.look() == ["", "", "one", "tw", "log  following                  2 lines"])
    bed.append("o")
    #expect(bed.look() == ["", "", "one", "two", "log  following                  2 lines"])
    bed.append("\n")
    #expect(bed.look() == ["", "", "one", "two", "log  following                  2 lines"])
    bed.append("10%\r20%\r100%")
    #expect(bed.look() == ["", "one", "two", "100%", "log  following                  3 lines"])
  }

  @Test(arguments: ["h€llo", "e\u{301}x", "\u{1B}[38;5;12mblue", "世\u{1B}[1mb", "👍🏽!"])
  func `what is incomplete at the end of an unfinished line never flashes by`(text: String) throws {
    let bed = try Self.bed()
    bed.append("> ")
    for byte in text.utf8 {
      bed.append([byte])
      let row = bed.look()[3]
      #expect(row.hasPrefix(">") && !row.contains("<") && !row.contains("^"), "\(row)")
    }
    // Paused, it stays as it was there.
    bed.append("\nx\nx\nx\nx\n> \u{1B}[3")
    try bed.press("\u{13}")
    let paused = bed.look()
    #expect(paused[3] == ">")
    bed.append("2mgreen\nmore\n")
    #expect(bed.look()[..<3] == paused[..<3])
    #expect(bed.look()[3] == ">                                      ▼")
  }

  @Test func `what never gets complete shows at the end`() throws {
    let bed = try Self.bed { $0.staysOpen = true }
    bed.append([0x61, 0xE2, 0x82])
    #expect(bed.look()[3] == "a")
    bed.queue.sync { bed.session.inputEnded() }
    #expect(bed.look()[3] == "a<E2><82>")
  }

  @Test func `a view whose lines are dropped moves to the oldest line kept`() throws {
    let bed = try Self.bed { $0.wraps = false }
    bed.appendLines(1...20)
    try bed.press("g")
    #expect(bed.look()[0] == "line 1")
    let filler = String(repeating: "x", count: 1023) + "\n"
    bed.append(String(repeating: filler, count: 2000))
    let filled = String(repeating: "x", count: 38) + ">"
    let rows = bed.look()
    let dropped = bed.queue.sync { bed.session.ring.droppedLines }
    #expect(dropped > 999)
    #expect(
      rows.dropLast() == [
        "── dropped \(dropped.groupedByThousands) lines ──", filled, filled, filled + "▼",
      ]
    )
    try bed.press("=")
    #expect(bed.look()[4].hasPrefix("line \((dropped + 3).groupedByThousands) of 2,020"))
    try bed.press("G", "g")
    #expect(bed.look()[0] == rows[0])
  }

  @Test func `the status says that the view moved to the oldest line`() throws {
    let bed = try Self.bed()
    bed.appendLines(1...20)
    try bed.press("g")
    let filler = String(repeating: "x", count: 1023) + "\n"
    bed.append(String(repeating: filler, count: 2000))
    #expect(bed.look().last == "log  paused  oldest line  ↓ 2,000 new")
    try bed.press("\u{13}")
    #expect(bed.look().last == "log  paused  ↓ 2,000 new    2,020 lines")
  }

  @Test func `a client's rows stand below the last line while the view follows`() throws {
    let bed = try Self.bed(columns: 12)
    bed.queue.sync { bed.session.setFooter(["a footer far too wide", "\u{1B}[31m"]) }
    bed.appendLines(1...2)
    #expect(bed.look().dropLast() == ["line 1", "line 2", "a footer fa", "^[[31m"])
    bed.appendLines(3...5)
    #expect(bed.look().dropLast() == ["line 4     ▲", "line 5", "a footer fa", "^[[31m"])
    try bed.press("k")
    #expect(bed.look().dropLast() == ["line 2     ▲", "line 3", "line 4", "line 5     ▼"])
    try bed.press("G")
    try bed.resize(rows: 8, columns: 30)
    #expect(bed.look()[2] == "a footer far too wide")
    bed.queue.sync { bed.session.setFooter([]) }
    #expect(bed.look()[3] == "line 5")
  }

  @Test func `a note is a row with the time and no line`() throws {
    let bed = try Self.bed()
    bed.append("one\n")
    bed.queue.sync { bed.session.addNote("log rotated") }
    bed.append("two\n")
    let rows = bed.look()
    #expect(rows[1] == "one")
    #expect(rows[2].wholeMatch(of: /── log rotated \d\d:\d\d:\d\d ──/) != nil, "\(rows)")
    #expect(rows[3] == "two")
    #expect(rows[4] == "log  following                  2 lines")
  }

  @Test func `without Unicode all signs are ASCII`() throws {
    for configure: (inout Session.Options) -> Void in [
      { $0.signs = .ascii }, { $0.ambiguousIsWide = true },
    ] {
      let bed = try Self.bed(configure)
      bed.appendLines(1...9)
      try bed.press("k")
      bed.appendLines(10...10)
      #expect(
        bed.look() == [
          "line 5                                 ^",
          "line 6",
          "line 7",
          "line 8                                 v",
          "log  paused  v 1 new           10 lines",
        ]
      )
    }
  }

  @Test func `below 4 columns there is no gutter`() throws {
    let bed = try Self.bed(columns: 4)
    bed.append("abcdefgh\n")
    #expect(bed.look() == ["", "abc", "def", "gh", "fol"])
    try bed.resize(rows: 8, columns: 3)
    #expect(bed.look() == ["", "abc", "def", "gh", "fol"])
    try bed.resize(rows: 8, columns: 1)
    #expect(bed.look() == ["e", "f", "g", "h", "f"])
    try bed.press("L")
    #expect(bed.look() == ["e", "f", "g", "h", "f"])
  }

  @Test func `on a screen of one row only the status shows`() throws {
    let bed = try Self.bed(rows: 1)
    bed.appendLines(1...5)
    #expect(bed.look() == ["log  following                  5 lines"])
    try bed.press("k", "h", "j", "q", "G")
    #expect(bed.look() == ["log  following                  5 lines"])
    try bed.resize(rows: 2, columns: 40)
    #expect(
      bed.look() == [
        "line 5                                 ▲", "log  following                  5 lines",
      ]
    )
  }

  @Test func `a line is painted at once after quiet, and a burst from its newest state`() throws {
    let bed = try Self.bed()
    bed.receive()
    bed.clock.advance(milliseconds: 100)
    bed.append("first\n")
    bed.receive()
    #expect(bed.screen.text[3] == "first")
    let frames = bed.screen.synchronizedUpdates
    let start = ContinuousClock.now
    for number in 1...500 { bed.append("\(number)\n") }
    #expect(
      bed.wait {
        bed.receive()
        return bed.screen.text[3] == "500"
      }
    )
    let most = (ContinuousClock.now - start) / .milliseconds(33) + 2
    #expect(Double(bed.screen.synchronizedUpdates - frames) <= most)
    #expect(bed.screen.text[0] == "497                                    ▲")
  }

  @Test(arguments: [Session.Options.Kind.client, .pipe])
  func `what did not change costs no byte`(kind: Session.Options.Kind) throws {
    let bed = try SessionBed(kind)
    bed.start()
    bed.append("one\n")
    _ = bed.look()
    let before = bed.byteCount
    bed.queue.sync { bed.session.changed() }
    _ = bed.look()
    try bed.press("x")
    _ = bed.look()
    #expect(bed.byteCount == before)
    try bed.press("r")
    _ = bed.look()
    #expect(bed.byteCount > before)
  }

  @Test func `a single log row has one mark`() throws {
    let bed = try Self.bed(height: .rows(2))
    bed.appendLines(1...9)
    #expect(bed.look()[0] == "line 9                                 ▲")
    try bed.press("k")
    #expect(bed.look()[0] == "line 8                                 ▼")
    try bed.press("g")
    #expect(bed.look()[0] == "line 1                                 ▼")
  }

  @Test func `a resize keeps the line at the bottom where it is`() throws {
    let bed = try Self.bed(rows: 12)
    let tail = String(repeating: "x", count: 30)
    bed.append((1...20).map { "line \($0) \(tail)\n" }.joined())
    try bed.press("5", "k")
    #expect(bed.look()[3] == "line 15 \(tail) ▼")
    try bed.resize(rows: 12, columns: 20)
    // The row that begins with the anchor's byte is still the last.
    #expect(bed.look()[3] == "line 15 xxxxxxxxxxx▼")
    bed.append("more\n")
    #expect(bed.look()[3] == "line 15 xxxxxxxxxxx▼")
    try bed.resize(rows: 4, columns: 40)
    #expect(bed.look()[2] == "line 15 \(tail) ▼")
  }
}
