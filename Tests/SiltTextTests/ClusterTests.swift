import Foundation
import Testing

@testable import SiltText

@Suite struct `Grapheme clusters` {
  /// Unicode's own test file, which ships beside the data of the tables.
  static func conformanceLines() throws -> [String] {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent()
      .appending(path: "../../.ci/unicode/GraphemeBreakTest.txt")
    return try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n")
      .map { String($0.prefix { $0 != "#" }) }
      .filter { $0.contains("÷") }
  }

  /// The clusters of a text as the breaker finds them.
  static func clusters(_ scalars: [UInt32]) -> [[UInt32]] {
    var breaker = GraphemeBreaker()
    var clusters: [[UInt32]] = []
    for scalar in scalars {
      if breaker.isBoundary(before: ScalarProperties(scalar)) { clusters.append([]) }
      clusters[clusters.count - 1].append(scalar)
    }
    return clusters
  }

  @Test func `every line of Unicode's test of clusters`() throws {
    let lines = try Self.conformanceLines()
    #expect(lines.count == 853)
    for line in lines {
      let expected = line.split(separator: "÷")
        .map { cluster in
          cluster.split { " ×\t".contains($0) }.compactMap { UInt32($0, radix: 16) }
        }
        .filter { !$0.isEmpty }
      #expect(Self.clusters(expected.flatMap { $0 }) == expected, "\(line)")
    }
  }

  @Test(arguments: [
    "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪🇫🇷🇬", "👍🏽", "❤️‍🔥", "1️⃣", "한국어", "각", "กำ", "क्षि", "நி", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "a\u{200D}b", "تا", "ครัวซองต์", "Ω≈ç√∫˜µ≤", "\u{600}1a",
  ])
  func `clusters are what the standard library calls characters`(text: String) {
    let expected = text.map { $0.unicodeScalars.map(\.value) }
    #expect(Self.clusters(text.unicodeScalars.map(\.value)) == expected)
  }

  @Test func `the tables agree with the standard library's`() throws {
    for value in UInt32(0)...0x10FFFF {
      // The library's own tables are of an older version.
      guard let scalar = UnicodeScalar(value), scalar.properties.age != nil else { continue }
      let known = scalar.properties
      let mine = ScalarProperties(value)
      #expect(
        mine.isPresentedEmoji == known.isEmojiPresentation,
        "\(scalar.escaped(asASCII: true))"
      )
      #expect(
        mine.isTextEmoji == (known.isEmoji && !known.isEmojiPresentation),
        "\(scalar.escaped(asASCII: true))"
      )
      #expect(
        (mine.graphemeBreak == .extend) == (known.isGraphemeExtend || known.isEmojiModifier),
        "\(scalar.escaped(asASCII: true))"
      )
    }
  }

  @Test(arguments: [
    ("a", 1, 1), ("中", 2, 2), ("Ａ", 2, 2), ("ｱ", 1, 1), ("é", 1, 1), ("e\u{301}\u{302}", 1, 1),
    ("😀", 2, 2), ("⌚", 2, 2), ("❤", 1, 1), ("❤\u{FE0F}", 2, 2), ("⌚\u{FE0E}", 2, 2),
    ("👨‍👩‍👧‍👦", 2, 8), ("👍🏽", 2, 4), ("🇩🇪", 2, 4), ("🇩", 2, 2), ("1\u{FE0F}\u{20E3}", 2, 2),
    ("❤️‍🔥", 2, 4), ("각", 2, 2), ("\u{1112}\u{1161}\u{11AB}", 2, 2), ("กำ", 2, 2), ("क्षि", 2, 3),
    ("कि", 2, 2), ("±", 1, 1), ("─", 1, 1), ("\u{E0B0}", 1, 1), ("\u{F0001}", 1, 1),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2, 2), ("\u{2FFFD}", 2, 2), ("ก็", 1, 1),
    ("\u{16D67}\u{16D67}", 2, 2),
  ])
  func `a cluster's width, believed and largest`(text: String, columns: Int, largest: Int) {
    let all = rows(text, columns: largest)
    #expect(all.count == 1)
    #expect(all[0].columns == columns)
    #expect(all[0].text == text)
    if largest > 1 {
      // One column less and there is no room for it.
      #expect(texts(text, columns: largest - 1) == [">"])
    }
  }

  @Test(arguments: [
    "❤\u{FE0F}", "⌚\u{FE0E}", "👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "🇩", "1\u{FE0F}\u{20E3}", "❤️‍🔥", "क्षि", "कि", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  ])
  func `a doubtful cluster ends its run`(text: String) {
    let row = rows("ab" + text + "cd")[0]
    #expect(row.runs.map(\.isDoubtful) == [true, false])
    #expect(row.runs.map(\.column) == [0, 4])
    #expect(row.pieces.map(\.text) == ["ab" + text, "cd"])
  }

  @Test(arguments: ["a", "中", "é", "e\u{301}", "😀", "각", "±", "\u{E0B0}"])
  func `a width that terminals agree on ends no run`(text: String) {
    #expect(rows("ab" + text + "cd")[0].runs.map(\.isDoubtful) == [false])
  }

  @Test func `ambiguous characters take two cells where asked`() {
    #expect(rows("±─é") { $0.ambiguousIsWide = true }[0].columns == 6)
    #expect(rows("\u{E0B0}a") { $0.ambiguousIsWide = true }[0].columns == 2)
    #expect(rows("±─é")[0].columns == 3)
  }

  @Test(arguments: [
    ("a\u{200D}b", "ab"), ("a\u{200D}\u{200D}", "a"), ("👨\u{200D}<", "👨<"),
    ("👨\u{200D}\u{7}", "👨^G"),
    ("a\u{301}\u{200D} ", "a\u{301} "), ("क\u{94D}\u{200D}क", "क\u{94D}\u{200D}क"),
    ("👨\u{200D}👩", "👨\u{200D}👩"),
    ("\u{1100}\u{200D}\u{1161}", "\u{1100}\u{1161}"), ("🇩\u{200D}🇪", "🇩🇪"),
    ("\u{600}\u{200D}12", "\u{600}12"),
    ("h\u{FE0F}s", "hs"), ("世\u{FE0F}", "世"), ("e\u{301}\u{FE0F}", "e\u{301}"),
    ("h\u{FE0E}", "h\u{FE0E}"),
    ("1\u{FE0F}", "1\u{FE0F}"), ("⌚\u{FE0F}", "⌚\u{FE0F}"), ("🇩🇪\u{FE0F}", "🇩🇪\u{FE0F}"),
    ("h\u{200D}\u{FE0F}", "h"),
  ])
  func `what joins or selects nothing is left out`(line: String, expected: String) {
    #expect(text(line) == expected)
    // And what it kept apart is measured as it will stand there.
    #expect(rows(line)[0].columns == rows(expected)[0].columns)
  }

  @Test func `marks beyond the limit are left out, and only they`() {
    let marks = String(repeating: "\u{301}", count: 100_000)
    let row = rows("a" + marks + "b" + marks + "c")[0]
    #expect(row.columns == 3)
    #expect(row.utf8.count <= 3 * LineScanner.clusterLimit)
    #expect(row.text.unicodeScalars.filter { $0 == "a" || $0 == "b" || $0 == "c" }.count == 3)
  }

  @Test func `a chain that never ends is cut into cells that fit`() {
    let chain = String(repeating: "👨\u{200D}", count: 1_000) + "👨"
    let all = rows(chain, columns: 40)
    #expect(all.allSatisfy { $0.columns <= 40 })
    // Where it is cut nothing is left that would join the parts.
    let people = all.map(\.text).joined().unicodeScalars.filter { $0 == "👨" }
    #expect(people.count == 1_001)
    let jamo = String(repeating: "\u{1100}", count: 1_000)
    #expect(texts(jamo, columns: 60).joined() == jamo)
  }
}
