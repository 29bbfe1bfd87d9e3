extension Ring {
  // MARK: The order of arrival

  /// Puts a mark behind everything that was written: what comes then, of whatever segment, lies
  /// behind it.
  ///
  /// - Parameter number: What the mark is found by.
  /// - Returns: The serial of its chunk, and how many lines were dropped.
  func mark(_ number: Int) -> (chunk: Int, dropped: Int) {
    var dropped = 0
    if chunks.last.map({ $0.room == 0 }) ?? true { dropped = addChunk(for: nil) }
    let chunk = chunks[chunks.count - 1]
    chunk.append(
      Chunk.Run(
        segment: .marks,
        offset: number,
        start: chunk.used,
        count: 0,
        arrival: 0,
        newlines: 0
      )
    )
    return (chunk.serial, dropped)
  }

  /// Adds an empty chunk, and drops the oldest ones as far as memory asks for it.
  ///
  /// - Parameter writer: The segment whose unfinished line is to have room in it.
  /// - Returns: How many lines were dropped.
  func addChunk(for writer: SegmentID?) -> Int {
    chunks.append(emptyChunk())
    var dropped = 0
    while chunks.count > 2, chunks.reduce(0, { $0 + $1.memoryBytes }) > capacity {
      dropped += dropOldest(for: writer)
    }
    return dropped
  }

  /// Copies an unfinished line to the newest chunk.
  ///
  /// - Parameters:
  ///   - index: The index of its segment.
  ///   - writer: The segment whose unfinished line is to have room behind it.
  func keepTail(of index: Int, for writer: SegmentID?) {
    func room(of segment: Segment) -> Int {
      segment.end - segment.tailStart + MemoryLayout<Chunk.Run>.stride
    }
    let newest = chunks[chunks.count - 1]
    let other = writer.map { room(of: segments[self.index(of: $0)]) } ?? 0
    if room(of: segments[index]) + other < newest.room {
      moveTail(of: index, to: newest)
    } else {
      // So many long unfinished lines that one chunk cannot hold them: this one goes on as a new
      // piece.
      segments[index].tailStart = segments[index].end
      if segments[index].hasHistory { segments[index].seam = .max }
    }
  }

  /// The open segment with an unfinished line that was written last.
  ///
  /// - Complexity: O(*s*), where *s* is the number of segments.
  var lastUnfinished: Segment? {
    segments.lazy.filter { $0.tailStart < $0.end }.max { $0.lastWrite < $1.lastWrite }
  }

  /// How many bytes of a run are finished lines and pieces.
  func finishedCount(of run: Chunk.Run) -> Int {
    guard let segment = segment(run.segment) else { return 0 }
    return min(run.end, segment.tailStart) - run.offset
  }

  /// How many lines are finished, dropped ones included, of all sources.
  package var finishedLines: Int {
    segments.reduce(gone.values.reduce(0) { $0 + $1.lines }) { $0 + $1.finishedLines }
  }

  /// How many lines were dropped, of all sources.
  package var droppedLines: Int {
    segments.reduce(gone.values.reduce(0) { $0 + $1.lines }) { $0 + $1.droppedLines }
  }

  /// How many lines have no end yet.
  package var unfinishedLines: Int {
    segments.count { !$0.isClosed && $0.hasUnfinishedLine }
  }

  /// Whether bytes of any source were dropped.
  package var hasDropped: Bool {
    !gone.isEmpty || segments.contains { $0.heldStart > $0.start }
  }

  /// How many lines of a source there are, dropped ones and the unfinished one included.
  package func lines(of source: SourceID) -> Int {
    let open = segments.lazy.filter { $0.source == source && !$0.isClosed }
    return finishedLines(of: source) + open.reduce(0) { $0 + ($1.hasUnfinishedLine ? 1 : 0) }
  }

  /// The offset after the last byte of a source that arrived, in its newest segment.
  package func end(of source: SourceID) -> Int {
    segments.last { $0.source == source }?.end ?? 0
  }

  /// The source of a line.
  package func source(of position: Position) -> SourceID? {
    segment(position.segment)?.source
  }

  /// Where a held line or piece ends, its newline included.
  package func end(of position: Position) -> Position? {
    var budget = Int.max
    guard let segment = segment(position.segment),
      let end = lineEnd(from: position.offset, in: segment, budget: &budget)
    else { return nil }
    return Position(segment: segment.id, offset: end)
  }
}
