/// What the ring knows of a segment: where its bytes begin and end and where they lie.
package struct Segment: Sendable {
  /// Where the segment's bytes in a chunk begin: chunks by their serial, oldest first.
  struct Stretch: Sendable {
    let chunk: Int
    let offset: Int
    /// How many lines of the segment end in front of it.
    let newlines: Int
  }

  /// Whether bytes that are not in the ring can be read back.
  enum History: Sendable {
    /// There never was one: what the ring drops is gone.
    case none
    case there
    /// What is not in the ring is gone, and nobody knows how much of it there was.
    case lost
  }

  package let id: SegmentID
  package let source: SourceID
  /// The offset of the first byte that was asked for: nothing stands above it.
  package let start: Int
  /// The offset of the first byte that the ring received since it left some out last.
  package internal(set) var windowStart: Int
  var history: History
  /// The offset that no item begins in front of which the ring finds by itself.
  ///
  /// Bytes in front of it begin in the middle of a line. `Int.max` before the first border behind
  /// them arrived.
  var seam: Int
  /// The offset after the last byte received.
  package internal(set) var end: Int
  /// Where the unfinished line began: the offset after the last newline.
  package internal(set) var lineStart: Int
  /// Where the unfinished line, or its unfinished piece, begins; the same as `end` when there is
  /// none, or when the segment is closed and its last line finished as it is.
  package internal(set) var tailStart: Int
  /// Nothing more will come.
  package internal(set) var isClosed = false
  /// How many lines ended of those received.
  package internal(set) var newlines = 0
  /// Which of the ring's writes was the last one of this segment, counted from 1.
  var lastWrite = 0
  /// How many lines went with dropped chunks.
  package internal(set) var droppedLines = 0
  var stretches: ContiguousArray<Stretch> = []
  /// The offset of the rest of a line whose beginning was lost with the history; nil when there is none.
  var fragment: Int?

  init(
    id: SegmentID,
    source: SourceID,
    start: Int,
    hasHistory: Bool
  ) {
    self.id = id
    self.source = source
    self.start = start
    windowStart = start
    history = hasHistory ? .there : .none
    seam = start
    end = start
    lineStart = start
    tailStart = start
  }

  /// The offset of the oldest byte in the ring.
  package var heldStart: Int { stretches.first?.offset ?? end }

  /// Where the oldest line or piece begins that is found in the ring alone.
  package var ringStart: Int { min(max(seam, heldStart), end) }

  /// Whether bytes that are not in the ring can be read back.
  package var hasHistory: Bool { history == .there }

  /// Where the oldest line or piece begins that can be reached: in its history, or in the ring.
  package var reachableStart: Int { hasHistory ? start : ringStart }

  /// Where the bytes begin that a share of the whole is counted from.
  var sharedStart: Int { history == .lost ? reachableStart : start }

  /// Whether all of it was dropped and nothing more will come.
  package var isGone: Bool { isClosed && stretches.isEmpty && end > start && !hasHistory }

  /// Whether some of its beginning cannot be reached any more.
  var hasGap: Bool { isGone || reachableStart > start }

  /// Whether the last line has no newline.
  package var hasUnfinishedLine: Bool { lineStart < end }

  /// How many lines are finished of those received: those that ended, and the last one of a closed
  /// segment.
  package var finishedLines: Int { newlines + (isClosed && hasUnfinishedLine ? 1 : 0) }

  /// Where the last item ends, notes not looked at: the unfinished line's position.
  package var tail: Position { Position(segment: id, offset: tailStart) }
}
