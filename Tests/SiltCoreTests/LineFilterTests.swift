import SiltMatch
import SiltTestSupport
import SiltText
import Testing

@testable import SiltCore

@Suite struct LineFilterTests {
  private func passing(
    _ text: String,
    including: [String] = [],
    excluding: [String] = []
  ) throws -> [String] {
    try passing(Array(text.utf8), including, excluding)
  }

  private func passing(
    _ text: [UInt8],
    _ including: [String],
    _ excluding: [String]
  ) throws -> [String] {
    var filter = try LineFilter(
      including: including.map { try Pattern($0) },
      excluding: excluding.map { try Pattern($0) }
    )
    var lines: ContiguousArray<Range<Int>> = []
    let bytes = ContiguousArray(text)
    unsafe filter.appendPassingLines(in: bytes.span.bytes, to: &lines)
    return lines.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test func `a line passes that matches one pattern of the first kind and none of the second`()
    throws
  {
    let text = "one\ntwo\nthree\n\nfour"
    #expect(try passing(text) == ["one", "two", "three", "", "four"])
    #expect(try passing(text, including: ["o"]) == ["one", "two", "four"])
    #expect(try passing(text, including: ["^t", "^f"]) == ["two", "three", "four"])
    #expect(try passing(text, excluding: ["o"]) == ["three", ""])
    #expect(try passing(text, excluding: ["^$", "r$"]) == ["one", "two", "three"])
    #expect(try passing(text, including: ["o"], excluding: ["w"]) == ["one", "four"])
    #expect(try passing("", including: ["o"]) == [])
    #expect(try passing("\n", excluding: ["o"]) == [""])
  }

  @Test(arguments: [
    ("ER\u{1B}[31mROR", "ERROR", true), ("ER\u{1B}[31mROR\u{1B}[m", "^ERROR$", true),
    ("\u{1B}[1;38:2::1:2:3mred\u{1B}[0m", "^red$", true), ("\u{1B}[31mred", "31m", false),
    ("abc\rx", "^xbc$", true), ("abc\rx", "abc", false), ("done\r", "^done$", true),
    ("10%\r100%\r\r", "^100%$", true), ("ab\u{8}c", "^ac$", true),
    ("\u{1B}[2Jx", "^x", false), ("\u{1B}[2Jx", "2Jx$", true), ("a\tb\rX", "^X +b$", true),
    ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link", true),
  ])
  func `a line is matched as its reader sees it`(line: String, pattern: String, matches: Bool)
    throws
  {
    let around = "before\n" + line + "\nbehind\n"
    let lines = try passing(around, including: [pattern, "^b"])
    #expect(lines == (matches ? ["before", line, "behind"] : ["before", "behind"]))
  }

  @Test func `bytes that are not UTF-8 are no obstacle`() throws {
    let text: [UInt8] = [0xFF, 0x61, 0x0A, 0x62, 0x00, 0x63, 0x0A, 0xC3, 0x0A]
    #expect(try passing(text, ["a"], []).count == 1)
    #expect(try passing(text, ["b.c"], []).count == 1)
    #expect(try passing(text, ["^.$"], []).count == 1)
  }

  @Test(arguments: 0..<40)
  func `blocks of all kinds of lines are as one line after the other`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b", "ab", "\r", "\u{8}", "\u{1B}[31m", "\u{1B}[m", "\u{1B}", " ", "\n", "\n",
    ]
    let text = (0..<Int.random(in: 0...300, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
    let patterns = ["a", "ab", "^b", "a$", "b.*a", "^$"]
    let including = patterns.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    let excluding = patterns.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    var lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let layout = TextLayout(columns: 1 << 40)
    let included = try including.map { Matcher(try Pattern($0)) }
    let excluded = try excluding.map { Matcher(try Pattern($0)) }
    let expected = lines.filter { line in
      let seen = layout.visibleText(of: ContiguousArray(line).span)
      func isMatched(by matchers: [Matcher]) -> Bool {
        matchers.contains { matcher in
          var matcher = matcher
          return unsafe matcher.matches(seen.span.bytes)
        }
      }
      return (including.isEmpty || isMatched(by: included)) && !isMatched(by: excluded)
    }.map { String(decoding: $0, as: UTF8.self) }
    #expect(try passing(Array(text.utf8), including, excluding) == expected, "seed \(seed)")
  }
}
