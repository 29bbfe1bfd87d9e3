extension StyledRow {
  /// Appends as many clusters of a text as have room, made inert.
  ///
  /// What stands for an inert byte is dim. For the status row, prompts and other text of our own.
  ///
  /// - Parameters:
  ///   - text: The text; of anyone's making.
  ///   - style: How it looks.
  ///   - maxColumns: The cells it may take, also where a terminal shows a cluster wider.
  ///   - column: Where it begins; by default where the row ends. A gap is blank.
  ///   - ambiguousIsWide: Whether East Asian ambiguous characters take 2 cells.
  /// - Returns: Whether all of it had room.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @discardableResult
  package mutating func append(
    text: String,
    style: Style = .plain,
    maxColumns: Int = .max,
    at column: Int? = nil,
    ambiguousIsWide: Bool = false
  ) -> Bool {
    let utf8 = ContiguousArray(text.utf8)
    return append(
      text: utf8.span,
      style: style,
      maxColumns: maxColumns,
      at: column,
      ambiguousIsWide: ambiguousIsWide
    )
  }

  /// Appends as many clusters of a text as have room, made inert; parameters as for a string.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @discardableResult
  package mutating func append(
    text: Span<UInt8>,
    style: Style = .plain,
    maxColumns: Int = .max,
    at column: Int? = nil,
    ambiguousIsWide: Bool = false
  ) -> Bool {
    var inertStyle = style
    inertStyle.attributes.insert(.dim)
    var sink = FittingSink(row: self, column: column ?? columns, room: maxColumns)
    // One owner, so that the row is not copied.
    self = StyledRow()
    var scanner = LineScanner(
      mode: .inert,
      ambiguousIsWide: ambiguousIsWide,
      baseStyle: style,
      inertStyle: inertStyle
    )
    scanner.scan(text, into: &sink)
    self = sink.row
    return !sink.isDone
  }

  /// Measures a text, made inert.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - ambiguousIsWide: Whether East Asian ambiguous characters take 2 cells.
  /// - Returns: The cells it is believed to take; where terminals disagree some show it wider.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package static func columns(of text: String, ambiguousIsWide: Bool = false) -> Int {
    if text.utf8.allSatisfy(ASCII.isPrintable) { return text.utf8.count }
    var row = StyledRow()
    row.append(text: text, ambiguousIsWide: ambiguousIsWide)
    return row.columns
  }
}

/// Appends cells to a row while there is room.
private struct FittingSink: CellSink {
  var row: StyledRow
  var column: Int
  /// The columns left.
  var room: Int
  private(set) var isDone = false

  init(row: StyledRow, column: Int, room: Int) {
    self.row = row
    self.column = column
    self.room = room
  }

  mutating func ascii(_ text: Span<UInt8>, style: Style) {
    let count = min(text.count, max(room, 0))
    if count > 0, !isDone {
      row.append(text.extracting(0..<count), columns: count, style: style, at: column)
      column += count
      room -= count
    }
    if count < text.count { isDone = true }
  }

  mutating func cluster(_ text: Span<UInt8>, cell: Cell) {
    guard !isDone, cell.largest <= room else {
      isDone = true
      return
    }
    row.append(
      text,
      columns: cell.columns,
      style: cell.style,
      at: column,
      isDoubtful: cell.isDoubtful
    )
    column += cell.columns
    room -= cell.columns
  }

  mutating func edit(_: LineEdit) {
    preconditionFailure("inert text has no edits")
  }
}
