extension Matcher {
  /// So much of a block is looked through at once.
  private static let window = 256 << 10
  /// So long are the pieces of a window that are walked over side by side.
  private static let piece = 4 << 10

  /// The first line in a block that holds a match.
  ///
  /// - Parameters:
  ///   - block: Lines, each with a newline behind it but perhaps the last.
  ///   - start: Where a line begins.
  /// - Returns: The line without its newline; nil when there is none.
  /// - Complexity: O(*n*), where *n* is the number of bytes up to its end.
  package mutating func nextMatchingLine(in block: RawSpan, from start: Int) -> Range<Int>? {
    guard start < block.byteCount else { return nil }
    strategy.prepare(for: block, from: start)
    let line =
      if let search = strategy.search {
        nextLine(in: block, from: start, search)
      } else {
        nextLine(in: block, from: start)
      }
    strategy.note((line?.upperBound ?? block.byteCount) - start)
    return line
  }

  /// Walks.
  private mutating func nextLine(in block: RawSpan, from start: Int) -> Range<Int>? {
    var index = start
    var state = lines.start(isSearch: true, isStart: true)
    while true {
      let entry = lines.walk(block, &index, upTo: block.byteCount, &state)
      if entry >= 0 { break }
      let read = index - 1
      let isAtEnd = block.unsafeLoadByte(at: read) == LineEnds.newline
      let lineEnd = isAtEnd ? read : LineEnds.next(in: block, from: read + 1)
      if entry == Automaton.matched {
        return LineEnds.lineStart(in: block, before: read)..<lineEnd
      }
      index = lineEnd + 1
      guard index < block.byteCount else { return nil }
      state = lines.start(isSearch: true, isStart: true)
    }
    guard block.unsafeLoadByte(at: block.byteCount - 1) != LineEnds.newline,
      lines.entry(of: state, lines.columns.end) == Automaton.matched
    else { return nil }
    return LineEnds.lineStart(in: block, before: block.byteCount)..<block.byteCount
  }

  /// Looks for strings, and walks where there is one.
  private mutating func nextLine(
    in block: RawSpan,
    from start: Int,
    _ search: LiteralSearch
  ) -> Range<Int>? {
    var index = start
    while let hit = search.next(in: block, from: index) {
      let line =
        LineEnds.lineStart(in: block, before: hit.index)..<LineEnds.next(in: block, from: hit.index)
      if decides(hit) || matches(block.extracting(line)) { return line }
      index = line.upperBound + 1
      guard index < block.byteCount else { return nil }
    }
    return nil
  }

  /// Whether a line matches because a string stands in it.
  private func decides(_ hit: LiteralSearch.Hit) -> Bool {
    strategy.literals.isWhole && !hit.isBeyond
  }

  /// Finds lines in a block that hold a match.
  ///
  /// Several lines are looked at side by side, which is faster than one after the other.
  ///
  /// - Parameters:
  ///   - block: Lines, each with a newline behind it but perhaps the last.
  ///   - start: Where a line begins.
  ///   - budget: So many bytes are looked through, at least one, and on to the end of the line.
  ///   - found: Takes the lines, in order, without their newlines.
  /// - Returns: Where to go on: a line's start, or the block's end.
  /// - Complexity: O(*n*), where *n* is the number of bytes looked through.
  package mutating func appendMatchingLines(
    in block: RawSpan,
    from start: Int = 0,
    budget: Int = .max,
    to found: inout ContiguousArray<Range<Int>>
  ) -> Int {
    let end = start + min(max(1, budget), block.byteCount - start)
    var index = start
    while index < end {
      let count = min(Self.window, end - index)
      strategy.prepare(for: block, from: index)
      strategy.note(count)
      if let search = strategy.search {
        index = gather(in: block, index..<index + count, search, &found)
      } else {
        index = divide(block, index..<index + count)
      }
      sieve.sift(block, &lines, into: &found)
    }
    return index
  }

  /// Makes pieces of all lines that begin in a window.
  ///
  /// - Returns: Where the next line begins.
  private mutating func divide(_ block: RawSpan, _ window: Range<Int>) -> Int {
    var index = window.lowerBound
    while index < window.upperBound {
      let least = min(index + Self.piece, window.upperBound)
      let end = min(LineEnds.next(in: block, from: least - 1) + 1, block.byteCount)
      sieve.pieces.append(index..<end)
      index = end
    }
    return index
  }

  /// Makes pieces of the lines in a window that hold a string; lines that match by that are found.
  ///
  /// - Returns: Where the next line begins.
  private mutating func gather(
    in block: RawSpan,
    _ window: Range<Int>,
    _ search: LiteralSearch,
    _ found: inout ContiguousArray<Range<Int>>
  ) -> Int {
    let end = min(LineEnds.next(in: block, from: window.upperBound - 1) + 1, block.byteCount)
    let text = block.extracting(0..<end)
    var index = window.lowerBound
    while index < end, let hit = search.next(in: text, from: index) {
      let lineEnd = LineEnds.next(in: text, from: hit.index)
      index = min(lineEnd + 1, end)
      if strategy.literals.isWhole {
        let line = LineEnds.lineStart(in: text, before: hit.index)..<lineEnd
        if !hit.isBeyond || matches(text.extracting(line)) { found.append(line) }
      } else if strategy.isPrefix, !hit.isBeyond {
        // No match begins before the first of the strings that one begins with.
        sieve.pieces.append(hit.index..<index)
      } else {
        sieve.pieces.append(LineEnds.lineStart(in: text, before: hit.index)..<index)
      }
    }
    return end
  }
}
