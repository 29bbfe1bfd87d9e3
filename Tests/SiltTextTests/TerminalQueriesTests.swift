import Testing

@testable import SiltText

@Suite struct `What a program asks its terminal` {
  /// The answers to portions of bytes.
  ///
  /// A view of a span of bytes as raw bytes is only called unsafe for types with padding.
  private func answers(_ portions: [ContiguousArray<UInt8>], column: Int = 7) -> String {
    var queries = TerminalQueries()
    var answers: [UInt8] = []
    for portion in portions {
      unsafe queries.read(portion.span.bytes)
      answers += queries.answers(cursor: (row: 3, column: column))
    }
    return String(decoding: answers, as: UTF8.self)
  }

  private static let long = String(repeating: "x", count: 100)

  private static let table: [(String, String)] = [
    ("\u{1B}[6n", "\u{1B}[3;7R"), ("\u{1B}[?6n", "\u{1B}[?3;7R"), ("\u{1B}[5n", "\u{1B}[0n"),
    ("\u{1B}[c", "\u{1B}[?62;22c"), ("\u{1B}[0c", "\u{1B}[?62;22c"),
    ("\u{1B}[>c", "\u{1B}[>1;0;0c"),
    ("\u{1B}[>0c", "\u{1B}[>1;0;0c"), ("\u{1B}[06n", "\u{1B}[3;7R"),
    ("text\u{1B}[6nmore\u{1B}[5n", "\u{1B}[3;7R\u{1B}[0n"), ("\u{1B}\u{1B}[5n", "\u{1B}[0n"),
    ("\u{1B}[3\u{1B}[5n", "\u{1B}[0n"), ("\u{1B}]11;?\u{1B}\\\u{1B}[c", "\u{1B}[?62;22c"),
    ("\u{1B}]0;[6n\u{7}", ""), ("\(long)\u{1B}[5n\(long)", "\u{1B}[0n"),
    // no queries, or none that is answered
    ("", ""), ("[6n", ""), ("\u{1B}[n", ""), ("\u{1B}[0n", ""), ("\u{1B}[7n", ""),
    ("\u{1B}[66n", ""),
    ("\u{1B}[1006n", ""), ("\u{1B}[99999999999999999999996n", ""), ("\u{1B}[6;1n", ""),
    ("\u{1B}[1;6n", ""), ("\u{1B}[>6n", ""), ("\u{1B}[=c", ""), ("\u{1B}[1c", ""),
    ("\u{1B}[?c", ""),
    ("\u{1B}[0?6n", ""), ("\u{1B}[6$n", ""), ("\u{1B}[$6n", ""), ("\u{1B}[6\u{7}n", ""),
    ("\u{1B}[6m", ""),
    ("\u{1B}6n", ""), ("\u{1B}c", ""), ("\u{1B}[?62;22c", ""), ("\u{1B}[3;7R", ""),
    ("\u{1B}[é6n", ""),
  ]

  @Test(arguments: table)
  func `is answered however its bytes come`(text: String, expected: String) {
    let bytes = ContiguousArray(text.utf8)
    #expect(answers([bytes]) == expected)
    #expect(answers(bytes.map { [$0] }) == expected)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let portions = [bytes[..<first], bytes[first..<second], bytes[second...]]
        let found = answers(portions.map { ContiguousArray($0) })
        #expect(found == expected, "\(first), \(second)")
      }
    }
  }

  @Test func `is answered by bytes that ask nothing and are read as text`() {
    // An answer that comes back, since its program echoes, asks nothing again.
    let all = Self.table.map(\.1).joined()
    #expect(answers([ContiguousArray(all.utf8)]) == "")
  }

  @Test func `the cursor is looked for once, and only when it is asked for`() {
    var queries = TerminalQueries()
    var count = 0
    func cursor() -> (row: Int, column: Int) {
      count += 1
      return (1, count)
    }
    let text = ContiguousArray("text\u{1B}[c\u{1B}[31m\u{1B}[5n".utf8)
    unsafe queries.read(text.span.bytes)
    _ = queries.answers(cursor: cursor())
    #expect(count == 0)
    let query = ContiguousArray("\u{1B}[6n\u{1B}[6n".utf8)
    unsafe queries.read(query.span.bytes)
    let answer = queries.answers(cursor: cursor())
    #expect(String(decoding: answer, as: UTF8.self) == "\u{1B}[1;1R\u{1B}[1;1R")
    #expect(count == 1)
    #expect(queries.answers(cursor: cursor()) == [], "a question is answered once")
  }

  @Test(arguments: [UInt64](1...6))
  func `agrees with a search in the whole text`(seed: UInt64) {
    var generator = Generator(seed: seed)
    for _ in 0..<200 {
      let parts = [
        "\u{1B}", "[", "6", "n", "c", "0", ">", "?", ";", "5", "\u{1B}[6n", "\u{1B}[c", "x", "\n",
      ]
      let bytes = ContiguousArray(
        (0..<generator.number(below: 40)).map { _ in generator.pick(parts) }.joined().utf8
      )
      var portions: [ContiguousArray<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let portion = rest.prefix(1 + generator.number(below: 8))
        portions.append(ContiguousArray(portion))
        rest = rest.dropFirst(portion.count)
      }
      // Each ESC begins at most one query, which its next bytes are from the first to the last.
      var expected = ""
      for start in bytes.indices where bytes[start] == 0x1B {
        let follows = String(decoding: bytes[start...].dropFirst().prefix(40), as: UTF8.self)
        let answers = [
          (/^\[0*6n/, "\u{1B}[3;7R"), (/^\[\?0*6n/, "\u{1B}[?3;7R"), (/^\[0*5n/, "\u{1B}[0n"),
          (/^\[0*c/, "\u{1B}[?62;22c"), (/^\[>0*c/, "\u{1B}[>1;0;0c"),
        ]
        expected += answers.first { follows.contains($0.0) }?.1 ?? ""
      }
      #expect(answers(portions) == expected, "seed \(seed), \(Array(bytes))")
    }
  }
}
