/// The lines of one source and its notes, in their order: segments by age, then by offset.
package struct SourceLines: Lines {
  package let ring: Ring
  package let source: SourceID
  package var notes = Notes()

  /// Creates the lines of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - ring: The ring that holds it.
  package init(of source: SourceID, in ring: Ring) {
    self.ring = ring
    self.source = source
  }

  /// The position of the unfinished line; nil when there are no bytes of one.
  package var tail: Position? {
    guard let last, last.tailStart < last.end, last.tailStart >= last.ringStart else { return nil }
    return last.tail
  }

  /// Where the newest segment ends.
  package var end: Position? { last.map { Position(segment: $0.id, offset: $0.end) } }

  /// Whether an item can still be shown.
  package func holds(_ item: Item) -> Bool {
    switch item {
    case .line(let position):
      return ring.holds(position) && beginning.holds(position.segment)
    case .note(.dropped), .note(.olderGone):
      return oldest == .item(item)
    case .note(let id):
      guard let note = notes[id], let segment = ring.segment(note.position.segment) else {
        return false
      }
      return !segment.isGone && note.position.offset >= segment.reachableStart
        && beginning.holds(segment.id)
    }
  }

  package func item(before item: Item?, budget: inout Int) -> Lookup {
    guard budget > 0 else { return .later }
    switch item {
    case nil:
      guard let last else { return .end }
      return self.item(upTo: last.end, in: last, budget: &budget)
    case .line(let position):
      guard let segment = ring.segment(position.segment) else { return .end }
      return self.item(upTo: position.offset, in: segment, budget: &budget)
    case .note(.dropped), .note(.olderGone):
      return .end
    case .note(let id):
      guard let note = notes[id], let segment = ring.segment(note.position.segment) else {
        return .end
      }
      return self.item(upTo: note.position.offset, in: segment, before: id, budget: &budget)
    }
  }

  package func item(after item: Item?, budget: inout Int) -> Lookup {
    guard budget > 0 else { return .later }
    switch item {
    case nil:
      return oldest == .end ? first() : oldest
    case .note(.dropped), .note(.olderGone):
      return first()
    case .line(let position):
      guard let segment = ring.segment(position.segment) else { return .end }
      return self.item(behindLineAt: position.offset, in: segment, budget: &budget)
    case .note(let id):
      guard let note = notes[id], let segment = ring.segment(note.position.segment) else {
        return .end
      }
      let offset = note.position.offset
      switch ring.border(ofLineUpTo: offset, in: segment, budget: &budget) {
      case .needs(let block): return .needs(block)
      case .at(let start):
        return self.item(behindLineAt: start, in: segment, after: id, budget: &budget)
      case .none: return first(in: segment, after: id)
      }
    }
  }

  private var last: Segment? { ring.segments.last { $0.source == source } }

  /// Where the part of the source begins that can be walked.
  var beginning: Beginning {
    var beginning = Beginning(isCut: ring.gone[source] != nil)
    for segment in ring.segments.reversed() where segment.source == source {
      if !segment.isGone { beginning.segment = segment.id }
      if segment.hasGap {
        beginning.isCut = true
        beginning.cut = segment.id
        break
      }
    }
    return beginning
  }

  struct Beginning {
    /// The oldest segment; nil when nothing is left of any.
    var segment: SegmentID?
    /// Whether something stood above that is gone.
    var isCut: Bool
    /// The segment that it was a part of, when that is not gone from the ring's list.
    var cut: SegmentID?

    func holds(_ id: SegmentID) -> Bool { segment.map { $0.rawValue <= id.rawValue } ?? false }
  }

  /// What stands above the oldest line that can be reached.
  ///
  /// Lines of what could be read back once were perhaps never received, so they have no number.
  private var oldest: Lookup {
    let beginning = beginning
    guard beginning.isCut else { return .end }
    let hadHistory =
      ring.gone[source]?.hadHistory == true
      || ring.segments.contains { segment in
        segment.source == source && segment.history != .none
          && beginning.cut.map { segment.id.rawValue <= $0.rawValue } == true
      }
    return .item(.note(hadHistory ? .olderGone : .dropped))
  }

  private func first() -> Lookup {
    guard let id = beginning.segment, let segment = ring.segment(id) else { return .end }
    return first(in: segment)
  }

  /// The first item of a segment, or of what comes behind it; or the first one behind a note there.
  private func first(in segment: Segment, after id: NoteID? = nil) -> Lookup {
    let start = segment.reachableStart
    if let note = notes.first(in: segment.id, at: start...start, after: id) {
      return .item(.note(note))
    }
    return line(at: start, in: segment)
  }

  /// The line that begins at an offset, or the first item of the source's next segment.
  private func line(at offset: Int, in segment: Segment) -> Lookup {
    if offset < segment.end {
      return .item(.line(Position(segment: segment.id, offset: offset)))
    }
    let newer = ring.segments[(ring.index(of: segment.id) + 1)...]
    guard let next = newer.first(where: { $0.source == source }) else { return .end }
    return first(in: next)
  }

  /// What follows a line, or one of the notes behind it.
  private func item(
    behindLineAt start: Int,
    in segment: Segment,
    after id: NoteID? = nil,
    budget: inout Int
  ) -> Lookup {
    switch ring.border(behindLineAt: start, in: segment, budget: &budget) {
    case .none: return .end
    case .needs(let block): return .needs(block)
    case .at(let end):
      if let note = notes.first(in: segment.id, at: start + 1...end, after: id) {
        return .item(.note(note))
      }
      return line(at: end, in: segment)
    }
  }

  /// The last item that ends at an offset or before: a note behind a line, or the line.
  private func item(
    upTo end: Int,
    in segment: Segment,
    before id: NoteID? = nil,
    budget: inout Int
  ) -> Lookup {
    if segment.isGone { return oldest }
    var start: Int?
    switch ring.border(ofLineUpTo: end, in: segment, budget: &budget) {
    case .none: break
    case .needs(let block): return .needs(block)
    case .at(let offset): start = offset
    }
    let lowest = start.map { $0 + 1 } ?? segment.reachableStart
    if lowest <= end, let note = notes.last(in: segment.id, at: lowest...end, before: id) {
      return .item(.note(note))
    }
    if let start { return .item(.line(Position(segment: segment.id, offset: start))) }
    let older = ring.segments[..<ring.index(of: segment.id)]
    guard !segment.hasGap, let previous = older.last(where: { $0.source == source }) else {
      return oldest
    }
    return item(upTo: previous.end, in: previous, budget: &budget)
  }
}
