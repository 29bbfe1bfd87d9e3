import SiltTestSupport
import Testing

@testable import SiltMatch

@Suite struct PropertyTests {
  private static func pattern(
    _ random: inout SeededGenerator,
    isCommon: Bool
  ) throws -> (naive: NaivePattern, pattern: Pattern, ignoresCase: Bool) {
    let naive = NaivePattern.random(&random, depth: 3, isCommon: isCommon)
    let ignoresCase = random.isOne(in: 2)
    let pattern = try Pattern(naive.source, caseRule: ignoresCase ? .ignored : .asTyped)
    return (naive, pattern, ignoresCase)
  }

  @Test(arguments: 0..<UInt64(30)) func `ranges are those that trying everything finds`(
    batch: UInt64
  ) throws {
    for seed in batch * 50..<(batch + 1) * 50 {
      var random = SeededGenerator(seed: seed)
      let (naive, pattern, ignoresCase) = try Self.pattern(&random, isCommon: false)
      var matcher = Matcher(pattern)
      for _ in 0..<8 {
        let line = NaivePattern.text(&random, isValid: random.isOne(in: 2))
        let text = NaivePattern.Text(line, ignoresCase: ignoresCase)
        let comment: Comment = "seed \(seed): \(naive.source) in \(line)"
        let expected = naive.firstMatch(in: text)
        #expect(matcher.firstMatch(in: line) == expected, comment)
        #expect(matcher.matches(line) == (expected != nil), comment)
        let start = random.below(text.offsets.count)
        #expect(
          matcher.firstMatch(in: line, from: text.offsets[start])
            == naive.firstMatch(in: text, from: start),
          "\(comment) from \(start)"
        )
      }
    }
  }

  @Test(arguments: 0..<UInt64(20)) func `a full table changes nothing`(batch: UInt64) throws {
    var flushes = 0
    for seed in batch * 5..<(batch + 1) * 5 {
      var random = SeededGenerator(seed: 1_000_000 + seed)
      let (naive, pattern, _) = try Self.pattern(&random, isCommon: false)
      var large = Matcher(pattern)
      var small = Matcher(pattern, memoryLimit: 1 << random.below(14))
      var block: [UInt8] = []
      for _ in 0..<20 {
        let line = NaivePattern.text(&random, isValid: false, atMost: 40)
        #expect(small.ranges(in: line) == large.ranges(in: line), "seed \(seed): \(naive.source)")
        block += line + [10]
      }
      let lines = large.matchingLines(in: block)
      #expect(small.matchingLines(in: block) == lines, "seed \(seed): \(naive.source)")
      #expect(large.matchingLinesOneByOne(in: block) == lines, "seed \(seed): \(naive.source)")
      flushes += small.flushes
    }
    #expect(flushes > 20)
  }

  @Test(arguments: 0..<UInt64(20)) func `blocks have the lines that match one by one`(
    batch: UInt64
  ) throws {
    for seed in batch * 10..<(batch + 1) * 10 {
      var random = SeededGenerator(seed: 2_000_000 + seed)
      let (naive, pattern, _) = try Self.pattern(&random, isCommon: false)
      var matcher = Matcher(pattern)
      var block: [UInt8] = []
      for _ in 0..<random.below(200) {
        block += NaivePattern.text(&random, isValid: random.isOne(in: 2), atMost: 30)
        block.append(10)
      }
      if random.isOne(in: 2) { block += NaivePattern.text(&random, isValid: true) }
      let comment: Comment = "seed \(seed): \(naive.source)"
      let lines = matcher.matchingLinesOneByOne(in: block)
      #expect(matcher.matchingLines(in: block) == lines, comment)
      #expect(matcher.matchingLines(in: block, budget: 1 + random.below(300)) == lines, comment)
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
