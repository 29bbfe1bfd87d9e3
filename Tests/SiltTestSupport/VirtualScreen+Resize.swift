extension VirtualScreen {
  /// Changes the screen's size as tmux does.
  ///
  /// First the height: when it shrinks, rows below the cursor go first, then the upper ones move
  /// into the scrollback; when it grows, rows come back from there. Then the ordinary screen is
  /// reflowed; as many rows as that adds move into the scrollback, even where rows below are free.
  /// The alternate screen is cut. The lines and their order are tmux's; after several reflows tmux
  /// may have some rows more or fewer of them in its scrollback.
  package mutating func resize(rows: Int, columns: Int) {
    precondition(rows > 0 && columns > 0, "a screen without cells")
    grid.resize(rows: rows, columns: columns)
    ordinary?.resize(rows: rows, columns: columns)
    self.rows = rows
    self.columns = columns
    // Terminals end a synchronized update there.
    modes.remove(2026)
  }
}

extension Grid {
  mutating func resize(rows count: Int, columns: Int) {
    let oldColumns = rows[0].cells.count
    setHeight(count, columns: oldColumns)
    if columns != oldColumns {
      if keepsScrollback {
        reflow(columns: columns)
      } else {
        cut(columns: columns)
      }
    }
    row = min(max(row, 0), count - 1)
    column = min(column, columns - 1)
    isWrapPending = false
    lastWritten = nil
  }

  private mutating func setHeight(_ count: Int, columns: Int) {
    if count < rows.count {
      rows.removeLast(min(rows.count - count, rows.count - 1 - row))
      let upper = rows.prefix(rows.count - count)
      if keepsScrollback {
        scrollback += upper
        returning += upper.count
      }
      row -= upper.count
      rows.removeFirst(upper.count)
    } else {
      let back = scrollback.suffix(min(returning, count - rows.count))
      scrollback.removeLast(back.count)
      returning -= back.count
      rows = back + rows
      row += back.count
      rows += (rows.count..<count).map { _ in Row(columns: columns) }
    }
  }

  private mutating func cut(columns: Int) {
    for index in rows.indices {
      var cells = Array(rows[index].cells.prefix(columns))
      if cells.last?.columns == 2 {
        cells[cells.count - 1] = VirtualScreen.Cell()
      }
      cells += (cells.count..<max(columns, cells.count)).map { _ in VirtualScreen.Cell() }
      rows[index].cells = cells
    }
  }

  private mutating func reflow(columns: Int) {
    let count = rows.count
    let cursorIndex = scrollback.count + row
    var reflowed: [Row] = []
    var cursor = (row: 0, column: 0)
    var line: [VirtualScreen.Cell] = []
    var cursorOffset: Int?
    let all = scrollback + rows
    for (index, row) in all.enumerated() {
      if index == cursorIndex {
        cursorOffset = line.count + column
      }
      line += row.cells.prefix(row.writtenColumns)
      guard !row.isWrapped || index == all.count - 1 else { continue }
      let wrapped = Self.wrap(line, columns: columns)
      if let offset = cursorOffset {
        let inLine = wrapped.lastIndex { $0.offset <= offset } ?? 0
        let column = min(offset - wrapped[inLine].offset, columns - 1)
        cursor = (reflowed.count + inLine, column)
        cursorOffset = nil
      }
      reflowed += wrapped.map(\.row)
      line = []
    }
    reflowed += (reflowed.count..<max(count, reflowed.count)).map { _ in Row(columns: columns) }
    scrollback = Array(reflowed.dropLast(count))
    rows = Array(reflowed.suffix(count))
    returning = min(returning, scrollback.count)
    row = cursor.row - scrollback.count
    column = cursor.column
  }

  /// Breaks a line into rows; each with the offset of its first cell.
  private static func wrap(
    _ line: [VirtualScreen.Cell],
    columns: Int
  ) -> [(row: Row, offset: Int)] {
    var rows = [(row: Row(columns: columns), offset: 0)]
    var column = 0
    for (offset, cell) in line.enumerated() where cell.columns > 0 {
      guard cell.columns <= columns else { continue }
      if column + cell.columns > columns {
        rows[rows.count - 1].row.isWrapped = true
        rows.append((Row(columns: columns), offset))
        column = 0
      }
      rows[rows.count - 1].row.cells[column] = cell
      if cell.columns == 2 {
        rows[rows.count - 1].row.cells[column + 1] = line[offset + 1]
      }
      column += cell.columns
    }
    return rows
  }
}
