import SiltBytes
import SiltCore

/// Lets the lines of one input through that pass a filter, with lines around them.
///
/// A line is decided when it ended; what came of it is held until then.
struct PlainFilter {
  /// What stands between lines that do not follow one another, as in `grep -C`.
  private static let separator = ContiguousArray("--\n".utf8)

  private var filter: LineFilter
  /// How many lines around a passing one are let through, too.
  private let context: Int
  /// The beginning of a line that has not ended.
  private var unfinished: ContiguousArray<UInt8> = []
  /// The newest lines that were not let through, at most `context`, the oldest first.
  private var before: ContiguousArray<ContiguousArray<UInt8>> = []
  /// How many lines are still let through behind the last passing one.
  private var behind = 0
  /// Lines were left out since the last that was let through; nil before there was one.
  private var hasGap: Bool?
  private var passing: ContiguousArray<Range<Int>> = []
  private var output: ContiguousArray<UInt8> = []

  init(_ filter: LineFilter, context: Int) {
    self.filter = filter
    self.context = context
  }

  /// Takes the next bytes in.
  ///
  /// - Parameters:
  ///   - bytes: What was read.
  ///   - write: Called at most once, with the lines that passed.
  mutating func take(_ bytes: Span<UInt8>, _ write: (Span<UInt8>) -> Void) {
    output.removeAll(keepingCapacity: true)
    var start = 0
    if !unfinished.isEmpty {
      // Bytes have no padding to be read.
      let end = unsafe NewlineScan.first(in: bytes.bytes).map { $0 + 1 }
      append(bytes.extracting(first: end ?? bytes.count), to: &unfinished)
      guard let end else { return }
      let line = unfinished
      unfinished = []
      takeLines(line.span)
      start = end
    }
    let rest = bytes.extracting(start..<bytes.count)
    let end = unsafe NewlineScan.last(in: rest.bytes).map { $0 + 1 } ?? 0
    if end > 0 { takeLines(rest.extracting(first: end)) }
    append(rest.extracting(end..<rest.count), to: &unfinished)
    if !output.isEmpty { write(output.span) }
  }

  /// Nothing more comes: a last line without a newline is one, and gets it.
  mutating func finish(_ write: (Span<UInt8>) -> Void) {
    guard !unfinished.isEmpty else { return }
    take([UInt8(ascii: "\n")].span, write)
  }

  private mutating func takeLines(_ lines: Span<UInt8>) {
    passing.removeAll(keepingCapacity: true)
    unsafe filter.appendPassingLines(in: lines.bytes, to: &passing)
    guard context > 0 else {
      for line in passing {
        append(lines.extracting(line.lowerBound..<line.upperBound + 1), to: &output)
      }
      return
    }
    var next = passing.startIndex
    var start = 0
    while start < lines.count {
      let rest = lines.extracting(start..<lines.count)
      let end = start + (unsafe NewlineScan.first(in: rest.bytes) ?? rest.count - 1) + 1
      let line = lines.extracting(start..<end)
      let isPassing = next < passing.endIndex && passing[next].lowerBound == start
      if isPassing { next += 1 }
      takeLine(line, isPassing: isPassing)
      start = end
    }
  }

  private mutating func takeLine(_ line: Span<UInt8>, isPassing: Bool) {
    if isPassing {
      if hasGap == true { output.append(contentsOf: Self.separator) }
      for line in before { output.append(contentsOf: line) }
      before.removeAll(keepingCapacity: true)
      behind = context
    } else if behind > 0 {
      behind -= 1
    } else {
      if before.count == context {
        before.removeFirst()
        if hasGap != nil { hasGap = true }
      }
      var copy: ContiguousArray<UInt8> = []
      append(line, to: &copy)
      before.append(copy)
      return
    }
    append(line, to: &output)
    hasGap = false
  }

  private func append(_ bytes: Span<UInt8>, to array: inout ContiguousArray<UInt8>) {
    // The bytes are copied before the span ends.
    unsafe bytes.withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) }
  }
}
