internal import SiltBytes

/// What is left out of a stream's beginning: lines or bytes.
package struct StreamSkip: Hashable, Sendable {
  /// How many lines are still to be left out.
  private(set) var lines: Int
  /// How many bytes are still to be left out.
  private(set) var bytes: Int

  /// Leaves out nothing, or that much.
  ///
  /// - Parameters:
  ///   - lines: How many lines.
  ///   - bytes: How many bytes.
  package init(lines: Int = 0, bytes: Int = 0) {
    self.lines = lines
    self.bytes = bytes
  }

  /// Whether the rest is wanted whole.
  package var isDone: Bool { lines == 0 && bytes == 0 }

  /// Takes in the next bytes of the stream.
  ///
  /// - Parameter span: The bytes.
  /// - Returns: How many of them, from the first on, are left out.
  package mutating func skip(_ span: RawSpan) -> Int {
    let skipped = min(bytes, span.byteCount)
    bytes -= skipped
    var offset = skipped
    while lines > 0, offset < span.byteCount {
      guard let newline = NewlineScan.first(in: span.extracting(offset..<span.byteCount)) else {
        return span.byteCount
      }
      offset += newline + 1
      lines -= 1
    }
    return offset
  }
}
