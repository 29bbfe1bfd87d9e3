/// The lines that a log shows: those of one source, or of several in the order of their arrival.
package enum LogLines: Lines {
  case one(SourceLines)
  case merged(MergedLines)

  package var ring: Ring {
    switch self {
    case .one(let lines): lines.ring
    case .merged(let lines): lines.ring
    }
  }

  package var notes: Notes {
    switch self {
    case .one(let lines): lines.notes
    case .merged(let lines): lines.notes
    }
  }

  /// The position of the unfinished line where it is an item, the last one.
  package var tail: Position? {
    switch self {
    case .one(let lines): lines.tail
    case .merged: nil
    }
  }

  /// The position of the unfinished line where it is none, and stands below all items.
  package var unfinished: Position? {
    switch self {
    case .one: nil
    case .merged(let lines): lines.unfinished
    }
  }

  /// How many lines are finished, dropped ones included.
  package var finishedLines: Int {
    switch self {
    case .one(let lines): lines.ring.finishedLines(of: lines.source)
    case .merged(let lines): lines.ring.finishedLines
    }
  }

  /// How many lines there are, the unfinished ones included; nil while some are not counted.
  package var lineCount: Int? {
    switch self {
    case .one(let lines): lines.ring.lineCount(of: lines.source).map { $0 + unfinishedLines }
    case .merged: finishedLines + unfinishedLines
    }
  }

  /// How many lines were dropped.
  package var droppedLines: Int {
    switch self {
    case .one(let lines): lines.ring.droppedLines(of: lines.source)
    case .merged(let lines): lines.ring.droppedLines
    }
  }

  /// How many lines have no end yet.
  package var unfinishedLines: Int {
    switch self {
    case .one(let lines): lines.ring.lines(of: lines.source) - finishedLines
    case .merged(let lines): lines.ring.unfinishedLines
    }
  }

  /// Puts a note behind what there is.
  ///
  /// - Parameters:
  ///   - text: What happened, in inert text.
  ///   - segment: What it tells of; nil for the newest segment.
  /// - Returns: How many lines were dropped.
  @discardableResult
  package mutating func addNote(_ text: String, of segment: SegmentID? = nil) -> Int {
    switch self {
    case .one(var lines):
      guard let position = segment.flatMap(end(of:)) ?? lines.end else { return 0 }
      lines.notes.add(text, at: position)
      self = .one(lines)
      return 0
    case .merged(var lines):
      guard let position = (segment ?? ring.segments.last?.id).flatMap(end(of:)) else { return 0 }
      let dropped = lines.addNote(text, at: position)
      self = .merged(lines)
      return dropped
    }
  }

  private func end(of segment: SegmentID) -> Position? {
    ring.segment(segment).map { Position(segment: segment, offset: $0.end) }
  }

  /// Whether an item can still be shown.
  package func holds(_ item: Item) -> Bool {
    switch self {
    case .one(let lines): lines.holds(item)
    case .merged(let lines): lines.holds(item)
    }
  }

  package func item(before item: Item?, budget: inout Int) -> Lookup {
    switch self {
    case .one(let lines): lines.item(before: item, budget: &budget)
    case .merged(let lines): lines.item(before: item, budget: &budget)
    }
  }

  package func item(after item: Item?, budget: inout Int) -> Lookup {
    switch self {
    case .one(let lines): lines.item(after: item, budget: &budget)
    case .merged(let lines): lines.item(after: item, budget: &budget)
    }
  }
}
