import SiltTestSupport
import Testing

@testable import SiltCore

@Suite struct RingTests {
  private let source = SourceID(rawValue: 0)

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `a chunk is a 16th of the capacity within its limits`() {
    #expect(Ring(capacity: 1 << 20).chunkBytes == 64 << 10)
    #expect(Ring(capacity: 4 << 20).chunkBytes == 256 << 10)
    #expect(Ring(capacity: 64 << 20).chunkBytes == 1 << 20)
    #expect(Ring(capacity: 1 << 30).chunkBytes == 1 << 20)
  }

  @Test func `lines are found as they were received, unfinished ones at their place`() {
    let ring = Ring(capacity: 1 << 20)
    let segment = ring.beginSegment(of: source)
    #expect(
      ring.receive(bytes("one\ntwo\r\n\nfo"), from: segment)
        == Ring.Received(bytes: 12, newlines: 3, dropped: 0)
    )
    var lines = SourceLines(of: source, in: ring)
    #expect(
      lines.walkedDown().map { item -> [UInt8]? in
        guard case .line(let position) = item else { return nil }
        return ring.line(at: position)
      } == [bytes("one"), bytes("two"), bytes(""), bytes("fo")]
    )
    #expect(lines.tail == Position(segment: segment, offset: 10))
    #expect(ring.line(at: Position(segment: segment, offset: 10)) == bytes("fo"))
    _ = ring.receive(bytes("ur\n"), from: segment)
    #expect(lines.tail == nil)
    #expect(ring.line(at: Position(segment: segment, offset: 10)) == bytes("four"))
    #expect(ring.finishedLines(of: source) == 4)
  }

  @Test func `a full ring drops the oldest chunk whole and counts its lines`() {
    let ring = Ring(capacity: 4096, chunkBytes: 1024)
    let segment = ring.beginSegment(of: source)
    var dropped = 0
    for number in 0..<1000 {
      dropped += ring.receive(bytes("line \(number)\n"), from: segment).dropped
    }
    var lines = SourceLines(of: source, in: ring)
    let items = lines.walkedDown()
    #expect(dropped > 0)
    #expect(items.first == .note(.dropped))
    #expect(items.count - 1 + dropped == 1000)
    #expect(ring.droppedLines(of: source) == dropped)
    guard case .line(let first) = items[1] else {
      Issue.record("no line behind the note")
      return
    }
    #expect(ring.line(at: first) == bytes("line \(dropped)"))
    #expect(ring.tallyOfSource(before: first) == .lines(dropped))
  }

  @Test func `a closed segment's unfinished line is finished as it is`() {
    let ring = Ring(capacity: 1 << 20)
    let first = ring.beginSegment(of: source)
    _ = ring.receive(bytes("a\nhalf"), from: first)
    #expect(ring.finishedLines(of: source) == 1)
    ring.close(first)
    #expect(ring.finishedLines(of: source) == 2)
    let second = ring.beginSegment(of: source)
    _ = ring.receive(bytes("b\n"), from: second)
    var lines = SourceLines(of: source, in: ring)
    lines.notes.add("rotated", at: Position(segment: second, offset: 0))
    let expected: [Item] = [
      .line(Position(segment: first, offset: 0)),
      .line(Position(segment: first, offset: 2)),
      .note(NoteID(rawValue: 0)),
      .line(Position(segment: second, offset: 0)),
    ]
    #expect(lines.walkedDown() == expected)
    #expect(lines.walkedUp() == expected)
    #expect(ring.tallyOfSource(before: Position(segment: second, offset: 0)) == .lines(2))
  }

  @Test func `notes of one position stand in the order of their making`() {
    let ring = Ring(capacity: 1 << 20)
    let segment = ring.beginSegment(of: source)
    var lines = SourceLines(of: source, in: ring)
    let start = Position(segment: segment, offset: 0)
    let ids = ["waiting", "back", "gone"].map { lines.notes.add($0, at: start) }
    _ = ring.receive(bytes("x\n"), from: segment)
    let expected: [Item] = ids.map { .note($0) } + [.line(start)]
    #expect(lines.walkedDown() == expected)
    #expect(lines.walkedUp() == expected)
  }

  @Test func `lines are found by their number and by a byte in them`() {
    let ring = Ring(capacity: 4096, chunkBytes: 1024)
    let segment = ring.beginSegment(of: source)
    var starts: [Int] = []
    var offset = 0
    for number in 0..<1000 {
      let line = bytes("line \(number)\n")
      starts.append(offset)
      offset += line.count
      _ = ring.receive(line, from: segment)
    }
    let dropped = ring.droppedLines(of: source)
    #expect(dropped > 0)
    for number in 0..<1002 {
      let expected = number >= dropped && number < 1000 ? starts[number] : nil
      #expect(ring.line(number: number, of: segment)?.offset == expected, "line \(number)")
    }
    for (number, start) in starts.enumerated() where number >= dropped {
      #expect(ring.line(holding: start, of: segment)?.offset == start)
      #expect(ring.line(holding: start + 4, of: segment)?.offset == start)
    }
    #expect(ring.line(holding: 0, of: segment)?.offset == starts[dropped])
    #expect(ring.line(holding: offset + 9, of: segment)?.offset == starts[999])
  }

  @Test func `a note stands behind the line that was unfinished, also when that is completed`() {
    let ring = Ring(capacity: 1 << 20)
    let segment = ring.beginSegment(of: source)
    var lines = SourceLines(of: source, in: ring)
    _ = ring.receive(bytes("a\nhal"), from: segment)
    let note = lines.notes.add("gone", at: Position(segment: segment, offset: 5))
    let expected: [Item] = [
      .line(Position(segment: segment, offset: 0)),
      .line(Position(segment: segment, offset: 2)),
      .note(note),
    ]
    #expect(lines.walkedDown() == expected)
    #expect(lines.walkedUp() == expected)
    _ = ring.receive(bytes("f\nnext"), from: segment)
    let longer = expected + [.line(Position(segment: segment, offset: 7))]
    #expect(lines.walkedDown() == longer)
    #expect(lines.walkedUp() == longer)
  }

  @Test func `a segment may begin at any offset`() {
    let ring = Ring(capacity: 4096, chunkBytes: 1024)
    let segment = ring.beginSegment(of: source, at: 1_000_003)
    _ = ring.receive(bytes("x\ny\n"), from: segment)
    var lines = SourceLines(of: source, in: ring)
    #expect(
      lines.walkedDown()
        == [1_000_003, 1_000_005].map {
          .line(Position(segment: segment, offset: $0))
        }
    )
  }

  @Test func `a line without end is cut into pieces and its memory is bounded`() {
    let ring = Ring(capacity: 4096, chunkBytes: 1024)
    let segment = ring.beginSegment(of: source)
    _ = ring.receive([UInt8](repeating: 120, count: 50_000), from: segment, readsOf: 700)
    var lines = SourceLines(of: source, in: ring)
    let items = lines.walkedDown()
    #expect(items == lines.walkedUp())
    #expect(items.count > 3)
    #expect(items.first == .note(.dropped))
    for case .line(let position) in items {
      #expect(position.offset % ring.pieceBytes == 0)
      #expect(ring.line(at: position)?.count == min(ring.pieceBytes, 50_000 - position.offset))
    }
    #expect(ring.chunks.count <= 4)
    #expect(ring.finishedLines(of: source) == 0)
    #expect(ring.isLineStart(Position(segment: segment, offset: 49_152)) == false)
  }

  @Test(arguments: 0..<60)
  func `one source's lines agree with the naive model whatever the reads`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ring = Ring(capacity: 8192, chunkBytes: 1024)
    var lines = SourceLines(of: source, in: ring)
    var naive: [NaiveSegment] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let start = Bool.random(using: &random) ? 0 : Int.random(in: 0...3000, using: &random)
      let segment = ring.beginSegment(of: source, at: start)
      naive.append(NaiveSegment(id: segment, start: start))
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let new = randomText(&random)
        _ = ring.receive(new, from: segment, readsOf: Int.random(in: 1...2000, using: &random))
        naive[naive.count - 1].bytes += new
        expect(ring, &lines, like: naive, "seed \(seed)")
      }
      ring.close(segment)
      naive[naive.count - 1].isClosed = true
      expect(ring, &lines, like: naive, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<60)
  func `several sources' lines agree with the naive model`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ring = Ring(capacity: 8192, chunkBytes: 1024)
    var lines: [SourceLines] = []
    var naive: [NaiveSegment] = []
    for number in 0..<3 {
      let source = SourceID(rawValue: number)
      lines.append(SourceLines(of: source, in: ring))
      naive.append(NaiveSegment(id: ring.beginSegment(of: source), start: 0))
    }
    for _ in 0..<60 {
      let chosen = Int.random(in: 0...2, using: &random)
      let new = Array(randomText(&random).prefix(300))
      _ = ring.receive(new, from: naive[chosen].id)
      naive[chosen].bytes += new
      for number in 0..<3 {
        expect(ring, &lines[number], like: [naive[number]], "seed \(seed)")
      }
    }
  }

  /// Lines of many lengths, some longer than a piece, some without an end.
  private func randomText(_ random: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let length = Int.random(in: 0...9, using: &random) == 0 ? 900 : 40
      for _ in 0..<Int.random(in: 0...length, using: &random) {
        text.append(UInt8.random(in: 97...122, using: &random))
      }
      if Int.random(in: 0...3, using: &random) > 0 { text += [13, 10] }
    }
    return text
  }

  /// Expects what is held to be the end of what was received, with the same borders, bytes and
  /// counts.
  private func expect(
    _ ring: Ring,
    _ lines: inout SourceLines,
    like naive: [NaiveSegment],
    _ comment: Comment
  ) {
    var items: [Item] = []
    var texts: [[UInt8]] = []
    for segment in naive {
      let borders = segment.borders(pieceBytes: ring.pieceBytes)
      for (start, end) in zip(borders, borders.dropFirst()) {
        items.append(.line(Position(segment: segment.id, offset: start)))
        texts.append(segment.line(start..<end))
      }
    }
    let walked = lines.walkedDown()
    #expect(walked == lines.walkedUp(), comment)
    let newest = naive[naive.count - 1]
    let last = newest.borders(pieceBytes: ring.pieceBytes).last ?? 0
    if newest.start + newest.bytes.count > last {
      let tail = Position(segment: newest.id, offset: last)
      #expect(lines.tail == tail, comment)
      items.append(.line(tail))
      texts.append(newest.line(last..<newest.start + newest.bytes.count))
    } else {
      #expect(lines.tail == nil, comment)
    }
    let held = walked.filter { $0 != .note(.dropped) }
    #expect(held == Array(items.suffix(held.count)), comment)
    #expect((held.count < items.count) || walked.count == items.count, comment)
    for (item, text) in zip(held, texts.suffix(held.count)) {
      guard case .line(let position) = item else { continue }
      #expect(ring.line(at: position) == text, comment)
    }
    let finished = naive.reduce(0) { sum, segment in
      let open = segment.isClosed && !segment.bytes.isEmpty && segment.bytes.last != 10
      return sum + segment.bytes.count { $0 == 10 } + (open ? 1 : 0)
    }
    #expect(ring.finishedLines(of: lines.source) == finished, comment)
    if case .line(let first)? = held.first {
      let before = naive.prefix { $0.id != first.segment }.reduce(0) { sum, segment in
        sum + segment.bytes.count { $0 == 10 }
          + (segment.bytes.last.map { $0 != 10 } == true ? 1 : 0)
      }
      let own = naive.first { $0.id == first.segment }
      let within = own.map { $0.bytes.prefix(first.offset - $0.start).count { $0 == 10 } } ?? 0
      #expect(ring.tallyOfSource(before: first) == .lines(before + within), comment)
      #expect(ring.linesOfSegment(before: first) == within, comment)
    }
  }
}
