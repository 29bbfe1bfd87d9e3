/// How the bytes of a line become rows.
package struct TextLayout: Hashable, Sendable {
  /// The columns of text in a row, at least 1.
  package var columns: Int
  /// Whether a line goes on in the next row; else it is one row, cut at its right end, where a dim
  /// `>` in the last column says so.
  package var wraps: Bool
  /// The line's column that stands in column 0 when lines are cut; without effect when they wrap.
  package var firstColumn: Int
  /// Whether East Asian ambiguous characters take 2 cells.
  package var ambiguousIsWide: Bool
  /// Whether SGR sequences style the text; else they are read and have no effect.
  package var keepsColors: Bool

  /// Creates a layout.
  ///
  /// - Precondition: `columns` is at least 1, `firstColumn` at least 0.
  package init(
    columns: Int,
    wraps: Bool = true,
    firstColumn: Int = 0,
    ambiguousIsWide: Bool = false,
    keepsColors: Bool = true
  ) {
    precondition(columns >= 1 && firstColumn >= 0, "a row has no room")
    self.columns = columns
    self.wraps = wraps
    self.firstColumn = firstColumn
    self.ambiguousIsWide = ambiguousIsWide
    self.keepsColors = keepsColors
  }
}

/// The rows of a line.
///
/// A row's start is its first cell's place in the line's shown text: the UTF-8 that stands on the
/// screen when the row is wide enough for all of it, after the last overwrite, with tabs as blanks
/// and `<9B>` for a byte that is not UTF-8. In a line of printable text it is the byte's offset. It
/// does not depend on the columns of the layout, so after a resize the row that holds a byte is the
/// last whose start is not greater.
package struct TextRows: Hashable, Sendable {
  /// The rows that were asked for; a line has at least one, an empty line a blank one.
  package var rows: ContiguousArray<StyledRow>
  /// Where each row of the line begins, also of those not asked for: 0, then strictly increasing.
  package var starts: ContiguousArray<Int>
}

extension TextLayout {
  /// Lays a line out.
  ///
  /// No row is wider than the layout's columns, in whichever terminal: where terminals disagree on
  /// a cluster's width, a row is broken as the widest of them asks for.
  ///
  /// - Parameters:
  ///   - line: The line's bytes without its LF. CRs at its end have no effect, so neither has that
  ///     of a CRLF nor that of a line still unfinished.
  ///   - range: Which of its rows to build, all by default. Rows past the line's end are left out.
  /// - Returns: At least one start, and the rows.
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package func rows(_ line: Span<UInt8>, in range: Range<Int> = 0..<Int.max) -> TextRows {
    lay(line, in: range)
  }

  /// Finds where each row of a line begins, without building rows.
  ///
  /// - Parameter line: The line's bytes without its LF.
  /// - Returns: The starts that `rows(_:in:)` has, so that their count is the line's height.
  /// - Complexity: O(*n*), where *n* is the length of the line; printable ASCII is only tested.
  package func rowStarts(_ line: Span<UInt8>) -> ContiguousArray<Int> {
    lay(line, in: 0..<0).starts
  }

  private func lay(_ line: Span<UInt8>, in range: Range<Int>) -> TextRows {
    var end = line.count
    while end > 0, line[end - 1] == ASCII.carriageReturn { end -= 1 }
    let line = line.extracting(0..<end)
    guard wraps else {
      guard !range.isEmpty else { return TextRows(rows: [], starts: [0]) }
      var sink = CutSink(columns: columns, firstColumn: firstColumn)
      scan(line, into: &sink)
      return TextRows(rows: range.contains(0) ? [sink.finish()] : [], starts: [0])
    }
    var sink = WrapSink(columns: columns, built: range)
    scan(line, into: &sink)
    return sink.finish()
  }

  /// Hands a line's cells to a sink, straight if the line only ever grows.
  private func scan(_ line: Span<UInt8>, into sink: inout some CellSink) {
    if ASCII.isPrintable(line) {
      if !line.isEmpty { sink.ascii(line, style: .plain) }
      return
    }
    var scanner = LineScanner(
      mode: .line,
      ambiguousIsWide: ambiguousIsWide,
      keepsColors: keepsColors
    )
    guard LineBuffer.isNeeded(line) else {
      scanner.scan(line, into: &sink)
      return
    }
    var buffer = LineBuffer()
    scanner.scan(line, into: &buffer)
    buffer.replay(into: &sink)
  }
}
