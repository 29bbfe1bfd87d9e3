/// How the bytes of a line become rows.
package struct TextLayout: Hashable, Sendable {
  /// Who wrote the lines for whom.
  package enum Origin: Hashable, Sendable {
    /// Files and pipes: what does not act on its line alone is shown as inert text.
    case stream
    /// A command, for its pseudo-terminal: complete sequences that are not acted on are left out,
    /// and what would go elsewhere on a screen or clear it begins a new row.
    case terminal
  }

  /// The columns of text in a row, at least 1.
  package var columns: Int
  /// Whether a line goes on in the next row; else it is one row, cut at its right end, where a dim
  /// `>` in the last column says so.
  package var wraps: Bool
  /// The line's column that stands in column 0 when lines are cut; without effect when they wrap.
  package var firstColumn: Int
  /// Whether East Asian ambiguous characters take 2 cells.
  package var ambiguousIsWide: Bool
  /// Whether SGR sequences and links style the text; else they are read and have no effect.
  package var keepsColors: Bool
  /// Whether what was overwritten after carriage returns stands above the line's last state: each
  /// text as it was written, in rows of its own.
  package var showsOverwritten: Bool
  /// Who wrote the lines for whom.
  package var origin: Origin

  /// Creates a layout.
  ///
  /// - Precondition: `columns` is at least 1, `firstColumn` at least 0.
  package init(
    columns: Int,
    wraps: Bool = true,
    firstColumn: Int = 0,
    ambiguousIsWide: Bool = false,
    keepsColors: Bool = true,
    showsOverwritten: Bool = false,
    origin: Origin = .stream
  ) {
    precondition(columns >= 1 && firstColumn >= 0, "a row has no room")
    self.columns = columns
    self.wraps = wraps
    self.firstColumn = firstColumn
    self.ambiguousIsWide = ambiguousIsWide
    self.keepsColors = keepsColors
    self.showsOverwritten = showsOverwritten
    self.origin = origin
  }
}

/// The rows of a line.
///
/// A row's start is its first cell's place in the line's shown text: the UTF-8 that stands on the
/// screen when the row is wide enough for all of it, after the last overwrite, with tabs as blanks
/// and `<9B>` for a byte that is not UTF-8. In a line of printable text it is the byte's offset. It
/// does not depend on the columns of the layout, so after a resize the row that holds a byte is the
/// last whose start is not greater. (A terminal's motion to the right ends at its last column, so
/// blanks before what a command wrote behind one do depend on them.)
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
  ///   - style: What SGR has set in front of it, as `style(after:startingWith:)` tells.
  ///   - range: Which of its rows to build, all by default. Rows past the line's end are left out.
  /// - Returns: At least one start, and the rows.
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package func rows(
    _ line: Span<UInt8>,
    startingWith style: Style = .plain,
    in range: Range<Int> = 0..<Int.max
  ) -> TextRows {
    lay(line, startingWith: style, in: range)
  }

  /// Finds where each row of a line begins, without building rows.
  ///
  /// - Parameter line: The line's bytes without its LF.
  /// - Returns: The starts that `rows(_:startingWith:in:)` has, so that their count is the line's height.
  /// - Complexity: O(*n*), where *n* is the length of the line; printable ASCII is only tested.
  package func rowStarts(_ line: Span<UInt8>) -> ContiguousArray<Int> {
    lay(line, startingWith: .plain, in: 0..<0).starts
  }

  private func lay(_ line: Span<UInt8>, startingWith style: Style, in range: Range<Int>) -> TextRows
  {
    var part = Part(of: line, from: 0, origin: origin)
    guard part.next != nil || showsOverwritten else {
      return layPart(line.extracting(part.visible(in: line)), startingWith: style, in: range)
    }

    var result = TextRows(rows: [], starts: [])
    var style = style
    var offset = 0
    while true {
      let visible = part.visible(in: line)
      if showsOverwritten {
        var style = style
        for text in overwrittenTexts(of: line, in: visible) {
          add(line.extracting(text), startingWith: style, in: range, to: &result, &offset)
          style = style.after(line.extracting(text))
        }
      }
      add(line.extracting(visible), startingWith: style, in: range, to: &result, &offset)
      guard let next = part.next else { break }
      style = style.after(line.extracting(part.bytes.lowerBound..<next))
      part = Part(of: line, from: next, origin: origin)
    }
    return result.starts.isEmpty
      ? layPart(line.extracting(0..<0), startingWith: style, in: range) : result
  }

  /// Lays a text out below what is there; nothing to see is no row: what clears a screen mostly goes
  /// to its first row too.
  private func add(
    _ text: Span<UInt8>,
    startingWith style: Style,
    in range: Range<Int>,
    to result: inout TextRows,
    _ offset: inout Int
  ) {
    var count = CountSink()
    scan(text, startingWith: style, into: &count)
    guard count.utf8Count > 0 else { return }
    let above = result.starts.count
    let range = max(range.lowerBound - above, 0)..<max(range.upperBound - above, 0)
    let laid = layPart(text, startingWith: style, in: range)
    result.rows += laid.rows
    for start in laid.starts { result.starts.append(offset + start) }
    offset += count.utf8Count
  }

  /// Lays out what nothing breaks.
  private func layPart(
    _ text: Span<UInt8>,
    startingWith style: Style,
    in range: Range<Int>
  ) -> TextRows {
    guard wraps else {
      guard !range.isEmpty else { return TextRows(rows: [], starts: [0]) }
      var sink = CutSink(columns: columns, firstColumn: firstColumn)
      scan(text, startingWith: style, into: &sink)
      return TextRows(rows: range.contains(0) ? [sink.finish()] : [], starts: [0])
    }
    var sink = WrapSink(columns: columns, built: range)
    scan(text, startingWith: style, into: &sink)
    return sink.finish()
  }

  /// Hands the cells of a text to a sink, straight if it only ever grows.
  private func scan(
    _ text: Span<UInt8>,
    startingWith style: Style,
    into sink: inout some CellSink
  ) {
    if ASCII.isPrintable(text) {
      if !text.isEmpty { sink.ascii(text, style: keepsColors ? style.shown : .plain) }
      return
    }
    var scanner = scanner(startingWith: style)
    guard LineBuffer.isNeeded(text, isTerminal: origin == .terminal) else {
      scanner.scan(text, into: &sink)
      return
    }
    var buffer = LineBuffer(columns: columns)
    scanner.scan(text, into: &buffer)
    buffer.replay(into: &sink)
  }

  /// What reads a line of the layout's origin.
  func scanner(startingWith style: Style) -> LineScanner {
    LineScanner(
      mode: origin == .terminal ? .terminal : .line,
      ambiguousIsWide: ambiguousIsWide,
      keepsColors: keepsColors,
      startingWith: style
    )
  }
}
