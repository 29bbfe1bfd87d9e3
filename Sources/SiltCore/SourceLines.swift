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
    guard let last, last.tailStart < last.end else { return nil }
    return last.tail
  }

  /// Where the newest segment ends.
  package var end: Position? { last.map { Position(segment: $0.id, offset: $0.end) } }

  /// Whether an item can still be shown.
  package func holds(_ item: Item) -> Bool {
    switch item {
    case .line(let position):
      return ring.holds(position)
    case .note(.dropped):
      return ring.hasDropped(of: source)
    case .note(let id):
      guard let note = notes[id], let segment = ring.segment(note.position.segment) else {
        return false
      }
      return !segment.isGone && note.position.offset >= segment.heldStart
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
    case .note(.dropped):
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
      return ring.hasDropped(of: source) ? .item(.note(.dropped)) : first()
    case .note(.dropped):
      return first()
    case .line(let position):
      guard let segment = ring.segment(position.segment) else { return .end }
      return self.item(behindLineAt: position.offset, in: segment, budget: &budget)
    case .note(let id):
      guard let note = notes[id], let segment = ring.segment(note.position.segment) else {
        return .end
      }
      let offset = note.position.offset
      if let start = ring.lineStart(to: offset, in: segment, budget: &budget) {
        return self.item(behindLineAt: start, in: segment, after: id, budget: &budget)
      }
      let held = segment.heldStart
      if let next = notes.first(in: segment.id, at: held...held, after: id) {
        return .item(.note(next))
      }
      return line(at: held, in: segment)
    }
  }

  private var last: Segment? { ring.segments.last { $0.source == source } }

  /// What stands above the oldest line kept.
  private var oldest: Lookup {
    ring.hasDropped(of: source) ? .item(.note(.dropped)) : .end
  }

  private func first() -> Lookup {
    guard let segment = ring.segments.first(where: { $0.source == source && !$0.isGone }) else {
      return .end
    }
    return first(in: segment)
  }

  /// The first item of a segment, or of what comes behind it.
  private func first(in segment: Segment) -> Lookup {
    let held = segment.heldStart
    if let note = notes.first(in: segment.id, at: held...held) { return .item(.note(note)) }
    return line(at: held, in: segment)
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
    guard let end = ring.lineEnd(from: start, in: segment, budget: &budget) else { return .end }
    if let note = notes.first(in: segment.id, at: start + 1...end, after: id) {
      return .item(.note(note))
    }
    return line(at: end, in: segment)
  }

  /// The last item that ends at an offset or before: a note behind a line, or the line.
  private func item(
    upTo end: Int,
    in segment: Segment,
    before id: NoteID? = nil,
    budget: inout Int
  ) -> Lookup {
    if segment.isGone { return oldest }
    let start = ring.lineStart(to: end, in: segment, budget: &budget)
    let lowest = start.map { $0 + 1 } ?? segment.heldStart
    if lowest <= end, let note = notes.last(in: segment.id, at: lowest...end, before: id) {
      return .item(.note(note))
    }
    if let start { return .item(.line(Position(segment: segment.id, offset: start))) }
    let older = ring.segments[..<ring.index(of: segment.id)]
    guard segment.heldStart == segment.start,
      let previous = older.last(where: { $0.source == source })
    else { return oldest }
    return item(upTo: previous.end, in: previous, budget: &budget)
  }
}
