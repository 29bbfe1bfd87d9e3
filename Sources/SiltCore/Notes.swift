/// Names a note; never used again.
package struct NoteID: Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The note above the oldest line kept, which says how many went before it.
  package static let dropped = NoteID(rawValue: -1)
  /// The note above the oldest line that can be reached, where others were that nobody counted.
  package static let olderGone = NoteID(rawValue: -2)

  /// Whether it stands above all lines, for those that went.
  var standsForLines: Bool { self == .dropped || self == .olderGone }
}

/// A dim row in the stream that tells what happened there: it is no content, and nothing counts it.
package struct Note: Hashable, Sendable {
  package let id: NoteID
  /// How much of its segment had arrived: the note stands behind the line that holds the byte
  /// before, be it finished or not, so that nothing moves when that line is completed.
  package let position: Position
  /// What happened, in inert text, the time included.
  package let text: String
}

/// The notes of a stream, the newest of them, in the order of their making.
package struct Notes: Sendable {
  /// How many notes are kept; older ones go first.
  package let capacity: Int
  private var notes: ContiguousArray<Note> = []
  private var nextID = 0

  /// Creates an empty list.
  ///
  /// - Parameter capacity: How many notes are kept.
  package init(capacity: Int = 1000) {
    self.capacity = capacity
  }

  /// Adds a note.
  ///
  /// - Parameters:
  ///   - text: What happened, in inert text.
  ///   - position: Where its segment ends now.
  /// - Returns: The note's name.
  @discardableResult
  package mutating func add(_ text: String, at position: Position) -> NoteID {
    let id = NoteID(rawValue: nextID)
    nextID += 1
    notes.append(Note(id: id, position: position, text: text))
    if notes.count > capacity { notes.removeFirst(notes.count - capacity) }
    return id
  }

  /// The note of that name, if it is still kept.
  ///
  /// - Complexity: O(1): names are given in order, and only the oldest notes go.
  package subscript(id: NoteID) -> Note? {
    guard let first = notes.first else { return nil }
    let index = id.rawValue - first.id.rawValue
    return notes.indices.contains(index) ? notes[index] : nil
  }

  /// The first note at some offsets of a segment, or the first one behind another note.
  func first(
    in segment: SegmentID,
    at offsets: ClosedRange<Int>,
    after id: NoteID? = nil
  ) -> NoteID? {
    notes.first { note in
      note.position.segment == segment && offsets.contains(note.position.offset)
        && id.map { note.id.rawValue > $0.rawValue } != false
    }?.id
  }

  /// The last note at some offsets of a segment, or the last one in front of another note.
  func last(
    in segment: SegmentID,
    at offsets: ClosedRange<Int>,
    before id: NoteID? = nil
  ) -> NoteID? {
    notes.last { note in
      note.position.segment == segment && offsets.contains(note.position.offset)
        && id.map { note.id.rawValue < $0.rawValue } != false
    }?.id
  }
}
