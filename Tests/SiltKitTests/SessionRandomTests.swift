import SiltCore
import SiltSystem
import SiltTestSupport
import SiltText
import Testing

@testable import SiltKit

/// Random appends, keys and resizes, against a model that lays out everything.
struct SessionRandomTests {
  /// What came, and how it is shown.
  private struct Model {
    var bytes: [UInt8] = []
    var columns: Int
    var wraps = true
    var hasNumbers = false

    var textColumns: Int { columns >= 4 ? columns - 1 : columns }

    /// All rows, from the first line to the last, at a width.
    var rows: [String] {
      var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
      let tail = lines.removeLast()
      let total = lines.count + (tail.isEmpty ? 0 : 1)
      let digits = max(4, String(total).count)
      let isNumbered = hasNumbers && digits + 1 < textColumns
      let room = isNumbered ? textColumns - digits - 1 : textColumns
      let layout = TextLayout(columns: room, wraps: wraps)
      var rows: [String] = []
      for (index, line) in (lines + (tail.isEmpty ? [] : [tail])).enumerated() {
        var line = ContiguousArray(line)
        if index == lines.count {
          let count = TextLayout.settledCount(line.span)
          line.removeLast(line.count - count)
        }
        for (part, row) in layout.rows(line.span).rows.enumerated() {
          let number = part == 0 ? String(index + 1) : ""
          let prefix = String(repeating: " ", count: digits - number.count) + number + " "
          rows.append((isNumbered ? prefix : "") + Self.text(row))
        }
      }
      return rows
    }

    /// The rows of a view that follows, trimmed as a screen's are.
    func shown(_ count: Int) -> [String] {
      let rows = rows.suffix(count)
      return (Array(repeating: "", count: count - rows.count) + rows).map { row in
        String(row.reversed().drop { $0 == " " }.reversed())
      }
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
  }

  /// Pieces that logs are made of, and that they should not be made of.
  private static let pieces: [[UInt8]] =
    [
      "a", "word ", "12:00:01 INFO listening on :8080", "\n", "\n", "\n", "\r\n", "\r", "\t", "世界",
      "é", "e\u{301}", "\u{1B}[31m", "\u{1B}[m", "\u{1B}[K", "\u{1B}[2J", "\u{1B}]0;t\u{7}",
      "\u{8}",
      "\u{1B}", "\u{1B}[3", "\u{7}", "\u{0}", "\u{202E}", "█", "x\n", "\u{1B}[1;48;5;200m",
    ].map { Array($0.utf8) } + [[0xFF], [0xE4, 0xB8], [0x96]]

  private static let keys = [
    "k", "j", "b", "f", "u", "d", "g", "G", "F", "\u{13}", "S", "L", "=", "x", "9", "\u{1B}[A",
    "\u{1B}[B", "\r", "r", "Z",
  ]

  /// The log rows without the gutter, which holds a mark or nothing.
  private static func logRows(_ bed: SessionBed, seed: String) -> [String] {
    let first = bed.screen.cursorRow
    let count = bed.queue.sync { bed.session.region.rows } - 1
    guard bed.screen.columns >= 4 else { return Array(bed.screen.text[first..<first + count]) }
    let gutter = bed.screen.columns - 1
    return (first..<first + count).map { row in
      let mark = bed.screen.cell(row: row, column: gutter).text
      let isMark = mark == "▲" && row == first || mark == "▼" && row == first + count - 1
      #expect(mark.isEmpty || isMark, "\(seed): a row is too wide")
      var text = bed.screen.text[row]
      if !mark.isEmpty { text.removeLast() }
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(arguments: 0..<24)
  func `a random session shows what it should`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let columns = Int.random(in: 1...40, using: &random)
    let rows = Int.random(in: 1...9, using: &random)
    var model = Model(columns: columns)
    let bed = try SessionBed(rows: rows, columns: columns, height: .rows(6))
    bed.start()
    _ = bed.look()
    var before = Self.logRows(bed, seed: "\(seed)")
    for step in 0..<80 {
      let place = "seed \(seed), step \(step)"
      let wasFollowing = bed.queue.sync { bed.session.viewport.isFollowing }
      let choice = Int.random(in: 0..<100, using: &random)
      if choice < 60 {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          bytes += Self.pieces.randomElement(using: &random) ?? []
        }
        model.bytes += bytes
        bed.append(bytes)
      } else if choice < 98 {
        let key = Self.keys.randomElement(using: &random) ?? "k"
        if key == "S" { model.wraps.toggle() }
        if key == "L" { model.hasNumbers.toggle() }
        // Two of it leave.
        if key == "Z" { try bed.press("x") }
        try bed.press(key)
      } else {
        model.columns = Int.random(in: 1...40, using: &random)
        let rows = Int.random(in: 1...9, using: &random)
        try bed.resize(rows: rows, columns: model.columns)
      }
      if bed.queue.sync({ bed.session.keyMap.pending }) == "Z" { try bed.press("x") }

      let shown = bed.look()
      let isFollowing = bed.queue.sync { bed.session.viewport.isFollowing }
      let log = Self.logRows(bed, seed: place)
      #expect(log.count == shown.count - 1, "\(place)")
      if isFollowing {
        let expected = model.shown(log.count)
        #expect(log == expected, "\(place)")
        guard log == expected else { return }
      } else if choice < 60 {
        #expect(!wasFollowing, "\(place)")
        #expect(log == before, "\(place)")
        guard log == before else { return }
      }
      let message = bed.queue.sync { bed.session.message }
      if message == nil {
        let state = isFollowing ? "following" : "paused"
        let room = model.textColumns
        #expect(shown.last?.contains(state.prefix(room)) == true, "\(place): \(shown)")
      }
      before = log
    }
  }
}
