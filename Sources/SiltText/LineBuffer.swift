/// The cells of a line that goes back and overwrites itself.
///
/// The cursor may stand behind the last cell: what is between them is blank once a cell follows.
struct LineBuffer: CellSink {
  /// A column: a cell, or the right half of the wide cell before it.
  private struct Column {
    /// The first byte of the text in the pool.
    var start: UInt32
    var length: UInt8
    /// 0 in a right half.
    var columns: UInt8
    var largest: UInt8
    var isDoubtful: Bool
    /// The style's index.
    var style: Int32

    var isRightHalf: Bool { columns == 0 }
    /// Whether nothing was written there, or it was erased.
    var isErased: Bool { start == 0 }
  }

  private var line: ContiguousArray<Column> = []
  private var cursor = 0
  /// A blank, then the text of all cells, also of those overwritten: as long as what came.
  private var pool: ContiguousArray<UInt8> = [ASCII.space]
  private var styles: ContiguousArray<Style> = [.plain]
  /// Columns before this one are blank, so that erasing them again costs nothing.
  private var firstNonBlank = 0

  private static let blank = Column(
    start: 0,
    length: 1,
    columns: 1,
    largest: 1,
    isDoubtful: false,
    style: 0
  )

  /// Widths that nothing but text makes a line have.
  private static let largestMotion = 1000
  /// The last column that a motion to the right reaches.
  private let lastColumn: Int

  /// Creates an empty line.
  ///
  /// - Parameter columns: The columns of the terminal, where motions to the right end.
  init(columns: Int) {
    lastColumn = min(columns, Self.largestMotion) - 1
  }

  /// Whether a line does more than grow at its end.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  static func isNeeded(_ line: Span<UInt8>, isTerminal: Bool) -> Bool {
    var index = 0
    while index < line.count {
      switch line[index] {
      case ASCII.carriageReturn, ASCII.backspace:
        return true
      case ASCII.escape:
        switch EscapeSequence(line, at: index)?.kind {
        case .erase(let edit) where edit != .eraseToEnd: return true
        case .terminalEdit(let edit) where isTerminal && edit != .eraseToEnd: return true
        default: break
        }
      default:
        break
      }
      index += 1
    }
    return false
  }

  var isDone: Bool { false }

  mutating func ascii(_ text: Span<UInt8>, style: Style) {
    let style = index(of: style)
    let start = pool.count
    pool.append(text)
    for offset in 0..<text.count {
      var column = Self.blank
      column.start = UInt32(start + offset)
      column.style = style
      put(column)
    }
  }

  mutating func cluster(_ text: Span<UInt8>, cell: Cell) {
    let start = pool.count
    pool.append(text)
    put(
      Column(
        start: UInt32(start),
        length: UInt8(text.count),
        columns: UInt8(cell.columns),
        largest: UInt8(cell.largest),
        isDoubtful: cell.isDoubtful,
        style: index(of: cell.style)
      )
    )
  }

  mutating func edit(_ edit: LineEdit) {
    switch edit {
    case .tab:
      // Passes over what is there already, as in a terminal.
      let stop = cursor + Tab.width(at: cursor)
      while line.count < stop { line.append(Self.blank) }
      cursor = stop
    case .carriageReturn:
      cursor = 0
    case .backspace:
      cursor = max(cursor - 1, 0)
    case .left(let columns):
      cursor = max(cursor - columns, 0)
    case .right(let columns):
      cursor = max(cursor, min(cursor + columns, lastColumn))
    case .column(let column):
      cursor = min(column, lastColumn)
    case .eraseToEnd:
      guard cursor < line.count else { break }
      split(at: cursor)
      line.removeLast(line.count - cursor)
    case .eraseToStart:
      eraseToStart(cursor + 1)
    case .eraseAll:
      self.edit(.eraseToEnd)
      eraseToStart(cursor)
    }
  }

  /// Hands the cells of the line over as it stands at last, up to the last that is not erased.
  func replay(into sink: inout some CellSink) {
    let end = line.lastIndex { !$0.isErased }.map { $0 + 1 } ?? 0
    for column in line[..<end] where !column.isRightHalf {
      guard !sink.isDone else { return }
      let start = Int(column.start)
      let text = pool.span.extracting(start..<start + Int(column.length))
      sink.cluster(
        text,
        cell: Cell(
          columns: Int(column.columns),
          largest: Int(column.largest),
          isDoubtful: column.isDoubtful,
          style: styles[Int(column.style)]
        )
      )
    }
  }

  /// The column of the row in which the next cell would stand, rows having so many columns.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  func cursorColumn(columns: Int) -> Int {
    var column = 0
    for place in 0..<cursor {
      let cell = place < line.count ? line[place] : Self.blank
      if !cell.isRightHalf, column + Int(cell.largest) > columns { column = 0 }
      column += 1
    }
    return min(column, columns - 1)
  }

  /// Puts a cell at the cursor and moves behind it.
  private mutating func put(_ column: Column) {
    while line.count < cursor { line.append(Self.blank) }
    let end = cursor + Int(column.columns)
    split(at: cursor)
    split(at: end)
    firstNonBlank = min(firstNonBlank, cursor)
    for place in cursor..<end {
      var value = column
      if place > cursor { value.columns = 0 }
      if place < line.count { line[place] = value } else { line.append(value) }
    }
    cursor = end
  }

  /// Blanks both halves of a wide cell that a column lies inside of.
  private mutating func split(at column: Int) {
    guard column < line.count, line[column].isRightHalf else { return }
    line[column - 1] = Self.blank
    line[column] = Self.blank
  }

  /// Blanks the columns before one.
  ///
  /// Each column that is blanked was passed by a cell since the last time, so all of them together
  /// cost no more than the line.
  private mutating func eraseToStart(_ end: Int) {
    let end = min(end, line.count)
    split(at: end)
    while firstNonBlank < end {
      line[firstNonBlank] = Self.blank
      firstNonBlank += 1
    }
  }

  private mutating func index(of style: Style) -> Int32 {
    if styles[styles.count - 1] != style { styles.append(style) }
    return Int32(styles.count - 1)
  }
}
