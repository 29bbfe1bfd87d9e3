import SiltTestSupport
import SiltText
import Testing

@testable import SiltCore

/// The lines of several sources in the order of their arrival.
struct MergedLinesTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func texts(_ model: MergedModel) -> [String] {
    var lines = model.lines
    return lines.walkedDown().map { item in
      switch item {
      case .line(let position):
        model.ring.line(at: position).map { String(decoding: $0, as: UTF8.self) } ?? "?"
      case .note(let id): "-- \(lines.notes[id]?.text ?? "dropped")"
      }
    }
  }

  @Test func `whole lines stand in the order of their ends`() {
    var model = MergedModel(sources: 2, ring: Ring(capacity: 1 << 20))
    model.write(bytes("a1\na2, be"), to: 0)
    #expect(texts(model) == ["a1"])
    model.write(bytes("b1\n"), to: 1)
    #expect(texts(model) == ["a1", "b1"])
    model.write(bytes("gun before b1\na3\n"), to: 0)
    model.write(bytes("b2\n"), to: 1)
    #expect(texts(model) == ["a1", "b1", "a2, begun before b1", "a3", "b2"])
  }

  @Test func `the unfinished line that was written last stands below all others`() throws {
    var model = MergedModel(sources: 3, ring: Ring(capacity: 1 << 20))
    #expect(model.lines.unfinished == nil)
    model.write(bytes("50%"), to: 0)
    model.write(bytes("b1\n"), to: 1)
    var unfinished = try #require(model.lines.unfinished)
    #expect(model.ring.line(at: unfinished) == bytes("50%"))
    model.write(bytes("pro"), to: 2)
    unfinished = try #require(model.lines.unfinished)
    #expect(model.ring.line(at: unfinished) == bytes("pro"))
    // A look that brings nothing is no write.
    model.readNothing(0)
    #expect(model.lines.unfinished == unfinished)
    model.write(bytes("mpt\n"), to: 2)
    unfinished = try #require(model.lines.unfinished)
    #expect(model.ring.line(at: unfinished) == bytes("50%"))
    #expect(texts(model) == ["b1", "prompt"])
    #expect(!model.lines.holds(.line(unfinished)))
  }

  @Test func `looks that bring nothing take no memory`() {
    var model = MergedModel(sources: 2, ring: Ring(capacity: 8192, chunkBytes: 1024))
    model.write(bytes("not finished"), to: 0)
    model.write(bytes("b1\nneither"), to: 1)
    let used = model.ring.chunks.map(\.used)
    for _ in 0..<1000 { for number in 0...1 { model.readNothing(number) } }
    #expect(model.ring.chunks.map(\.used) == used)
    model.write(bytes(" before\n"), to: 0)
    #expect(texts(model) == ["b1", "not finished before"])
  }

  @Test func `what is not finished when its segment ends comes behind what was written since`() {
    var model = MergedModel(sources: 2, ring: Ring(capacity: 1 << 20))
    model.write(bytes("a, never ended"), to: 0)
    model.write(bytes("b1\n"), to: 1)
    model.addNote(of: 1)
    model.rotate(0)
    model.write(bytes("b2\n"), to: 1)
    #expect(texts(model) == ["b1", "-- note", "a, never ended", "b2"])
  }

  @Test func `a line that is finished behind a note stands behind it`() {
    var model = MergedModel(sources: 2, ring: Ring(capacity: 1 << 20))
    model.addNote(of: 1)
    model.write(bytes("a, be"), to: 0)
    model.addNote(of: 1)
    model.addNote(of: 0)
    model.write(bytes("gun\n"), to: 0)
    #expect(texts(model) == ["-- note", "-- note", "-- note", "a, begun"])
  }

  @Test(arguments: 0..<60)
  func `lines and notes of several sources agree with the naive model`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...5, using: &random)
    let ring = Ring(capacity: 8192, chunkBytes: 1024)
    var model = MergedModel(sources: count, ring: ring, noteCapacity: 5)
    for step in 0..<100 {
      act(&model, &random)
      expect(model, "seed \(seed), step \(step)")
    }
  }

  /// Something happens to one of the sources.
  ///
  /// - Returns: How many lines the ring dropped.
  @discardableResult
  private func act(_ model: inout MergedModel, _ random: inout SeededGenerator) -> Int {
    let number = Int.random(in: 0..<model.sources.count, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return model.rotate(number, at: Int.random(in: 0...700, using: &random))
    case 1, 2: return model.addNote(of: number)
    case 3: return model.readNothing(number)
    default: return model.write(Array(randomText(&random).prefix(600)), to: number)
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let length = Int.random(in: 0...12, using: &random) == 0 ? 900 : 30
      for _ in 0..<Int.random(in: 0...length, using: &random) {
        text.append(UInt8.random(in: 97...122, using: &random))
      }
      if Int.random(in: 0...3, using: &random) > 0 { text += [13, 10] }
    }
    return text
  }

  private func expect(_ model: MergedModel, _ comment: Comment) {
    var lines = model.lines
    let walked = lines.walkedDown()
    #expect(walked == lines.walkedUp(), comment)
    let isDropped = walked.first == .note(.dropped)
    #expect(isDropped == model.ring.hasDropped, comment)
    let held = isDropped ? Array(walked.dropFirst()) : walked
    // Notes that are one too many go, whatever stands around them.
    let kept = model.entries.filter { entry in
      if case .note(let id) = entry.item { lines.notes[id] != nil } else { true }
    }
    #expect(held == kept.suffix(held.count).map(\.item), comment)
    #expect(isDropped || held.count == kept.count, comment)
    for entry in kept.suffix(held.count) {
      #expect(lines.holds(entry.item), comment)
      guard case .line(let position) = entry.item else { continue }
      #expect(model.ring.line(at: position) == entry.text, comment)
      #expect(model.ring.source(of: position) != nil, comment)
    }
    for entry in kept.dropLast(held.count) { #expect(!lines.holds(entry.item), comment) }
    let unfinished = model.unfinished
    #expect(lines.unfinished == unfinished?.position, comment)
    if let unfinished {
      #expect(model.ring.line(at: unfinished.position) == unfinished.text, comment)
    }
    #expect(model.ring.finishedLines == model.newlines, comment)
    let open = model.sources.count { !$0.segment.bytes.isEmpty && $0.segment.bytes.last != 10 }
    #expect(model.ring.unfinishedLines == open, comment)
  }

  @Test(arguments: 0..<20)
  func `every share of the bytes is found, from the first line to the last`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = MergedModel(sources: 3, ring: Ring(capacity: 8192, chunkBytes: 1024))
    for _ in 0..<Int.random(in: 1...60, using: &random) { act(&model, &random) }
    var lines = model.lines
    let items = lines.walkedDown().filter { if case .line = $0 { true } else { false } }
    guard let first = items.first else { return }
    var last = 0
    for share in 0...20 {
      let found = try #require(lines.line(behind: Double(share) / 20), "seed \(seed)")
      let index = try #require(items.firstIndex(of: .line(found.position)), "seed \(seed)")
      #expect(index >= last, "seed \(seed)")
      if found.isDropped { #expect(items[index] == first, "seed \(seed)") }
      last = index
    }
    #expect(last == items.count - 1, "seed \(seed)")
  }

  @Test(arguments: 0..<50)
  func `nothing moves in a view that holds still, whoever writes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = MergedModel(sources: 3, ring: Ring(capacity: 8192, chunkBytes: 1024))
    for _ in 0..<Int.random(in: 0...30, using: &random) { act(&model, &random) }
    let layout = TextLayout(columns: 20)
    var view = Viewport(rows: Int.random(in: 1...6, using: &random))
    var budget = Int.max
    for step in 0..<60 {
      var content = LogContent(.merged(model.lines), layout: layout)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: view.apply(.scrolledUp(rows: 3), on: &content, budget: &budget)
      case 1: view.apply(.scrolledDown(rows: 2), on: &content, budget: &budget)
      case 2: view.apply(.stopped, on: &content, budget: &budget)
      default: break
      }
      let before = view.layout(of: &content, budget: &budget)
      let dropped = act(&model, &random)
      content.lines = .merged(model.lines)
      if dropped > 0 { view.apply(.dropped, on: &content, budget: &budget) }
      let after = view.layout(of: &content, budget: &budget)
      let wasHeld = before.shown.allSatisfy { row in
        if case .item(let item) = row.place { content.holds(item) } else { true }
      }
      let comment: Comment = "seed \(seed), step \(step)"
      if !view.isFollowing, wasHeld, dropped == 0 {
        #expect(after.shown == before.shown, comment)
        #expect(after.topInset == before.topInset, comment)
      }
      // Whatever is shown is shown once, and is there.
      let places = Set(after.shown)
      #expect(places.count == after.shown.count, comment)
      for row in after.shown {
        if case .item(let item) = row.place { #expect(content.holds(item), comment) }
      }
      if view.isFollowing, let unfinished = model.unfinished, view.rows > 0 {
        let row = after.shown.last.map { content.footerRows(in: $0.row..<$0.row + 1) }?.first
        #expect(after.shown.last?.place == .footer, comment)
        #expect(row?.line == unfinished.position, comment)
      }
    }
  }

  @Test func `many short lines of many sources keep to the ring's size`() {
    let ring = Ring(capacity: 1 << 20)
    let segments = (0..<50).map { ring.beginSegment(of: SourceID(rawValue: $0)) }
    // Chunks that are full of bytes first, then of runs.
    let long = [UInt8](repeating: 97, count: 60_000)
    for segment in segments { _ = ring.receive(long, from: segment) }
    for number in 0..<60_000 { _ = ring.receive([97, 10], from: segments[number % 50]) }
    let memory = ring.chunks.reduce(0) { $0 + $1.memoryBytes }
    #expect(memory <= (1 << 20) * 107 / 100 + 2 * ring.chunkBytes)
    #expect(ring.finishedLines == 60_000)
    var lines = MergedLines(in: ring)
    let held = lines.walkedDown()
    #expect(held.count - 1 + ring.droppedLines == 60_000)
    #expect(held.count > 5000)
  }

  @Test func `a step among many short runs looks at few of them`() {
    let ring = Ring(capacity: 64 << 20)
    let segments = (0..<50).map { ring.beginSegment(of: SourceID(rawValue: $0)) }
    for number in 0..<15_000 { _ = ring.receive([97, 10], from: segments[number % 50]) }
    #expect(ring.chunks.count == 1)
    var lines = MergedLines(in: ring)
    // Quadratic in the runs of a chunk this would take minutes.
    let start = ContinuousClock.now
    #expect(lines.walkedDown().count == 15_000)
    #expect(lines.walkedUp().count == 15_000)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
