import SiltTestSupport
import SiltText
import Testing

@testable import SiltCore

@Suite struct `Colours that go on from line to line` {
  private static let renditions = [
    "\u{1B}[31m", "\u{1B}[1m", "\u{1B}[m", "\u{1B}[5;44m", "\u{1B}[25m", "\u{1B}c", "\u{1B}[4:3m",
    "\u{1B}[22m",
  ]

  /// The style at each line and piece of a text that begins plain, from all of it.
  ///
  /// - Parameters:
  ///   - text: All bytes of the segment.
  ///   - offsets: Where lines and pieces begin.
  /// - Returns: The styles by offset.
  private func styles(_ text: [UInt8], _ offsets: Set<Int>) -> [Int: Style] {
    let layout = TextLayout(columns: 80, origin: .terminal)
    var found: [Int: Style] = [:]
    var style = Style.plain
    var start = 0
    for offset in offsets.sorted() {
      let line = ContiguousArray(text[start..<offset])
      style = layout.style(after: line.span, startingWith: style)
      found[offset] = style
      start = offset
    }
    return found
  }

  @Test(arguments: [UInt64](1...6))
  func `are known at every line that is held`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let source = SourceID(rawValue: 0)
    let ring = Ring(capacity: 64 << 10, chunkBytes: 16 << 10)
    let other = ring.beginSegment(of: SourceID(rawValue: 1))
    let segment = ring.beginSegment(of: source)
    // A colour set once, long before all that is held at last.
    var text = Array("\u{1B}[3mfirst\n".utf8)
    var offsets: Set<Int> = [0]
    _ = ring.receive(text, from: segment)
    #expect(ring.style(at: Position(segment: segment, offset: 0)) == .value(.plain))
    for turn in 0..<60 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0 where turn % 3 != 0:
          bytes += Array(Self.renditions.randomElement(using: &generator)!.utf8)
        case 1: bytes += Array(repeating: 0x78, count: Int.random(in: 0..<6000, using: &generator))
        case 2...4: bytes += Array("line\n".utf8)
        default: bytes += Array("word ".utf8)
        }
      }
      text += bytes
      if !bytes.isEmpty { _ = ring.receive(bytes, from: segment, readsOf: 5000) }
      if Bool.random(using: &generator) {
        _ = ring.receive(Array("other\n\u{1B}[32mtail".utf8), from: other)
      }
      var lines = SourceLines(of: source, in: ring)
      let positions = lines.walkedDown().compactMap { item -> Position? in
        if case .line(let position) = item { position } else { nil }
      }
      offsets.formUnion(positions.map(\.offset))
      guard turn % 4 == 0 else { continue }
      let expected = styles(text, offsets)
      for position in positions.shuffled(using: &generator).prefix(80) {
        let style = ring.style(at: position).value
        #expect(
          style == expected[position.offset],
          "seed \(seed), turn \(turn), \(position.offset)"
        )
      }
    }
    #expect(ring.droppedLines(of: source) > 0)
  }

  @Test(arguments: [UInt64](1...6))
  func `are known below the ring, where one a block is kept`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let source = SourceID(rawValue: 0)
    let ring = Ring(capacity: 4096, chunkBytes: 1024, blockBytes: 700, cacheBytes: 0)
    var bed = HistoryBed(ring, seed: seed)
    bed.begin(source, at: 0, with: Array("\u{1B}[3mfirst\n".utf8))
    let id = bed.naive[0].id
    #expect(ring.style(at: Position(segment: id, offset: 0)) == .value(.plain))
    for _ in 0..<400 {
      var bytes: [UInt8] = []
      if Int.random(in: 0..<3, using: &generator) == 0 {
        bytes += Array(Self.renditions.randomElement(using: &generator)!.utf8)
      }
      bytes += [UInt8](repeating: 0x78, count: Int.random(in: 0..<90, using: &generator))
      if Int.random(in: 0..<9, using: &generator) > 0 { bytes.append(10) }
      bed.naive[0].bytes += bytes
      _ = ring.receive(bytes, from: id)
    }
    var lines = SourceLines(of: source, in: ring)
    let positions = try bed.walkedDown(&lines).compactMap { item -> Position? in
      if case .line(let position) = item { position } else { nil }
    }
    let expected = styles(bed.naive[0].bytes, Set(positions.map(\.offset)))
    #expect(ring.segment(id)?.heldStart ?? 0 > 10_000)
    for position in positions + positions.shuffled(using: &generator) {
      let style = try bed.ask {
        switch ring.style(at: position) {
        case .value(let style): (style, needs: nil)
        case .needs(let block): (Style.plain, needs: block)
        }
      }
      #expect(style == expected[position.offset], "seed \(seed), \(position.offset)")
    }
  }

  @Test func `begin plain where the first look came too late`() {
    let ring = Ring(capacity: 128 << 10, chunkBytes: 64 << 10)
    let segment = ring.beginSegment(of: SourceID(rawValue: 0))
    let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
    _ = ring.receive(Array("\u{1B}[31m".utf8), from: segment)
    for _ in 0..<2000 { _ = ring.receive(line, from: segment) }
    let position = ring.line(holding: 0, of: segment)
    #expect(position.map { $0.offset > 0 } == true)
    #expect(position.flatMap { ring.style(at: $0).value } == .plain)
  }

  @Test(arguments: [TextLayout.Origin.terminal, .stream])
  func `show in the rows of a content`(origin: TextLayout.Origin) {
    let source = SourceID(rawValue: 0)
    let ring = Ring(capacity: 1 << 20)
    let segment = ring.beginSegment(of: source)
    _ = ring.receive(Array("\u{1B}[31mred\nstill\u{1B}[m\nplain\u{1B}]0;ti".utf8), from: segment)
    var content = LogContent(
      .one(SourceLines(of: source, in: ring)),
      layout: TextLayout(columns: 80, origin: origin)
    )
    let rows = content.lines.walkedDown().flatMap { content.rows(of: $0).value ?? [] }
    let red = Style(foreground: .palette(1))
    #expect(
      rows.compactMap(\.runs.first?.style) == [red, origin == .terminal ? red : .plain, .plain]
    )
    let last = rows.last.map { String(decoding: $0.utf8, as: UTF8.self) }
    #expect(last == (origin == .terminal ? "plain" : "plain^[]0;ti"))
  }
}
