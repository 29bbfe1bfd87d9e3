internal import SiltCore
internal import SiltScreen
internal import SiltSystem
internal import SiltText

extension Session {
  /// Below this many columns there is no gutter.
  private static let leastColumnsForGutter = 4

  private var screenColumns: Int { region.size.columns }

  /// The columns of log text, status row and messages: all but the gutter.
  var textColumns: Int {
    screenColumns >= Self.leastColumnsForGutter ? screenColumns - 1 : screenColumns
  }

  /// The columns that line numbers take, the blank behind them included; 0 where lines have no
  /// numbers or no room for them.
  private var numberColumns: Int {
    let columns = numberDigits + 1
    return numbersLines && columns < textColumns - sourceColumns ? columns : 0
  }

  /// The columns that the sources' names take, the blank behind them included; 0 where there is one
  /// source, or no room.
  private var sourceColumns: Int { sourceColumn?.columns ?? 0 }

  /// The region has another size.
  func screenResized() {
    updateLayout()
    layOutFooter()
    apply(.resized(rows: region.rows - 1))
    command?.process.resize(rows: commandSize.rows, columns: commandSize.columns)
    help?.scroll(by: 0, height: viewport.rows)
  }

  /// Lays out a client's rows; they have the whole width, with and without numbers.
  func layOutFooter() {
    content.footer = footer.map { line in
      var row = StyledRow()
      row.append(
        text: line,
        maxColumns: textColumns,
        ambiguousIsWide: options.ambiguousIsWide
      )
      return row
    }
  }

  /// Works out how wide lines are; a paused view keeps the room for its numbers until it moves.
  func updateLayout() {
    let most =
      sources.map { source in
        (source.head?.linesAbove ?? 0) + ring.largestNumber(of: source.id)
      }.max() ?? 0
    numberDigits = max(Self.leastNumberDigits, String(most).count)
    if isMerged, sourceColumn?.textColumns != textColumns {
      sourceColumn = SourceColumn(of: self, within: textColumns)
    }
    content.layout.columns = max(1, textColumns - sourceColumns - numberColumns)
    // A note names its source itself, and stands where a name would.
    if isMerged { content.noteColumns = textColumns }
  }

  /// The frame for the present state.
  func frame() -> Frame {
    if viewport.isFollowing { updateLayout() }
    var budget = Int.max
    let layout = viewport.layout(of: &content, budget: &budget)
    let shown = help == nil ? wholeRows(layout) : helpRows()
    var rows = shown.rows
    let (isAbove, isBelow) = (shown.isAbove, shown.isBelow)
    if textColumns < screenColumns, !rows.isEmpty {
      // Where one row is all there is, what comes below is the news.
      let isBoth = isAbove && isBelow && rows.count == 1
      if isAbove, !isBoth { mark(&rows[0], with: options.signs.above) }
      if isBelow { mark(&rows[rows.count - 1], with: options.signs.below) }
    }
    rows.append(statusRow(layout))
    return Frame(rows: rows, columns: screenColumns)
  }

  private func mark(_ row: inout StyledRow, with sign: String) {
    row.append(sign.utf8, columns: 1, style: .dim, at: textColumns)
  }

  /// Log rows as a frame shows them.
  struct FormerRows {
    var rows: [StyledRow]
    /// The width that they were laid out for.
    var columns: Int
    var isAbove: Bool
    var isBelow: Bool
  }

  /// The log rows; those shown before as long as something of them has to be read back.
  private func wholeRows(_ layout: Viewport.Layout) -> FormerRows {
    var missing: BlockID?
    if case .block(let block)? = layout.want { missing = block }
    let rows = FormerRows(
      rows: logRows(layout, &missing),
      columns: screenColumns,
      isAbove: layout.continuesAbove,
      isBelow: layout.continuesBelow
    )
    guard let missing else {
      formerRows = rows
      return rows
    }
    load(missing)
    guard let former = formerRows, former.columns == screenColumns,
      former.rows.count == rows.rows.count
    else { return rows }
    return former
  }

  private func helpRows() -> FormerRows {
    let shown = help?.rows(
      height: viewport.rows,
      columns: textColumns,
      ambiguousIsWide: options.ambiguousIsWide
    )
    let rows = shown ?? []
    return FormerRows(
      rows: Array(repeating: StyledRow(), count: viewport.rows - rows.count) + rows,
      columns: screenColumns,
      isAbove: help?.continuesAbove ?? false,
      isBelow: help?.continuesBelow(height: viewport.rows) ?? false
    )
  }

  // MARK: Log rows

  /// The log rows, as far as nothing of them has to be read back.
  ///
  /// - Parameters:
  ///   - layout: Which rows.
  ///   - missing: Gets a block that is needed.
  /// - Returns: As many rows as there are; blank ones for what is missing.
  private func logRows(_ layout: Viewport.Layout, _ missing: inout BlockID?) -> [StyledRow] {
    var rows: [StyledRow] = []
    rows.reserveCapacity(viewport.rows + 1)
    if layout.topInset > 0 {
      let fill = options.fill
      var inset = StyledRow()
      inset.append(
        text: fill.span,
        style: .dim,
        maxColumns: textColumns,
        ambiguousIsWide: options.ambiguousIsWide
      )
      rows.append(contentsOf: repeatElement(inset, count: layout.topInset))
    }
    // The number of the line shown last, by its segment.
    var numbers: [SegmentID: Int] = [:]
    var index = 0
    while index < layout.shown.count {
      // The rows of one place are laid out together.
      let first = layout.shown[index]
      var end = index + 1
      while end < layout.shown.count, layout.shown[end].place == first.place { end += 1 }
      let range = first.row..<layout.shown[end - 1].row + 1
      switch first.place {
      case .top: break
      case .footer:
        for (offset, part) in content.footerRows(in: range).enumerated() {
          guard let line = part.line else {
            rows.append(part.row)
            continue
          }
          var shown: ContiguousArray = [part.row]
          addMargin(of: line, startsAt: offset + first.row == 0, to: &shown, &numbers, &missing)
          rows.append(contentsOf: shown)
        }
      case .item(let item):
        var shown: ContiguousArray<StyledRow>
        switch content.rows(of: item, limit: first.limit, in: range) {
        case .value(let rows): shown = rows
        case .needs(let block):
          missing = block
          shown = ContiguousArray(repeating: StyledRow(), count: range.count)
        }
        switch item {
        case .line(let position):
          addMargin(of: position, startsAt: first.row == 0, to: &shown, &numbers, &missing)
        case .note where !isMerged:
          if numberColumns > 0 { addNumber(nil, to: &shown) }
        case .note: break
        }
        rows.append(contentsOf: shown)
      }
      index = end
    }
    return rows
  }

  /// Puts a line's number and the name of its source in front of its first row, and blanks in front of
  /// the others.
  private func addMargin(
    of position: Position,
    startsAt isFirst: Bool,
    to rows: inout ContiguousArray<StyledRow>,
    _ numbers: inout [SegmentID: Int],
    _ missing: inout BlockID?
  ) {
    if numberColumns > 0 {
      let number = number(of: position, after: numbers[position.segment], &missing)
      numbers[position.segment] = number
      // Pieces of a long line but the first have none.
      addNumber(isFirst && ring.isLineStart(position) ? number : nil, to: &rows)
    }
    if let sourceColumn {
      let source = isFirst ? source(of: position) : nil
      for index in rows.indices {
        var row = StyledRow()
        if index == 0, let source { row = sourceColumn.names[source] }
        row.append(rows[index], at: sourceColumn.columns)
        rows[index] = row
      }
    }
  }

  /// The number of a line in its own file.
  ///
  /// - Parameters:
  ///   - position: A shown line or piece.
  ///   - previous: The number of the line above of the same segment, if one is shown.
  ///   - missing: Gets a block that is needed to tell.
  /// - Returns: The number; one below 0 counts from the end, as long as the lines above are not
  ///   counted; nil where neither is known.
  private func number(
    of position: Position,
    after previous: Int?,
    _ missing: inout BlockID?
  ) -> Int? {
    if let previous { return previous + (ring.isLineStart(position) ? 1 : 0) }
    switch ring.tally(before: position) {
    case .lines(let lines): return linesAbove(position.segment).map { $0 + lines + 1 }
    case .needs(let block): missing = block
    case .uncounted:
      switch ring.tally(from: position) {
      case .lines(let lines):
        return -lines - (ring.segment(position.segment)?.hasUnfinishedLine == true ? 1 : 0)
      case .needs(let block): missing = block
      case .uncounted: break
      }
    }
    return nil
  }

  private func addNumber(_ number: Int?, to rows: inout ContiguousArray<StyledRow>) {
    for index in rows.indices {
      var row = StyledRow()
      if index == 0, let number {
        let digits = String(number)
        // The room is that of the largest number; where it stays while nothing may move, a larger one
        // has none.
        let start = numberDigits - digits.utf8.count
        if start >= 0 {
          row.append(digits.utf8, columns: digits.utf8.count, style: .dim, at: start)
        }
      }
      row.append(rows[index], at: numberColumns)
      rows[index] = row
    }
  }

  // MARK: Status

  private func statusRow(_ layout: Viewport.Layout) -> StyledRow {
    if let prompt {
      return prompt.row(columns: textColumns, ambiguousIsWide: options.ambiguousIsWide)
    }
    var status = StatusRow(name: options.name, state: state)
    let new = viewport.newLines(in: content)
    var news: [String] = []
    if wasMoved { news.append("oldest line") }
    if !viewport.isFollowing, new > 0 {
      news.append("\(options.signs.new) \(new.groupedByThousands) new")
    }
    status.news = news.isEmpty ? nil : news.joined(separator: "  ")
    if let pending = keyMap.pending {
      status.right = pending
    } else if showsHint {
      status.right = "h help  q leave"
      status.rightIsHint = true
    } else {
      let rate = rate.rate(at: clock())
      // A file that holds more than was read is not counted before somebody asks.
      let lines = content.lineCount.map(lineCountText) ?? sizeText(byteCount(of: 0))
      status.right = rate.map { "\(lines)  \(rateText($0))" } ?? lines
    }
    status.message = message ?? save?.progress
    return status.row(columns: textColumns, ambiguousIsWide: options.ambiguousIsWide)
  }

  private var state: String {
    if let command {
      if command.hasKeys { return "input" }
      return viewport.isFollowing ? commandState : "\(commandState) paused"
    }
    if hasEnded { return "ended" }
    return viewport.isFollowing ? "following" : "paused"
  }

  /// What `=` says: position, size, source; of several files, that of the line at the bottom.
  func description() -> Answer<String> {
    var parts: [String] = []
    let bottom = bottomLine
    if let bottom, let source = source(of: bottom) {
      let id = sources[source].id
      // Numbers are a file's own, as in the margin.
      switch ring.tally(before: bottom) {
      case .needs(let block): return .needs(block)
      case .lines(let before):
        if let total = ring.lines(of: bottom.segment) {
          let above = linesAbove(bottom.segment) ?? 0
          let line = (min(before + 1, total) + above).groupedByThousands
          parts.append("line \(line) of \((total + above).groupedByThousands)")
        }
      case .uncounted: break
      }
      parts.append("\(share(upTo: bottom, of: id))%")
    }
    let shown = isMerged ? bottom.flatMap(source(of:)) : 0
    let bytes =
      bottom.flatMap { options.kind == .file ? ring.segment($0.segment)?.end : nil }
      ?? shown.map(byteCount) ?? sources.indices.reduce(0) { $0 + byteCount(of: $1) }
    parts.append(bytes == 1 ? "1 byte" : "\(bytes.groupedByThousands) bytes")
    parts.append(shown.map { sources[$0].name } ?? inertText(options.name))
    return .value(parts.joined(separator: "  "))
  }

  /// The lowest line in view.
  private var bottomLine: Position? {
    var budget = Int.max
    let layout = viewport.layout(of: &content, budget: &budget)
    for row in layout.shown.reversed() {
      switch row.place {
      case .item(.line(let position)): return position
      case .footer:
        if let line = content.footerRows(in: row.row..<row.row + 1).first?.line { return line }
      case .item(.note), .top: break
      }
    }
    return nil
  }

  /// The generation of a file that the lowest line in view is of.
  var segmentInView: SegmentID? { bottomLine?.segment ?? sources[0].segment }

  /// How much of a source's bytes stands up to and with a line, in percent; all of them only at the
  /// end.
  private func share(upTo position: Position, of source: SourceID) -> Int {
    let total = ring.byteCount(of: source)
    // Where the line's end has to be read back, its beginning tells as much.
    let isBelow = ring.isInHistory(position)
    guard let end = isBelow ? position : ring.end(of: position),
      case let bytes = ring.bytes(before: end), bytes < total
    else { return 100 }
    return min(99, Int(Double(bytes) / Double(total) * 100))
  }

  /// The size of a source: of a file its own, of a stream what came of it.
  private func byteCount(of source: Int) -> Int {
    options.kind == .file ? ring.end(of: sources[source].id) : receivedBytes
  }
}
