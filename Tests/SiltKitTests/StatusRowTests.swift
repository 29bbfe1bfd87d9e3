import SiltCore
import SiltText
import Testing

@testable import SiltKit

struct StatusRowTests {
  private static func status(
    _ name: String,
    _ state: String,
    news: String? = nil,
    right: String? = nil
  ) -> StatusRow {
    var status = StatusRow(name: ContiguousArray(name.utf8), state: state)
    status.news = news
    status.right = right
    return status
  }

  private static func text(_ row: StyledRow) -> String {
    var text = ""
    var column = 0
    var start = row.utf8.startIndex
    for run in row.runs {
      text += String(repeating: " ", count: run.column - column)
      text += String(decoding: row.utf8[start..<start + run.utf8Count], as: UTF8.self)
      start += run.utf8Count
      column = run.column + run.columns
    }
    return text
  }

  @Test(arguments: [
    (47, "app.log  paused  ↓ 12 new   1,234 lines  1.2k/s"),
    (46, "app.log  paused  ↓ 12 new  1,234 lines  1.2k/s"),
    (45, "app.log  paused  ↓ 12 new"),
    (25, "app.log  paused  ↓ 12 new"),
    (24, "app.lo  paused  ↓ 12 new"),
    (19, "a  paused  ↓ 12 new"),
    (18, "paused  ↓ 12 new"),
    (16, "paused  ↓ 12 new"),
    (15, "app.log  paused"),
    (14, "app.lo  paused"),
    (9, "a  paused"),
    (8, "paused"),
    (6, "paused"),
    (5, "pause"),
    (1, "p"),
  ])
  func `the right side goes first, then the name, the news, the state`(
    columns: Int,
    expected: String
  ) {
    let status = Self.status(
      "app.log",
      "paused",
      news: "↓ 12 new",
      right: "1,234 lines  1.2k/s"
    )
    let row = status.row(columns: columns, ambiguousIsWide: false)
    #expect(Self.text(row) == expected)
  }

  @Test func `the right side stands at the right end`() {
    let status = Self.status("x", "following", right: "1 line")
    let row = status.row(columns: 30, ambiguousIsWide: false)
    #expect(Self.text(row) == "x  following" + String(repeating: " ", count: 12) + "1 line")
  }

  @Test func `a hint is dim and a name bold`() {
    var status = Self.status("x", "following", right: "h help")
    status.rightIsHint = true
    let runs = status.row(columns: 30, ambiguousIsWide: false).runs
    #expect(runs.map(\.style) == [Style(attributes: .bold), .plain, .dim])
  }

  @Test func `a message takes the place of everything and is cut`() {
    var status = Self.status("x", "following", news: "new", right: "1 line")
    status.message = "line 5 of 12"
    #expect(Self.text(status.row(columns: 30, ambiguousIsWide: false)) == "line 5 of 12")
    #expect(Self.text(status.row(columns: 6, ambiguousIsWide: false)) == "line 5")
  }

  @Test(
    arguments: [
      "app.log", "", "日本語のログ.log", "👨‍👩‍👧👍🏽❤️.log", "\u{1B}[2J\u{1B}]0;x\u{7}\r\n\t.log",
      "e\u{301}\u{301}\u{202E}x", String(repeating: "very long ", count: 30), "±§…─", "각\u{1100}",
    ],
    [false, true]
  )
  func `no row is wider than its columns, and all of it is inert`(
    name: String,
    ambiguousIsWide: Bool
  ) {
    for state in ["paused", "läuft ─ 世界"] {
      for news in [nil, "↓ 1,234 new"] {
        for right in [nil, "h help  q leave", "1,234,567 lines  1.2k/s", "5"] {
          var status = Self.status(name, state, news: news, right: right)
          for columns in 1...60 {
            let row = status.row(columns: columns, ambiguousIsWide: ambiguousIsWide)
            let text = Self.text(row)
            // Whatever has no room, the state is the last to go.
            let stateColumns = StyledRow.columns(of: state, ambiguousIsWide: ambiguousIsWide)
            let isWell =
              row.columns <= columns && row.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
              && (columns < stateColumns || text.contains(state))
            #expect(isWell, "\(columns): \(text)")
          }
          status.message = name + state
          let row = status.row(columns: 30, ambiguousIsWide: ambiguousIsWide)
          #expect(row.columns <= 30)
          #expect(row.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        }
      }
    }
  }

  @Test func `bytes of a name that are no text are shown as such`() {
    let status = StatusRow(name: [0x61, 0xFF, 0x62], state: "ended")
    #expect(Self.text(status.row(columns: 40, ambiguousIsWide: false)) == "a<FF>b  ended")
  }

  @Test(arguments: [
    (1, "1/s"), (850, "850/s"), (999, "999/s"), (1000, "1.0k/s"), (1099, "1.0k/s"),
    (1234, "1.2k/s"), (99_999, "99.9k/s"), (100_000, "100k/s"), (999_999, "999k/s"),
    (1_000_000, "1.0M/s"), (3_456_789, "3.4M/s"), (123_456_789, "123M/s"),
  ])
  func `a rate is short and never more than it was`(rate: Int, text: String) {
    #expect(rateText(rate) == text)
  }

  @Test(arguments: [
    (0, "0 lines"), (1, "1 line"), (2, "2 lines"), (999, "999 lines"), (1000, "1,000 lines"),
    (12_345, "12,345 lines"), (1_234_567, "1,234,567 lines"),
  ])
  func `a count has commas at thousands`(count: Int, text: String) {
    #expect(lineCountText(count) == text)
  }
}
