import SiltTestSupport
import Testing

@testable import SiltMatch

/// What a search costs is counted, not timed: each byte is read once in each direction, and beside
/// that instructions are looked at only while a state is made.
@Suite struct WorkTests {
  private static let length = 1 << 17

  @Test(arguments: [
    ("(a+)+$", "a", "b"), ("(a*)*b", "a", ""), ("(a|aa)*b$", "a", ""), ("(a|a)*b", "a", ""),
    ("(.*)(.*)(.*)(.*)x", "a", ""), ("a.*b.*c", "ab", ""), ("(a?){50}a{50}$", "a", "b"),
    ("(\\w+\\s?)*$", "ab ", "-"), (".*.*=.*", "x", ""), ("(é|.)*$", "é", "x"),
    ("([^x]*x)*y", "漢字", ""), ("\\b(a|b|ab)*\\b$", "ab", "-"),
  ])
  func `patterns that take others forever are decided by few states`(
    source: String,
    repeated: String,
    last: String
  ) throws {
    let unit = Array(repeated.utf8)
    var line: [UInt8] = []
    while line.count < Self.length { line += unit }
    line += last.utf8
    var matcher = Matcher(try Pattern(source))
    let isMatched = matcher.matches(line)
    let range = matcher.firstMatch(in: line)
    #expect((range != nil) == isMatched)
    let lines = matcher.matchingLines(in: line + [10])
    #expect(lines == (isMatched ? [0..<line.count] : []))
    #expect(matcher.work < 100_000)
    #expect(matcher.flushes == 0)
  }

  @Test func `a pattern with too many states for the table takes bounded work for a byte`() throws {
    // A state for each set of the last 16 places of an a: 65,536.
    let pattern = try Pattern("(a|b)*a(a|b){15}c")
    var matcher = Matcher(pattern, memoryLimit: 64 << 10)
    var random = SeededGenerator(seed: 3)
    let line = (0..<20_000).map { _ in random.pick([UInt8(ascii: "a"), UInt8(ascii: "b")]) }
    let isMatched = matcher.matches(line)
    #expect(!isMatched)
    #expect(matcher.flushes > 10)
    let instructions = pattern.forward.instructions.count
    #expect(matcher.work <= (line.count + 1) * instructions)
    #expect(matcher.work > line.count)
  }

  @Test func `text in many scripts makes few states`() throws {
    var line: [UInt8] = []
    for value in 0x3041..<0x9FFF as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      line += String(scalar).utf8
    }
    for source in ["a.*b", "[^x]*y", "\\w+x", "(?i)é.*x", "\\bx"] {
      var matcher = Matcher(try Pattern(source))
      let isMatched = matcher.matches(line)
      #expect(!isMatched, "\(source)")
      #expect(matcher.work < 40_000, "\(source)")
    }
  }

  @Test func `what is known of a pattern serves all lines`() throws {
    var matcher = Matcher(try Pattern("(ERROR|WARN).*status=5\\d\\d"))
    let line = Array("2025-03-01 ERROR [db] failed status=503 dur=12ms".utf8)
    let isMatched = matcher.matches(line)
    let range = matcher.firstMatch(in: line)
    #expect(isMatched && range == 11..<39)
    let work = matcher.work
    for _ in 0..<100 {
      let isMatchedAgain = matcher.matches(line)
      let rangeAgain = matcher.firstMatch(in: line)
      #expect(isMatchedAgain == isMatched && rangeAgain == range)
    }
    #expect(matcher.work == work)
  }
}
