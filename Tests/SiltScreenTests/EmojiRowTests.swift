import SiltScreen
import SiltTestSupport
import SiltText
import Testing

/// Rows of emoji in terminals that disagree on them.
struct EmojiRowTests {
  @Test(arguments: VirtualScreen.Clusters.allCases)
  func `what stands behind every emoji of Unicode's list is in its column`(
    clusters: VirtualScreen.Clusters
  ) throws {
    let columns = 20
    let layout = TextLayout(columns: columns - 1)
    var lines: [StyledRow] = []
    for (_, text) in try UnicodeData.emoji() {
      let bytes = ContiguousArray("a\(text)b \(text)c".utf8)
      let rows = layout.rows(bytes.span).rows
      guard rows.count == 1, rows[0].columns < columns - 1 else { continue }
      var row = rows[0]
      row.append("▲".utf8, columns: 1, style: .dim, at: columns - 1)
      lines.append(row)
    }
    #expect(lines.count > 5_000)
    var screen = VirtualScreen(rows: 24, columns: columns, clusters: clusters)
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.enter(columns: columns, into: &bytes)
    for start in stride(from: 0, to: lines.count, by: 23) {
      var shown = Array(lines[start..<min(start + 23, lines.count)])
      var status = StyledRow()
      status.append("status \(start)".utf8, columns: "status \(start)".count)
      shown.append(status)
      painter.paint(Frame(rows: shown, columns: columns), into: &bytes)
      screen.feed(bytes)
      bytes = []
      for (index, row) in shown.dropLast().enumerated() {
        let marks = row.runs.filter { !$0.isDoubtful && $0.columns <= 2 }
        var start = row.utf8.startIndex
        for run in row.runs {
          let text = String(decoding: row.utf8[start..<start + run.utf8Count], as: UTF8.self)
          start += run.utf8Count
          // What follows a doubtful cluster was placed.
          guard let first = text.unicodeScalars.first, first.isASCII else { continue }
          #expect(screen.cell(row: index, column: run.column).text.unicodeScalars.first == first)
        }
        #expect(!marks.isEmpty)
        #expect(screen.cell(row: index, column: columns - 1).text == "▲")
      }
      #expect(screen.text[shown.count - 1] == "status \(start)")
    }
    #expect(screen.unexpected == [])
    #expect(screen.scrollback.isEmpty)
  }
}
