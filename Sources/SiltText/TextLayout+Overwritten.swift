extension TextLayout {
  /// The texts of a line that others were written over: all but the last of those that begin in its
  /// first column.
  ///
  /// A carriage return begins one, and in a terminal's line `CSI G` to the first column. Each is what
  /// was written, not what stood there then, so that all together are no longer than the line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - range: The part of it to look at, without carriage returns at its end.
  /// - Returns: Where their bytes stand; empty ones too.
  /// - Complexity: O(*n*), where *n* is the length of the part.
  func overwrittenTexts(of line: Span<UInt8>, in range: Range<Int>) -> [Range<Int>] {
    // A sequence reads no further than the part, as it does when the part is laid out.
    let part = line.extracting(0..<range.upperBound)
    var texts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      var next = index + 1
      var isReturn = part[index] == ASCII.carriageReturn
      if part[index] == ASCII.escape, let sequence = EscapeSequence(part, at: index) {
        next = sequence.end
        isReturn = origin == .terminal && sequence.kind == .terminalEdit(.column(0))
      }
      if isReturn {
        texts.append(start..<index)
        start = next
      }
      index = next
    }
    return texts
  }
}
