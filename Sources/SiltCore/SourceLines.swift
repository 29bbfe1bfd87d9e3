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

  /// Where the next line, or the rest of the unfinished one, will begin.
  package var end: Position? { last?.tail }

  /// Whether an item can still be shown.
  package func holds(_ item: Item) -> Bool {
    switch item {
    case .line(let position):
      return ring.holds(position)
    case .note(.dropped):
      return ring.droppedLines(of: source) > 0
    case .note(let id):
      guard let note = notes[id], let segment = ring.segment(note.before.segment) else {
        return false
      }
      return note.before.offset >= segment.heldStart
    }
  }

  package mutating func item(before item: Item?, budget: inout Int) -> Lookup {
    guard budget > 0 else { return .later }
    switch item {
    case nil:
      guard let last else { return .end }
      if last.isGone { return oldest }
      return notes.last(before: last.tail).map { .item(.note($0)) }
        ?? line(endingAt: last.tail, budget: &budget)
    case .line(let position):
      return notes.last(before: position).map { .item(.note($0)) }
        ?? line(endingAt: position, budget: &budget)
    case .note(.dropped):
      return .end
    case .note(let id):
      if let previous = notes.note(before: id) { return .item(.note(previous)) }
      guard let note = notes[id] else { return .end }
      return line(endingAt: note.before, budget: &budget)
    }
  }

  package mutating func item(after item: Item?, budget: inout Int) -> Lookup {
    guard budget > 0 else { return .later }
    switch item {
    case nil:
      if ring.droppedLines(of: source) > 0 { return .item(.note(.dropped)) }
      return first()
    case .note(.dropped):
      return first()
    case .line(let position):
      guard let segment = ring.segment(position.segment), position.offset < segment.tailStart,
        let end = ring.lineEnd(from: position.offset, in: segment, budget: &budget)
      else { return .end }
      return self.item(at: end, in: segment)
    case .note(let id):
      if let next = notes.note(after: id) { return .item(.note(next)) }
      guard let note = notes[id], let segment = ring.segment(note.before.segment) else {
        return .end
      }
      return line(at: max(note.before.offset, segment.heldStart), in: segment)
    }
  }

  private var last: Segment? { ring.segments.last { $0.source == source } }

  /// What stands above the oldest line kept.
  private var oldest: Lookup {
    ring.droppedLines(of: source) > 0 ? .item(.note(.dropped)) : .end
  }

  private func first() -> Lookup {
    guard let segment = ring.segments.first(where: { $0.source == source && !$0.isGone }) else {
      return .end
    }
    return item(at: segment.heldStart, in: segment)
  }

  /// The first item that stands at an offset: a note, or the line that begins there.
  private func item(at offset: Int, in segment: Segment) -> Lookup {
    if let note = notes.first(before: Position(segment: segment.id, offset: offset)) {
      return .item(.note(note))
    }
    return line(at: offset, in: segment)
  }

  /// The line that begins at an offset, or what begins the source's next segment.
  private func line(at offset: Int, in segment: Segment) -> Lookup {
    if offset < segment.tailStart {
      return .item(.line(Position(segment: segment.id, offset: offset)))
    }
    let newer = ring.segments[(ring.index(of: segment.id) + 1)...]
    guard let next = newer.first(where: { $0.source == source }) else { return .end }
    return item(at: next.heldStart, in: next)
  }

  /// The line in front of a position, or what ends the source's segment before.
  private func line(endingAt position: Position, budget: inout Int) -> Lookup {
    guard let segment = ring.segment(position.segment) else { return .end }
    if let start = ring.lineStart(to: position.offset, in: segment, budget: &budget) {
      return .item(.line(Position(segment: segment.id, offset: start)))
    }
    let older = ring.segments[..<ring.index(of: segment.id)]
    guard segment.heldStart == segment.start,
      let previous = older.last(where: { $0.source == source }), !previous.isGone
    else { return oldest }
    return notes.last(before: previous.tail).map { .item(.note($0)) }
      ?? line(endingAt: previous.tail, budget: &budget)
  }
}
