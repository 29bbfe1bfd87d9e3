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

  /// The bytes that the ring holds at the most.
  package let capacity: Int
  /// The size of a chunk.
  package let chunkBytes: Int
  /// Borders of a long line's pieces are multiples of it: a quarter of a chunk.
  package let pieceBytes: Int

  var chunks: ContiguousArray<Chunk> = []
  /// The chunk dropped last, to be filled again.
  private var spare: Chunk?
  private var nextSerial = 0
  /// How many reads brought bytes.
  private var writes = 0
  /// Segments by age; `segments[0].id` is `firstSegment`.
  var segments: ContiguousArray<Segment> = []
  private var firstSegment = 0
  /// What segments that are gone from the list held, by their source.
  private(set) var goneLines: [SourceID: Int] = [:]
  /// The styles of lines, of the segments that were asked for one.
  var styles: [SegmentID: StyleTrack] = [:]

  /// Creates an empty ring.
  ///
  /// - Parameters:
  ///   - capacity: How many bytes it holds at the most, at least two chunks.
  ///   - chunkBytes: The size of a chunk; nil for a 16th of the capacity, within `chunkSizes`.
  package init(capacity: Int, chunkBytes: Int? = nil) {
    let chunkBytes =
      chunkBytes
      ?? min(max(capacity / 16, Self.chunkSizes.lowerBound), Self.chunkSizes.upperBound)
    precondition(capacity >= 2 * chunkBytes, "a ring of fewer than two chunks")
    self.capacity = capacity
    self.chunkBytes = chunkBytes
    pieceBytes = chunkBytes / 4
  }

  // MARK: Segments

  /// Begins a segment.
  ///
  /// - Parameters:
  ///   - source: What it is a generation of.
  ///   - offset: Where its bytes begin; nothing stands above.
  /// - Returns: Its name, never given before.
  package func beginSegment(of source: SourceID, at offset: Int = 0) -> SegmentID {
    let id = SegmentID(rawValue: firstSegment + segments.count)
    segments.append(Segment(id: id, source: source, start: offset))
    return id
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

  // MARK: Counts

  /// How many lines of a source are finished, dropped ones included.
  package func finishedLines(of source: SourceID) -> Int {
    segments.lazy.filter { $0.source == source }
      .reduce(goneLines[source] ?? 0) { $0 + $1.finishedLines }
  }

  /// How many lines of a source were dropped.
  package func droppedLines(of source: SourceID) -> Int {
    segments.lazy.filter { $0.source == source }
      .reduce(goneLines[source] ?? 0) { $0 + $1.droppedLines }
  }

  /// Whether bytes of a source were dropped, be it only a part of a line.
  package func hasDropped(of source: SourceID) -> Bool {
    goneLines[source] != nil
      || segments.contains { $0.source == source && $0.heldStart > $0.start }
  }

  /// How many lines of its source are finished in front of a line.
  ///
  /// - Complexity: O(*c* + *k*), where *c* is the number of chunks and *k* the size of one.
  package func lines(before position: Position) -> Int {
    let place = index(of: position.segment)
    let source = segments[place].source
    let older = segments[..<place].lazy.filter { $0.source == source }
    return older.reduce(goneLines[source] ?? 0) { $0 + $1.finishedLines }
      + linesOfSegment(before: position)
  }

  /// How many lines of its segment end in front of a line.
  ///
  /// - Complexity: as `lines(before:)`.
  package func linesOfSegment(before position: Position) -> Int {
    let segment = segments[index(of: position.segment)]
    let stretch = segment.stretches.last { $0.offset <= position.offset }
    guard let stretch else { return segment.droppedLines }
    var lines = stretch.newlines
    let chunk = chunk(stretch.chunk)
    for run in chunk.runs where run.segment == segment.id && run.offset <= position.offset {
      if run.end <= position.offset {
        lines += run.newlines
      } else {
        lines += chunk.withBytes(run.start..<run.start + position.offset - run.offset) {
          NewlineScan.count(in: $0)
        }
      }
    }
    return lines
  }

  /// Finds a held line of a segment by its number.
  ///
  /// - Parameters:
  ///   - number: How many lines of the segment end in front of it.
  ///   - segment: The segment.
  /// - Returns: Its position; nil when it is not held.
  /// - Complexity: as `lines(before:)`.
  package func line(number: Int, of segment: SegmentID) -> Position? {
    guard let segment = self.segment(segment), number >= segment.droppedLines else { return nil }
    var lines = segment.droppedLines
    for stretch in segment.stretches {
      let chunk = chunk(stretch.chunk)
      for run in chunk.runs where run.segment == segment.id {
        if lines + run.newlines < number {
          lines += run.newlines
          continue
        }
        let offset = chunk.withBytes(run.start..<run.start + run.count) { bytes in
          var rest = number - lines
          var offset = 0
          while rest > 0, let next = NewlineScan.first(in: bytes.extracting(offset..<run.count)) {
            offset += next + 1
            rest -= 1
          }
          return rest == 0 ? offset : nil
        }
        guard let offset else { return nil }
        // The end of a run is the beginning of the next one, where there is one.
        if offset == run.count, run.end < segment.end {
          lines += run.newlines
          continue
        }
        return run.offset + offset < segment.end
          ? Position(segment: segment.id, offset: run.offset + offset) : nil
      }
    }
    return nil
  }

  /// Finds the held line or piece that holds a byte; the oldest one for a byte that was dropped.
  ///
  /// - Parameters:
  ///   - offset: The byte's offset in its segment.
  ///   - segment: The segment.
  /// - Returns: The line's position; nil when nothing of the segment is held.
  package func line(holding offset: Int, of segment: SegmentID) -> Position? {
    guard let segment = self.segment(segment), segment.heldStart < segment.end else { return nil }
    var budget = Int.max
    let end = min(max(offset, segment.heldStart), segment.end - 1) + 1
    let start = lineStart(to: end, in: segment, budget: &budget)
    return start.map { Position(segment: segment.id, offset: $0) }
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

    let (newlines, last) = chunk.withBytes(start..<start + bytes) {
      (NewlineScan.count(in: $0), NewlineScan.last(in: $0))
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
    return Received(bytes: bytes, newlines: newlines, dropped: dropped)
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
    guard let chunk = spare else { return Chunk(byteCount: chunkBytes, serial: serial) }
    spare = nil
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
    let oldest = chunks[0]
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
    spare = oldest
    forgetGoneSegments()
    return dropped
  }

  /// Takes segments off the list that nothing is left of and that get nothing any more.
  ///
  /// An empty one stays as long as nothing behind it was dropped: notes may stand at it.
  private func forgetGoneSegments() {
    while segments.count > 1, segments[0].isClosed, segments[0].stretches.isEmpty,
      segments[0].isGone || segments[1].heldStart > segments[1].start
    {
      let first = segments[0]
      goneLines[first.source, default: 0] += first.finishedLines
      styles[first.id] = nil
      segments.removeFirst()
      firstSegment += 1
    }
  }

  // MARK: Finding

  func chunk(_ serial: Int) -> Chunk {
    chunks[serial - chunks[0].serial]
  }
}
