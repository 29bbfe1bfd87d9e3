/// Whatever lines come from: a file whatever its generations, a pipe, a command.
package struct SourceID: Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// One unbroken source of bytes: a file's generation, a pipe, a pseudo-terminal.
///
/// A rotation, a truncation or a replacement begins a new segment; a rename does not. An identifier
/// is never used again.
package struct SegmentID: Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension SegmentID {
  /// Stands for no segment: the runs that are marks in the ring's order have it.
  static let marks = SegmentID(rawValue: -1)
}

/// Where a line begins, in its own source.
///
/// The offset is the file's, so a line has the same address in the ring, below it, and before the
/// program started. Positions of two segments have no order of their own: order belongs to a view.
package struct Position: Hashable, Sendable {
  package var segment: SegmentID
  /// Bytes from the segment's beginning.
  package var offset: Int

  package init(segment: SegmentID, offset: Int) {
    self.segment = segment
    self.offset = offset
  }
}
