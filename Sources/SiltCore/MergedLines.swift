/// The lines of all sources of a ring and their notes, in the order of their arrival.
///
/// A line stands where its last bytes arrived: behind everything that was finished before, whatever
/// source it is of. The ring keeps a line whole at the place of its last bytes, so this is the order
/// of line starts in its memory, and a note is a mark in that memory. It follows that an item, once
/// there, never moves, and that a new one comes behind all others: nothing above it can change, and a
/// view that holds still has nothing to do.
///
/// Lines that are not finished have no place yet and are no items. The one that was written last is
/// `unfinished`, for whoever shows it below all items; the others show when they are finished, by a
/// newline or by their segment's end, or written to again after that one was finished. The finished
/// pieces of a long line are items at once.
///
/// There is nothing below the ring: the order of arrival there cannot be known.
package struct MergedLines: Lines {
  package let ring: Ring
  package private(set) var notes: Notes
  /// The serials of the chunks that the notes' marks lie in.
  private var chunks: [NoteID: Int] = [:]

  /// Creates the lines of all sources.
  ///
  /// - Parameters:
  ///   - ring: The ring that holds them.
  ///   - noteCapacity: How many notes are kept; older ones go first.
  package init(in ring: Ring, noteCapacity: Int = 1000) {
    self.ring = ring
    notes = Notes(capacity: noteCapacity)
  }

  /// The position of the unfinished line that was written last; nil when there is none.
  package var unfinished: Position? { ring.lastUnfinished?.tail }

  /// Puts a note behind everything that is finished.
  ///
  /// - Parameters:
  ///   - text: What happened, in inert text.
  ///   - position: Where the segment ends now that it tells of.
  /// - Returns: How many lines were dropped: a note is in the ring's order, and takes its part of the
  ///   memory.
  package mutating func addNote(_ text: String, at position: Position) -> Int {
    let id = notes.add(text, at: position)
    let mark = ring.mark(id.rawValue)
    chunks[id] = mark.chunk
    chunks[NoteID(rawValue: id.rawValue - notes.capacity)] = nil
    return mark.dropped
  }

  /// Whether an item can still be shown.
  package func holds(_ item: Item) -> Bool {
    switch item {
    case .line(let position):
      guard let segment = ring.segment(position.segment) else { return false }
      return segment.heldStart <= position.offset && position.offset < segment.tailStart
    case .note(.dropped):
      return ring.hasDropped
    case .note:
      return spot(of: item) != nil
    }
  }

  package func item(before item: Item?, budget: inout Int) -> Lookup {
    guard budget > 0 else { return .later }
    guard let item else {
      return last(before: Spot(chunk: ring.chunks.count, run: 0), budget: &budget)
    }
    guard item != .note(.dropped), let spot = spot(of: item) else { return .end }
    if case .line(let position) = item, position.offset > run(at: spot).offset,
      let segment = ring.segment(position.segment),
      let start = ring.lineStart(to: position.offset, in: segment, budget: &budget)
    {
      return .item(.line(Position(segment: segment.id, offset: start)))
    }
    return last(before: spot, budget: &budget)
  }

  package func item(after item: Item?, budget: inout Int) -> Lookup {
    guard budget > 0 else { return .later }
    guard let item else {
      return ring.hasDropped ? .item(.note(.dropped)) : first(budget: &budget)
    }
    guard item != .note(.dropped) else { return first(budget: &budget) }
    guard let spot = spot(of: item) else { return .end }
    if case .line(let position) = item, let segment = ring.segment(position.segment),
      let end = ring.lineEnd(from: position.offset, in: segment, budget: &budget),
      end < run(at: spot).offset + ring.finishedCount(of: run(at: spot))
    {
      return .item(.line(Position(segment: segment.id, offset: end)))
    }
    return first(from: Spot(chunk: spot.chunk, run: spot.run + 1), budget: &budget)
  }

  /// Finds the held line or piece that holds a byte.
  ///
  /// - Parameter share: How much of all bytes that arrived stands in front of it, from 0 to 1.
  /// - Returns: The line's position, the oldest for what was dropped, and whether it was; nil when no
  ///   line is held.
  /// - Complexity: O(*r*), where *r* is the number of runs in the ring.
  package func line(behind share: Double) -> (position: Position, isDropped: Bool)? {
    let arrived = ring.segments.reduce(0) { $0 + $1.end - $1.start }
    let runs = ring.chunks.lazy.flatMap(\.runs)
    let held = runs.reduce(0) { $0 + $1.count }
    let wanted = Int(Double(arrived) * share) - (arrived - held)
    var rest = wanted
    var last: (position: Position, isDropped: Bool)?
    for run in runs {
      let finished = ring.finishedCount(of: run)
      if finished > 0 {
        let offset = run.offset + min(max(0, rest), finished - 1)
        let position = ring.line(holding: offset, of: run.segment)
        last = position.map { ($0, wanted < 0) }
      }
      if rest < run.count, last != nil { break }
      rest -= run.count
    }
    return last
  }

  // MARK: Runs

  /// Where a run lies: the index of its chunk, and its index there.
  private struct Spot {
    var chunk: Int
    var run: Int
  }

  private func run(at spot: Spot) -> Chunk.Run {
    ring.chunks[spot.chunk].runs[spot.run]
  }

  /// The run of an item.
  private func spot(of item: Item) -> Spot? {
    guard let oldest = ring.chunks.first else { return nil }
    switch item {
    case .line(let position):
      guard let segment = ring.segment(position.segment),
        let place = ring.place(of: position.offset, in: segment),
        position.offset < place.run.end
      else { return nil }
      return Spot(chunk: place.chunk.serial - oldest.serial, run: place.index)
    case .note(let id):
      guard let serial = chunks[id], serial >= oldest.serial,
        let run = ring.chunk(serial).index(ofMark: id.rawValue)
      else { return nil }
      return Spot(chunk: serial - oldest.serial, run: run)
    }
  }

  private func first(budget: inout Int) -> Lookup {
    first(from: Spot(chunk: 0, run: 0), budget: &budget)
  }

  /// The first item in a run or behind it.
  private func first(from spot: Spot, budget: inout Int) -> Lookup {
    var spot = spot
    while spot.chunk < ring.chunks.count {
      guard spot.run < ring.chunks[spot.chunk].runs.count else {
        spot = Spot(chunk: spot.chunk + 1, run: 0)
        continue
      }
      let run = run(at: spot)
      budget -= 1
      if let note = note(of: run) { return .item(.note(note)) }
      if ring.finishedCount(of: run) > 0 {
        return .item(.line(Position(segment: run.segment, offset: run.offset)))
      }
      spot.run += 1
    }
    return .end
  }

  /// The last item in front of a run.
  private func last(before spot: Spot, budget: inout Int) -> Lookup {
    var spot = spot
    while true {
      guard spot.run > 0 else {
        guard spot.chunk > 0 else { return ring.hasDropped ? .item(.note(.dropped)) : .end }
        spot.chunk -= 1
        spot.run = ring.chunks[spot.chunk].runs.count
        continue
      }
      spot.run -= 1
      let run = run(at: spot)
      budget -= 1
      if let note = note(of: run) { return .item(.note(note)) }
      let finished = ring.finishedCount(of: run)
      if finished > 0, let segment = ring.segment(run.segment),
        let start = ring.lineStart(to: run.offset + finished, in: segment, budget: &budget)
      {
        return .item(.line(Position(segment: segment.id, offset: start)))
      }
    }
  }

  /// The note whose mark a run is, while it is kept.
  private func note(of run: Chunk.Run) -> NoteID? {
    guard run.segment == .marks else { return nil }
    let id = NoteID(rawValue: run.offset)
    return notes[id] == nil ? nil : id
  }
}
