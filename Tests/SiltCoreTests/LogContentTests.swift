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
}
