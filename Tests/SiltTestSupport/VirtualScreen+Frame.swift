package import SiltScreen
import SiltText

extension VirtualScreen {
  /// What differs between the screen and a frame whose first row stands on one of its rows; `nil`
  /// when nothing does.
  ///
  /// Cells of a doubtful cluster may show it in part, all others are compared. A cell that no run
  /// covers must have been erased, not written.
  package func difference(from frame: Frame, firstRow: Int) -> String? {
    for (index, row) in frame.rows.enumerated() {
      var column = 0
      var start = row.utf8.startIndex
      for run in row.runs {
        let end = start + run.utf8Count
        if let blank = (column..<run.column).first(where: { !isBlank(firstRow + index, $0) }) {
          return "row \(index), column \(blank) is not blank"
        }
        column = run.column
        var text = Substring(String(decoding: row.utf8[start..<end], as: UTF8.self))
        if Self.isPartedByLibrary(text, columns: run.columns) {
          // Nothing is known of what stands inside of it.
          let cell = cell(row: firstRow + index, column: column)
          guard cell.text.unicodeScalars.first == text.unicodeScalars.first else {
            return "row \(index), column \(column): \(cell), not the beginning of \(text)"
          }
          column += run.columns
          text = ""
        }
        while let character = text.popFirst() {
          let cell = cell(row: firstRow + index, column: column)
          let isDoubtful = run.isDoubtful && text.isEmpty
          let isSame =
            isDoubtful
            ? cell.text.unicodeScalars.first == character.unicodeScalars.first
            : cell.text == String(character)
          // What follows a cluster covers the half of it that we did not believe in.
          let isCovered = isDoubtful && run.column + run.columns == column + 1 && cell.text == ""
          guard isCovered || (isSame && cell.style == run.style) else {
            return "row \(index), column \(column): \(cell), not \(character) \(run.style)"
          }
          let next = isDoubtful ? run.column + run.columns : column + cell.columns
          for part in column..<next {
            // Whatever the terminal made of it, nothing older shines through.
            let scalars = self.cell(row: firstRow + index, column: part).text.unicodeScalars
            guard scalars.allSatisfy(character.unicodeScalars.contains) else {
              return "row \(index), column \(part): what stood there is left"
            }
          }
          column = next
        }
        start = end
      }
      if let blank = (column..<columns).first(where: { !isBlank(firstRow + index, $0) }) {
        return
          "row \(index), column \(blank) is not blank: \(cell(row: firstRow + index, column: blank))"
      }
    }
    return nil
  }

  /// Whether a text is of fewer clusters than of characters of the standard library.
  ///
  /// Its rules are of an older version of Unicode, in which a linker joins nothing to a letter that is
  /// no consonant.
  private static func isPartedByLibrary(_ text: Substring, columns: Int) -> Bool {
    text.unicodeScalars.contains { $0.properties.canonicalCombiningClass == .virama }
      && text.reduce(0) { $0 + StyledRow.columns(of: String($1)) } != columns
  }

  private func isBlank(_ row: Int, _ column: Int) -> Bool {
    let cell = cell(row: row, column: column)
    return cell.text.isEmpty && cell.columns == 1 && cell.style.background == .standard
  }

  /// The row on which a frame's first row stands, told from the cursor.
  package func firstRow(of frame: Frame) -> Int {
    cursorRow - (frame.cursor?.row ?? 0)
  }

  /// The lines above a row of the ordinary screen, the scrollback's first.
  package func lines(above row: Int) -> [String] {
    scrollback + text[..<row]
  }

  /// Whether the cursor and the modes are as a frame asks for.
  package func isAtRest(after frame: Frame) -> Bool {
    let cell = frame.cursor ?? .first
    return isCursorVisible == (frame.cursor != nil) && isAutowrapOn && !isSynchronized
      && cursorColumn == cell.column && style == .plain
  }
}
