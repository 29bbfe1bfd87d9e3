import SiltText
import Testing

/// What a program asks its terminal, and what it hears.
@Suite struct TerminalQueriesTests {
  private static func read(_ text: String, into queries: inout TerminalQueries) {
    let bytes = ContiguousArray(text.utf8)
    unsafe queries.read(bytes.span.bytes)
  }

  private static func answers(to pieces: [String]) -> String {
    var queries = TerminalQueries()
    for piece in pieces { read(piece, into: &queries) }
    return String(decoding: queries.answers(cursor: (11, 3)), as: UTF8.self)
  }

  @Test(arguments: [
    ("\u{1B}[6n", "\u{1B}[11;3R"), ("\u{1B}[?6n", "\u{1B}[?11;3R"), ("\u{1B}[5n", "\u{1B}[0n"),
    ("\u{1B}[c", "\u{1B}[?62;22c"), ("\u{1B}[0c", "\u{1B}[?62;22c"), ("\u{1B}[>c", "\u{1B}[>1;0;0c"),
    ("ab\u{1B}[6ncd\u{1B}[5n", "\u{1B}[11;3R\u{1B}[0n"), ("\u{1B}\u{1B}[6n", "\u{1B}[11;3R"),
    ("\u{1B}[31m\u{1B}[1\u{1B}[6n", "\u{1B}[11;3R"),
    ("6n [6n \u{1B}6n \u{1B}[7n \u{1B}[?5n \u{1B}[1;6n \u{1B}[>0;1c \u{1B}[16n", ""), ("", ""),
  ])
  func `a question is answered, whatever its pieces`(text: String, expected: String) {
    #expect(Self.answers(to: [text]) == expected)
    #expect(Self.answers(to: text.unicodeScalars.map { String($0) }) == expected)
  }

  @Test func `each is answered once, and the place only looked at when asked for`() {
    var queries = TerminalQueries()
    var looks = 0
    func place() -> (row: Int, column: Int) {
      looks += 1
      return (1, 1)
    }
    Self.read("\u{1B}[5n", into: &queries)
    #expect(queries.answers(cursor: place()) == Array("\u{1B}[0n".utf8))
    #expect(queries.answers(cursor: place()) == [])
    #expect(looks == 0)
  }
}
