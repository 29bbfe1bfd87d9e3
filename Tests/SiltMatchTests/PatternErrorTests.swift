import SiltMatch
import SiltTestSupport
import Testing

@Suite struct PatternErrorTests {
  private static let itself: [(source: String, message: String)] = [
    ("(a", #"unclosed ( at character 1: expected ) behind it, or \( for itself"#),
    ("a(b(c)", #"unclosed ( at character 2: expected ) behind it, or \( for itself"#),
    ("a)", #"unmatched ) at character 2: expected ( before it, or \) for itself"#),
    ("a[b", #"unclosed [ at character 2: expected ] behind it, or \[ for itself"#),
    ("[", #"unclosed [ at character 1: expected ] behind it, or \[ for itself"#),
    ("[]", #"unclosed [ at character 1: expected ] behind it, or \[ for itself"#),
    ("*a", #"nothing to repeat for * at character 1: expected \* for itself"#),
    ("a|+", #"nothing to repeat for + at character 3: expected \+ for itself"#),
    ("(?i)?", #"nothing to repeat for ? at character 5: expected \? for itself"#),
    ("({2})", #"nothing to repeat for {2} at character 2: expected \{ for itself"#),
    ("a\\", #"\ ends the pattern at character 2: expected \\ for itself"#),
  ]

  private static let ranges: [(source: String, message: String)] = [
    (
      "[z-a]",
      #"range z-a is backwards at character 2: expected its smaller end first, or \- for itself"#
    ),
    (
      "[a-\\d]",
      #"range a-\d has an end that is no character at character 2: expected two characters, or \- for itself"#
    ),
    (
      "[\\b]",
      #"\b is no character and cannot stand in a class at character 2: expected \x08 for a backspace, or \b outside"#
    ),
    (
      "[[:foo:]]",
      "unknown class [:foo:] at character 2: expected one of alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit"
    ),
    ("[[.a.]]", "[. .] is not possible at character 2: expected the characters themselves"),
    ("a{3,1}", "{3,1} counts backwards at character 2: expected {1,3}"),
  ]

  private static let escapes: [(source: String, message: String)] = [
    (
      "\\q",
      #"unknown escape \q at character 1: expected one of \d \w \s \b \D \W \S \B \t \n \xHH \u{H}, or no \"#
    ),
    (
      "\\xZZ",
      #"incomplete \x at character 1: expected \xHH or \x{H} with hexadecimal digits"#
    ),
    (
      "\\u12",
      #"incomplete \u at character 1: expected \uHHHH or \u{H} with hexadecimal digits"#
    ),
    (
      "\\u{D800}",
      #"\u{D800} is no code point at character 1: expected one up to 10FFFF outside D800 to DFFF"#
    ),
    (
      "\\x{110000}",
      #"\x{110000} is no code point at character 1: expected one up to 10FFFF outside D800 to DFFF"#
    ),
  ]

  private static let groups: [(source: String, message: String)] = [
    (
      "(a)\\1",
      #"back reference \1 is not possible at character 4: expected the text itself once more"#
    ),
    (
      "a(?=b)",
      "look-around (?= is not possible at character 2: expected a pattern that says what matches itself"
    ),
    (
      "(?<!b)a",
      "look-around (?<! is not possible at character 1: expected a pattern that says what matches itself"
    ),
    ("(?x)a", "unknown group (?x at character 1: expected (?:, (?i), (?i: or (?<name>"),
    ("(?\u{1B}", "unknown group (?<U+001B> at character 1: expected (?:, (?i), (?i: or (?<name>"),
    ("(?<>a)", "bad group name at character 1: expected (?<name>"),
    (
      String(repeating: "(", count: 201),
      "groups are nested too deeply at character 201: expected at most 200 of them in each other"
    ),
  ]

  @Test(arguments: itself + ranges + escapes + groups)
  func `what is wrong with a pattern is said in one line`(source: String, message: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(source) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    "((a{1,100}){1,100}){1,100}", "a{99999999999}", "(){20000}", "(a|b{5000}|c{5000})",
    String(repeating: "a", count: 10_001),
  ])
  func `what is too large is refused before it is built`(source: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(source) }
    #expect(
      error?.message == "pattern is too large: expected at most 10000 states, counts multiply"
    )
  }

  @Test func `no pattern is too odd to be read`() {
    let pieces = [
      "(", ")", "[", "]", "{", "}", "?", "*", "+", "|", "^", "$", "\\", ",", "-", ":", "a", "1",
      "é", ".", "<", "P", "i", "x", "=", "\u{0}",
    ]
    var random = SeededGenerator(seed: 5)
    var read = 0
    for _ in 0..<6000 {
      let source = (0..<random.below(10)).map { _ in random.pick(pieces) }.joined()
      do throws(PatternError) {
        _ = try Pattern(source)
        read += 1
      } catch {
        #expect(error.message.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(source)")
      }
    }
    #expect(read > 500)
  }
}
