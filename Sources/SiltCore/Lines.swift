/// What a row belongs to: a line, or a note that silt put between lines.
package enum Item: Hashable, Sendable {
  /// The finished line, or the piece of a long one, that begins there.
  case line(Position)
  case note(NoteID)
}

/// A block of a segment's history that is not in memory.
package struct BlockID: Hashable, Sendable {
  package var segment: SegmentID
  /// The block's number from the segment's beginning.
  package var index: Int

  package init(segment: SegmentID, index: Int) {
    self.segment = segment
    self.index = index
  }
}

/// The answer to the question for a neighbouring item.
package enum Lookup: Hashable, Sendable {
  case item(Item)
  /// There is none in that direction.
  case end
  /// Unknown before that block was loaded.
  case needs(BlockID)
  /// The budget of bytes is spent; asking again goes on where this look-up stopped.
  case later
}

/// A sequence of items that can be walked in both directions from any of its items.
///
/// A viewport walks it, and knows nothing else of where lines come from. A filter is a `Lines` over
/// a `Lines`. The line that is not finished is an item as soon as it has a byte, at the position that
/// it will keep.
package protocol Lines {
  /// Finds the item before another one.
  ///
  /// - Parameters:
  ///   - item: An item of this sequence; nil stands for the end.
  ///   - budget: How many bytes may be looked at; what was spent is taken off.
  /// - Returns: That item, or why there is none.
  mutating func item(before item: Item?, budget: inout Int) -> Lookup

  /// Finds the item after another one.
  ///
  /// - Parameters:
  ///   - item: An item of this sequence; nil stands for the beginning.
  ///   - budget: How many bytes may be looked at; what was spent is taken off.
  /// - Returns: That item, or why there is none.
  mutating func item(after item: Item?, budget: inout Int) -> Lookup
}
