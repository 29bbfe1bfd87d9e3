import SiltBytes

/// The newest bytes of all sources, in chunks that are dropped whole, the oldest first.
///
/// Bytes are read straight into a chunk (`receive(from:atMost:at:_:)`), their newlines are counted,
/// and nothing is done a line. A line lies whole in one chunk: when a chunk is full, or another
/// source wrote since, the segment's unfinished line (only that) is copied to where the next bytes
/// will be written.
///
/// A line longer than `pieceBytes` is cut into pieces by a local rule, so that whoever looks finds
/// the same borders, forward and backward: a multiple of `pieceBytes` is a border if no newline lies
/// in the `pieceBytes` bytes before it. A piece is therefore shorter than two times `pieceBytes`.
///
/// A class, because its chunks are memory with an identity; it belongs to one queue.
package final class Ring {
  /// What a read brought.
  package struct Received: Equatable, Sendable {
    /// What the read returned: bytes, or at most 0.
    package var bytes: Int
    /// How many lines ended in them.
    package var newlines: Int
    /// How many lines were dropped to make room.
    package var dropped: Int
  }

  /// Limits of the size of a chunk, in bytes.
  package static let chunkSizes = 64 << 10...1 << 20

  /// What segments of a source held that are gone from the list.
  struct Gone {
    /// Lines that were received and finished.
    var lines = 0
    /// All lines; nil when not all were counted.
    var lineCount: Int? = 0
    /// Some of it could be read back once.
    var hadHistory = false
  }

  /// The bytes that the ring holds at the most.
  package let capacity: Int
  /// The size of a chunk.
  package let chunkBytes: Int
  /// Borders of a long line's pieces are multiples of it: a quarter of a chunk.
  package let pieceBytes: Int
  /// The size of a block of history.
  package var blockBytes: Int { history.blockBytes }

  var chunks: ContiguousArray<Chunk> = []
  /// Chunks that were dropped, to be filled again: memory that is given back and taken anew does not
  /// all come from the same place.
  private var spares: [Chunk] = []
  private var nextSerial = 0
  /// How many reads brought bytes.
  private var writes = 0
  /// Segments by age; `segments[0].id` is `firstSegment`.
  var segments: ContiguousArray<Segment> = []
  private var firstSegment = 0
  /// What is known of the segments of a source that are gone from the list.
  private(set) var gone: [SourceID: Gone] = [:]
  var history: History
  /// Newlines by the block, of the segments that had a history.
  var counts: [SegmentID: LineCounts] = [:]
  /// The styles of lines, of the segments that were asked for one.
  var styles: [SegmentID: StyleTrack] = [:]

  /// Creates an empty ring.
  ///
  /// - Parameters:
  ///   - capacity: How many bytes it holds at the most, at least two chunks.
  ///   - chunkBytes: The size of a chunk; nil for a 16th of the capacity, within `chunkSizes`.
  ///   - blockBytes: The size of a block of history; nil for 256 KiB.
  ///   - cacheBytes: The memory that such blocks take; nil for 4 MiB.
  package init(
    capacity: Int,
    chunkBytes: Int? = nil,
    blockBytes: Int? = nil,
    cacheBytes: Int? = nil
  ) {
    let chunkBytes =
      chunkBytes
      ?? min(max(capacity / 16, Self.chunkSizes.lowerBound), Self.chunkSizes.upperBound)
    precondition(capacity >= 2 * chunkBytes, "a ring of fewer than two chunks")
    self.capacity = capacity
    self.chunkBytes = chunkBytes
    pieceBytes = chunkBytes / 4
    history = History(
      blockBytes: blockBytes ?? History.defaultBlockBytes,
      cacheBytes: cacheBytes ?? History.defaultCacheBytes,
      lineBytes: 2 * pieceBytes
    )
  }

  // MARK: Segments

  /// Begins a segment.
  ///
  /// - Parameters:
  ///   - source: What it is a generation of.
  ///   - offset: Where its bytes begin; nothing stands above.
  ///   - hasHistory: Whether what is not in the ring can be read back.
  /// - Returns: Its name, never given before.
  package func beginSegment(
    of source: SourceID,
    at offset: Int = 0,
    hasHistory: Bool = false
  ) -> SegmentID {
    let id = SegmentID(rawValue: firstSegment + segments.count)
    segments.append(Segment(id: id, source: source, start: offset, hasHistory: hasHistory))
    if hasHistory { counts[id] = LineCounts(start: offset, blockBytes: blockBytes) }
    return id
  }

  /// Leaves bytes of a segment out that can be read back: reading goes on behind them.
  ///
  /// Where the ring holds some of it, all that it holds is dropped, as it would be if more than its
  /// capacity had come.
  ///
  /// - Parameters:
  ///   - id: The segment, which has a history.
  ///   - offset: Where its next bytes begin. At least two times `pieceBytes` in front of the end, so that
  ///     where a line begins is found there.
  package func skip(_ id: SegmentID, to offset: Int) {
    let segment = segments[index(of: id)]
    precondition(segment.hasHistory && offset >= segment.end, "bytes that cannot be read back")
    guard offset > segment.end else { return }
    segments[index(of: id)].tailStart = segment.end
    while segments[index(of: id)].stretches.count > 0 { _ = dropOldest(for: nil) }
    let index = index(of: id)
    counts[id]?.skip(from: segment.end, to: offset, received: segment.newlines)
    segments[index].windowStart = offset
    segments[index].seam = .max
    segments[index].end = offset
    segments[index].lineStart = offset
    segments[index].tailStart = offset
  }

  /// Closes a segment: nothing more comes, and a line without a newline is finished as it is.
  ///
  /// - Returns: How many lines were dropped: the one that is finished now comes behind what was
  ///   written since.
  @discardableResult
  package func close(_ segment: SegmentID) -> Int {
    var dropped = 0
    let open = segments[index(of: segment)]
    if open.tailStart < open.end, chunks.last?.runs.last?.segment != segment {
      let prepared = prepareToWrite(index(of: segment))
      dropped = prepared.dropped
      if prepared.gap > 0 { moveTail(of: index(of: segment), to: chunks[chunks.count - 1]) }
    }
    let index = index(of: segment)
    segments[index].isClosed = true
    segments[index].tailStart = segments[index].end
    forgetGoneSegments()
    return dropped
  }

  /// The segment of that name; nil once all of it was dropped and nothing more can come.
  package func segment(_ id: SegmentID) -> Segment? {
    let index = id.rawValue - firstSegment
    return segments.indices.contains(index) ? segments[index] : nil
  }

  func index(of id: SegmentID) -> Int {
    id.rawValue - firstSegment
  }

  // MARK: Receiving

  /// Reads bytes of a segment into the ring.
  ///
  /// - Parameters:
  ///   - segment: The segment that the bytes belong to; it is not closed.
  ///   - limit: How many bytes at most, at least 1.
  ///   - arrival: The present, in nanoseconds of the caller's clock.
  ///   - read: Fills the buffer from its beginning and returns the number of bytes, or at most 0
  ///     where there are none. The buffer is never empty.
  /// - Returns: What the read brought.
  /// - Complexity: O(*n*), where *n* is the number of bytes read.
  package func receive(
    from segment: SegmentID,
    atMost limit: Int,
    at arrival: UInt64,
    _ read: (UnsafeMutableRawBufferPointer) -> Int
  ) -> Received {
    precondition(self.segment(segment)?.isClosed == false, "bytes of a segment that was closed")
    let (dropped, gap) = prepareToWrite(self.index(of: segment))
    let index = self.index(of: segment)
    let chunk = chunks[chunks.count - 1]
    let start = chunk.used + gap
    let bytes = unsafe chunk.write(atMost: limit, behind: gap, read)
    guard bytes > 0 else { return Received(bytes: bytes, newlines: 0, dropped: dropped) }
    if gap > 0 { moveTail(of: index, to: chunk) }
    chunk.keep(bytes)

    let offset = segments[index].end
    let (newlines, last) = chunk.withBytes(start..<start + bytes) {
      let newlines =
        segments[index].history == .none
        ? NewlineScan.count(in: $0)
        : counts[segment]?.receive($0, at: offset) ?? 0
      return (newlines, NewlineScan.last(in: $0))
    }
    if let run = chunk.runs.indices.last, chunk.runs[run].segment == segment,
      chunk.runs[run].start + chunk.runs[run].count == start
    {
      chunk.extendLastRun(by: bytes, newlines: newlines)
    } else {
      append(
        Chunk.Run(
          segment: segment,
          offset: segments[index].end,
          start: start,
          count: bytes,
          arrival: arrival,
          newlines: newlines
        ),
        to: chunk
      )
    }
    if let last {
      segments[index].lineStart = segments[index].end + last + 1
      segments[index].tailStart = segments[index].lineStart
    }
    segments[index].end += bytes
    segments[index].newlines += newlines
    writes += 1
    segments[index].lastWrite = writes
    segments[index].tailStart = lastBorder(from: segments[index].tailStart, to: segments[index].end)
    if segments[index].seam == .max { findSeam(of: index) }
    return Received(bytes: bytes, newlines: newlines, dropped: dropped)
  }

  /// Looks for the first border behind bytes that begin in the middle of a line.
  private func findSeam(of index: Int) {
    let segment = segments[index]
    guard segment.tailStart > segment.heldStart else { return }
    var budget = Int.max
    let border = lineEnd(from: segment.heldStart, in: segment, budget: &budget)
    segments[index].seam = border ?? .max
  }

  /// Makes the newest chunk one that the segment's next bytes can be written to, its unfinished
  /// line right in front of them.
  ///
  /// - Returns: How many lines were dropped, and for how many bytes of the unfinished line a gap is to
  ///   be left: they are copied when others come, or every look at a file would take memory.
  private func prepareToWrite(_ index: Int) -> (dropped: Int, gap: Int) {
    if let chunk = chunks.last {
      let tail = segments[index].end - segments[index].tailStart
      if let run = chunk.runs.last, run.segment == segments[index].id {
        if chunk.room > 0 { return (0, 0) }
      } else if tail + MemoryLayout<Chunk.Run>.stride < chunk.room {
        return (0, tail)
      }
    }
    trackStyle(of: segments[index])
    let id = segments[index].id
    let dropped = addChunk(for: id)
    let chunk = chunks[chunks.count - 1]
    if chunk.runs.last?.segment != id { moveTail(of: self.index(of: id), to: chunk) }
    return (dropped, 0)
  }

  func emptyChunk() -> Chunk {
    let serial = nextSerial
    nextSerial += 1
    guard let chunk = spares.popLast() else {
      return Chunk(byteCount: chunkBytes, serial: serial)
    }
    chunk.reset(serial: serial)
    return chunk
  }

  /// Copies a segment's unfinished line to the end of a chunk, and takes it off its old run.
  func moveTail(of index: Int, to target: Chunk) {
    let count = segments[index].end - segments[index].tailStart
    guard count > 0, let stretch = segments[index].stretches.last else { return }
    let id = segments[index].id
    let source = chunk(stretch.chunk)
    guard let run = source.runs.lastIndex(where: { $0.segment == id }) else { return }
    let old = source.runs[run]
    let start = target.used
    target.append(old.start + old.count - count..<old.start + old.count, of: source)
    source.shortenRun(run, by: count)
    if old.count == count, source.firstRun(of: id) == nil {
      segments[index].stretches.removeLast()
    }
    append(
      Chunk.Run(
        segment: id,
        offset: segments[index].tailStart,
        start: start,
        count: count,
        arrival: old.arrival,
        newlines: 0
      ),
      to: target
    )
  }

  private func append(_ run: Chunk.Run, to chunk: Chunk) {
    chunk.append(run)
    let index = index(of: run.segment)
    if segments[index].stretches.last?.chunk != chunk.serial {
      segments[index].stretches.append(
        Segment.Stretch(
          chunk: chunk.serial,
          offset: run.offset,
          newlines: segments[index].newlines
        )
      )
    }
  }

  // MARK: Dropping

  /// Drops the oldest chunk; unfinished lines in it are kept.
  ///
  /// - Parameter writer: The segment whose unfinished line is to be the last one in the newest chunk.
  /// - Returns: How many lines went with it.
  func dropOldest(for writer: SegmentID?) -> Int {
    var oldest = chunks[0]
    let tails = segments.indices.filter { index in
      segments[index].stretches.count == 1 && segments[index].stretches[0].chunk == oldest.serial
        && segments[index].tailStart < segments[index].end
    }
    for index in tails where segments[index].id != writer { keepTail(of: index, for: writer) }
    for index in tails where segments[index].id == writer { keepTail(of: index, for: nil) }
    var dropped = 0
    for index in segments.indices where segments[index].stretches.first?.chunk == oldest.serial {
      var lines = 0
      var end = segments[index].heldStart
      for run in oldest.runs where run.segment == segments[index].id {
        lines += run.newlines
        end = run.end
      }
      dropStyles(of: segments[index], before: end)
      if segments[index].stretches.first?.chunk == oldest.serial {
        segments[index].stretches.removeFirst()
      }
      if segments[index].stretches.isEmpty, segments[index].isClosed,
        segments[index].hasUnfinishedLine
      {
        lines += 1
      }
      segments[index].droppedLines += lines
      dropped += lines
    }
    chunks.removeFirst()
    // Bytes that somebody still holds stay as they are.
    if isKnownUniquelyReferenced(&oldest) { spares.append(oldest) }
    forgetGoneSegments()
    return dropped
  }

  /// Takes segments off the list that nothing is left of and that get nothing any more.
  ///
  /// An empty one stays as long as nothing behind it was dropped: notes may stand at it. One with a
  /// history stays as long as there is a way to it.
  func forgetGoneSegments() {
    while segments.count > 1, segments[0].isClosed, segments[0].stretches.isEmpty,
      segments[0].isGone || isCutOff(0)
        || segments[0].end == segments[0].start && segments[1].hasGap
    {
      let first = segments[0]
      var gone = gone[first.source] ?? Gone()
      gone.lines += first.finishedLines
      gone.lineCount = lineCount(of: first).flatMap { lines in gone.lineCount.map { $0 + lines } }
      if first.history != .none { gone.hadHistory = true }
      self.gone[first.source] = gone
      styles[first.id] = nil
      counts[first.id] = nil
      history.forget(first.id)
      segments.removeFirst()
      firstSegment += 1
    }
  }

  /// Whether something between a segment and the end of its source cannot be reached any more.
  private func isCutOff(_ index: Int) -> Bool {
    segments[(index + 1)...].contains { $0.source == segments[index].source && $0.hasGap }
  }

  // MARK: Finding

  func chunk(_ serial: Int) -> Chunk {
    chunks[serial - chunks[0].serial]
  }
}
