import SiltBytes

extension Ring {
  /// Where a line lies.
  struct Place {
    let chunk: Chunk
    /// The run's index in the chunk.
    let index: Int
    let run: Chunk.Run
  }

  /// Finds the run that holds a byte; for the offset after the last held byte, the run that ends
  /// there.
  ///
  /// - Complexity: O(log *c* + *d*), where *c* is the number of the segment's chunks and *d* how many
  ///   runs lie between it and the one that was found before in that chunk (there is one run, when a
  ///   single source writes).
  func place(of offset: Int, in segment: Segment) -> Place? {
    guard var low = segment.stretches.indices.first, segment.heldStart <= offset else { return nil }
    var high = segment.stretches.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segment.stretches[middle].offset <= offset { low = middle } else { high = middle }
    }
    let chunk = chunk(segment.stretches[low].chunk)
    // One source alone has one run.
    let runs = chunk.runs
    let index = runs.count == 1 ? 0 : chunk.index(ofRunOf: segment.id, holding: offset)
    guard let index else { return nil }
    let run = runs[index]
    guard run.segment == segment.id, run.offset <= offset, offset <= run.end else { return nil }
    return Place(chunk: chunk, index: index, run: run)
  }

  /// The last piece border of a line that begins at `start`, or `start`.
  func lastBorder(from start: Int, to end: Int) -> Int {
    let last = end / pieceBytes * pieceBytes
    return last - pieceBytes >= start ? last : start
  }

  /// The end of the line or piece that begins at an offset, its newline included.
  ///
  /// - Parameters:
  ///   - start: Where the line begins.
  ///   - segment: The segment that it is part of.
  ///   - budget: What the scan costs is taken off.
  /// - Returns: The offset behind it; nil when the line is not held. For the unfinished line, the
  ///   segment's end.
  func lineEnd(from start: Int, in segment: Segment, budget: inout Int) -> Int? {
    guard let place = place(of: start, in: segment), start < place.run.end else { return nil }
    let border = (start + pieceBytes - 1) / pieceBytes * pieceBytes + pieceBytes
    let end = min(border, place.run.end)
    let first = place.run.start + start - place.run.offset
    let newline = place.chunk.withBytes(first..<first + end - start) { NewlineScan.first(in: $0) }
    budget -= (newline ?? (end - start)) + 1
    return newline.map { start + $0 + 1 } ?? end
  }

  /// The beginning of the line or piece that ends at an offset.
  ///
  /// - Parameters:
  ///   - end: Where it ends, its newline included; not below the oldest byte held.
  ///   - segment: The segment that it is part of.
  ///   - budget: What the scan costs is taken off.
  /// - Returns: The offset of its first byte; nil when the line is not held.
  func lineStart(to end: Int, in segment: Segment, budget: inout Int) -> Int? {
    // The byte before the end is the line's own, be it its newline.
    guard end > segment.heldStart, let place = place(of: end - 1, in: segment) else { return nil }
    let lowest = place.run.offset
    let border = (end - 1) / pieceBytes * pieceBytes
    let from = max(lowest, border - pieceBytes)
    let first = place.run.start + from - lowest
    let newline = place.chunk.withBytes(first..<first + end - 1 - from) {
      NewlineScan.last(in: $0)
    }
    budget -= end - (newline.map { from + $0 } ?? from)
    if let newline { return from + newline + 1 }
    return border - pieceBytes >= lowest ? border : lowest
  }

  /// Lends a line's bytes, its newline and the carriage return before it left out.
  ///
  /// - Parameters:
  ///   - position: Where the line begins.
  ///   - limit: How many bytes of it at most; nil for all.
  ///   - body: Gets the bytes for the length of the call.
  /// - Returns: What `body` returned; nil when no line that is in memory begins there.
  package func withLine<R>(
    at position: Position,
    limit: Int? = nil,
    _ body: (Span<UInt8>) -> R
  ) -> R? {
    lend(at: position, limit: limit, body)?.value
  }

  /// Lends a line's bytes as `withLine` does, or says what has to be loaded for that.
  ///
  /// - Returns: What `body` returned, or the block that is missing; nil when no line that can be
  ///   reached begins there.
  package func lend<R>(
    at position: Position,
    limit: Int? = nil,
    _ body: (Span<UInt8>) -> R
  ) -> Answer<R>? {
    lendPiece(at: position, limit: limit) { line, _ in body(line) }
  }

  /// Lends the bytes of a line or piece as `lend` does.
  ///
  /// - Parameters:
  ///   - position: Where it begins.
  ///   - limit: How many of its bytes at most; nil for all.
  ///   - body: Gets them, and whether the next piece of the same line follows.
  /// - Returns: What `body` returned, or the block that is missing; nil when no line that can be
  ///   reached begins there.
  func lendPiece<R>(
    at position: Position,
    limit: Int? = nil,
    _ body: (_ line: Span<UInt8>, _ goesOn: Bool) -> R
  ) -> Answer<R>? {
    guard let segment = segment(position.segment) else { return nil }
    func lend(_ line: Span<UInt8>) -> R {
      var count = line.count
      let isEnded = count > 0 && line[count - 1] == 10
      if isEnded {
        count -= 1
        if count > 0, line[count - 1] == 13 { count -= 1 }
      }
      return body(
        line.extracting(first: min(count, limit ?? count)),
        !isEnded && position.offset + count < segment.end
      )
    }
    if position.offset < segment.ringStart {
      return withLineInHistory(at: position, in: segment, lend)
    }
    var budget = Int.max
    guard let end = lineEnd(from: position.offset, in: segment, budget: &budget),
      let place = place(of: position.offset, in: segment)
    else { return nil }
    let first = place.run.start + position.offset - place.run.offset
    return .value(
      place.chunk.withBytes(first..<first + end - position.offset) { lend(Span<UInt8>(_bytes: $0)) }
    )
  }

  /// Whether a line begins at a position that can be reached, in the ring or below.
  package func holds(_ position: Position) -> Bool {
    guard let segment = segment(position.segment) else { return false }
    return position.offset >= segment.reachableStart && position.offset < segment.end
  }

  /// Whether what begins there is a line of its own, not the rest of a long one.
  package func isLineStart(_ position: Position) -> Bool {
    guard let segment = segment(position.segment) else { return true }
    if position.offset == segment.start { return true }
    if position.offset == segment.fragment { return false }
    guard let place = place(of: position.offset - 1, in: segment),
      position.offset - 1 < place.run.end
    else {
      // The byte before was dropped, or lies at the end of a run in front of this one.
      return isLineStartInHistory(position, in: segment) ?? !(position.offset % pieceBytes == 0)
    }
    let last = place.run.start + position.offset - 1 - place.run.offset
    return place.chunk.withBytes(last..<last + 1) { NewlineScan.count(in: $0) } == 1
  }
}
