import SiltTestSupport
import Testing

@testable import SiltCore

@Suite struct HistoryTests {
  private let source = SourceID(rawValue: 0)

  /// All items of a model, and the bytes of its lines.
  private func expected(
    _ naive: [NaiveSegment],
    _ notes: [Note],
    pieceBytes: Int
  ) -> [(item: Item, text: [UInt8])] {
    var items: [(item: Item, text: [UInt8])] = []
    for segment in naive {
      var borders = segment.borders(pieceBytes: pieceBytes)
      let end = segment.start + segment.bytes.count
      if let last = borders.last, last < end { borders.append(end) }
      let notes = notes.filter { $0.position.segment == segment.id }
      for note in notes where note.position.offset == segment.start {
        items.append((.note(note.id), []))
      }
      for (start, end) in zip(borders, borders.dropFirst()) {
        items.append(
          (.line(Position(segment: segment.id, offset: start)), segment.line(start..<end))
        )
        for note in notes where start + 1...end ~= note.position.offset {
          items.append((.note(note.id), []))
        }
      }
    }
    return items
  }

  /// Exhausts texts of two bytes, with pieces of two bytes and blocks of one to five.
  @Test(arguments: 0...1, 1...5) func `borders are found as in the whole text`(
    start: Int,
    blockBytes: Int
  ) throws {
    let count = 8
    for bits in 0..<1 << count {
      let text = (0..<count).map { bits >> $0 & 1 == 1 ? UInt8(10) : 120 }
      let ring = Ring(capacity: 16, chunkBytes: 8, blockBytes: blockBytes, cacheBytes: 0)
      var bed = HistoryBed(ring, seed: 0)
      bed.begin(source, at: start, with: text, holdingFrom: start + count)
      var lines = SourceLines(of: source, in: ring)
      let expected = expected(bed.naive, [], pieceBytes: 2).map(\.item)
      try #require(try bed.walkedDown(&lines) == expected, "text \(text)")
      try #require(try bed.walkedUp(&lines) == expected, "text \(text)")
    }
  }

  @Test(arguments: 0..<40)
  func `ring and history are one sequence, as in the whole text`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let chunkBytes = [512, 768, 1024].randomElement(using: &random) ?? 512
    let ring = Ring(
      capacity: chunkBytes * Int.random(in: 2...5, using: &random),
      chunkBytes: chunkBytes,
      blockBytes: Int.random(in: 5...700, using: &random),
      cacheBytes: Int.random(in: 0...2000, using: &random)
    )
    var bed = HistoryBed(ring, seed: seed)
    bed.forgets = Bool.random(using: &random)
    var lines = SourceLines(of: source, in: ring)
    var notes: [Note] = []
    let other = ring.beginSegment(of: SourceID(rawValue: 1))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if let last = bed.naive.indices.last {
        ring.close(bed.naive[last].id)
        bed.naive[last].isClosed = true
      }
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) { text += randomText(&random) }
      let start = Bool.random(using: &random) ? 0 : Int.random(in: 0...3000, using: &random)
      let isWindow = Bool.random(using: &random)
      let window = isWindow ? start + Int.random(in: 0...text.count, using: &random) : nil
      bed.begin(source, at: start, with: text, holdingFrom: window)
      for _ in 0..<Int.random(in: 0...10, using: &random) {
        let last = bed.naive.count - 1
        let comment: Comment = "seed \(seed), segment \(last)"
        if Int.random(in: 0...2, using: &random) == 0 {
          let end = Position(
            segment: bed.naive[last].id,
            offset: bed.naive[last].start + bed.naive[last].bytes.count
          )
          let id = lines.notes.add("note", at: end)
          notes.append(Note(id: id, position: end, text: "note"))
        }
        if Bool.random(using: &random) {
          _ = ring.receive(Array(randomText(&random).prefix(300)), from: other)
        }
        let new = randomText(&random)
        bed.naive[last].bytes += new
        _ = ring.receive(
          new,
          from: bed.naive[last].id,
          readsOf: Int.random(in: 1...500, using: &random)
        )
        if Int.random(in: 0...3, using: &random) == 0 {
          let more = randomText(&random)
          bed.skip(last, more, receiving: Int.random(in: 0...more.count, using: &random))
        }
        let expected = expected(bed.naive, notes, pieceBytes: ring.pieceBytes)
        try #require(try bed.walkedDown(&lines) == expected.map(\.item), comment)
        try #require(try bed.walkedUp(&lines) == expected.map(\.item), comment)
        for _ in 0..<8 {
          guard let place = expected.indices.randomElement(using: &random) else { continue }
          try expect(place, of: expected, &bed, &lines, comment)
        }
      }
    }
  }

  @Test(arguments: 0..<20)
  func `unfinished lines of many files are found whole, though one chunk has no room for them`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let ring = Ring(
      capacity: 2048,
      chunkBytes: 1024,
      blockBytes: Int.random(in: 50...700, using: &random),
      cacheBytes: 2000
    )
    var bed = HistoryBed(ring, seed: seed)
    var lines: [SourceLines] = []
    for number in 0..<6 {
      let source = SourceID(rawValue: number)
      bed.begin(source, at: Int.random(in: 0...600, using: &random))
      lines.append(SourceLines(of: source, in: ring))
    }
    for turn in 0..<60 {
      let number = Int.random(in: 0..<6, using: &random)
      let new = Array(randomText(&random).prefix(400))
      bed.naive[number].bytes += new
      _ = ring.receive(
        new,
        from: bed.naive[number].id,
        readsOf: Int.random(in: 1...400, using: &random)
      )
      let checked = turn % 2 == 0 ? number : Int.random(in: 0..<6, using: &random)
      let expected = expected([bed.naive[checked]], [], pieceBytes: ring.pieceBytes)
      let comment: Comment = "seed \(seed), turn \(turn), file \(checked)"
      try #require(try bed.walkedDown(&lines[checked]) == expected.map(\.item), comment)
      try #require(try bed.walkedUp(&lines[checked]) == expected.map(\.item), comment)
      if let place = expected.indices.randomElement(using: &random) {
        try expect(place, of: expected, &bed, &lines[checked], comment)
      }
    }
  }

  /// Expects one item's neighbours, bytes, and whether it is the beginning of a line.
  private func expect(
    _ place: Int,
    of expected: [(item: Item, text: [UInt8])],
    _ bed: inout HistoryBed,
    _ lines: inout SourceLines,
    _ comment: Comment
  ) throws {
    let item = expected[place].item
    #expect(lines.holds(item), comment)
    let above = place > 0 ? expected[place - 1].item : nil
    let below = place + 1 < expected.count ? expected[place + 1].item : nil
    #expect(try bed.item(before: item, in: &lines) == above, comment)
    #expect(try bed.item(after: item, in: &lines) == below, comment)
    guard case .line(let position) = item else { return }
    #expect(try bed.line(at: position) == expected[place].text, comment)
    let segment = try #require(bed.naive.first { $0.id == position.segment })
    let index = position.offset - segment.start
    let isStart = index == 0 || segment.bytes[index - 1] == 10
    // Known where the line above was looked for, but for what was forgotten since.
    _ = try bed.item(before: item, in: &lines)
    if !bed.forgets { #expect(bed.ring.isLineStart(position) == isStart, comment) }
  }

  @Test(arguments: 0..<30)
  func `lines have the number that the whole text gives them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ring = Ring(
      capacity: 2048,
      chunkBytes: 512,
      blockBytes: Int.random(in: 3...300, using: &random),
      cacheBytes: 0
    )
    var bed = HistoryBed(ring, seed: seed)
    let text = (0..<40).flatMap { _ in randomText(&random) }
    let start = Int.random(in: 0...1000, using: &random)
    var window = start + Int.random(in: 0...text.count, using: &random)
    bed.begin(source, at: start, with: text, holdingFrom: window)
    let id = bed.naive[0].id
    for turn in 0..<40 {
      let comment: Comment = "seed \(seed), turn \(turn)"
      if Bool.random(using: &random) {
        let new = randomText(&random)
        bed.naive[0].bytes += new
        _ = ring.receive(new, from: id)
      }
      if Int.random(in: 0..<10, using: &random) == 0 {
        let new = randomText(&random) + randomText(&random)
        let received = Int.random(in: 0...new.count, using: &random)
        bed.skip(0, new, receiving: received)
        if received < new.count { window = start + bed.naive[0].bytes.count - received }
      }
      let counts = bed.count(bed.naive[0], atMost: Int.random(in: 1...1000, using: &random))
      let segment = bed.naive[0]
      let isComplete = ring.rangeToCount(of: id, atMost: 1) == nil
      #expect(counts || isComplete, comment)
      let progress = ring.countingProgress(of: id)
      #expect(progress.total == window - start, comment)
      #expect((progress.counted == progress.total) == isComplete, comment)
      let starts = segment.bytes.indices.filter { $0 == 0 || segment.bytes[$0 - 1] == 10 }
      let newlines = segment.bytes.count { $0 == 10 }
      #expect(ring.lineCount(of: source) == (isComplete ? newlines : nil), comment)
      for _ in 0..<6 {
        guard let number = starts.indices.randomElement(using: &random) else { continue }
        let position = Position(segment: id, offset: start + starts[number])
        let tally = try bed.tally { $0.tally(before: position) }
        let behind = try bed.tally { $0.tally(from: position) }
        let found = try bed.search { $0.find(line: number, of: id) }
        let byte = Int.random(in: segment.bytes.indices, using: &random)
        let border = segment.borders(pieceBytes: ring.pieceBytes).last { $0 <= start + byte }
        let holder = Position(segment: id, offset: try #require(border))
        #expect(try bed.search { $0.find(byte: start + byte, of: id) } == .line(holder), comment)
        #expect(try bed.search { $0.find(byte: byte, of: source) } == .line(holder), comment)
        if isComplete {
          #expect(tally == number, comment)
          #expect(behind == newlines - number, comment)
          #expect(found == .line(position), comment)
        } else {
          #expect(tally == nil || tally == number, comment)
          #expect(behind == nil || behind == newlines - number, comment)
          #expect(found == .uncounted || found == .line(position), comment)
          if position.offset < start + progress.counted {
            #expect(tally == number, comment)
            #expect(found == .line(position), comment)
          }
          if position.offset >= window { #expect(behind == newlines - number, comment) }
        }
      }
      if isComplete {
        #expect(try bed.search { $0.find(line: starts.count, of: id) } == .notYet, comment)
        #expect(
          try bed.tally { $0.tallyOfSource(before: Position(segment: id, offset: start)) } == 0
        )
      }
      #expect(try bed.search { $0.find(byte: segment.bytes.count, of: source) } == .notYet)
    }
  }

  @Test(arguments: 0..<40)
  func `what is left of lost and missing histories is the end of the whole`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ring = Ring(capacity: 2048, chunkBytes: 1024, blockBytes: 300, cacheBytes: 0)
    var bed = HistoryBed(ring, seed: seed)
    var lines = SourceLines(of: source, in: ring)
    for turn in 0..<40 {
      let comment: Comment = "seed \(seed), turn \(turn)"
      if bed.naive.isEmpty || Int.random(in: 0..<6, using: &random) == 0 {
        if let last = bed.naive.indices.last {
          ring.close(bed.naive[last].id)
          bed.naive[last].isClosed = true
        }
        let hasHistory = Int.random(in: 0..<4, using: &random) > 0
        let text = Array((randomText(&random) + randomText(&random)).prefix(1500))
        let window =
          hasHistory && Bool.random(using: &random)
          ? Int.random(in: 0...text.count, using: &random) : nil
        bed.begin(source, at: 0, with: text, holdingFrom: window, hasHistory: hasHistory)
      }
      let last = bed.naive.count - 1
      let new = randomText(&random)
      bed.naive[last].bytes += new
      _ = ring.receive(new, from: bed.naive[last].id)
      if Int.random(in: 0..<8, using: &random) == 0,
        let lost = bed.naive.randomElement(using: &random)
      {
        ring.loseHistory(of: lost.id)
      }
      var held = try bed.walkedDown(&lines)
      #expect(try bed.walkedUp(&lines) == held, comment)
      for item in held { #expect(lines.holds(item), comment) }
      let all = expected(bed.naive, [], pieceBytes: ring.pieceBytes).map(\.item)
      let isCut = held.first == .note(.olderGone) || held.first == .note(.dropped)
      if isCut { held.removeFirst() }
      // The oldest line may be the rest of one.
      let rest = held.dropFirst()
      try #require(Array(rest) == all.suffix(rest.count), comment)
      #expect(isCut || held == all, comment)
      let before = all.dropLast(held.count)
      for item in before where !held.contains(item) { #expect(!lines.holds(item), comment) }
    }
  }

  @Test func `a history that is lost leaves what the ring holds below a note`() throws {
    let ring = Ring(capacity: 4096, chunkBytes: 1024, blockBytes: 256, cacheBytes: 1024)
    var bed = HistoryBed(ring, seed: 0)
    let text = (0..<1000).flatMap { Array("line \($0)\n".utf8) }
    bed.begin(source, at: 0, with: text)
    var lines = SourceLines(of: source, in: ring)
    let all = try bed.walkedDown(&lines)
    #expect(all.count == 1000)
    #expect(!all.contains(.note(.dropped)))
    ring.loseHistory(of: bed.naive[0].id)
    let held = try bed.walkedDown(&lines)
    #expect(held.first == .note(.olderGone))
    #expect(held.count > 100)
    #expect(Array(held.dropFirst()) == all.suffix(held.count - 1))
    #expect(try bed.walkedUp(&lines) == held)
    #expect(!lines.holds(all[0]))
    #expect(lines.holds(.note(.olderGone)))
    #expect(!lines.holds(.note(.dropped)))
    #expect(ring.find(line: 0, of: bed.naive[0].id) == .gone)
    // A share is one of what can be reached.
    let oldest = Position(segment: bed.naive[0].id, offset: text.count - ring.byteCount(of: source))
    #expect(ring.find(byte: 0, of: source) == .line(oldest))
    #expect(held[1] == .line(oldest))
    #expect(ring.find(line: 999, of: bed.naive[0].id) != .gone)
  }

  @Test func `a block that is shorter than what was received means that the file was truncated`() {
    let ring = Ring(capacity: 4096, chunkBytes: 1024, blockBytes: 256, cacheBytes: 1024)
    var bed = HistoryBed(ring, seed: 0)
    bed.begin(source, at: 0, with: (0..<1000).flatMap { Array("line \($0)\n".utf8) })
    let id = BlockID(segment: bed.naive[0].id, index: 0)
    #expect(ring.range(of: id) == 0..<256)
    #expect(!ring.loaded(id, ContiguousArray(repeating: 10, count: 255), of: 0..<256))
    #expect(ring.segment(id.segment)?.hasHistory == false)
    #expect(ring.range(of: id) == nil)
    #expect(!ring.loaded(id, ContiguousArray(repeating: 10, count: 256), of: 0..<256))
  }

  @Test func `a block that was read while the file was shorter is read again`() throws {
    let ring = Ring(capacity: 4096, chunkBytes: 1024, blockBytes: 1000, cacheBytes: 1024)
    var bed = HistoryBed(ring, seed: 0)
    bed.begin(source, at: 0, with: Array("one\ntwo".utf8), holdingFrom: 7)
    var lines = SourceLines(of: source, in: ring)
    #expect(try bed.walkedUp(&lines).count == 2)
    let more = (0..<1000).flatMap { Array(" and \($0)\n".utf8) }
    bed.naive[0].bytes += more
    _ = ring.receive(more, from: bed.naive[0].id)
    #expect(try bed.walkedUp(&lines).count == 1001)
    let second = Position(segment: bed.naive[0].id, offset: 4)
    #expect(try bed.line(at: second) == Array("two and 0".utf8))
  }

  @Test func `a lost window begins with the rest of a line`() throws {
    let ring = Ring(capacity: 4096, chunkBytes: 1024, blockBytes: 256, cacheBytes: 1024)
    var bed = HistoryBed(ring, seed: 0)
    bed.begin(source, at: 0, with: Array("one\ntwo\nthree\n".utf8), holdingFrom: 5)
    var lines = SourceLines(of: source, in: ring)
    let id = bed.naive[0].id
    #expect(try bed.walkedDown(&lines).count == 3)
    ring.loseHistory(of: id)
    let expected: [Item] = [
      .note(.olderGone), .line(Position(segment: id, offset: 5)),
      .line(Position(segment: id, offset: 8)),
    ]
    #expect(try bed.walkedDown(&lines) == expected)
    #expect(try bed.walkedUp(&lines) == expected)
    #expect(try bed.line(at: Position(segment: id, offset: 5)) == Array("wo".utf8))
  }

  @Test func `an older file can be reached until a newer one has lost lines`() throws {
    let ring = Ring(capacity: 4096, chunkBytes: 1024, blockBytes: 256, cacheBytes: 1024)
    var bed = HistoryBed(ring, seed: 0)
    let text = (0..<1000).flatMap { Array("line \($0)\n".utf8) }
    for number in 0..<2 {
      bed.begin(source, at: 0, with: text)
      guard number == 0 else { continue }
      ring.close(bed.naive[0].id)
      bed.naive[0].isClosed = true
    }
    var lines = SourceLines(of: source, in: ring)
    #expect(try bed.walkedDown(&lines).count == 2000)
    ring.loseHistory(of: bed.naive[1].id)
    let held = try bed.walkedDown(&lines)
    #expect(held.first == .note(.olderGone))
    #expect(held.count < 1000)
    #expect(try bed.walkedUp(&lines) == held)
    #expect(ring.segment(bed.naive[0].id) == nil)
    #expect(ring.lineCount(of: source) == 2000)
  }

  @Test func `a file that was closed before all of it was counted has no count`() throws {
    let ring = Ring(capacity: 4096, chunkBytes: 1024, blockBytes: 256, cacheBytes: 1024)
    var bed = HistoryBed(ring, seed: 0)
    let text = (0..<1000).flatMap { Array("line \($0)\n".utf8) }
    bed.begin(source, at: 0, with: text, holdingFrom: 5000)
    let id = bed.naive[0].id
    #expect(ring.lineCount(of: source) == nil)
    ring.close(id)
    ring.loseHistory(of: id)
    bed.begin(source, at: 0, with: text)
    #expect(ring.segment(id) == nil)
    #expect(ring.lineCount(of: source) == nil)
    let start = Position(segment: bed.naive[1].id, offset: 0)
    #expect(try bed.tally { $0.tallyOfSource(before: start) } == nil)
    #expect(try bed.tally { $0.tally(before: start) } == 0)
    #expect(ring.rangeToCount(of: id, atMost: 1000) == nil)
  }
}
