package import SiltText

/// Turns rows into bytes for a terminal: text, the fewest SGR sequences, links (OSC 8), and places of
/// later runs.
///
/// Every method begins and ends in the plain style (SGR 0) without a link.
package struct RowEncoder: Hashable, Sendable {
  /// The colours that the terminal has; richer ones are reduced to them.
  package let colorDepth: ColorDepth

  /// The bytes that the links of a row of a screen may cost.
  ///
  /// The text of those beyond them leads nowhere. Else a line with a long link at each character would
  /// use up the budget of many seconds in one frame.
  static let linkLimit = 4096

  package init(colorDepth: ColorDepth) {
    self.colorDepth = colorDepth
  }

  /// Appends a row as an ordinary line of the scrollback, ended by CR LF.
  ///
  /// Gaps are spaces, so that the line can be selected and copied; the terminal wraps it.
  ///
  /// - Parameters:
  ///   - row: The line, however long.
  ///   - isEnded: Whether the line ends there; if not, the next row goes on in it.
  ///   - bytes: Where to append.
  /// - Complexity: O(*n*), where *n* is the length of the row's text.
  package func appendLine(_ row: StyledRow, isEnded: Bool = true, to bytes: inout [UInt8]) {
    var style = Style.plain
    var column = 0
    var start = row.utf8.startIndex
    for run in row.runs {
      if run.column > column {
        change(&style, to: .plain, in: &bytes)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: run.column - column))
      }
      change(&style, to: run.style, in: &bytes)
      bytes.append(contentsOf: row.utf8[start..<start + run.utf8Count])
      start += run.utf8Count
      column = run.column + run.columns
    }
    change(&style, to: .plain, in: &bytes)
    guard isEnded else { return }
    bytes.append(ControlSequence.carriageReturn)
    bytes.append(ControlSequence.lineFeed)
  }

  /// A row as an ordinary line of the scrollback, ended by CR LF.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the row's text.
  package func line(_ row: StyledRow) -> [UInt8] {
    var bytes: [UInt8] = []
    appendLine(row, to: &bytes)
    return bytes
  }

  /// How many of the row's first runs stand in another row just so.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the row's text.
  func commonRuns(_ row: StyledRow, _ other: StyledRow) -> Int {
    var count = 0
    var start = row.utf8.startIndex
    for (run, otherRun) in zip(row.runs, other.runs) {
      let end = start + run.utf8Count
      guard run == otherRun, row.utf8[start..<end] == other.utf8[start..<end] else { break }
      start = end
      count += 1
    }
    return count
  }

  /// The column after the row's first runs.
  func column(after runs: Int, of row: StyledRow) -> Int {
    runs == 0 ? 0 : row.runs[runs - 1].column + row.runs[runs - 1].columns
  }

  /// Appends a row of a screen from one of its runs on; autowrap has to be off.
  ///
  /// What no run covers becomes blank by EL, never by spaces: a terminal that changes its width
  /// reflows spaces. There is no EL after a cell in the last column: the cursor stays on that
  /// cell, which EL would erase.
  ///
  /// After a doubtful cluster nobody knows where the cursor is. EL from there erases what stood in
  /// cells that the terminal did not fill, CHA goes to the column we believe in, and the next EL
  /// cuts what the terminal drew beyond it.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - firstRun: The run to begin with; the cursor stands at `column(after:of:)` of it.
  ///   - columns: The screen's width.
  ///   - isBlank: Whether nothing stands right of the cursor.
  ///   - bytes: Where to append.
  /// - Complexity: O(*n*), where *n* is the length of the row's text.
  func append(
    _ row: StyledRow,
    from firstRun: Int = 0,
    columns: Int,
    isBlank: Bool = false,
    to bytes: inout [UInt8]
  ) {
    var style = Style.plain
    var isBlank = isBlank
    var column = column(after: firstRun, of: row)
    var start = row.runs[..<firstRun].reduce(row.utf8.startIndex) { $0 + $1.utf8Count }
    var links = LinkAllowance()
    for run in row.runs[..<firstRun] { links.spend(on: run) }
    for run in row.runs[firstRun...] where run.column < columns {
      if run.column > column {
        if !isBlank {
          change(&style, to: .plain, in: &bytes)
          bytes.append(contentsOf: ControlSequence.eraseToEndOfRow)
          isBlank = true
        }
        bytes.appendCursorColumn(run.column)
      }
      var runStyle = run.style
      if !links.spend(on: run) { runStyle.link = nil }
      change(&style, to: runStyle, in: &bytes)
      bytes.append(contentsOf: row.utf8[start..<start + run.utf8Count])
      start += run.utf8Count
      column = run.column + run.columns
      if run.isDoubtful, column < columns {
        change(&style, to: .plain, in: &bytes)
        bytes.append(contentsOf: ControlSequence.eraseToEndOfRow)
        bytes.appendCursorColumn(column)
        isBlank = false
      }
    }
    change(&style, to: .plain, in: &bytes)
    if !isBlank, column < columns {
      bytes.append(contentsOf: ControlSequence.eraseToEndOfRow)
    }
  }

  private func change(_ style: inout Style, to next: Style, in bytes: inout [UInt8]) {
    let next = colorDepth.reduced(next)
    if next.link != style.link { bytes.appendLink(next.link) }
    bytes.appendRendition(from: style, to: next)
    style = next
  }
}

/// What is left of the bytes for the links of a row.
///
/// It goes from the row's first run to its last, so that a row is painted with the same links whatever
/// of it stands there already.
private struct LinkAllowance {
  private var left = RowEncoder.linkLimit
  private var link: Link?

  /// Takes what a run's link costs, nothing while that of the run before goes on.
  ///
  /// - Returns: Whether there was enough for it.
  @discardableResult
  mutating func spend(on run: StyledRow.Run) -> Bool {
    guard let next = run.style.link else {
      link = nil
      return true
    }
    if next != link {
      guard next.body.count <= left else {
        link = nil
        return false
      }
      left -= next.body.count
    }
    // Behind a doubtful cluster it is opened again.
    link = run.isDoubtful ? nil : next
    return true
  }
}
