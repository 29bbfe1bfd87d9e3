/// What a cluster takes on the screen.
struct Cell: Hashable {
  /// The cells that it is believed to take, 1 or 2.
  var columns: Int
  /// The most cells that a terminal may give it; at least `columns`.
  var largest: Int
  /// Whether terminals disagree on its width.
  var isDoubtful: Bool
  var style: Style

  /// A cell of a character that every terminal shows in one column.
  static func single(_ style: Style) -> Cell {
    Cell(columns: 1, largest: 1, isDoubtful: false, style: style)
  }
}

/// What a line does to itself besides adding cells.
enum LineEdit: Hashable {
  /// To the next stop of 8 columns.
  case tab
  case carriageReturn
  case backspace
  /// To the left, as far as the line's start; at least 1.
  case left(Int)
  /// To the right, as far as a terminal's last column; at least 1.
  case right(Int)
  /// To a column, from 0.
  case column(Int)
  /// From the cursor to the line's end.
  case eraseToEnd
  /// From the line's start to the cursor, its cell included.
  case eraseToStart
  case eraseAll
}

/// Takes the cells of a line, from left to right as its bytes come.
///
/// One that is done may still be given a cell, and leaves it out.
protocol CellSink {
  /// Whether no further cell can make a difference.
  var isDone: Bool { get }
  /// Takes printable ASCII, a cell a byte.
  mutating func ascii(_ text: Span<UInt8>, style: Style)
  /// Takes one cluster.
  mutating func cluster(_ text: Span<UInt8>, cell: Cell)
  /// Takes an edit.
  mutating func edit(_ edit: LineEdit)
}

/// The blanks of a tab.
enum Tab {
  static let stop = 8
  static let blanks = ContiguousArray<UInt8>(repeating: ASCII.space, count: stop)

  /// The columns from a column of the line to the next stop, 1 to 8.
  static func width(at column: Int) -> Int {
    stop - column % stop
  }
}
