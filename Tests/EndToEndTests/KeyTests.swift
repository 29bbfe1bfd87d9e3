import Foundation
import SiltTestSupport
import SiltText
import Testing

/// Keys as a person types them, on 500 numbered lines in 23 log rows.
@Suite struct KeyTests {
  /// Keys, and the first and last line that show afterwards.
  private struct Step {
    var keys: String
    var first: Int
    var isFollowing: Bool

    init(_ keys: String, _ first: Int, following isFollowing: Bool = false) {
      self.keys = keys
      self.first = first
      self.isFollowing = isFollowing
    }
  }

  private static let atEnd = 478

  private static func window(
    _ directory: borrowing TemporaryDirectory,
    _ arguments: [String] = []
  ) throws -> Window {
    let path = try directory.write("f", lines(1...500))
    let window = try Window(arguments + [path])
    try window.waitForStatus("f  following")
    return window
  }

  private static func run(_ steps: [Step]) throws {
    let directory = try TemporaryDirectory()
    let window = try window(directory)
    for step in steps {
      window.type(step.keys)
      let words = (step.first..<step.first + 23).map(String.init)
      let state = step.isFollowing ? "following" : "paused"
      try window.wait(
        for: "line \(step.first) on top, \(state), after \(step.keys.debugDescription)"
      ) { screen in
        screen.status.hasPrefix("f  \(state) ") && screen.logWords(count: 23) == words
      }
    }
    #expect(window.screen.unexpected.isEmpty)
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
  }

  @Test func `letters scroll, jump and follow`() throws {
    try Self.run([
      Step("k", 477), Step("j", Self.atEnd, following: true),
      Step("y", 477), Step("\r", Self.atEnd, following: true),
      Step("b", 455), Step("b", 432), Step(" ", 455), Step("f", Self.atEnd, following: true),
      Step("u", 467), Step("u", 456), Step("d", 467), Step("d", Self.atEnd, following: true),
      Step("g", 1), Step("k", 1), Step("G", Self.atEnd, following: true),
      Step("<", 1), Step(">", Self.atEnd, following: true),
      Step("k", 477), Step("F", Self.atEnd, following: true),
    ])
  }

  @Test func `control and named keys do the same`() throws {
    try Self.run([
      Step("\u{02}", 455), Step("\u{06}", Self.atEnd, following: true),
      Step("\u{15}", 467), Step("\u{04}", Self.atEnd, following: true),
      Step("\u{13}", Self.atEnd), Step("\u{11}", Self.atEnd, following: true),
      Step("\u{1B}[A", 477), Step("\u{1B}[B", Self.atEnd, following: true),
      Step("\u{1B}OA", 477), Step("\u{1B}OB", Self.atEnd, following: true),
      Step("\u{1B}[5~", 455), Step("\u{1B}[6~", Self.atEnd, following: true),
      Step("\u{1B}[H", 1), Step("\u{1B}[F", Self.atEnd, following: true),
      Step("\u{1B}[1~", 1), Step("\u{1B}[4~", Self.atEnd, following: true),
      Step("\u{1B}OH", 1), Step("\u{1B}OF", Self.atEnd, following: true),
    ])
  }

  @Test func `counts repeat keys and name places`() throws {
    try Self.run([
      Step("10k", 468), Step("3b", 399), Step("2 ", 445), Step("2u", 423), Step("20j", 443),
      Step("100g", 100), Step("200G", 200), Step("1g", 1),
      // Half of the 1,892 bytes end in line 264.
      Step("50%", 264), Step("0%", 1), Step("1000j", Self.atEnd, following: true),
    ])
  }

  @Test func `unknown keys and pasted text do nothing`() throws {
    try Self.run([
      Step("k", 477),
      Step("x~é世\u{1B}x\u{05}\u{1B}[200~qqGgk\u{1B}[201~\u{1B}[99~", 477),
      Step("k", 476),
    ])
  }

  @Test func `a count shows while it is typed, and Escape drops it`() throws {
    let directory = try TemporaryDirectory()
    let window = try Self.window(directory)
    window.type("25")
    try window.wait(for: "the count") { $0.status.hasSuffix(" 25") }
    window.type("\u{1B}")
    try window.wait(for: "no count") { $0.status.hasSuffix(" 500 lines") }
    window.type("k")
    try window.wait(for: "one row up") { $0.bottomLogRow == "499" }
  }

  @Test func `position and size are told`() throws {
    let directory = try TemporaryDirectory()
    let window = try Self.window(directory)
    window.type("=")
    try window.waitForStatus("line 500 of 500  100%  1,892 bytes  f")
    window.type("123g")
    try window.wait(for: "line 123") { $0.logWords(count: 23).first == "123" }
    window.type("\u{07}")
    // Up to the end of line 145: 9 lines of 2 bytes, 90 of 3 and 46 of 4.
    try window.waitForStatus("line 145 of 500  24%  1,892 bytes  f")
  }

  @Test func `help lists keys, scrolls, and goes with the next key`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", lines(1...500))
    let window = try Window([path], rows: 6)
    try window.waitForStatus("f  following")
    window.type("h")
    try window.waitForText("a row down, up")
    window.type("k")
    window.type(" ")
    try window.wait(for: "the next page") { screen in
      screen.text.contains { $0.contains("sideways, when lines are cut") }
        && !screen.text.contains { $0.contains("a row down, up") }
    }
    window.type("x")
    try window.wait(for: "the log") { $0.bottomLogRow == "500" }
    #expect(window.lastRow.hasPrefix("f  following"))
  }

  @Test func `line numbers come and go`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", "aa\nbb\n" + String(repeating: "c", count: 90) + "\n")
    let window = try Window([path], rows: 6)
    try window.waitForStatus("f  following")
    window.type("L")
    // The second row of a line has no number.
    try window.wait(for: "numbers") { screen in
      Array(screen.text[1...4]) == [
        "   1 aa", "   2 bb", "   3 " + String(repeating: "c", count: 74),
        "     " + String(repeating: "c", count: 16),
      ]
    }
    window.type("L")
    try window.wait(for: "no numbers") { $0.text[1] == "aa" }
  }

  @Test func `long lines are cut and shown sideways`() throws {
    let directory = try TemporaryDirectory()
    let line = (0..<30).map { String(format: "<%02d>", $0) }.joined()
    let window = try Window([try directory.write("f", line + "\nshort\n")], rows: 5, columns: 41)
    try window.waitForStatus("f  following")
    #expect(window.rows[0].hasPrefix("<00>") && window.rows[3] == "short")
    window.type("S")
    try window.wait(for: "a cut line") { $0.text[2] == line.prefix(39) + ">" }
    #expect(window.screen.cell(row: 2, column: 39).style.attributes.contains(.dim))
    window.type("\u{1B}[C")
    try window.wait(for: "what is to the right") { screen in
      screen.text[2] == line.dropFirst(20).prefix(39) + ">"
    }
    window.type("\u{1B}[D")
    try window.wait(for: "the beginning") { $0.text[2] == line.prefix(39) + ">" }
    window.type("S")
    try window.wait(for: "a wrapped line") { $0.text[0] == line.prefix(40) }
  }

  @Test func `repainting removes what others wrote`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...5))
    let window = try Window(
      script: "(hold go; printf garbage >/dev/tty) & exec \"$SILT\" f",
      rows: 8,
      directory: directory.path
    )
    try window.waitForStatus("f  following")
    let before = window.rows
    try directory.write("go", "")
    try window.waitForText("garbage")
    window.type("r")
    try window.wait(for: "no garbage") { $0.text.dropLast() == before.dropLast() }
  }

  @Test(arguments: ["q", "Q", "ZZ"])
  func `silt is left`(keys: String) throws {
    let directory = try TemporaryDirectory()
    let window = try Self.window(directory)
    window.type(keys)
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }
}
