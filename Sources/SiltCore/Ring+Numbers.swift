import SiltBytes

/// What is known of a number of lines.
package enum LineTally: Hashable, Sendable {
  case lines(Int)
  /// Unknown before that block was loaded.
  case needs(BlockID)
  /// Not all bytes that it takes are counted.
  case uncounted
}

/// The answer to the question where a line is.
package enum LineSearch: Hashable, Sendable {
  case line(Position)
  /// Unknown before that block was loaded.
  case needs(BlockID)
  /// The lines in front of it are not counted so far.
  case uncounted
  /// It is not there yet.
  case notYet
  /// It cannot be reached any more.
  case gone
}

extension Ring {
  // MARK: Counting

  /// The bytes to count next of a segment that only the end of was received.
  ///
  /// - Parameters:
  ///   - id: The segment.
  ///   - limit: How many bytes at most, a block at least.
  /// - Returns: Their offsets; nil when all are counted, or cannot be read any more.
  package func rangeToCount(of id: SegmentID, atMost limit: Int) -> Range<Int>? {
    guard segment(id)?.hasHistory == true, let counts = counts[id],
      !counts.isComplete
    else { return nil }
    let start = counts.countedEnd
    return start..<min(counts.windowStart, start + max(limit, blockBytes))
  }

  /// Takes in the newlines of bytes that `rangeToCount(of:atMost:)` gave, or of the first of them.
  ///
  /// - Parameters:
  ///   - range: The offsets of the bytes.
  ///   - newlines: What `LineCounts.newlines(in:at:blockBytes:)` found in them.
  ///   - id: The segment.
  package func counted(_ range: Range<Int>, _ newlines: ContiguousArray<UInt32>, of id: SegmentID) {
    // Bytes may have been left out meanwhile, so that counting begins anew.
    guard segment(id)?.hasHistory == true, counts[id]?.countedEnd == range.lowerBound else {
      return
    }
    counts[id]?.count(range, newlines)
  }

  /// How many bytes of a segment are counted that were not received, and how many there are.
  package func countingProgress(of id: SegmentID) -> (counted: Int, total: Int) {
    guard let counts = counts[id] else { return (0, 0) }
    return (counts.countedEnd - counts.start, counts.windowStart - counts.start)
  }

  // MARK: Numbers

  /// How many lines of a segment were not received, and stand in front of what was; nil while they
  /// are not counted.
  private func linesNotReceived(of segment: Segment) -> Int? {
    guard let counts = counts[segment.id] else { return 0 }
    return counts.isComplete ? counts.counted - counts.receivedBefore : nil
  }

  /// How many lines of a segment are finished; nil while some were neither received nor counted.
  func lineCount(of segment: Segment) -> Int? {
    linesNotReceived(of: segment).map { $0 + segment.finishedLines }
  }

  /// How many lines a segment has, an unfinished one included; nil while some were neither received nor
  /// counted.
  package func lines(of id: SegmentID) -> Int? {
    guard let segment = segment(id) else { return nil }
    let unfinished = !segment.isClosed && segment.hasUnfinishedLine ? 1 : 0
    return lineCount(of: segment).map { $0 + unfinished }
  }

  /// The largest number that a line of a source has in its own file, as far as that is known; ten times
  /// as much where lines are counted from the end, whose numbers have a sign.
  package func largestNumber(of source: SourceID) -> Int {
    segments.filter { $0.source == source }.map { segment in
      guard let lines = linesNotReceived(of: segment) else {
        return 10 * max(counts[segment.id]?.counted ?? 0, segment.newlines + 1)
      }
      return lines + segment.newlines + (segment.hasUnfinishedLine ? 1 : 0)
    }.max() ?? 0
  }

  /// How many lines of a source are finished; nil while some were neither received nor counted.
  package func lineCount(of source: SourceID) -> Int? {
    var sum = gone[source].map(\.lineCount) ?? 0
    for segment in segments where segment.source == source {
      sum = lineCount(of: segment).flatMap { lines in sum.map { $0 + lines } }
    }
    return sum
  }

  /// How many lines of its segment end in front of a line.
  ///
  /// - Complexity: O(*k* + *g*), where *k* is the size of the ring's chunks or of a block and *g* that
  ///   of the segment in groups of 256 blocks.
  package func tally(before position: Position) -> LineTally {
    guard let segment = segment(position.segment) else { return .uncounted }
    if position.offset >= segment.ringStart {
      let lines = linesOfSegment(before: position)
      return linesNotReceived(of: segment).map { .lines($0 + lines) } ?? .uncounted
    }
    let block = history.block(of: position.offset)
    guard segment.hasHistory, let before = counts[segment.id]?.newlines(inFrontOf: block) else {
      return .uncounted
    }
    let start = max(segment.start, history.range(of: block).lowerBound)
    switch newlines(in: start..<position.offset, of: segment) {
    case .needs(let block): return .needs(block)
    case .value(let count): return .lines(before + count)
    }
  }

  /// How many lines of its source are finished in front of a line.
  ///
  /// - Complexity: as `tally(before:)`.
  package func tallyOfSource(before position: Position) -> LineTally {
    guard let segment = segment(position.segment) else { return .uncounted }
    var sum = gone[segment.source].map(\.lineCount) ?? 0
    for older in segments[..<index(of: segment.id)] where older.source == segment.source {
      sum = lineCount(of: older).flatMap { lines in sum.map { $0 + lines } }
    }
    guard let sum else { return .uncounted }
    let tally = tally(before: position)
    guard case .lines(let lines) = tally else { return tally }
    return .lines(sum + lines)
  }

  /// How many newlines of its segment stand behind the beginning of a line: what is known of its
  /// number while the lines in front of it are not counted.
  ///
  /// - Complexity: as `tally(before:)`.
  package func tally(from position: Position) -> LineTally {
    guard let segment = segment(position.segment) else { return .uncounted }
    if position.offset >= segment.ringStart {
      return .lines(segment.newlines - linesOfSegment(before: position))
    }
    let block = history.block(of: position.offset)
    guard segment.hasHistory, let counts = counts[segment.id],
      position.offset >= counts.windowStart || counts.isComplete,
      let behind = counts.newlines(behind: block)
    else { return .uncounted }
    let end = min(segment.end, history.range(of: block).upperBound)
    switch newlines(in: position.offset..<end, of: segment) {
    case .needs(let block): return .needs(block)
    case .value(let count): return .lines(count + behind)
    }
  }

  // MARK: Finding

  /// Finds a line of a segment by its number, in the ring or below.
  ///
  /// - Parameters:
  ///   - number: How many lines of the segment end in front of it.
  ///   - id: The segment.
  /// - Returns: Its position, or why it is not known.
  /// - Complexity: as `tally(before:)`.
  package func find(line number: Int, of id: SegmentID) -> LineSearch {
    guard let segment = segment(id) else { return .gone }
    if number == 0 {
      if segment.reachableStart > segment.start { return .gone }
      return segment.start < segment.end ? found(segment.start, in: segment) : .notYet
    }
    guard segment.hasHistory, let counts = counts[segment.id] else {
      guard let before = linesNotReceived(of: segment) else { return .gone }
      if number - before < segment.droppedLines { return .gone }
      return line(number: number - before, of: id).map { .line($0) } ?? .notYet
    }
    guard let (block, before) = counts.block(holdingNewline: number) else {
      return counts.isComplete ? .notYet : .uncounted
    }
    let range = history.range(of: block)
    if range.lowerBound >= segment.ringStart, let above = linesNotReceived(of: segment) {
      return line(number: number - above, of: id).map { .line($0) } ?? .notYet
    }
    let looked = max(segment.start, range.lowerBound)..<min(segment.end, range.upperBound)
    let newline: Answer<Int?> = find(in: looked, of: segment) { bytes, offset in
      NewlineScan.first(number - before, in: bytes).map { offset + $0 }
    }
    switch newline {
    case .needs(let block): return .needs(block)
    case .value(let newline?): return found(newline + 1, in: segment)
    case .value(nil): return .notYet
    }
  }

  private func found(_ offset: Int, in segment: Segment) -> LineSearch {
    offset < segment.end ? .line(Position(segment: segment.id, offset: offset)) : .notYet
  }

  /// Finds the line or piece that holds a byte of a segment, in the ring or below.
  ///
  /// - Parameters:
  ///   - offset: The byte's offset.
  ///   - id: The segment.
  /// - Returns: Its position, or why it is not known.
  package func find(byte offset: Int, of id: SegmentID) -> LineSearch {
    guard let segment = segment(id), offset >= segment.reachableStart else { return .gone }
    guard offset < segment.end else { return .notYet }
    var budget = Int.max
    switch border(ofLineUpTo: offset + 1, in: segment, budget: &budget) {
    case .none: return .gone
    case .needs(let block): return .needs(block)
    case .at(let start): return found(start, in: segment)
    }
  }

  /// Finds the line or piece that holds a byte of a source, in the ring or below.
  ///
  /// - Parameters:
  ///   - count: How many of the bytes that `byteCount(of:)` counts stand in front of it.
  ///   - source: The source.
  /// - Returns: Its position, or why it is not known.
  package func find(byte count: Int, of source: SourceID) -> LineSearch {
    var rest = count
    for segment in segments where segment.source == source {
      if rest < segment.end - segment.sharedStart {
        return find(byte: segment.sharedStart + rest, of: segment.id)
      }
      rest -= segment.end - segment.sharedStart
    }
    return .notYet
  }
}
