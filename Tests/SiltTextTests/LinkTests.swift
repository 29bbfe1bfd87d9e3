import Testing

@testable import SiltText

/// Hyperlinks (OSC 8).
@Suite struct `Links` {
  /// Each run's text and the body of its link; empty without one.
  private func links(
    _ line: String,
    columns: Int = 80,
    _ change: (inout TextLayout) -> Void = { _ in }
  ) -> [[String]] {
    rows(line, columns: columns, change).map { row in
      row.pieces.map { piece in
        piece.text
          + (piece.style.link.map { " -> " + String(decoding: $0.body, as: UTF8.self) } ?? "")
      }
    }
  }

  private static let origins: [TextLayout.Origin] = [.stream, .terminal]

  @Test(arguments: [
    ("\u{1B}]8;;http://a.b\u{1B}\\c\u{1B}]8;;\u{1B}\\d", ["c -> ;http://a.b", "d"]),
    ("\u{1B}]8;;https://a.b\u{7}c\u{1B}]8;;\u{7}d", ["c -> ;https://a.b", "d"]),
    ("\u{1B}]8;;file://host/x%20y\u{7}c", ["c -> ;file://host/x%20y"]),
    ("\u{1B}]8;;MailTo:a@b\u{7}c", ["c -> ;MailTo:a@b"]),
    ("\u{1B}]8;;http://a/?b;c=d:e\u{7}f", ["f -> ;http://a/?b;c=d:e"]),
    // Of the parameters the id alone stays, as one of ours.
    ("\u{1B}]8;id=1;http://a\u{7}b", ["b -> id=silt-1;http://a"]),
    ("\u{1B}]8;x=y:id=z:a;http://a\u{7}b", ["b -> id=silt-z;http://a"]),
    ("\u{1B}]8;id=;http://a\u{7}b", ["b -> ;http://a"]),
    ("\u{1B}]8;id=a b;http://a\u{7}b", ["b -> ;http://a"]),
    ("\u{1B}]8;idx=1:xid=2;http://a\u{7}b", ["b -> ;http://a"]),
    ("\u{1B}]8;id=\(String(repeating: "i", count: 65));http://a\u{7}b", ["b -> ;http://a"]),
    // One follows the other without a close between them, and any close ends it.
    ("\u{1B}]8;;http://a\u{7}b\u{1B}]8;;http://c\u{7}d", ["b -> ;http://a", "d -> ;http://c"]),
    ("\u{1B}]8;;http://a\u{7}b\u{1B}]8;id=q;\u{7}c", ["b -> ;http://a", "c"]),
    // SGR and links leave each other alone.
    ("\u{1B}]8;;http://a\u{7}b\u{1B}[mc", ["bc -> ;http://a"]),
    // What a link is laid over keeps none of it.
    ("\u{1B}]8;;http://a\u{7}bcd\u{1B}]8;;\u{7}\rx", ["x", "cd -> ;http://a"]),
  ])
  func `are an attribute of the text between them`(line: String, expected: [String]) {
    for origin in Self.origins {
      #expect(links(line) { $0.origin = origin } == [expected])
    }
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "ssh://a", "ftp://a", "vscode://a", "x-http://a",
    "http", "//a", "a", "http:", " http://a", "http://a b", "http://ä", "http://a\u{7F}",
    "http://" + String(repeating: "a", count: 2077),
  ])
  func `lead nowhere else`(target: String) {
    let shown = rows("\u{1B}]8;;\(target)\u{7}b\u{1B}]8;;\u{7}c", columns: 5_000)[0]
    #expect(shown.runs.allSatisfy { $0.style.link == nil })
    // In a stream it is to be seen, from a command's terminal it is left out.
    #expect(shown.text.hasPrefix("^[]8;;"))
    #expect(shown.text.hasSuffix("^Gbc") || shown.text.hasSuffix("^?^Gbc"))
    let terminal = rows("\u{1B}]8;;\(target)\u{7}b\u{1B}]8;;\u{7}c", columns: 5_000) {
      $0.origin = .terminal
    }[0]
    #expect(terminal.text == "bc")
    #expect(terminal.runs.allSatisfy { $0.style.link == nil })
  }

  @Test func `are as long as they may be`() {
    let target = "http://" + String(repeating: "a", count: 2076)
    #expect(links("\u{1B}]8;;\(target)\u{7}b") == [["b -> ;\(target)"]])
    let parameters = String(repeating: "x", count: 256)
    #expect(links("\u{1B}]8;\(parameters);\(target)\u{7}b") == [["b -> ;\(target)"]])
    #expect(rows("\u{1B}]8;\(parameters)x;http://a\u{7}b", columns: 500)[0].text.hasPrefix("^["))
  }

  @Test(arguments: [
    "\u{1B}]8;;http://a", "\u{1B}]8;;http://a\u{1B}[m", "\u{1B}]8;;http://a\tb\u{7}",
    "\u{1B}]8;http://a\u{7}", "\u{1B}]8\u{7}", "\u{1B}]88;;http://a\u{7}",
    "\u{1B}]9;;http://a\u{7}",
    "\u{1B}]8;;http://a\u{9C}",
  ])
  func `that are not terminated or no links are text in a stream`(sequence: String) {
    let row = rows(sequence + "x")[0]
    #expect(row.text.hasPrefix("^[]"))
    #expect(row.runs.allSatisfy { $0.style.link == nil })
  }

  @Test func `go on in the line's next rows and end with it`() {
    let all = links("a\u{1B}]8;;http://a\u{7}bcdef", columns: 3)
    #expect(all == [["a", "bc -> ;http://a"], ["def -> ;http://a"]])
    for origin in Self.origins {
      var layout = TextLayout(columns: 10)
      layout.origin = origin
      let line = ContiguousArray("\u{1B}]8;;http://a\u{7}b".utf8)
      let style = layout.style(after: line.span, startingWith: .plain)
      #expect(style == .plain)
      let next = ContiguousArray("c".utf8)
      #expect(layout.rows(next.span, startingWith: style).rows[0].pieces == [Piece("c")])
    }
  }

  @Test func `are cut with their text`() {
    let row = rows("\u{1B}]8;;http://a\u{7}bcdef", columns: 3) { $0.wraps = false }[0]
    #expect(row.pieces.map(\.text) == ["bc", ">"])
    #expect(row.pieces[1].style == .dim)
  }

  @Test func `are left out where colours are not kept`() {
    for origin in Self.origins {
      let row = rows("\u{1B}]8;;http://a\u{7}b\u{1B}]8;;\u{7}c") {
        $0.keepsColors = false
        $0.origin = origin
      }[0]
      #expect(row.pieces == [Piece("bc")])
    }
  }

  @Test func `do not part a cluster`() {
    let row = rows("e\u{1B}]8;;http://a\u{7}\u{301}x")[0]
    #expect(row.text == "e\u{301}x")
    #expect(row.columns == 2)
  }

  @Test func `are never in a name`() {
    let name = ContiguousArray("\u{1B}]8;;http://a\u{7}b".utf8)
    #expect(String(decoding: inert(name.span), as: UTF8.self) == "^[]8;;http://a^Gb")
  }

  @Test func `a terminal's reset ends one`() {
    #expect(
      links("\u{1B}]8;;http://a\u{7}b\u{1B}[!pc") { $0.origin = .terminal }
        == [["b -> ;http://a", "c"]]
    )
  }

  @Test(arguments: ["\u{7}", "\u{1B}\\"])
  func `no part of one flashes by before it is whole`(end: String) {
    let bytes = Array("\u{1B}]8;id=a;https://example.com/a?b=c\(end)".utf8)
    for count in 1...bytes.count {
      let line = ContiguousArray("ab".utf8) + bytes[..<count]
      #expect(TextLayout.settledCount(line.span) == (count < bytes.count ? 2 : line.count))
      let alone = ContiguousArray(bytes[..<count])
      #expect(TextLayout.settledCount(alone.span) == (count < bytes.count ? 0 : count))
    }
    for text in ["\u{1B}]9;", "\u{1B}]8;\u{1}", "\u{1B}]8;é", "\u{1B}]80", "]8;;http://a"] {
      let line = ContiguousArray(text.utf8)
      #expect(TextLayout.settledCount(line.span) == line.count, "\(text.debugDescription)")
    }
    let long = ContiguousArray("\u{1B}]8;;http://\(String(repeating: "a", count: 3_000))".utf8)
    #expect(TextLayout.settledCount(long.span) == long.count)
  }
}
