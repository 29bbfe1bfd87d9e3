package import SiltText

/// A log's lines as rows: what a viewport looks at, and what it shows.
package struct LogContent: Content {
  package var lines: LogLines
  /// How lines become rows.
  package var layout: TextLayout
  /// A client's rows below the last line.
  package var footer: [StyledRow] = []
  /// What a note begins and ends with: `──` where the terminal can show it.
  package var noteRule: String
  /// What stands for something that was left out: `…` where the terminal can show it.
  package var ellipsis: String
  /// The columns of a note's row; nil for those of a line.
  package var noteColumns: Int?
  private var memo = RowMemo()
  /// What pieces get from those above them.
  var carries = RecentMap<Position, PieceCarry>(capacity: 1 << 10)

  /// Creates the rows of a log.
  ///
  /// - Parameters:
  ///   - lines: The lines and notes.
  ///   - layout: How lines become rows.
  ///   - noteRule: What a note begins and ends with.
  ///   - ellipsis: What stands for something that was left out.
  package init(
    _ lines: LogLines,
    layout: TextLayout,
    noteRule: String = "──",
    ellipsis: String = "…"
  ) {
    self.lines = lines
    self.layout = layout
    self.noteRule = noteRule
    self.ellipsis = ellipsis
  }

  package var tail: Position? { lines.tail }

  package var tailCount: Int {
    guard let tail, let segment = lines.ring.segment(tail.segment) else { return 0 }
    return segment.end - tail.offset
  }

  package var footerRows: Int {
    guard let unfinished = lines.unfinished else { return footer.count }
    return unfinishedRowStarts(of: unfinished).count + footer.count
  }

  /// The rows below the last item: of the unfinished line that is no item, then a client's.
  ///
  /// - Parameter range: Which of them.
  /// - Returns: These rows, with the line's position where they are its own.
  package mutating func footerRows(in range: Range<Int>) -> [(row: StyledRow, line: Position?)] {
    var rows: [(row: StyledRow, line: Position?)] = []
    if let unfinished = lines.unfinished {
      rows += (self.rows(of: .line(unfinished)).value ?? []).map { ($0, unfinished) }
    }
    rows += footer.map { ($0, nil) }
    return Array(rows[range])
  }

  package var finishedLines: Int { lines.finishedLines }

  /// How many lines there are, the unfinished ones included.
  package var totalLines: Int { finishedLines + lines.unfinishedLines }

  /// How many lines there are, the unfinished ones included; nil while some are not counted.
  package var lineCount: Int? { lines.lineCount }

  /// Whether a last line has no end yet.
  package var hasUnfinishedLine: Bool { lines.unfinishedLines > 0 }

  package func holds(_ item: Item) -> Bool { lines.holds(item) }

  package mutating func item(before item: Item?, budget: inout Int) -> Lookup {
    lines.item(before: item, budget: &budget)
  }

  package mutating func item(after item: Item?, budget: inout Int) -> Lookup {
    lines.item(after: item, budget: &budget)
  }

  /// Where the rows of an unfinished line begin that is no item; it is always in the ring.
  private func unfinishedRowStarts(of position: Position) -> ContiguousArray<Int> {
    var content = self
    return content.rowStarts(of: .line(position), limit: nil).value ?? [0]
  }

  package mutating func rowStarts(of item: Item, limit: Int?) -> Answer<ContiguousArray<Int>> {
    let position: Position
    switch item {
    case .note(let id): return .value(ContiguousArray(rows(ofNote: id).indices))
    case .line(let line): position = line
    }
    let line = RowMemo.Line(position: position, limit: limit)
    let mayGrow = mayGrow(position, limit: limit)
    // In the ring they are found as quickly as they are looked up.
    let isKept = lines.ring.isInHistory(position)
    if isKept, let starts = memo.starts(of: line, for: layout) { return .value(starts) }
    let carry: PieceCarry
    switch self.carry(into: position) {
    case .needs(let block): return .needs(block)
    case .value(let value): carry = value
    }
    // The closure takes the layout alone: a copy of the content would cost more than a short line.
    let layout = layout
    let answer = lines.ring.lendPiece(at: position, limit: limit) { line, goesOn in
      carry.withText(of: line, layout, isCut: mayGrow || goesOn) { layout.rowStarts($0) }
    }
    if isKept, let starts = answer?.value, lines.ring.isSettled(position) {
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
      let rows = rows(ofNote: id)
      return .value(ContiguousArray(rows[range.clamped(to: rows.indices)]))
    case .line(let position):
      let line = RowMemo.Line(position: position, limit: limit)
      let mayGrow = mayGrow(position, limit: limit)
      let isKept = isKept(position, mayGrow: mayGrow)
      if isKept, let rows = memo.rows(of: line, in: range, for: layout) { return .value(rows) }
      var carry: PieceCarry
      switch self.carry(into: position) {
      case .needs(let block): return .needs(block)
      case .value(let value): carry = value
      }
      if layout.origin == .terminal {
        switch lines.ring.style(at: position) {
        case .needs(let block): return .needs(block)
        case .value(let value): carry.style = value
        }
      }
      let layout = layout
      let answer = lines.ring.lendPiece(at: position, limit: limit) { line, goesOn in
        carry.withText(of: line, layout, isCut: mayGrow || goesOn) { text in
          layout.rows(text, startingWith: carry.style, in: range).rows
        }
      }
      if isKept, let rows = answer?.value, lines.ring.isSettled(position) {
        memo.keep(rows, of: line, in: range)
      }
      return answer ?? .value([])
    }
  }

  /// Whether what is shown of a line may end in the middle of something.
  ///
  /// A line that is shown only as far as it was there at a time is laid out as it was then.
  private func mayGrow(_ position: Position, limit: Int?) -> Bool {
    limit != nil || position == (tail ?? lines.unfinished)
  }

  /// Whether a line's rows are the same each time they are asked for.
  private func isKept(_ position: Position, mayGrow: Bool) -> Bool {
    !mayGrow || lines.ring.isInHistory(position)
  }

  /// What a note says.
  package func text(of id: NoteID) -> String {
    if id == .olderGone { return "older lines gone" }
    guard id == .dropped else { return lines.notes[id]?.text ?? "" }
    // Merged, a file's older lines are there, but nobody knows in what order.
    if case .merged = lines { return text(of: .olderGone) }
    return switch lines.droppedLines {
    case 1: "dropped 1 line"
    case let dropped: "dropped \(dropped.groupedByThousands) lines"
    }
  }

  /// A note's rows, and the one below it for the beginning of a line that was dropped.
  private mutating func rows(ofNote id: NoteID) -> [StyledRow] {
    guard id == .dropped || id == .olderGone else { return [row(ofNote: text(of: id))] }
    var budget = Int.max
    var isCut = false
    if case .item(.line(let oldest)) = lines.item(after: .note(id), budget: &budget) {
      isCut = !lines.ring.isLineStart(oldest)
    }
    var rows: [StyledRow] = []
    if !isCut || id == .olderGone || lines.droppedLines > 0 {
      rows.append(row(ofNote: text(of: id)))
    }
    if isCut {
      var row = StyledRow()
      row.append(text: ellipsis, style: .dim, ambiguousIsWide: layout.ambiguousIsWide)
      rows.append(row)
    }
    return rows
  }

  private func row(ofNote text: String) -> StyledRow {
    var row = StyledRow()
    row.append(
      text: "\(noteRule) \(text) \(noteRule)",
      style: .dim,
      maxColumns: noteColumns ?? layout.columns,
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
