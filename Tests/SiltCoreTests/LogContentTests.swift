import SiltText
import Testing

@testable import SiltCore

@Suite struct LogContentTests {
  @Test(
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (12_345, "12,345"),
      (1_234_567, "1,234,567"), (-1000, "-1,000"),
    ]
  ) func `numbers have commas at thousands`(number: Int, text: String) {
    #expect(number.groupedByThousands == text)
  }

  @Test func `lines, notes and the unfinished line become rows`() {
    let source = SourceID(rawValue: 0)
    let ring = Ring(capacity: 1 << 20)
    let segment = ring.beginSegment(of: source)
    _ = ring.receive(Array("0123456789abc\nun".utf8), from: segment)
    var lines = SourceLines(of: source, in: ring)
    lines.notes.add("gone", at: Position(segment: segment, offset: 16))
    var content = LogContent(.one(lines), layout: TextLayout(columns: 10))
    #expect(content.totalLines == 2)
    #expect(content.tailCount == 2)
    let items = content.lines.walkedDown()
    let rows = items.flatMap { item in
      (content.rows(of: item).value ?? []).map { String(decoding: $0.utf8, as: UTF8.self) }
    }
    #expect(rows == ["0123456789", "abc", "un", "── gone ──"])
    let starts = items.map { content.rowStarts(of: $0, limit: nil).value }
    #expect(starts == [[0, 10], [0], [0]])
    ring.close(segment)
    #expect(content.totalLines == 2)
    #expect(content.finishedLines == 2)
  }

  @Test(arguments: [
    (0, 3000, ["…"]), (1, 3000, ["── dropped 1 line ──", "…"]),
    (3, 3000, ["── dropped 3 lines ──", "…"]), (300, 2, ["── dropped 120 lines ──"]),
  ])
  func `above the rest of a line whose beginning was dropped stands a mark`(
    lineCount: Int,
    longLine: Int,
    rows: [String]
  ) {
    let source = SourceID(rawValue: 0)
    let ring = Ring(capacity: 2048, chunkBytes: 1024)
    let segment = ring.beginSegment(of: source)
    for number in 0..<lineCount { _ = ring.receive(Array("line \(number)\n".utf8), from: segment) }
    _ = ring.receive(Array(repeating: UInt8(ascii: "x"), count: longLine), from: segment)
    let lines = SourceLines(of: source, in: ring)
    var content = LogContent(.one(lines), layout: TextLayout(columns: 40))
    let note = Item.note(.dropped)
    let shown = content.rows(of: note).value ?? []
    #expect(shown.map { String(decoding: $0.utf8, as: UTF8.self) } == rows)
    #expect(content.rowStarts(of: note, limit: nil).value == ContiguousArray(rows.indices))
    let last = rows.count - 1
    #expect(content.rows(of: note, in: last..<last + 5).value == [shown[last]])
    #expect(shown.allSatisfy { $0.runs.allSatisfy { $0.style.attributes == .dim } })
  }
}
