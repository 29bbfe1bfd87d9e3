import SiltTestSupport
import Testing

@testable import SiltKit

/// What keys do in a session.
struct SessionKeyTests {
  private static func bed(
    _ configure: (inout Session.Options) -> Void = { _ in }
  ) throws -> SessionBed {
    let bed = try SessionViewTests.bed(configure)
    bed.appendLines(1...100)
    return bed
  }

  @Test(arguments: [
    (["k"], "line 99"), (["y"], "line 99"), (["\u{1B}[A"], "line 99"), (["\u{1B}OA"], "line 99"),
    (["10k", "j"], "line 91"), (["5k", "\r"], "line 96"), (["5k", "\u{1B}[B"], "line 96"),
    (["b"], "line 96"), (["\u{2}"], "line 96"), (["\u{1B}[5~"], "line 96"),
    (["3b", "f"], "line 92"), (["3b", " "], "line 92"), (["3b", "\u{6}"], "line 92"),
    (["3b", "\u{1B}[6~"], "line 92"),
    (["u"], "line 98"), (["\u{15}"], "line 98"), (["4u", "d"], "line 94"),
    (["4u", "\u{4}"], "line 94"),
    (["g"], "line 4"), (["<"], "line 4"), (["\u{1B}[H"], "line 4"),
    (["g", "G"], "line 100"), (["g", ">"], "line 100"), (["g", "\u{1B}[F"], "line 100"),
    (["g", "F"], "line 100"), (["g", "\u{11}"], "line 100"),
    (["50g"], "line 53"), (["50G"], "line 53"), (["98g"], "line 100"),
    (["0%"], "line 4"), (["50%"], "line 54"), (["100%"], "line 100"),
    (["9", "\u{1B}", "k"], "line 99"),
  ])
  func `keys move the view`(keys: [String], bottom: String) throws {
    let bed = try Self.bed()
    for key in keys {
      // A count is typed digit by digit.
      let strokes = key.first?.isNumber == true ? key.map(String.init) : [key]
      for stroke in strokes { try bed.press(stroke) }
    }
    let rows = bed.look()
    #expect(rows[3].split(separator: " ").prefix(2).joined(separator: " ") == bottom, "\(rows)")
    // What moves nothing changes no state, so all that end there follow.
    #expect(rows[4].hasPrefix("log  following") == (bottom == "line 100"), "\(rows)")
  }

  @Test func `a count shows while it is typed`() throws {
    let bed = try Self.bed()
    try bed.press("1", "2")
    #expect(bed.look().last == "log  following                       12")
    try bed.press("\u{1B}")
    #expect(bed.look().last == "log  following                100 lines")
    try bed.press("Z")
    #expect(bed.look().last == "log  following                        Z")
  }

  @Test func `a line that is not there moves nothing`() throws {
    let bed = try Self.bed()
    try bed.press("1", "0", "1", "g")
    #expect(bed.look()[3] == "line 100")
    #expect(bed.look().last == "line 101 is not there yet")
    try bed.press("x")
    #expect(bed.look().last == "log  following                100 lines")
  }

  @Test func `a marked line is gone back to, and stands where it stood`() throws {
    let bed = try Self.bed()
    try bed.press("1", "0", "k", "m", "a", "g", "m", "b", "'", "a")
    #expect(bed.look()[3].hasPrefix("line 90 "))
    try bed.press("'", "b")
    #expect(bed.look()[0] == "line 1")
    // To the last line of a view that follows is no move, and so no pause.
    try bed.press("G", "m", "c", "'", "c")
    #expect(bed.look().last?.hasPrefix("log  following") == true)
    bed.appendLines(101...110)
    try bed.press("'", "c")
    #expect(bed.look()[3].hasPrefix("line 100 "))
    #expect(bed.look().last?.hasPrefix("log  paused") == true)
    try bed.press("'", "x")
    #expect(bed.look().last == "no mark x")
  }

  @Test func `a mark is a row of a long line, whatever the width`() throws {
    let bed = try SessionViewTests.bed(columns: 12)
    bed.append((0..<12).map { "<\($0 + 10)>" }.joined() + "\n")
    bed.appendLines(1...9)
    try bed.press("9", "k")
    // Five rows of 11: the line ends at the bottom, and a row up the mark is set.
    try bed.press("k", "m", "a", "G", "'", "a")
    #expect(bed.look()[3] == "18><19><20>▼")
    try bed.press("G")
    try bed.resize(rows: 8, columns: 16)
    try bed.press("'", "a")
    // The row that holds that byte, of rows of 15.
    #expect(bed.look()[0] == "<10><11><12><13")
    #expect(bed.look()[2].hasPrefix("7><18><19><20><"))
  }

  @Test func `a mark that was dropped leads to the oldest line`() throws {
    let bed = try Self.bed()
    try bed.press("m", "a")
    bed.append([UInt8](repeating: 0x78, count: 2 << 20) + [10])
    bed.appendLines(1...100_000)
    try bed.press("'", "a")
    #expect(bed.look()[0].hasPrefix("── dropped "))
    #expect(bed.look().last == "mark a was dropped: this is the oldest")
    let empty = try SessionViewTests.bed()
    try empty.press("m", "a")
    #expect(empty.look().last == "no line to mark")
  }

  @Test func `the position is told`() throws {
    let bed = try Self.bed()
    try bed.press("=")
    #expect(bed.look().last == "line 100 of 100  100%  792 bytes  log")
    try bed.press("g", "\u{7}")
    #expect(bed.look().last == "line 4 of 100  3%  792 bytes  log")
    let empty = try SessionViewTests.bed()
    try empty.press("=")
    #expect(empty.look().last == "0 bytes  log")
    empty.append("x")
    try empty.press("=")
    #expect(empty.look().last == "line 1 of 1  100%  1 byte  log")
  }

  @Test func `help takes the place of the log and any other key closes it`() throws {
    let bed = try Self.bed()
    try bed.press("h")
    let shown = bed.look()
    #expect(
      shown == [
        "j ↓ Enter   k ↑ y  a row down, up",
        "Enter  at the bottom, following: a mark",
        "Space f PgDn   b PgUp  a page down, up",
        "d   u  half a page down, up            ▼",
        "log  following                100 lines",
      ]
    )
    bed.appendLines(101...200)
    #expect(bed.look().dropLast() == shown.dropLast())
    try bed.press("j")
    #expect(bed.look()[0] == "Enter  at the bottom, following: a mark▲")
    try bed.press("f", "f", "f", "f")
    #expect(bed.look()[3] == "Ctrl-C  interrupt")
    try bed.press("q")
    #expect(bed.look()[3] == "line 200")
    #expect(!bed.hasLeft)
  }

  @Test func `lines are cut or wrapped and scroll sideways`() throws {
    let bed = try SessionViewTests.bed(columns: 12)
    bed.append("0123456789abcdefghijklmnop\nshort\n")
    #expect(bed.look().dropLast() == ["0123456789a", "bcdefghijkl", "mnop", "short"])
    try bed.press("S")
    #expect(bed.look().dropLast() == ["", "", "0123456789>", "short"])
    try bed.press("\u{1B}[C")
    #expect(bed.look().dropLast() == ["", "", "56789abcde>", ""])
    try bed.press("2", "\u{1B}[C")
    #expect(bed.look().dropLast() == ["", "", "fghijklmnop", ""])
    try bed.press("9", "\u{1B}[D")
    #expect(bed.look().dropLast() == ["", "", "0123456789>", "short"])
    try bed.press("S", "\u{1B}[C")
    #expect(bed.look().dropLast() == ["0123456789a", "bcdefghijkl", "mnop", "short"])
  }

  @Test func `t shows what was overwritten, and hides it again`() throws {
    let bed = try SessionViewTests.bed(columns: 12)
    bed.append("one\r\n10%\r20%\rdone\n")
    #expect(bed.look().dropLast() == ["", "", "one", "done"])
    try bed.press("t")
    #expect(bed.look().dropLast() == ["one", "10%", "20%", "done"])
    bed.append("50%\r")
    #expect(bed.look().dropLast() == ["10%        ▲", "20%", "done", "50%"])
    bed.append("60%")
    #expect(bed.look().dropLast() == ["20%        ▲", "done", "50%", "60%"])
    try bed.press("t")
    #expect(bed.look().dropLast() == ["", "one", "done", "60%"])
  }

  @Test func `a line with more rows than the region is scrolled row by row`() throws {
    let bed = try SessionViewTests.bed(columns: 5)
    bed.append("first\n" + (0..<9).map { "\($0)---" }.joined() + "\n")
    #expect(bed.look().dropLast() == ["5---▲", "6---", "7---", "8---"])
    try bed.press("k", "k")
    #expect(bed.look().dropLast() == ["3---▲", "4---", "5---", "6---▼"])
    try bed.press("g")
    #expect(bed.look().dropLast() == ["firs", "t", "0---", "1---▼"])
  }

  @Test func `what is pasted is ignored`() throws {
    let bed = try Self.bed()
    try bed.press("\u{1B}[200~qgk\u{1B}[201~")
    #expect(bed.look()[3] == "line 100")
    #expect(bed.look().last == "log  following                100 lines")
  }
}
