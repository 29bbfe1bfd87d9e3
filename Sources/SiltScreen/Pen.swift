/// Where the terminal's cursor is while a frame is being made into bytes.
struct Pen {
  private let surface: Painter.Surface
  /// The row in the region; on the alternate screen `nil` where it is not known.
  private var row: Int?
  /// The column, or `nil` where it is not known.
  private var column: Int?

  /// Creates a pen between frames.
  ///
  /// The column is never taken for granted there: a terminal echoes what is typed before the
  /// modes are set, and another program may have written.
  init(surface: Painter.Surface, at cell: Frame.Cell?) {
    self.surface = surface
    row = surface == .inline ? (cell ?? .first).row : nil
    column = nil
  }

  mutating func forgetColumn() {
    column = nil
  }

  /// Appends the shortest move to a cell.
  ///
  /// Inline moves are relative, and never by line feeds: on the screen's last row those scroll.
  mutating func move(to cell: Frame.Cell, into bytes: inout [UInt8]) {
    guard cell.row != row || cell.column != column else { return }
    switch surface {
    case .inline:
      if cell.column == 0, column != 0 {
        bytes.append(ControlSequence.carriageReturn)
      }
      let row = row ?? 0
      bytes.appendCursorDown(cell.row - row)
      bytes.appendCursorUp(row - cell.row)
      if cell.column != 0, cell.column != column {
        bytes.appendCursorColumn(cell.column)
      }
    case .fullScreen:
      if cell.row == row, cell.column == 0 {
        bytes.append(ControlSequence.carriageReturn)
      } else if cell.row == row {
        bytes.appendCursorColumn(cell.column)
      } else {
        bytes.appendCursorPosition(row: cell.row, column: cell.column)
      }
    }
    row = cell.row
    column = cell.column
  }
}
