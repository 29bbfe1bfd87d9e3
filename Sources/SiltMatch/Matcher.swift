/// Looks for a pattern in lines and blocks of lines.
///
/// It keeps what it learns of the pattern: make one for a pattern, not one for a line. The time is
/// linear in the length of the text, whatever the pattern is, and nothing is allocated for a line.
package struct Matcher: Sendable {
  /// How many bytes a matcher's tables take, each of three at most.
  package static let defaultMemoryLimit = 4 << 20

  package let pattern: Pattern
  var lines: Automaton
  /// The automata for ranges are made when they are first asked for one.
  private var ends: Automaton
  private var starts: Automaton
  var strategy: Strategy
  var sieve = Sieve()
  /// How many bytes were read to find ranges.
  private var bytesRead = 0

  /// - Parameters:
  ///   - pattern: What to look for.
  ///   - memoryLimit: How many bytes each of three tables may take, about.
  package init(_ pattern: Pattern, memoryLimit: Int = defaultMemoryLimit) {
    self.pattern = pattern
    lines = Automaton(pattern.forward, pattern.forwardColumns, .anyMatch, memoryLimit: memoryLimit)
    ends = Automaton(
      pattern.forward,
      pattern.forwardColumns,
      .leftmostFirst,
      memoryLimit: memoryLimit
    )
    starts = Automaton(
      pattern.backward,
      pattern.backwardColumns,
      .longest,
      memoryLimit: memoryLimit
    )
    strategy = Strategy(pattern.literals)
  }

  /// How many instructions were looked at, all in all: what the tables cost beside the bytes read.
  var work: Int { lines.work + ends.work + starts.work }
  /// How often a table was full and was thrown away.
  var flushes: Int { lines.flushes + ends.flushes + starts.flushes }

  /// Whether a line holds a match.
  ///
  /// - Parameter line: A line without its newline.
  /// - Returns: Whether it does.
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package mutating func matches(_ line: RawSpan) -> Bool {
    var index = 0
    var state = lines.start(isSearch: true, isStart: true)
    let entry = lines.walk(line, &index, upTo: line.byteCount, &state)
    if entry < 0 { return entry == Automaton.matched }
    return lines.entry(of: state, lines.columns.end) == Automaton.matched
  }

  /// The first match in a line from an index on.
  ///
  /// - Parameters:
  ///   - line: A line without its newline.
  ///   - start: Where to begin, not inside a code point; what stands before is seen by `^` and `\b`.
  /// - Returns: The bytes that match, none of them for a pattern that matches nothing at a place.
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package mutating func firstMatch(in line: RawSpan, from start: Int = 0) -> Range<Int>? {
    guard start <= line.byteCount, let end = end(in: line, from: start) else { return nil }
    return self.start(in: line, from: start, of: end)..<end
  }

  /// Hands over all matches in a line, from the first to the last.
  ///
  /// The next is looked for where the last one ends; none is empty there.
  ///
  /// To find a match a pattern can have to be followed far beyond its end, so that all matches of a
  /// long line can take a time that grows with its square: a budget bounds it.
  ///
  /// - Parameters:
  ///   - line: A line without its newline.
  ///   - start: Where to begin.
  ///   - budget: When so many bytes were read no further match is looked for.
  ///   - body: Takes a match; looking goes on as long as it says so.
  /// - Complexity: O(*n* + *b*), where *n* is the length of the line and *b* the budget.
  package mutating func forEachMatch(
    in line: RawSpan,
    from start: Int = 0,
    budget: Int = .max,
    _ body: (Range<Int>) -> Bool
  ) {
    var index = start
    var last: Int?
    bytesRead = 0
    while bytesRead < budget, let match = firstMatch(in: line, from: index) {
      if match.isEmpty, match.lowerBound == last {
        guard index < line.byteCount else { return }
        index += TextUnit(at: index, of: line).length
        last = nil
        continue
      }
      guard body(match) else { return }
      last = match.upperBound
      index = match.upperBound
    }
  }

  /// Where the first match ends.
  private mutating func end(in line: RawSpan, from start: Int) -> Int? {
    var index = start
    var state = ends.start(
      isSearch: true,
      isStart: start == 0,
      isBehindWord: pattern.forward.looksAtWords && start > 0
        && TextUnit(endingAt: start, of: line).isWord
    )
    var end: Int?
    defer { bytesRead += index - start }
    while true {
      var entry = ends.walk(line, &index, upTo: line.byteCount, &state)
      let isAtEnd = entry >= 0
      if isAtEnd { entry = ends.entry(of: state, ends.columns.end) }
      if entry < 0 {
        if let distance = ends.matchEnd(of: entry) { end = index - distance }
        if isAtEnd || ends.isDead(entry) { return end }
        state = ~entry
      }
      if isAtEnd { return end }
    }
  }

  /// Where the first match begins that ends at an index.
  private mutating func start(in line: RawSpan, from lowest: Int, of end: Int) -> Int {
    let looksAtWords = pattern.backward.looksAtWords
    var state = starts.start(
      isSearch: false,
      isStart: end == line.byteCount,
      isBehindWord: looksAtWords && end < line.byteCount && TextUnit(at: end, of: line).isWord
    )
    var start = end
    var index = end
    defer { bytesRead += end - index }
    /// Follows an entry; false when nothing more can come.
    func follow(_ entry: Int32) -> Bool {
      guard entry < 0 else {
        state = entry
        return true
      }
      // Backward: a match that ends so many bytes before the place reached lies behind it.
      if let distance = starts.matchEnd(of: entry) { start = index + distance }
      state = ~entry
      return !starts.isDead(entry)
    }
    while index > lowest {
      let unit = TextUnit(endingAt: index, of: line)
      index -= unit.length
      guard unit.scalar != nil else {
        guard follow(starts.entry(of: state, starts.columns.invalid)) else { return start }
        continue
      }
      // The bytes of a unit are read forward, so that one decoder serves both directions.
      for offset in index..<index + unit.length {
        let byte = line.unsafeLoadByte(at: offset)
        guard follow(starts.entry(of: state, Int(starts.columns.column[Int(byte)]))) else {
          return start
        }
      }
    }
    let isWord = looksAtWords && index > 0 && TextUnit(endingAt: index, of: line).isWord
    let columns = starts.columns
    _ = follow(
      starts.entry(
        of: state,
        index == 0 ? columns.end : isWord ? columns.wordBeyond : columns.otherBeyond
      )
    )
    return start
  }
}
