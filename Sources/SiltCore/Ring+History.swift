import SiltBytes
internal import SiltText

extension Ring {
  /// Where a line begins or ends.
  enum Border {
    case at(Int)
    /// It is not held.
    case none
    case needs(BlockID)
  }

  // MARK: Blocks

  /// The bytes to read for a block: at the same offsets in the file.
  ///
  /// - Returns: The offsets; nil when there is nothing to be read back any more.
  package func range(of id: BlockID) -> Range<Int>? {
    guard let segment = segment(id.segment), segment.hasHistory else { return nil }
    let range = history.range(of: id.index)
    return range.lowerBound < segment.end
      ? range.lowerBound..<min(range.upperBound, segment.end) : nil
  }

  /// Takes in a block that was asked for.
  ///
  /// - Parameters:
  ///   - id: The block.
  ///   - bytes: What stands at these offsets; fewer bytes mean that the file was truncated or cannot
  ///     be read, and then the segment's history is lost.
  ///   - range: The offsets, as `range(of:)` gave them.
  /// - Returns: Whether the history is still there.
  package func loaded(
    _ id: BlockID,
    _ bytes: ContiguousArray<UInt8>,
    of range: Range<Int>
  ) -> Bool {
    guard segment(id.segment)?.hasHistory == true else { return false }
    guard bytes.count == range.count else {
      loseHistory(of: id.segment)
      return false
    }
    history.load(id, bytes)
    return true
  }

  /// What is not in the ring cannot be read back any more: the file was truncated, cannot be read, or
  /// was closed.
  ///
  /// What the ring holds stays, a line's rest at its beginning included.
  package func loseHistory(of id: SegmentID) {
    guard segment(id)?.hasHistory == true else { return }
    let index = index(of: id)
    // What begins in front of the seam begins in the middle of a line.
    if segments[index].seam > segments[index].heldStart {
      segments[index].fragment = segments[index].heldStart
    }
    segments[index].history = .lost
    segments[index].seam = segments[index].start
    history.forget(id)
    forgetGoneSegments()
  }

  /// The segments of a source that can be read back, the oldest first.
  package func segmentsWithHistory(of source: SourceID) -> [SegmentID] {
    segments.filter { $0.source == source && $0.hasHistory }.map(\.id)
  }

  // MARK: Borders

  /// Whether a line or piece is found in a segment's history, not in the ring.
  package func isInHistory(_ position: Position) -> Bool {
    let index = index(of: position.segment)
    return segments.indices.contains(index) && segments[index].hasHistory
      && position.offset < segments[index].ringStart
  }

  /// Whether nothing can make a line or piece longer that is not its segment's unfinished one.
  func isSettled(_ position: Position) -> Bool {
    // In the history its end may be the ring's beginning, where no border is known yet.
    !isInHistory(position) || history.lineEnd(from: position) != nil
  }

  /// The end of the line or piece that begins at an offset, its newline included, be it in the ring
  /// or below.
  func border(behindLineAt start: Int, in segment: Segment, budget: inout Int) -> Border {
    if start >= segment.ringStart {
      return lineEnd(from: start, in: segment, budget: &budget).map { .at($0) } ?? .none
    }
    guard segment.hasHistory, start >= segment.start else { return .none }
    let position = Position(segment: segment.id, offset: start)
    if let end = history.lineEnd(from: position) {
      budget -= 1
      return .at(end)
    }
    // The line that ends at the ring's first border may have its last bytes there; they are read
    // back too, so that it lies in blocks alone.
    let border = (start + pieceBytes - 1) / pieceBytes * pieceBytes + pieceBytes
    let limit = min(border, segment.ringStart)
    switch firstNewline(in: start..<limit, of: segment) {
    case .needs(let block): return .needs(block)
    case .value(let newline):
      let end = newline.map { $0 + 1 } ?? limit
      budget -= end - start
      // Where no border of the ring's is known yet, the last line may still go on.
      if newline != nil || end == border || segment.seam < .max || segment.isClosed {
        history.remember(start..<end, of: segment.id)
        history.remember(
          Position(segment: segment.id, offset: end),
          isLineStart: newline != nil
        )
      }
      return .at(end)
    }
  }

  /// The beginning of the line or piece that ends at an offset, be it in the ring or below.
  func border(ofLineUpTo end: Int, in segment: Segment, budget: inout Int) -> Border {
    if end > segment.ringStart {
      return lineStart(to: end, in: segment, budget: &budget).map { .at($0) } ?? .none
    }
    guard segment.hasHistory, end > segment.start else { return .none }
    if let start = history.lineStart(to: Position(segment: segment.id, offset: end)) {
      budget -= 1
      return .at(start)
    }
    let border = (end - 1) / pieceBytes * pieceBytes
    let lowest = max(segment.start, border - pieceBytes)
    switch lastNewline(in: lowest..<end - 1, of: segment) {
    case .needs(let block): return .needs(block)
    case .value(let newline):
      budget -= end - (newline ?? lowest)
      let isPiece = newline == nil && border - pieceBytes >= segment.start
      let start = newline.map { $0 + 1 } ?? (isPiece ? border : segment.start)
      // Not that the line ends there: notes ask for the line that holds the byte in front of them.
      history.remember(start, ofLineUpTo: Position(segment: segment.id, offset: end))
      history.remember(Position(segment: segment.id, offset: start), isLineStart: !isPiece)
      return .at(start)
    }
  }

  // MARK: Bytes

  /// Lends the bytes of a line or piece in the history, as `withLine` does.
  func withLineInHistory<R>(
    at position: Position,
    in segment: Segment,
    _ body: (Span<UInt8>) -> R
  ) -> Answer<R>? {
    var budget = Int.max
    let end: Int
    switch border(behindLineAt: position.offset, in: segment, budget: &budget) {
    case .none: return nil
    case .needs(let block): return .needs(block)
    case .at(let offset): end = offset
    }
    let first = history.block(of: position.offset)
    let last = history.block(of: end - 1)
    var line: ContiguousArray<UInt8> = []
    for index in first...last {
      let range = history.range(of: index).clamped(to: position.offset..<end)
      let id = BlockID(segment: segment.id, index: index)
      guard let bytes = history.bytes(of: id, upTo: range.upperBound) else { return .needs(id) }
      let base = index * blockBytes
      let part = bytes.span.extracting(range.lowerBound - base..<range.upperBound - base)
      if first == last { return .value(body(part)) }
      // Copied, since layout wants a line in one piece: rare, and no longer than two pieces.
      // The buffer is read before the closure ends, and nothing keeps its address.
      unsafe part.withUnsafeBufferPointer { unsafe line.append(contentsOf: $0) }
    }
    return .value(body(line.span))
  }

  /// Looks at bytes of a segment that are read back, block by block.
  ///
  /// - Parameters:
  ///   - range: The offsets of the bytes.
  ///   - segment: The segment.
  ///   - isReversed: Whether the last block comes first.
  ///   - body: Gets bytes and the offset of the first; ends the look with something else than nil.
  /// - Returns: What `body` returned at last; nil when it saw all bytes.
  func find<R>(
    in range: Range<Int>,
    of segment: Segment,
    isReversed: Bool = false,
    _ body: (RawSpan, Int) -> R?
  ) -> Answer<R?> {
    guard !range.isEmpty else { return .value(nil) }
    let first = history.block(of: range.lowerBound)
    let last = history.block(of: range.upperBound - 1)
    for step in 0...last - first {
      let index = isReversed ? last - step : first + step
      let id = BlockID(segment: segment.id, index: index)
      let part = history.range(of: index).clamped(to: range)
      guard let bytes = history.bytes(of: id, upTo: part.upperBound) else { return .needs(id) }
      let base = index * blockBytes
      // SAFETY: a view of the same bytes, which are trivial.
      let span = unsafe bytes.span.bytes.extracting(part.lowerBound - base..<part.upperBound - base)
      if let result = body(span, part.lowerBound) { return .value(result) }
    }
    return .value(nil)
  }

  /// Whether a newline stands in front of what begins at a position, as far as that can be told
  /// without loading a block.
  func isLineStartInHistory(_ position: Position, in segment: Segment) -> Bool? {
    guard segment.hasHistory else { return nil }
    if let known = history.isLineStart(position) { return known }
    return newlines(in: position.offset - 1..<position.offset, of: segment).value.map { $0 == 1 }
  }

  private func firstNewline(in range: Range<Int>, of segment: Segment) -> Answer<Int?> {
    find(in: range, of: segment) { bytes, offset in
      NewlineScan.first(in: bytes).map { offset + $0 }
    }
  }

  private func lastNewline(in range: Range<Int>, of segment: Segment) -> Answer<Int?> {
    find(in: range, of: segment, isReversed: true) { bytes, offset in
      NewlineScan.last(in: bytes).map { offset + $0 }
    }
  }

  /// Counts the newlines of bytes that are read back.
  func newlines(in range: Range<Int>, of segment: Segment) -> Answer<Int> {
    var count = 0
    let answer: Answer<Never?> = find(in: range, of: segment) { bytes, _ in
      count += NewlineScan.count(in: bytes)
      return nil
    }
    if case .needs(let block) = answer { return .needs(block) }
    return .value(count)
  }
}
