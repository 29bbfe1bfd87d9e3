/// Names a note; never used again.
package struct NoteID: Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The note above the oldest line kept, which says how many went before it.
  package static let dropped = NoteID(rawValue: -1)
}

/// A dim row in the stream that tells what happened there: it is no content, and nothing counts it.
package struct Note: Hashable, Sendable {
  package let id: NoteID
  /// The line that it stands above, or the end of its segment.
  package let before: Position
  /// What happened, in inert text, the time included.
  package let text: String
}

/// The notes of a stream, the newest of them.
///
/// Notes of one position stand in the order of their making.
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

  /// Adds a note behind those that stand at its position already.
  ///
  /// - Parameters:
  ///   - text: What happened, in inert text.
  ///   - position: The line that it stands above.
  /// - Returns: The note's name.
  @discardableResult
  package mutating func add(_ text: String, before position: Position) -> NoteID {
    let id = NoteID(rawValue: nextID)
    nextID += 1
    notes.append(Note(id: id, before: position, text: text))
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

  /// The last note above a position.
  package func last(before position: Position) -> NoteID? {
    notes.last { $0.before == position }?.id
  }

  /// The first note above a position.
  package func first(before position: Position) -> NoteID? {
    notes.first { $0.before == position }?.id
  }

  /// The note in front of another one at the same position.
  package func note(before id: NoteID) -> NoteID? {
    guard let note = self[id] else { return nil }
    return notes.last { $0.before == note.before && $0.id.rawValue < id.rawValue }?.id
  }

  /// The note behind another one at the same position.
  package func note(after id: NoteID) -> NoteID? {
    guard let note = self[id] else { return nil }
    return notes.first { $0.before == note.before && $0.id.rawValue > id.rawValue }?.id
  }
}
