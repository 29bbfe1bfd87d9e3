import SiltTestSupport
import Testing

@testable import SiltMatch

@Suite struct MatchTests {
  /// What matches in a line, from the first to the last match.
  private func matches(
    _ source: String,
    _ rule: CaseRule = .asTyped,
    in line: [UInt8]
  ) throws -> [String] {
    var matcher = Matcher(try Pattern(source, caseRule: rule))
    return matcher.ranges(in: line).map { String(decoding: line[$0], as: UTF8.self) }
  }

  typealias Row = (source: String, line: String, expected: [String])

  /// Literals and any.
  private static let literals: [Row] = [
    ("b", "abcb", ["b", "b"]),
    ("bc", "abcb", ["bc"]),
    ("", "ab", ["", "", ""]),
    ("a.c", "abc a漢c ac", ["abc", "a漢c"]),
    ("...", "äöüß", ["äöü"]),
    (".", "a😀", ["a", "😀"]),
  ]

  /// Classes.
  private static let classes: [Row] = [
    ("[abc]+", "xabcax", ["abca"]),
    ("[^abc]+", "xaéb漢c", ["x", "é", "漢"]),
    ("[]a]+", "b]a]", ["]a]"]),
    ("[^]a]+", "b]a]", ["b"]),
    ("[a-]+", "b-a-b", ["-a-"]),
    ("[-a]+", "b-a-b", ["-a-"]),
    ("[a\\-c]+", "abc-", ["a", "c-"]),
    ("[а-я]+", "Москва", ["осква"]),
    ("[\\u{3040}-\\u{30FF}]+", "漢かなカナ字", ["かなカナ"]),
    ("[[:alpha:]]+", "aé漢1_", ["aé漢"]),
    ("[[:digit:][:space:]]+", "a1 2b", ["1 2"]),
    ("[^[:space:]]+", "ab c\td", ["ab", "c", "d"]),
    ("[[:upper:]]+", "abCDé", ["CD"]),
    ("[[:lower:]]+", "abCDé", ["ab", "é"]),
    ("[[:punct:]]+", "a.,;b-", [".,;", "-"]),
    ("[[:xdigit:]]+", "xdeadBEEF09g", ["deadBEEF09"]),
    ("[[:blank:]]", "a\t b", ["\t", " "]),
    ("[[:cntrl:]]", "a\u{1B}b", ["\u{1B}"]),
    ("[[:alnum:]]+", "-a1é-", ["a1é"]),
    ("[[:graph:]]+", " a!é ", ["a!é"]),
    ("[[:print:]]+", "\u{1}a !\u{1}", ["a !"]),
    ("[[:word:]]+", "-a_1-", ["a_1"]),
    ("[[:ascii:]]+", "éabé", ["ab"]),
    ("[\\d.]+", "v1.22x", ["1.22"]),
    ("[\\w-]+", "a-b c", ["a-b", "c"]),
    ("[^\\W_]+", "a_b", ["a", "b"]),
    ("[\\s\\S]+", "a b", ["a b"]),
    ("[\\]\\\\]+", "a]\\b", ["]\\"]),
    ("[\\x41-\\x43]+", "ABCD", ["ABC"]),
    ("[[a]+", "a[", ["a["]),
    ("[a[:]+", "a:[b", ["a:["]),
    ("[+--]+", "a+,-b", ["+,-"]),
  ]

  /// Named sets.
  private static let namedSets: [Row] = [
    ("\\d+", "a12b٣", ["12", "٣"]),
    ("\\D+", "a12b", ["a", "b"]),
    ("\\w+", "größe_1 = x", ["größe_1", "x"]),
    ("\\W+", "größe = x", [" = "]),
    ("\\s+", "a \t\u{A0}b", [" \t\u{A0}"]),
    ("\\S+", "a b", ["a", "b"]),
  ]

  /// Groups and alternatives: the first that leads to a match counts.
  private static let groups: [Row] = [
    ("(ab|a)c?", "abc ac", ["abc", "ac"]),
    ("a|ab", "ab", ["a"]),
    ("ab|a", "ab", ["ab"]),
    ("(?:ab)+", "ababa", ["abab"]),
    ("(?<n>a)(?P<m>b)", "ab", ["ab"]),
    ("x|", "ax", ["", "x"]),
    ("()", "a", ["", ""]),
    ("(|a)+", "aa", ["", "", ""]),
    ("(a|)+", "aa", ["aa"]),
  ]

  /// Repetitions.
  private static let repetitions: [Row] = [
    ("a*", "aab", ["aa", ""]),
    ("a+", "aabab", ["aa", "a"]),
    ("ab?", "abba", ["ab", "a"]),
    ("a{2}", "aaaaa", ["aa", "aa"]),
    ("a{2,}", "aaaaa a", ["aaaaa"]),
    ("a{2,3}", "aaaaa", ["aaa", "aa"]),
    ("a{,2}b", "aaab b", ["aab", "b"]),
    ("a{0}b", "ab", ["b"]),
    ("a*?b", "aab", ["aab"]),
    ("a+?", "aa", ["a", "a"]),
    ("a??b", "ab", ["ab"]),
    ("a{2,3}?", "aaaaa", ["aa", "aa"]),
    ("\".*?\"", "\"a\" \"b\"", ["\"a\"", "\"b\""]),
    ("\".*\"", "\"a\" \"b\"", ["\"a\" \"b\""]),
    ("(a*)*", "aab", ["aa", ""]),
    ("(a+)+$", "aaab aa", ["aa"]),
    ("a**", "aa", ["aa"]),
    ("{\"a\":1}", "{\"a\":1}", ["{\"a\":1}"]),
    ("a{x}", "a{x}", ["a{x}"]),
    ("a{1", "a{1", ["a{1"]),
    ("}]", "}]", ["}]"]),
  ]

  /// Assertions.
  private static let assertions: [Row] = [
    ("^a", "aa", ["a"]),
    ("a$", "aa", ["a"]),
    ("^$", "", [""]),
    ("^$", "a", []),
    ("^", "ab", [""]),
    ("$", "ab", [""]),
    ("a^b", "a^b", []),
    ("\\bfoo\\b", "foo food foo", ["foo", "foo"]),
    ("\\boo", "foo oo", ["oo"]),
    ("\\Boo", "foo oo", ["oo"]),
    ("\\b", "a b", ["", "", "", ""]),
    ("\\bé", "é xé", ["é"]),
    ("\\<a|b\\>", "ab ab ba", ["a", "b", "a", "b"]),
    ("(^|,)x", "x,x", ["x", ",x"]),
    ("x(,|$)", "x,x", ["x,", "x"]),
  ]

  /// Escapes.
  private static let escapes: [Row] = [
    ("\\.\\*\\\\", "a.*\\", [".*\\"]),
    ("\\t\\x41\\x{e9}\\u00e9\\u{1F600}", "\tAéé😀", ["\tAéé😀"]),
    ("\\e\\[0m", "\u{1B}[0m", ["\u{1B}[0m"]),
    ("\\n", "ab", []),
    ("\\#\\ \\/", "# /", ["# /"]),
  ]

  @Test(arguments: literals + classes + namedSets + groups + repetitions + assertions + escapes)
  func `a pattern matches what is expected`(
    source: String,
    line: String,
    expected: [String]
  ) throws {
    #expect(try matches(source, in: Array(line.utf8)) == expected)
  }

  private static let cases: [(String, CaseRule, String, [String])] = [
    ("error", .smart, "Error ERROR", ["Error", "ERROR"]),
    ("Error", .smart, "Error ERROR", ["Error"]),
    ("Error", .ignored, "Error ERROR", ["Error", "ERROR"]),
    ("error", .asTyped, "Error error", ["error"]),
    ("\\Werror\\S", .smart, " ERRORS", [" ERRORS"]),
    ("\\x4A", .smart, "jJ", ["j", "J"]),
    ("É", .smart, "éÉ", ["É"]),
    ("é", .smart, "éÉ", ["é", "É"]),
    ("[a-c]+", .smart, "aBC", ["aBC"]),
    ("[A-C]+", .smart, "aBC", ["BC"]),
    ("[^a]+", .smart, "aAb", ["b"]),
    ("[[:upper:]]+", .smart, "aB", ["aB"]),
    ("straße", .ignored, "STRAẞE strasse", ["STRAẞE"]),
    ("σας", .ignored, "ΣΑΣ", ["ΣΑΣ"]),
    ("ks", .ignored, "KS \u{212A}\u{17F}", ["KS", "\u{212A}\u{17F}"]),
    ("\u{212A}", .ignored, "k", ["k"]),
    ("[^k]", .ignored, "kK\u{212A}", []),
    ("i", .ignored, "ıİI", ["I"]),
    ("(?i)a(?-i)b", .asTyped, "Ab AB", ["Ab"]),
    ("(?i:a)b", .asTyped, "Ab AB", ["Ab"]),
    ("((?i)a)b", .asTyped, "Ab AB", ["Ab"]),
    ("a(?-i:b)", .ignored, "AB Ab", ["Ab"]),
    ("(?i)a|b", .asTyped, "AB", ["A", "B"]),
  ]

  @Test(arguments: cases)
  func `the case of letters counts when it should`(
    source: String,
    rule: CaseRule,
    line: String,
    expected: [String]
  ) throws {
    #expect(try matches(source, rule, in: Array(line.utf8)) == expected)
  }

  private static let invalid: [(String, [UInt8], [Range<Int>])] = [
    (".", [0xFF, 0x61], [0..<1, 1..<2]),
    ("a.b", [0x61, 0xC3, 0x62], [0..<3]),
    ("a.b", [0x61, 0xE6, 0xBC, 0x62], []),
    ("a..b", [0x61, 0xE6, 0xBC, 0x62], [0..<4]),
    ("^.$", [0xE6, 0xBC, 0xA2], [0..<3]),
    ("^..$", [0xC3, 0xA9, 0xA9], [0..<3]),
    ("^....$", [0xF0, 0x9F, 0x98, 0xE6], [0..<4]),
    ("^...$", [0xED, 0xA0, 0x80], [0..<3]),
    ("^..$", [0xC0, 0x80], [0..<2]),
    ("[^a]", [0xFF], [0..<1]),
    ("\\W", [0xFF], [0..<1]),
    ("\\S", [0xFF], [0..<1]),
    ("\\D", [0x80], [0..<1]),
    ("[^\\W]", [0xFF], []),
    ("\\w", [0xC3], []),
    ("é", [0xC3, 0xC3, 0xA9], [1..<3]),
    ("\\xE9", [0xE9], []),
    ("a\\b", [0x61, 0xFF, 0x61], [0..<1, 2..<3]),
    ("\\Ba", [0xC3, 0x61], []),
    (".$", [0x61, 0xF0, 0x9F], [2..<3]),
    ("", [0xE6, 0xBC, 0xA2, 0xE6], [0..<0, 3..<3, 4..<4]),
    (".*", [0x00, 0x0D, 0xFE], [0..<3]),
  ]

  @Test(arguments: invalid)
  func `bytes that are no text are units of their own`(
    source: String,
    line: [UInt8],
    expected: [Range<Int>]
  ) throws {
    var matcher = Matcher(try Pattern(source))
    #expect(matcher.ranges(in: line) == expected)
    #expect(matcher.matches(line) == !expected.isEmpty)
  }

  @Test func `a match is looked for from an index with what stands before in view`() throws {
    var matcher = Matcher(try Pattern("^a|\\ba"))
    let line = Array("aa a".utf8)
    #expect(matcher.firstMatch(in: line) == 0..<1)
    #expect(matcher.firstMatch(in: line, from: 1) == 3..<4)
    #expect(matcher.firstMatch(in: line, from: 4) == nil)
    #expect(matcher.firstMatch(in: line, from: 5) == nil)
  }

  @Test func `all matches of a line are looked for within a budget`() throws {
    // Each match is known to be one only at the line's end.
    var matcher = Matcher(try Pattern("a+b|a"))
    var count = 0
    withSpan([UInt8](repeating: UInt8(ascii: "a"), count: 10_000)) { line in
      matcher.forEachMatch(in: line, budget: 100_000) { _ in
        count += 1
        return true
      }
    }
    #expect((9...11).contains(count))
  }

  @Test func `several patterns are one, each with its own case rule`() throws {
    let patterns = try [Pattern("error"), Pattern("Warn"), Pattern("^x|y$")]
    var matcher = Matcher(try Pattern(anyOf: patterns))
    #expect(matcher.ranges(in: "x ERROR WARN Warn y y") == [0..<1, 2..<7, 13..<17, 20..<21])
    #expect(matcher.matchingLines(in: Array("Error\nwarn\nax\nay\n".utf8)) == [0..<5, 14..<16])
    matcher = Matcher(try Pattern(anyOf: [patterns[0]]))
    #expect(matcher.ranges(in: "x ERROR") == [2..<7])
    let large = try Pattern("a{4000}")
    #expect(throws: PatternError.self) { try Pattern(anyOf: [large, large, large]) }
  }

  @Test func `looking for all matches stops when told to`() throws {
    var matcher = Matcher(try Pattern("a"))
    var count = 0
    withSpan(Array("aaaa".utf8)) { line in
      matcher.forEachMatch(in: line) { _ in
        count += 1
        return count < 2
      }
    }
    #expect(count == 2)
  }
}
