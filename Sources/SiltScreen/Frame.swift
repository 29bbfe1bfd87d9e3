package import SiltText

/// What the region shows, as a value: every row of it and the cursor.
///
/// Frames are compared, never patched: whoever has news makes a new frame, and `Painter` finds out
/// what differs.
package struct Frame: Hashable, Sendable {
  /// A cell of the region.
  package struct Cell: Hashable, Sendable {
    /// The row in the region, from 0 at the top.
    package var row: Int
    /// The column, from 0.
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }

    /// Where the cursor rests while it is hidden, whatever the frame: see `Painter`.
    package static let first = Cell(row: 0, column: 0)
  }

  /// The region's rows from top to bottom, the status row included; at least one.
  package var rows: [StyledRow]
  /// The screen's width in cells.
  ///
  /// Rows may use all of it; what is wider is cut by the terminal.
  package var columns: Int
  /// Where the cursor is shown, for a prompt; `nil` hides it.
  ///
  /// While it is shown, another program's output lands there instead of above the region, so where
  /// such output is to be expected a prompt does better to draw a cursor of its own.
  package var cursor: Cell?

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - rows: The region's rows, at least one and at most the screen's height.
  ///   - columns: The screen's width in cells, at least 1.
  ///   - cursor: Where the cursor is shown, in the region; hidden by default.
  package init(rows: [StyledRow], columns: Int, cursor: Cell? = nil) {
    precondition(!rows.isEmpty && columns > 0, "a frame without cells")
    self.rows = rows
    self.columns = columns
    self.cursor = cursor
  }
}
