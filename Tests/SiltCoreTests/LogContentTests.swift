import SiltTestSupport
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

  /// Colours, characters of all lengths, and what is half of either.
  private static func longLine(_ random: inout SeededGenerator) -> [UInt8] {
    let parts = [
      "a", "é", "漢", "👍", "\u{1B}[31m", "\u{1B}[1;44m", "\u{1B}[m", "\u{1B}[38;2;1;2;3m", "\u{1B}",
    ]
    return (0..<Int.random(in: 400...900, using: &random)).flatMap { _ in
      Array((parts.randomElement(using: &random) ?? "").utf8)
    }
  }

  @Test(arguments: 0..<60)
  func `the pieces of a long line join without a seam, in the ring and below`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = SourceID(rawValue: 0)
    let ring = Ring(capacity: 2048, chunkBytes: 1024, blockBytes: 100, cacheBytes: 4000)
    var bed = HistoryBed(ring, seed: seed)
    let isEnded = Bool.random(using: &random)
    let line = Self.longLine(&random)
    let text = Array("before\n".utf8) + line + (isEnded ? Array("\nbehind\n".utf8) : [])
    bed.begin(source, at: 0, with: text)
    if !isEnded { ring.close(bed.naive[0].id) }
    // One character a row, so that rows end where the pieces do, too.
    let layout = TextLayout(columns: 2)
    var content = LogContent(.one(SourceLines(of: source, in: ring)), layout: layout)
    var lines = SourceLines(of: source, in: ring)
    let items = try bed.walkedDown(&lines).dropFirst().dropLast(isEnded ? 1 : 0)
    #expect(items.count > 1)
    /// Each character with its style.
    func cells(_ rows: some Sequence<StyledRow>) -> [String] {
      rows.flatMap { row in
        var start = 0
        return row.runs.flatMap { run in
          defer { start += run.utf8Count }
          let text = String(decoding: row.utf8[start..<start + run.utf8Count], as: UTF8.self)
          return text.map { "\($0) \(run.style)" }
        }
      }
    }
    var shown: [String] = []
    for item in items.shuffled(using: &random) { _ = try bed.rows(of: item, in: &content) }
    for item in items {
      let rows = try bed.rows(of: item, in: &content)
      let starts = content.rowStarts(of: item, limit: nil).value
      #expect(starts == nil || starts?.count == rows.count, "seed \(seed)")
      shown += cells(rows)
    }
    let whole = layout.rows(ContiguousArray(line).span).rows
    #expect(shown == cells(whole), "seed \(seed)")
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
