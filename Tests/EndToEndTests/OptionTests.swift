import Foundation
import SiltTestSupport
import SiltText
import Testing

/// Options that change what a region shows, and mistakes that keep it from showing.
@Suite struct OptionTests {
  /// The log rows of `silt` with options on a file of 500 numbered lines, from the first that is not
  /// blank.
  private static func shown(_ arguments: [String]) throws -> [String] {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", lines(1...500))
    let window = try Window(arguments + [path], rows: 9)
    try window.waitForStatus("f  following")
    // The hint goes with the first key, and no number is known before its lines were counted.
    window.type("j")
    try window.wait(for: "no hint") { !$0.status.contains("h help") }
    if arguments.contains("-N") {
      try window.wait(for: "line numbers") { $0.text.contains { $0.hasSuffix(" 500") } }
    }
    let rows = window.rows.dropLast().map { $0.trimmingSuffix { " ▲".contains($0) } }
    #expect(window.screen.unexpected.isEmpty)
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    return Array(rows.drop { $0.isEmpty })
  }

  @Test(arguments: [
    (["-n", "3"], ["498", "499", "500"]), (["-n3"], ["498", "499", "500"]),
    (["-3"], ["498", "499", "500"]), (["--lines=3"], ["498", "499", "500"]),
    (["-c", "8"], ["499", "500"]), (["-n", "+498"], ["498", "499", "500"]),
    (["-c", "+1885"], ["499", "500"]), (["-n", "0"], []),
    (["-n", "3", "-N"], [" 498 498", " 499 499", " 500 500"]),
    (["-n", "+499", "-N"], [" 499 499", " 500 500"]),
  ])
  func `a file begins where asked`(arguments: [String], expected: [String]) throws {
    #expect(try Self.shown(arguments) == expected)
  }

  @Test func `nothing is above the beginning`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window(["-n", "10", try directory.write("f", lines(1...500))], rows: 6)
    try window.waitForStatus("f  following")
    window.type("g")
    try window.wait(for: "the first line") { $0.logWords(count: 5).first == "491" }
    #expect(!window.rows[0].contains("▲"))
    #expect(window.lastRow.contains("10 lines"))
  }

  @Test func `a file that is not followed is shown until one leaves`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window(["--no-follow", try directory.write("f", lines(1...3))], rows: 8)
    try window.waitForStatus("f  ended")
    #expect(window.screen.bottomLogRow == "3")
    window.type("g")
    window.type("G")
    try window.waitForStatus("3 lines")
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
  }

  @Test(arguments: [
    (["-n", "+3"], ["3", "4", "5"]), (["-n", "+3", "-N"], ["   3 3", "   4 4", "   5 5"]),
    (["-c", "+3"], ["2", "3", "4", "5"]), (["-n", "+7"], []),
  ])
  func `a pipe begins where asked`(arguments: [String], expected: [String]) throws {
    let feed = try Feed(["-k", "-H", "8"] + arguments)
    try feed.write(lines(1...5))
    feed.end()
    try feed.window.waitForStatus("pipe  ended")
    let rows = feed.window.rows.prefix { !$0.hasPrefix("pipe") }.filter { !$0.isEmpty }
    #expect(rows.filter { !$0.contains("── ended ") } == expected)
  }

  @Test func `the inset is marked as asked`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", "one\ntwo\n")
    let window = try Window(["--fill", "~", path], rows: 6)
    try window.waitForStatus("f  following")
    #expect(window.rows.dropLast() == ["~", "~", "~", "one", "two"])
    #expect(window.screen.cell(row: 0, column: 0).style == .dim)
  }

  @Test func `lines are cut from the start with an option`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", String(repeating: "x", count: 50) + "\n")
    let window = try Window(["-S", path], rows: 4, columns: 20)
    try window.waitForStatus("following")
    #expect(window.rows[2] == String(repeating: "x", count: 18) + ">")
  }

  @Test(arguments: [
    ("12", 24, 12), ("12", 10, 10), ("50%", 24, 12), ("33%", 24, 7), ("1%", 24, 2), ("2", 24, 2),
  ])
  func `a region is as high as asked`(height: String, rows: Int, expected: Int) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", lines(1...50))
    let window = try Window(["-H", height, path], rows: rows)
    try window.waitForStatus("f  following")
    #expect(window.rows.prefix { !$0.isEmpty }.count == expected)
    #expect(!window.screen.isAlternate)
  }

  @Test func `a pipe's region takes at most half the screen`() throws {
    let feed = try Feed(rows: 9)
    try feed.write(lines(1...50))
    try feed.window.waitForStatus("pipe  following")
    #expect(feed.window.rows.prefix { !$0.isEmpty }.count == 4)
  }

  @Test(arguments: [
    (["a", "-"], "'-' is the terminal"), ([], "no input"), (["-"], "'-' is the terminal"),
    (["-H", "1", "a"], "height: '1'"), (["-n", "x", "a"], "'x'"),
    (["--nonsense", "a"], "--nonsense"),
    (["--buffer", "5", "a"], "buffer size: '5'"), (["--leave", "-1", "a"], "'-1'"),
  ])
  func `a mistake is one line that names it, and nothing is drawn`(
    arguments: [String],
    expected: String
  ) throws {
    let window = try Window(arguments, columns: 200)
    #expect(try window.waitForExit() == .code(2))
    let text = window.screen.allText
    #expect(text.count == 1)
    #expect(text.first?.hasPrefix("silt: ") == true && text.first?.contains(expected) == true)
    #expect(!window.session.output.contains(0x1B))
  }

  @Test(arguments: [["-n", "5"], ["-c", "5"]])
  func `the last lines of a pipe are not known`(arguments: [String]) throws {
    let feed = try Feed(arguments, columns: 200)
    #expect(try feed.window.waitForExit() == .code(2))
    #expect(feed.window.screen.allText.count == 1)
    #expect(feed.window.screen.allText[0].contains("+N"))
  }

  @Test func `a directory is told of on one line`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([directory.path], columns: 200)
    #expect(try window.waitForExit() == .code(1))
    let text = window.screen.allText
    #expect(text.count == 1)
    #expect(text.first?.hasPrefix("silt: ") == true)
    #expect(text.first?.hasSuffix("Is a directory") == true)
    #expect(window.screen.traces == [])
  }

  @Test(arguments: ["dumb", nil])
  func `a terminal that cannot be drawn on gets plain output`(type: String?) throws {
    let window = try Window(
      script: "printf 'a\\033[1mb\\n' | \"$SILT\"; echo \"status $?\"",
      environment: ["TERM": type]
    )
    #expect(try window.waitForExit() == .code(0))
    #expect(window.session.text == "a\u{1B}[1mb\r\nstatus 0\r\n")
  }
}
