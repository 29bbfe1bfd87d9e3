import SiltTestSupport
import Testing

@testable import SiltMatch

/// Blocks that are large enough for what is in them to say how they are looked through.
@Suite struct BlockTests {
  private static let words = [
    "ERROR", "error", "WARN", "info", "retrying", "job", "user", "task", "Ta\u{17F}k",
    "tas\u{212A}",
    "status=500", "status=200", "dur=0012ms", "dur=7ms", "id=2a33", "größe", "漢字", "[db.pool]",
    "kiosk", "x", "1", "",
  ]

  private static func block(_ random: inout SeededGenerator, lines: Int) -> [UInt8] {
    var block: [UInt8] = []
    // Some words are rare and some are in each line: both ways of looking are taken.
    let first = random.pick(words)
    let usual = (0..<3).map { _ in random.pick(words) }
    for _ in 0..<lines {
      block += (random.isOne(in: 10) ? "" : "\(first) ").utf8
      for _ in 0..<random.below(8) {
        block += random.pick(random.isOne(in: 20) ? words : usual).utf8
        block.append(random.isOne(in: 50) ? 0xC3 : 0x20)
      }
      block.append(10)
    }
    if random.isOne(in: 2) { block.removeLast() }
    return block
  }

  private static let sources = [
    "ERROR", "error", "ERROR.*retrying", "(ERROR|WARN).*status=500", "dur=[0-9]{4}ms$",
    "[a-z]+\\.[a-z]+\\] (job|user)", "^ERROR", "^(ERROR|WARN) ", "^task", "^$", "$", "", "task",
    "task|kiosk", "ks?", "k.*job", "task$", "\\btask\\b", "größe", "GRÖSSE", "漢字.*x",
    "(job|user|task|kiosk|error|x) (job|user)", "x{3,}", "(a|e)rror", "id=[0-9a-f]+ ", "j?ob",
    "(job)+ ?user", "[jx] ", "status=(200|500)", "retr[xy]ing", "^.{30,}$", "\\w\\W\\w", "[^ -~]",
    "(?i)TASK (?-i)job", "no such thing anywhere", "ſ", "\u{212A}",
  ]

  @Test(arguments: sources)
  func `however a block is looked through, the same lines match`(source: String) throws {
    for seed in 0..<UInt64(3) {
      var random = SeededGenerator(seed: seed)
      let block = Self.block(&random, lines: 40 + random.below(200))
      for rule in [CaseRule.asTyped, .ignored] {
        let pattern = try Pattern(source, caseRule: rule)
        var naive = Matcher(pattern)
        let lines = naive.matchingLinesOneByOne(in: block)
        let comment: Comment = "seed \(seed), \(rule)"
        var matcher = Matcher(pattern)
        #expect(matcher.matchingLines(in: block) == lines, comment)
        // What the block showed is known now.
        #expect(matcher.matchingLines(in: block) == lines, comment)
        #expect(matcher.matchingLines(in: block, budget: 1000) == lines, comment)
        var found: [Range<Int>] = []
        var index = 0
        while let line = matcher.nextMatchingLine(in: block, from: index) {
          found.append(line)
          index = min(line.upperBound + 1, block.count)
        }
        #expect(found == lines, comment)
      }
    }
  }

  @Test func `strings are looked for where few lines hold them, and bytes are walked over else`()
    throws
  {
    let rare = Array((String(repeating: "info: nothing here\n", count: 500) + "ERROR a\n").utf8)
    let usual = Array(String(repeating: "ERROR: nothing near\n", count: 500).utf8)
    var matcher = Matcher(try Pattern("ERROR.*a$"))
    #expect(matcher.matchingLines(in: rare).count == 1)
    #expect(matcher.strategy.search != nil)
    matcher = Matcher(try Pattern("ERROR.*a$"))
    #expect(matcher.matchingLines(in: usual).isEmpty)
    #expect(matcher.strategy.search == nil)
    // Of two strings the rarer is taken.
    matcher = Matcher(try Pattern("ERROR.*absent"))
    #expect(matcher.matchingLines(in: usual).isEmpty)
    #expect(matcher.strategy.search != nil)
  }

  @Test(arguments: [
    ("abc", ["abc"]), ("ab|cd", ["ab|cd"]), ("x(a|b)y", ["xay|xby"]), ("a.*bcd", ["bcd", "a"]),
    ("a+bc", ["bc", "a"]), ("(abc)+d", ["abc", "d"]), ("a?b", ["ab|b"]), ("a*", []),
    ("(ab|.)c", ["c"]), ("(a.b|c.d)", ["a|c"]), ("[^0]x", ["x"]), ("^ab$", ["ab"]),
    ("a{3}", ["aaa"]), ("(ab){1,2}", ["ab|abab"]), ("", []), ("\\d+", []),
  ])
  func `strings that a match must hold are found`(source: String, expected: [String]) throws {
    let literals = try Pattern(source, caseRule: .asTyped).literals
    let strings = literals.candidates.map { set in
      set.literals.map { String(decoding: $0.first, as: UTF8.self) }.sorted()
    }
    let wanted = expected.map { $0.split(separator: "|").map(String.init) }
    #expect(Set(strings) == Set(wanted))
  }

  @Test(arguments: [0, 1, 31, 32, 33, 63, 64, 65, 100])
  func `a string is found at each place of a block`(length: Int) {
    for source in ["q", "qu", "quartz", "(?i)Quartz", "quartz|jumps"] {
      for index in 0...length {
        var block = [UInt8](repeating: UInt8(ascii: "u"), count: index)
        block += "quartz".utf8
        block += [UInt8](repeating: UInt8(ascii: "z"), count: length - index)
        guard let pattern = try? Pattern(source) else {
          Issue.record("\(source)")
          return
        }
        var matcher = Matcher(pattern)
        #expect(matcher.nextMatchingLine(in: block, from: 0) == 0..<block.count)
        #expect(matcher.nextMatchingLine(in: block, from: index + 1) == nil, "\(source) \(index)")
      }
    }
  }

  @Test func `lines begin and end where newlines are`() throws {
    var matcher = Matcher(try Pattern("a"))
    let block = Array("\na\n\nba\n".utf8)
    #expect(matcher.nextMatchingLine(in: block, from: 0) == 1..<2)
    #expect(matcher.nextMatchingLine(in: block, from: 3) == 4..<6)
    #expect(matcher.nextMatchingLine(in: block, from: 7) == nil)
    #expect(matcher.matchingLines(in: block) == [1..<2, 4..<6])
    matcher = Matcher(try Pattern("^$"))
    #expect(matcher.matchingLines(in: block) == [0..<0, 3..<3])
    #expect(matcher.matchingLines(in: []) == [])
    #expect(matcher.matchingLines(in: [10]) == [0..<0])
    #expect(matcher.nextMatchingLine(in: block, from: 1) == 3..<3)
  }
}
