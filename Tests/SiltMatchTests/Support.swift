import SiltMatch
import SiltTestSupport

/// Lends the bytes of an array as a span.
func withSpan<Result>(_ bytes: [UInt8], _ body: (RawSpan) -> Result) -> Result {
  let bytes = ContiguousArray(bytes)
  return unsafe body(bytes.span.bytes)
}

extension Matcher {
  /// The ranges of all matches in a line.
  mutating func ranges(in line: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let bytes = ContiguousArray(line)
    unsafe forEachMatch(in: bytes.span.bytes) { range in
      ranges.append(range)
      return true
    }
    return ranges
  }

  mutating func ranges(in line: String) -> [Range<Int>] {
    ranges(in: Array(line.utf8))
  }

  mutating func firstMatch(in line: [UInt8], from start: Int = 0) -> Range<Int>? {
    let bytes = ContiguousArray(line)
    return unsafe firstMatch(in: bytes.span.bytes, from: start)
  }

  mutating func matches(_ line: [UInt8]) -> Bool {
    let bytes = ContiguousArray(line)
    return unsafe matches(bytes.span.bytes)
  }

  mutating func nextMatchingLine(in block: [UInt8], from start: Int) -> Range<Int>? {
    let bytes = ContiguousArray(block)
    return unsafe nextMatchingLine(in: bytes.span.bytes, from: start)
  }

  /// The lines of a block with a match, found side by side in slices of so many bytes.
  mutating func matchingLines(in block: [UInt8], budget: Int = .max) -> [Range<Int>] {
    var lines: ContiguousArray<Range<Int>> = []
    let bytes = ContiguousArray(block)
    var index = 0
    while index < bytes.count {
      index = unsafe appendMatchingLines(
        in: bytes.span.bytes,
        from: index,
        budget: budget,
        to: &lines
      )
    }
    return Array(lines)
  }

  /// The lines of a block with a match, looked at one by one.
  mutating func matchingLinesOneByOne(in block: [UInt8]) -> [Range<Int>] {
    linesOf(block).filter { matches(Array(block[$0])) }
  }
}

/// The lines of a block without their newlines.
func linesOf(_ block: [UInt8]) -> [Range<Int>] {
  var lines: [Range<Int>] = []
  var start = 0
  for (index, byte) in block.enumerated() where byte == 10 {
    lines.append(start..<index)
    start = index + 1
  }
  if start < block.count { lines.append(start..<block.count) }
  return lines
}

extension SeededGenerator {
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
