import SiltText

extension VirtualScreen {
  mutating func moveCursor(row: Int, column: Int) {
    grid.row = min(max(row, 0), rows - 1)
    grid.column = min(max(column, 0), columns - 1)
    grid.isWrapPending = false
    grid.lastWritten = nil
  }

  mutating func lineFeed() {
    if grid.row == rows - 1 {
      scroll()
    }
    moveCursor(row: grid.row + 1, column: grid.column)
  }

  /// Moves the screen's first row into the scrollback; the cursor moves up with its row.
  private mutating func scroll() {
    let first = grid.rows.removeFirst()
    if grid.keepsScrollback {
      grid.scrollback.append(first)
      grid.returning += 1
    }
    grid.rows.append(Grid.Row(columns: columns, style: style))
    grid.row -= 1
  }

  /// Writes a printable scalar at the cursor.
  mutating func put(_ scalar: Unicode.Scalar) {
    let width = Self.width(of: scalar)
    if let last = grid.lastWritten, joins(scalar, width: width, cellAt: last) {
      return join(scalar, cellAt: last)
    }
    guard width > 0, width <= columns else { return }
    if grid.isWrapPending || (grid.column + width > columns && isAutowrapOn) {
      grid.rows[grid.row].isWrapped = true
      lineFeed()
      grid.column = 0
    }
    let column = min(grid.column, columns - width)
    write(String(Character(scalar)), width: width, row: grid.row, column: column)
  }

  private mutating func write(_ text: String, width: Int, row: Int, column: Int) {
    blank(column..<column + width, ofRow: row, style: .plain)
    grid.rows[row].cells[column] = Cell(text: text, columns: width, style: style)
    if width == 2 {
      grid.rows[row].cells[column + 1] = Cell(text: "", columns: 0, style: style)
    }
    grid.column = min(column + width, columns - 1)
    grid.isWrapPending = column + width == columns && isAutowrapOn
    grid.lastWritten = (row, column)
  }

  private func joins(
    _ scalar: Unicode.Scalar,
    width: Int,
    cellAt last: (row: Int, column: Int)
  ) -> Bool {
    guard width > 0 else { return true }
    guard clusters == .joined else { return false }
    let scalars = grid.rows[last.row].cells[last.column].text.unicodeScalars
    let isRegional = { (scalar: Unicode.Scalar) in (0x1F1E6...0x1F1FF).contains(scalar.value) }
    return scalars.last == "\u{200D}" || scalar.properties.isEmojiModifier
      || (isRegional(scalar) && scalars.count == 1 && scalars.allSatisfy(isRegional))
  }

  private mutating func join(_ scalar: Unicode.Scalar, cellAt last: (row: Int, column: Int)) {
    let cell = grid.rows[last.row].cells[last.column]
    let text = cell.text + String(Character(scalar))
    let widens =
      clusters == .joined && cell.columns == 1 && last.column + 2 <= columns
      && (scalar == "\u{FE0F}" || Self.width(of: scalar) > 0)
    if widens {
      let style = style
      self.style = cell.style
      write(text, width: 2, row: last.row, column: last.column)
      self.style = style
    } else {
      grid.rows[last.row].cells[last.column].text = text
    }
  }

  /// Blanks cells, and the other halves of wide characters that are cut.
  private mutating func blank(_ range: Range<Int>, ofRow row: Int, style: Style) {
    guard !range.isEmpty else { return }
    let blank = Cell(style: Style(background: style.background))
    if grid.rows[row].cells[range.lowerBound].columns == 0 {
      grid.rows[row].cells[range.lowerBound - 1] = Cell()
    }
    if range.upperBound < columns, grid.rows[row].cells[range.upperBound].columns == 0 {
      grid.rows[row].cells[range.upperBound] = Cell()
    }
    for column in range {
      grid.rows[row].cells[column] = blank
    }
  }

  mutating func eraseInRow(_ mode: Int) {
    switch mode {
    case 0: blank(grid.column..<columns, ofRow: grid.row, style: style)
    case 1: blank(0..<grid.column + 1, ofRow: grid.row, style: style)
    case 2: blank(0..<columns, ofRow: grid.row, style: style)
    default: return unexpected.append("EL \(mode)")
    }
    if mode != 1 {
      grid.rows[grid.row].isWrapped = false
    }
    moveCursor(row: grid.row, column: grid.column)
  }

  mutating func eraseInDisplay(_ mode: Int) {
    let (row, column) = (grid.row, grid.column)
    switch mode {
    case 0 where row == 0 && column == 0, 2:
      unexpected.append("ED \(mode) of the whole screen")
      for _ in 0..<rows {
        scroll()
      }
    case 0:
      eraseInRow(0)
      for below in row + 1..<max(rows, row + 1) {
        grid.rows[below] = Grid.Row(columns: columns, style: style)
      }
    case 1:
      for above in 0..<row {
        grid.rows[above] = Grid.Row(columns: columns, style: style)
      }
      eraseInRow(1)
    case 3:
      unexpected.append("ED 3")
      grid.scrollback = []
    default:
      unexpected.append("ED \(mode)")
    }
    moveCursor(row: row, column: column)
  }

  mutating func insertRows(_ count: Int) {
    let count = min(count, rows - grid.row)
    grid.rows.removeLast(count)
    let blank = (0..<count).map { _ in Grid.Row(columns: columns, style: style) }
    grid.rows.insert(contentsOf: blank, at: grid.row)
    endLineAboveCursor()
  }

  mutating func deleteRows(_ count: Int) {
    let count = min(count, rows - grid.row)
    grid.rows.removeSubrange(grid.row..<grid.row + count)
    grid.rows += (0..<count).map { _ in Grid.Row(columns: columns, style: style) }
    endLineAboveCursor()
  }

  /// What was wrapped into the cursor's row is there no longer.
  private mutating func endLineAboveCursor() {
    if grid.row > 0 {
      grid.rows[grid.row - 1].isWrapped = false
    } else if let last = grid.scrollback.indices.last {
      grid.scrollback[last].isWrapped = false
    }
    moveCursor(row: grid.row, column: 0)
  }
}
