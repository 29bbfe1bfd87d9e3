internal import SiltCore
internal import SiltScreen
internal import SiltSystem
internal import SiltText

/// The number of a line in its own file.
private struct LineNumber {
  var segment: SegmentID
  var value: Int
}

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
    return numbersLines && columns < textColumns ? columns : 0
  }

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
    let digits = String((head?.linesAbove ?? 0) + content.totalLines).count
    numberDigits = max(Self.leastNumberDigits, digits)
    content.layout.columns = max(1, textColumns - numberColumns)
  }

  /// The frame for the present state.
  func frame() -> Frame {
    if viewport.isFollowing { updateLayout() }
    var budget = Int.max
    let layout = viewport.layout(of: &content, budget: &budget)
    var rows = help == nil ? logRows(layout) : helpRows()
    let isAbove = help?.continuesAbove ?? layout.continuesAbove
    let isBelow = help?.continuesBelow(height: viewport.rows) ?? layout.continuesBelow
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

  private func helpRows() -> [StyledRow] {
    let shown = help?.rows(
      height: viewport.rows,
      columns: textColumns,
      ambiguousIsWide: options.ambiguousIsWide
    )
    let rows = shown ?? []
    return Array(repeating: StyledRow(), count: viewport.rows - rows.count) + rows
  }

  // MARK: Log rows

  private func logRows(_ layout: Viewport.Layout) -> [StyledRow] {
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
    var number: LineNumber?
    var index = 0
    while index < layout.shown.count {
      // The rows of one place are laid out together.
      let first = layout.shown[index]
      var end = index + 1
      while end < layout.shown.count, layout.shown[end].place == first.place { end += 1 }
      let range = first.row..<layout.shown[end - 1].row + 1
      switch first.place {
      case .top: break
      case .footer: rows.append(contentsOf: content.footer[range])
      case .item(let item):
        var shown = content.rows(of: item, limit: first.limit, in: range).value ?? []
        if numberColumns > 0 {
          number = self.number(of: item, after: number)
          addNumber(first.row == 0 ? shownNumber(of: item, number) : nil, to: &shown)
        }
        rows.append(contentsOf: shown)
      }
      index = end
    }
    return rows
  }

  /// The number of a line in its own file, if it begins there.
  ///
  /// - Parameters:
  ///   - item: A shown item.
  ///   - previous: The number of the line above in the same view, if one is shown.
  /// - Returns: The number; nil where the lines above are not counted, or none is known.
  private func number(of item: Item, after previous: LineNumber?) -> LineNumber? {
    guard case .line(let position) = item else { return previous }
    let segment = position.segment
    if let previous, previous.segment == segment {
      let step = ring.isLineStart(position) ? 1 : 0
      return LineNumber(segment: segment, value: previous.value + step)
    }
    return linesAbove(segment).map {
      LineNumber(segment: segment, value: $0 + ring.linesOfSegment(before: position) + 1)
    }
  }

  /// The number that stands at an item's first row: pieces of a long line but the first have none.
  private func shownNumber(of item: Item, _ number: LineNumber?) -> Int? {
    guard case .line(let position) = item, ring.isLineStart(position) else { return nil }
    return number?.value
  }

  private func addNumber(_ number: Int?, to rows: inout ContiguousArray<StyledRow>) {
    for index in rows.indices {
      var row = StyledRow()
      if index == 0, let number {
        let digits = String(number)
        let start = max(0, numberDigits - digits.utf8.count)
        row.append(digits.utf8, columns: digits.utf8.count, style: .dim, at: start)
      }
      row.append(rows[index], at: numberColumns)
      rows[index] = row
    }
  }

  // MARK: Status

  private func statusRow(_ layout: Viewport.Layout) -> StyledRow {
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
      let lines = lineCountText(content.totalLines)
      status.right = rate.map { "\(lines)  \(rateText($0))" } ?? lines
    }
    status.message = message
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

  /// What `=` says: position, size, source.
  func description() -> String {
    var budget = Int.max
    let layout = viewport.layout(of: &content, budget: &budget)
    var parts: [String] = []
    let bottom = layout.shown.last { row in
      if case .item(.line) = row.place { true } else { false }
    }
    if case .item(.line(let position))? = bottom?.place {
      let total = content.totalLines
      let line = min(ring.lines(before: position) + 1, total)
      parts.append("line \(line.groupedByThousands) of \(total.groupedByThousands)")
      parts.append("\(share(upTo: position))%")
    }
    let bytes = byteCount
    parts.append(bytes == 1 ? "1 byte" : "\(bytes.groupedByThousands) bytes")
    parts.append(inertName)
    return parts.joined(separator: "  ")
  }

  /// How much of the bytes stands up to and with a line, in percent; all of them only at the end.
  private func share(upTo position: Position) -> Int {
    var budget = Int.max
    var next: Lookup = .item(.line(position))
    repeat {
      guard case .item(let item) = next else { return 100 }
      next = content.item(after: item, budget: &budget)
      if case .item(.line(let below)) = next {
        let share = Double(ring.bytes(before: below)) / Double(ring.byteCount(of: source))
        return min(99, Int(share * 100))
      }
    } while true
  }

  /// The name as text that is safe anywhere.
  var inertName: String {
    let name = options.name
    return String(decoding: inert(name.span), as: UTF8.self)
  }

  /// The size of what is watched: of a file its own, of a stream what came of it.
  private var byteCount: Int {
    options.kind == .file ? content.lines.end?.offset ?? 0 : receivedBytes
  }
}
