package import SiltText

/// A source's lines as rows: what a viewport looks at, and what it shows.
package struct LogContent: Content {
  package var lines: SourceLines
  /// How lines become rows.
  package var layout: TextLayout
  /// A client's rows below the last line.
  package var footer: [StyledRow] = []
  /// What a note begins and ends with: `──` where the terminal can show it.
  package var noteRule: String
  private var memo = RowMemo()

  /// Creates the rows of a source.
  ///
  /// - Parameters:
  ///   - lines: The source's lines and notes.
  ///   - layout: How lines become rows.
  ///   - noteRule: What a note begins and ends with.
  package init(_ lines: SourceLines, layout: TextLayout, noteRule: String = "──") {
    self.lines = lines
    self.layout = layout
    self.noteRule = noteRule
  }

  package var tail: Position? { lines.tail }

  package var tailCount: Int {
    guard let tail, let end = lines.end else { return 0 }
    return end.offset - tail.offset
  }

  package var footerRows: Int { footer.count }

  package var finishedLines: Int { lines.ring.finishedLines(of: lines.source) }

  /// How many lines were received, the unfinished one included: all of them where the ring received
  /// the content from its beginning.
  package var totalLines: Int { finishedLines + (hasUnfinishedLine ? 1 : 0) }

  /// How many lines there are, the unfinished one included; nil while some are not counted.
  package var lineCount: Int? {
    lines.ring.lineCount(of: lines.source).map { $0 + (hasUnfinishedLine ? 1 : 0) }
  }

  /// Whether the last line has no end yet.
  package var hasUnfinishedLine: Bool {
    guard let end = lines.end, let segment = lines.ring.segment(end.segment) else { return false }
    return segment.hasUnfinishedLine && !segment.isClosed
  }

  package func holds(_ item: Item) -> Bool { lines.holds(item) }

  package mutating func item(before item: Item?, budget: inout Int) -> Lookup {
    lines.item(before: item, budget: &budget)
  }

  package mutating func item(after item: Item?, budget: inout Int) -> Lookup {
    lines.item(after: item, budget: &budget)
  }

  package mutating func rowStarts(of item: Item, limit: Int?) -> Answer<ContiguousArray<Int>> {
    guard case .line(let position) = item else { return .value([0]) }
    let line = RowMemo.Line(position: position, limit: limit)
    let isBelow = lines.ring.isInHistory(position)
    if isBelow, let starts = memo.starts(of: line, for: layout) { return .value(starts) }
    let mayGrow = mayGrow(position, limit: limit)
    let answer = lines.ring.lend(at: position, limit: limit) { line in
      layout.rowStarts(
        mayGrow
          ? line.extracting(first: TextLayout.settledCount(line, origin: layout.origin)) : line
      )
    }
    if isBelow, let starts = answer?.value, lines.ring.isSettledInHistory(position) {
      memo.keep(starts, of: line)
    }
    return answer ?? .value([0])
  }

  /// The rows of an item.
  ///
  /// - Parameters:
  ///   - item: A held item.
  ///   - limit: How many bytes of the line count; nil for all.
  ///   - range: Which of its rows.
  /// - Returns: These rows, as far as the item has them, or the block that has to be loaded for them.
  package mutating func rows(
    of item: Item,
    limit: Int? = nil,
    in range: Range<Int> = 0..<Int.max
  ) -> Answer<ContiguousArray<StyledRow>> {
    switch item {
    case .note(let id):
      return .value([row(ofNote: text(of: id))])
    case .line(let position):
      let line = RowMemo.Line(position: position, limit: limit)
      let isBelow = lines.ring.isInHistory(position)
      if isBelow, let rows = memo.rows(of: line, in: range, for: layout) { return .value(rows) }
      let mayGrow = mayGrow(position, limit: limit)
      var style = Style.plain
      if layout.origin == .terminal {
        switch lines.ring.style(at: position) {
        case .needs(let block): return .needs(block)
        case .value(let value): style = value
        }
      }
      let answer = lines.ring.lend(at: position, limit: limit) { line in
        let shown =
          mayGrow
          ? line.extracting(first: TextLayout.settledCount(line, origin: layout.origin)) : line
        return layout.rows(shown, startingWith: style, in: range).rows
      }
      if isBelow, let rows = answer?.value, lines.ring.isSettledInHistory(position) {
        memo.keep(rows, of: line, in: range)
      }
      return answer ?? .value([])
    }
  }

  /// Whether what is shown of a line may end in the middle of something.
  ///
  /// A line that is shown only as far as it was there at a time is laid out as it was then.
  private func mayGrow(_ position: Position, limit: Int?) -> Bool {
    limit != nil || position == tail
  }

  /// What a note says.
  package func text(of id: NoteID) -> String {
    if id == .olderGone { return "older lines gone" }
    guard id == .dropped else { return lines.notes[id]?.text ?? "" }
    let dropped = lines.ring.droppedLines(of: lines.source)
    return switch dropped {
    case 0: "dropped the beginning of a line"
    case 1: "dropped 1 line"
    default: "dropped \(dropped.groupedByThousands) lines"
    }
  }

  private func row(ofNote text: String) -> StyledRow {
    var row = StyledRow()
    row.append(
      text: "\(noteRule) \(text) \(noteRule)",
      style: .dim,
      maxColumns: layout.columns,
      ambiguousIsWide: layout.ambiguousIsWide
    )
    return row
  }
}

extension BinaryInteger {
  /// The number in decimal with a comma at thousands.
  package var groupedByThousands: String {
    let digits = String(magnitude)
    var grouped = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { grouped.append(",") }
      grouped.append(digit)
    }
    return grouped
  }
}
