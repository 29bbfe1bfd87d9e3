extension TextLayout {
  /// More columns than a line has.
  package static let unlimitedColumns = 1 << 40

  /// The text of a line as its reader sees it: escapes taken out, what was overwritten left out.
  ///
  /// A line of which every escape sets a style keeps its other bytes just so; in other lines bytes that
  /// are not UTF-8 are spelled, as on the screen.
  ///
  /// - Parameter line: The line's bytes without its LF.
  /// - Returns: Its text in one row.
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package func visibleText(of line: Span<UInt8>) -> ContiguousArray<UInt8> {
    var end = line.count
    while end > 0, line[end - 1] == ASCII.carriageReturn { end -= 1 }
    let line = line.extracting(first: end)
    if let text = Self.withoutStyles(line) { return text }
    var layout = self
    layout.columns = Self.unlimitedColumns
    layout.wraps = true
    var text: ContiguousArray<UInt8> = []
    for row in layout.rows(line).rows {
      var column = 0
      var start = row.utf8.startIndex
      for run in row.runs {
        if run.column > column {
          text.append(contentsOf: repeatElement(ASCII.space, count: run.column - column))
        }
        text.append(contentsOf: row.utf8[start..<start + run.utf8Count])
        start += run.utf8Count
        column = run.column + run.columns
      }
    }
    return text
  }

  /// The line without its SGR sequences; nil when there is anything else that is not its own text.
  private static func withoutStyles(_ line: Span<UInt8>) -> ContiguousArray<UInt8>? {
    var text: ContiguousArray<UInt8> = []
    text.reserveCapacity(line.count)
    var index = 0
    while index < line.count {
      switch line[index] {
      case ASCII.carriageReturn, ASCII.backspace: return nil
      case ASCII.escape:
        guard index + 1 < line.count, line[index + 1] == UInt8(ascii: "[") else { return nil }
        index += 2
        // Parameters of SGR: digits, `;` and `:`.
        while index < line.count, 0x30...0x3B ~= line[index] { index += 1 }
        guard index < line.count, line[index] == UInt8(ascii: "m") else { return nil }
        index += 1
      case let byte:
        text.append(byte)
        index += 1
      }
    }
    return text
  }
}
