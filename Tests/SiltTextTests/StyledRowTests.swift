import Testing

@testable import SiltText

@Suite struct `A styled row` {
  private let bold = Style(attributes: .bold)

  @Test func `runs of one style that meet are one`() {
    var row = StyledRow()
    row.append("ab".utf8, columns: 2)
    row.append("cd".utf8, columns: 2)
    row.append("ef".utf8, columns: 2, style: bold)
    row.append("gh".utf8, columns: 2, style: bold, at: 8)
    #expect(row.pieces == [Piece("abcd"), Piece("ef", bold), Piece("gh", bold)])
    #expect(row.runs.map(\.column) == [0, 4, 8])
    #expect(row.columns == 10)
  }

  @Test func `a row is appended at a column`() {
    var name = StyledRow()
    name.append("n".utf8, columns: 1, style: bold)
    name.append("❤️".utf8, columns: 2, isDoubtful: true)
    var row = StyledRow()
    row.append("ab".utf8, columns: 2)
    row.append(name, at: 4)
    row.append("x".utf8, columns: 1)
    #expect(row.runs.map(\.column) == [0, 4, 5, 7])
    #expect(row.runs.map(\.isDoubtful) == [false, false, true, false])
    #expect(row.text == "abn❤️x")
  }

  @Test(arguments: [
    ("status", 10, "status", true), ("status", 6, "status", true), ("status", 3, "sta", false),
    ("漢字", 3, "漢", false), ("漢字", 1, "", false), ("e\u{301}x", 1, "e\u{301}", false),
    ("abc", 0, "", false), ("", 0, "", true), ("👍🏽", 3, "", false), ("👍🏽", 4, "👍🏽", true),
    ("a👍🏽b", 5, "a👍🏽b", true), ("a\nb", 10, "a^Jb", true), ("abc", -1, "", false),
  ])
  func `text is cut at a cluster`(text: String, columns: Int, expected: String, isWhole: Bool) {
    var row = StyledRow()
    let result = row.append(text: text, maxColumns: columns)
    #expect(result == isWhole)
    #expect(row.text == expected)
    #expect(row.columns <= max(columns, 0))
  }

  @Test func `text has its style, and what is inert in it is dim`() {
    var row = StyledRow()
    row.append("> ".utf8, columns: 2)
    row.append(text: "a\u{1B}b", style: bold, at: 5)
    #expect(
      row.pieces
        == [
          Piece("> "), Piece("a", bold), Piece("^[", Style(attributes: [.bold, .dim])),
          Piece("b", bold),
        ]
    )
    #expect(row.runs.map(\.column) == [0, 5, 6, 8])
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("漢字", 4), ("a\tb", 4), ("👨‍👩‍👧‍👦", 2), ("±", 1), ("\u{301}", 8),
  ])
  func `text is measured as it is shown`(text: String, columns: Int) {
    #expect(StyledRow.columns(of: text) == columns)
  }

  @Test func `ambiguous text is measured wide where asked`() {
    #expect(StyledRow.columns(of: "±─", ambiguousIsWide: true) == 4)
    var row = StyledRow()
    let isWhole = row.append(text: "±─", maxColumns: 3, ambiguousIsWide: true)
    #expect(!isWhole)
    #expect(row.text == "±")
  }
}
