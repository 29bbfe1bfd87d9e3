import SiltTestSupport
import SiltText
import Testing

@testable import SiltCore

/// A ring over files that are there as arrays, and somebody who reads back the blocks it asks for.
struct HistoryBed {
  /// More blocks than any question may ask for.
  private static let patience = 1000

  let ring: Ring
  /// What was written to each segment, from its beginning, received or not.
  var naive: [NaiveSegment] = []
  private(set) var loads = 0
  /// Forgets what was read back now and then.
  var forgets = false
  private var random: SeededGenerator

  init(_ ring: Ring, seed: UInt64) {
    self.ring = ring
    random = SeededGenerator(seed: seed &* 31 &+ 7)
  }

  /// Begins a segment of which some bytes are there already.
  ///
  /// - Parameters:
  ///   - source: What it is a generation of.
  ///   - start: Where it begins.
  ///   - bytes: What is there.
  ///   - windowStart: Where the ring begins to receive; the bytes behind it are received.
  ///   - hasHistory: Whether the rest can be read back.
  mutating func begin(
    _ source: SourceID,
    at start: Int,
    with bytes: [UInt8] = [],
    holdingFrom windowStart: Int? = nil,
    hasHistory: Bool = true
  ) {
    let id = ring.beginSegment(
      of: source,
      at: start,
      hasHistory: hasHistory
    )
    if let windowStart { ring.skip(id, to: windowStart) }
    naive.append(NaiveSegment(id: id, start: start, bytes: bytes))
    _ = ring.receive(Array(bytes[((windowStart ?? start) - start)...]), from: id)
  }

  /// Bytes come to a segment of which only the end is received.
  mutating func skip(_ index: Int, _ bytes: [UInt8], receiving count: Int) {
    naive[index].bytes += bytes
    let segment = naive[index]
    ring.skip(segment.id, to: segment.start + segment.bytes.count - count)
    _ = ring.receive(Array(segment.bytes.suffix(count)), from: segment.id)
  }

  mutating func load(_ id: BlockID) throws {
    loads += 1
    let range = try #require(ring.range(of: id), "a block that is not there: \(id)")
    let segment = try #require(naive.first { $0.id == id.segment })
    // In front of the beginning the file has bytes that are no part of the content.
    let bytes = range.map { offset in
      offset < segment.start ? UInt8(10) : segment.bytes[offset - segment.start]
    }
    #expect(ring.loaded(id, ContiguousArray(bytes), of: range))
  }

  /// Asks, and loads what is needed for an answer.
  mutating func ask<R>(_ question: () -> (R, needs: BlockID?)) throws -> R {
    if forgets, Int.random(in: 0..<8, using: &random) == 0 {
      for segment in naive { ring.history.forget(segment.id) }
    }
    for _ in 0..<Self.patience {
      let (answer, needs) = question()
      guard let needs else { return answer }
      try load(needs)
    }
    Issue.record("the same question is never answered")
    throw Unanswered()
  }

  struct Unanswered: Error {}

  // MARK: Walking

  mutating func item(before item: Item?, in lines: inout SourceLines) throws -> Item? {
    try self.item(lines) { $0.item(before: item, budget: &$1) }
  }

  mutating func item(after item: Item?, in lines: inout SourceLines) throws -> Item? {
    try self.item(lines) { $0.item(after: item, budget: &$1) }
  }

  private mutating func item(
    _ lines: SourceLines,
    _ ask: (inout SourceLines, inout Int) -> Lookup
  ) throws -> Item? {
    try self.ask {
      var lines = lines
      var budget = Int.max
      switch ask(&lines, &budget) {
      case .item(let item): return (item, needs: nil)
      case .end, .later: return (nil, needs: nil)
      case .needs(let block): return (nil, needs: block)
      }
    }
  }

  mutating func walkedDown(_ lines: inout SourceLines) throws -> [Item] {
    var items: [Item] = []
    while let next = try item(after: items.last, in: &lines) { items.append(next) }
    return items
  }

  mutating func walkedUp(_ lines: inout SourceLines) throws -> [Item] {
    var items: [Item] = []
    while let next = try item(before: items.last, in: &lines) { items.append(next) }
    return items.reversed()
  }

  mutating func line(at position: Position) throws -> [UInt8]? {
    let ring = ring
    return try ask {
      switch ring.lend(at: position, { line in line.indices.map { line[$0] } }) {
      case .value(let line): (line, needs: nil)
      case .needs(let block): (nil, needs: block)
      case nil: (nil, needs: nil)
      }
    }
  }

  mutating func rows(
    of item: Item,
    in content: inout LogContent
  ) throws -> ContiguousArray<StyledRow> {
    for _ in 0..<Self.patience {
      switch content.rows(of: item) {
      case .value(let rows): return rows
      case .needs(let block): try load(block)
      }
    }
    throw Unanswered()
  }

  // MARK: Numbers

  mutating func tally(_ ask: (Ring) -> LineTally) throws -> Int? {
    let ring = ring
    return try self.ask {
      switch ask(ring) {
      case .lines(let lines): (lines, needs: nil)
      case .needs(let block): (nil, needs: block)
      case .uncounted: (nil, needs: nil)
      }
    }
  }

  mutating func search(_ ask: (Ring) -> LineSearch) throws -> LineSearch {
    let ring = ring
    return try self.ask {
      let answer = ask(ring)
      if case .needs(let block) = answer { return (answer, needs: block) }
      return (answer, needs: nil)
    }
  }

  /// Counts some of what was not received.
  ///
  /// - Returns: Whether there was something to count.
  mutating func count(_ segment: NaiveSegment, atMost limit: Int) -> Bool {
    guard let range = ring.rangeToCount(of: segment.id, atMost: limit) else { return false }
    let bytes = Array(
      segment.bytes[range.lowerBound - segment.start..<range.upperBound - segment.start]
    )
    let counts = unsafe bytes.withUnsafeBytes {
      unsafe LineCounts.newlines(in: $0.bytes, at: range.lowerBound, blockBytes: ring.blockBytes)
    }
    ring.counted(range, counts, of: segment.id)
    return true
  }
}

/// Lines of many lengths, some longer than a piece or two, some without an end.
func randomText(_ random: inout SeededGenerator, longest: Int = 900) -> [UInt8] {
  var text: [UInt8] = []
  for _ in 0..<Int.random(in: 0...6, using: &random) {
    let length = Int.random(in: 0...9, using: &random) == 0 ? longest : 40
    for _ in 0..<Int.random(in: 0...length, using: &random) {
      text.append(UInt8.random(in: 97...122, using: &random))
    }
    if Int.random(in: 0...3, using: &random) > 0 { text += [13, 10] }
  }
  return text
}
