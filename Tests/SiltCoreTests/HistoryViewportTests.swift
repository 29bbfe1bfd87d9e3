import SiltTestSupport
import SiltText
import Testing

@testable import SiltCore

/// A view of a content whose ring holds but a little of it, beside one of a content that is held whole.
private struct Pair {
  static let source = SourceID(rawValue: 0)

  var bed: HistoryBed
  var content: LogContent
  var view: Viewport
  let wholeRing: Ring
  var whole: LogContent
  var wholeView: Viewport

  /// Begins both with a text; the small ring receives a part of it.
  init(_ text: [UInt8], windowStart: Int, rows: Int, blockBytes: Int, cacheBytes: Int, seed: UInt64)
  {
    let ring = Ring(
      capacity: 2048,
      chunkBytes: 1024,
      blockBytes: blockBytes,
      cacheBytes: cacheBytes
    )
    bed = HistoryBed(ring, seed: seed)
    bed.begin(Self.source, at: 0, with: text, holdingFrom: windowStart)
    wholeRing = Ring(capacity: 1 << 20, chunkBytes: 1024)
    let segment = wholeRing.beginSegment(of: Self.source)
    _ = wholeRing.receive(text, from: segment)
    let layout = TextLayout(columns: 10)
    content = LogContent(.one(SourceLines(of: Self.source, in: ring)), layout: layout)
    whole = LogContent(.one(SourceLines(of: Self.source, in: wholeRing)), layout: layout)
    view = Viewport(rows: rows)
    wholeView = Viewport(rows: rows)
  }

  var segment: SegmentID { bed.naive[bed.naive.count - 1].id }

  mutating func receive(_ bytes: [UInt8], readsOf size: Int) throws {
    bed.naive[bed.naive.count - 1].bytes += bytes
    let received = bed.ring.receive(bytes, from: segment, readsOf: size)
    _ = wholeRing.receive(bytes, from: segment)
    if received.dropped > 0 {
      let effect = try apply(.dropped, toWhole: false)
      #expect(!effect.movedToOldest)
    }
  }

  mutating func setLayout(_ change: (inout TextLayout) -> Void) {
    change(&content.layout)
    change(&whole.layout)
  }

  @discardableResult
  mutating func apply(_ event: Viewport.Event, toWhole: Bool = true) throws -> Viewport.Effect {
    var budget = Int.max
    if toWhole { wholeView.apply(event, on: &whole, budget: &budget) }
    let first = view.apply(event, on: &content, budget: &budget)
    var effect = first
    var turns = 0
    while case .block(let block)? = effect.want {
      turns += 1
      try #require(turns < 2000, "\(event) is never done")
      try bed.load(block)
      effect = view.apply(.resumed, on: &content, budget: &budget)
    }
    return first
  }

  /// The rows of both, once nothing is missing.
  mutating func shown() throws -> (layout: Viewport.Layout, rows: [StyledRow]) {
    var budget = Int.max
    var layout = view.layout(of: &content, budget: &budget)
    var turns = 0
    while case .block(let block)? = layout.want {
      turns += 1
      try #require(turns < 2000, "the layout is never done")
      try bed.load(block)
      layout = view.layout(of: &content, budget: &budget)
    }
    var rows: [StyledRow] = []
    for row in layout.shown {
      guard case .item(let item) = row.place else { continue }
      var answer = content.rows(of: item, limit: row.limit, in: row.row..<row.row + 1)
      while case .needs(let block) = answer {
        turns += 1
        try #require(turns < 4000, "the rows are never done")
        try bed.load(block)
        answer = content.rows(of: item, limit: row.limit, in: row.row..<row.row + 1)
      }
      rows += answer.value ?? []
    }
    return (layout, rows)
  }

  mutating func shownWhole() -> (layout: Viewport.Layout, rows: [StyledRow]) {
    var budget = Int.max
    let layout = wholeView.layout(of: &whole, budget: &budget)
    var rows: [StyledRow] = []
    for row in layout.shown {
      guard case .item(let item) = row.place else { continue }
      rows += whole.rows(of: item, limit: row.limit, in: row.row..<row.row + 1).value ?? []
    }
    return (layout, rows)
  }
}

@Suite struct HistoryViewportTests {
  @Test(arguments: 0..<60)
  func `a view below the ring is that of a ring that holds everything`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text =
      (0..<20).flatMap { _ in randomText(&random) } + [10] + [UInt8](repeating: 46, count: 600)
    var pair = Pair(
      text,
      windowStart: Int.random(in: 0...text.count - 520, using: &random),
      rows: Int.random(in: 1...12, using: &random),
      blockBytes: Int.random(in: 40...600, using: &random),
      cacheBytes: Int.random(in: 0...2000, using: &random),
      seed: seed
    )
    pair.bed.forgets = true
    for step in 0..<60 {
      let comment: Comment = "seed \(seed), step \(step)"
      let count = Int.random(in: 1...30, using: &random)
      switch Int.random(in: 0..<14, using: &random) {
      case 0..<4:
        let isFollowing = pair.view.isFollowing
        let before = try pair.shown()
        try pair.receive(randomText(&random), readsOf: Int.random(in: 1...500, using: &random))
        let after = try pair.shown()
        if !isFollowing { #expect(before.rows == after.rows, comment) }
      case 4..<7: try pair.apply(.scrolledUp(rows: count))
      case 7, 8: try pair.apply(.scrolledDown(rows: count))
      case 9:
        let byte = Int.random(in: 0..<pair.bed.naive[0].bytes.count, using: &random)
        let id = pair.segment
        guard case .line(let position) = try pair.bed.search({ $0.find(byte: byte, of: id) })
        else {
          Issue.record("no line holds byte \(byte)", severity: .error)
          return
        }
        #expect(position == pair.wholeRing.line(holding: byte, of: id), comment)
        try pair.apply(.jumped(to: .line(position)))
      case 10: try pair.apply(.jumped(to: nil))
      case 11:
        let columns = Int.random(in: 1...40, using: &random)
        let wraps = Bool.random(using: &random)
        pair.setLayout {
          $0.columns = columns
          $0.wraps = wraps
        }
      case 12: try pair.apply(.resized(rows: Int.random(in: 0...12, using: &random)))
      default: try pair.apply(.jumpedToEnd)
      }
      let shown = try pair.shown()
      let expected = pair.shownWhole()
      try #require(shown.layout == expected.layout, comment)
      try #require(shown.rows == expected.rows, comment)
      #expect(pair.view.isFollowing == pair.wholeView.isFollowing, comment)
      #expect(
        pair.view.newLines(in: pair.content) == pair.wholeView.newLines(in: pair.whole),
        comment
      )
    }
  }

  @Test(arguments: [true, false])
  func `a screen of lines that are not held together is shown after one look at each`(
    wraps: Bool
  ) throws {
    // A screen of 40 cut lines of 400 bytes is 16,000 bytes; the blocks held are 1,536 bytes.
    let text = (0..<400).flatMap { number in
      Array("\(number) \(String(repeating: "x", count: 400))\n".utf8)
    }
    var pair = Pair(
      text,
      windowStart: text.count,
      rows: 40,
      blockBytes: 128,
      cacheBytes: 0,
      seed: 0
    )
    pair.setLayout {
      $0.wraps = wraps
      $0.columns = 20
    }
    try pair.apply(.jumped(to: nil))
    let shown = try pair.shown()
    #expect(shown.layout == pair.shownWhole().layout)
    #expect(shown.rows == pair.shownWhole().rows)
    #expect(pair.bed.loads < 400)
    let loads = pair.bed.loads
    #expect(try pair.shown().rows == shown.rows)
    #expect(pair.bed.loads == loads)
    try pair.apply(.jumpedToEnd)
    try pair.apply(.scrolledUp(rows: 200))
    #expect(try pair.shown().rows == pair.shownWhole().rows)
  }

  @Test func `how many blocks a screen takes does not depend on the length of the log`() throws {
    var loads: [[Int]] = []
    for count in [1000, 20_000] {
      let text = (0..<count).flatMap { Array("\($0 + 1_000_000)\n".utf8) }
      var pair = Pair(
        text,
        windowStart: text.count - 1000,
        rows: 10,
        blockBytes: 128,
        cacheBytes: 1024,
        seed: 0
      )
      var turns: [Int] = []
      let events: [Viewport.Event] = [
        .jumped(to: nil), .scrolledDown(rows: 10), .jumpedToEnd, .jumped(to: nil),
        .scrolledUp(rows: 1),
      ]
      for event in events {
        let before = pair.bed.loads
        try pair.apply(event)
        #expect(try pair.shown().layout.shown.count == 10)
        turns.append(pair.bed.loads - before)
      }
      loads.append(turns)
    }
    #expect(loads[0] == loads[1])
    #expect(loads[0].allSatisfy { $0 <= 3 })
  }
}
