import SiltBytes
package import SiltMatch
package import SiltText

/// Decides which lines are shown: those that match some pattern of one kind and none of another.
///
/// Lines are matched as their reader sees them. Where no byte of a line moves the cursor or sets a
/// style these are its bytes, and many such lines are looked at in one go; any other line is laid
/// out first.
package struct LineFilter: Sendable {
  private var included: Matcher?
  private var excluded: Matcher?
  private let layout: TextLayout
  private var matched: ContiguousArray<Range<Int>> = []

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - included: A line passes when one of these matches it, or when there is none.
  ///   - excluded: A line that one of these matches does not pass.
  ///   - origin: Where the lines come from, which decides what moves the cursor.
  /// - Throws: An error when the patterns of a kind are too large together.
  package init(
    including included: [Pattern],
    excluding excluded: [Pattern],
    origin: TextLayout.Origin = .stream
  ) throws(PatternError) {
    self.included = included.isEmpty ? nil : Matcher(try Pattern(anyOf: included))
    self.excluded = excluded.isEmpty ? nil : Matcher(try Pattern(anyOf: excluded))
    layout = TextLayout(columns: TextLayout.unlimitedColumns, origin: origin)
  }

  /// Finds the lines in a block that pass.
  ///
  /// - Parameters:
  ///   - block: Whole lines, each with a newline behind it but perhaps the last.
  ///   - passing: Takes the lines, in order, without their newlines.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package mutating func appendPassingLines(
    in block: RawSpan,
    to passing: inout ContiguousArray<Range<Int>>
  ) {
    var start = 0
    while start < block.byteCount {
      let rest = block.extracting(start..<block.byteCount)
      let control = ControlScan.first(in: rest).map { start + $0 } ?? block.byteCount
      // Up to the line that has one.
      let plainEnd =
        control == block.byteCount
        ? control : lineStart(before: control, in: block, from: start)
      if plainEnd > start {
        appendPlainLines(in: block.extracting(start..<plainEnd), at: start, to: &passing)
      }
      guard control < block.byteCount else { return }
      let behind = block.extracting(control..<block.byteCount)
      let end = NewlineScan.first(in: behind).map { control + $0 } ?? block.byteCount
      if passes(block.extracting(plainEnd..<end)) { passing.append(plainEnd..<end) }
      start = end + 1
    }
  }

  /// Whether a line passes.
  ///
  /// - Parameter line: The line without its newline.
  /// - Returns: Whether it does.
  package mutating func passes(_ line: RawSpan) -> Bool {
    guard ControlScan.first(in: line) != nil else { return passesAsItIs(line) }
    let seen = layout.visibleText(of: Span(_bytes: line))
    return unsafe passesAsItIs(seen.span.bytes)
  }

  private mutating func passesAsItIs(_ line: RawSpan) -> Bool {
    if included?.matches(line) == false { return false }
    return excluded?.matches(line) != true
  }

  /// Lines none of which has to be laid out.
  private mutating func appendPlainLines(
    in block: RawSpan,
    at offset: Int,
    to passing: inout ContiguousArray<Range<Int>>
  ) {
    matched.removeAll(keepingCapacity: true)
    if included != nil {
      _ = included?.appendMatchingLines(in: block, to: &matched)
      for line in matched where excluded?.matches(block.extracting(line)) != true {
        passing.append(line.lowerBound + offset..<line.upperBound + offset)
      }
      return
    }
    _ = excluded?.appendMatchingLines(in: block, to: &matched)
    var next = matched.startIndex
    var start = 0
    while start < block.byteCount {
      let rest = block.extracting(start..<block.byteCount)
      let end = NewlineScan.first(in: rest).map { start + $0 } ?? block.byteCount
      if next < matched.endIndex, matched[next].lowerBound == start {
        next += 1
      } else {
        passing.append(start + offset..<end + offset)
      }
      start = end + 1
    }
  }

  private func lineStart(before index: Int, in block: RawSpan, from start: Int) -> Int {
    NewlineScan.last(in: block.extracting(start..<index)).map { start + $0 + 1 } ?? start
  }
}
