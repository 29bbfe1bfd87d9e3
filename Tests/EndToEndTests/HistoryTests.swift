import Foundation
import SiltTestSupport
import Testing

/// A file that is larger than the ring: all of it can be reached.
@Suite final class HistoryTests {
  /// How many lines the log has: each is its number, so that a row tells where it is.
  private static let count = 2_000_000

  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    var text = ""
    text.reserveCapacity(16 << 20)
    for number in 1...Self.count { text += "\(number)\n" }
    path = try directory.write("big.log", text)
  }

  private func window(_ options: [String] = [], rows: Int = 12) throws -> Window {
    let window = try Window(["--buffer", "1M"] + options + [path], rows: rows)
    try window.wait(for: "the end") { $0.bottomLogRow.hasSuffix("\(Self.count)") }
    return window
  }

  /// The first log row without what stands in the gutter.
  private func first(_ window: Window) -> String {
    window.rows[0].replacing(/\ *▲$/, with: "")
  }

  @Test func `both ends are a key apart, and its size stands where nobody counted`() throws {
    let window = try window()
    window.type("g")
    try window.wait(for: "the first line") { $0.text[0] == "1" }
    #expect(window.rows[10].hasPrefix("11 ") && window.rows[10].hasSuffix("▼"))
    #expect(window.lastRow.hasPrefix("big.log  paused") && window.lastRow.hasSuffix("14.1 MiB"))
    window.type("G")
    try window.wait(for: "the last line") { $0.bottomLogRow == "\(Self.count)" }
    #expect(window.lastRow.hasPrefix("big.log  following"))
  }

  @Test func `keys that are typed ahead wait for the jump before them`() throws {
    let window = try window()
    window.type("gjjj")
    try window.wait(for: "the fourth line") { $0.text[0].hasPrefix("4 ") }
    window.type("Gg3jmaG'a")
    try window.wait(for: "the mark") { $0.text[0].hasPrefix("4 ") }
    window.type("G1000000gkk")
    try window.wait(for: "two lines above") { $0.text[0].hasPrefix("999998 ") }
  }

  @Test func `a file that was cut and counts on shows the numbers of its new content`() throws {
    let window = try window()
    try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 8 << 20)
    try window.wait(for: "the new end") { $0.bottomLogRow == "1187464" }
    window.type("L")
    try window.wait(for: "numbers") { $0.bottomLogRow == "1187464 1187464" }
    window.type("=")
    try window.waitForStatus("line 1,187,464 of 1,187,464  100%  8,388,608 bytes")
    window.type("50%")
    // Of what is still held of the old content, too.
    try window.wait(for: "the middle") { $0.text[0].hasPrefix(" 61") }
    window.type("1000g")
    try window.wait(for: "a line by its number") { $0.text[0].hasPrefix("   1000 1000 ") }
  }

  @Test func `a share of the bytes and a line's number lead to that line`() throws {
    let window = try window()
    window.type("50%")
    // Half of the bytes: the line that holds the byte at half the size.
    let size = (1...Self.count).reduce(0) { $0 + "\($1)".utf8.count + 1 }
    var middle = 0
    var bytes = 0
    while bytes <= size / 2 {
      middle += 1
      bytes += "\(middle)".utf8.count + 1
    }
    try window.wait(for: "the middle") { $0.text[0].hasPrefix("\(middle) ") }
    window.type("1234567g")
    try window.wait(for: "the line") { $0.text[0].hasPrefix("1234567 ") }
    #expect(first(window) == "1234567")
    try window.waitForStatus("big.log  paused")
    #expect(window.lastRow.hasSuffix("2,000,000 lines"), "now they are counted")
    window.type("9999999g")
    try window.waitForStatus("line 9,999,999 is not there yet")
  }

  @Test func `marks lead back over the ring's border, also once the file was renamed`() throws {
    let window = try window()
    window.type("500010g")
    try window.wait(for: "a line below the ring") { $0.text[0].hasPrefix("500010 ") }
    window.type("kma")
    try window.wait(for: "the line above") { $0.text[0].hasPrefix("500009 ") }
    window.type("Gmb")
    try window.wait(for: "the end") { $0.bottomLogRow == "\(Self.count)" }
    window.type("'a")
    try window.wait(for: "the marked line") { $0.text[0].hasPrefix("500009 ") }
    #expect(window.rows[10].hasPrefix("500019 "))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try directory.write("big.log", "new\n")
    try window.wait(for: "what was written since") { $0.status.contains("1 new") }
    window.type("'b")
    try window.wait(for: "the old file's last line") { $0.text[10].hasPrefix("\(Self.count) ") }
    window.type("'a")
    try window.wait(for: "the marked line") { $0.text[0].hasPrefix("500009 ") }
    window.type("'c")
    try window.waitForStatus("no mark c")
  }

  @Test func `scrolling goes over the ring's border without a seam`() throws {
    let window = try window()
    // Half a ring at a time, far beyond it.
    for _ in 0..<30 { window.type("10000k") }
    let line = Self.count - 10 - 300_000
    try window.wait(for: "a line below the ring") { $0.text[0].hasPrefix("\(line) ") }
    window.type("300000j")
    try window.waitForStatus("big.log  following")
    #expect(window.rows[10] == "\(Self.count)")
  }

  @Test func `the place is described when all lines are counted`() throws {
    let window = try window()
    window.type("=")
    try window.waitForStatus("line 2,000,000 of 2,000,000  100%")
    window.type("g=")
    try window.waitForStatus("line 11 of 2,000,000  0%")
  }

  @Test func `growth by more than the buffer shows its end, and all of it can be reached`() throws {
    let path = try directory.write("grows.log", "1\n2\n")
    let window = try Window(["--buffer", "1M", path], rows: 12)
    try window.wait(for: "the file") { $0.bottomLogRow == "2" }
    window.type("ma")
    try directory.append("grows.log", (3...400_000).map { "\($0)\n" }.joined())
    try window.wait(for: "the end") { $0.bottomLogRow == "400000" }
    window.type("=")
    try window.waitForStatus("line 400,000 of 400,000  100%")
    window.type("123456g")
    try window.wait(for: "a line in the middle") { $0.text[0].hasPrefix("123456 ") }
    window.type("'a")
    try window.wait(for: "the beginning") { $0.text[0] == "1" }
    window.type("G")
    try window.wait(for: "the end again") { $0.bottomLogRow == "400000" }
    // Who looks at older lines is told how many have come.
    window.type("k")
    try directory.append("grows.log", (400_001...800_000).map { "\($0)\n" }.joined())
    try window.waitForStatus("400,000 new")
    window.type("G")
    try window.wait(for: "the last line") { $0.bottomLogRow == "800000" }
  }

  @Test func `line numbers count from the end until all lines are counted`() throws {
    let window = try window(["-N"])
    try window.wait(for: "the numbers") { $0.bottomLogRow == "2000000 2000000" }
    window.type("g")
    try window.wait(for: "the first line") { $0.text[0] == "      1 1" }
  }

  @Test func `a file that was renamed stays readable, and one that was cut does not`() throws {
    let window = try window()
    window.type("30%")
    try window.wait(for: "somewhere") { $0.status.contains("paused") }
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try directory.write("big.log", "new\n")
    try window.wait(for: "what was written since") { $0.status.contains("1 new") }
    window.type("g")
    try window.wait(for: "the first line of the old file") { $0.text[0] == "1" }
    window.type("G")
    try window.wait(for: "the new file") { $0.bottomLogRow == "new" }
  }

  @Test func `above what is left of a file that was cut stands a note`() throws {
    let window = try window()
    window.type("10%")
    try window.wait(for: "somewhere") { $0.status.contains("paused") }
    let writer = try #require(FileHandle(forWritingAtPath: path))
    try writer.truncate(atOffset: 0)
    try window.wait(for: "the note") { $0.text[0].hasPrefix("── older lines gone ──") }
    window.type("G")
    try window.wait(for: "the end") { $0.bottomLogRow.hasPrefix("── big.log truncated") }
    window.type("k")
    try window.wait(for: "the last line there was") { $0.bottomLogRow.hasPrefix("\(Self.count)") }
  }

  @Test(arguments: ["200000", "all"])
  func `as many lines stay on leaving as were asked for, read back if need be`(
    amount: String
  ) throws {
    let window = try window(["--leave", amount])
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    // All is as much as the buffer has room for: 1 MiB of lines of 8 bytes.
    let least = amount == "all" ? 120_000 : 200_000
    let output = String(decoding: window.output, as: UTF8.self)
    #expect(output.contains("\(Self.count - least + 1)"))
    // Nothing of the first half was on the screen, and nothing of it stays.
    #expect(!output.contains("\(Self.count / 2)"))
    #expect(window.screen.text.contains("\(Self.count)"))
  }

  @Test func `several files have no history below the ring, and a note says so`() throws {
    let other = try directory.write("other.log", "other\n")
    let window = try Window(["--buffer", "1M", path, other], rows: 12)
    try window.wait(for: "all of it") { $0.bottomLogRow.hasSuffix("other") }
    window.type("g")
    try window.wait(for: "the note") { $0.text[0].hasPrefix("── older lines gone ──") }
  }
}
