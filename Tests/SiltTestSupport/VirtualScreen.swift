package import SiltText

/// A terminal as a value: bytes in, cells, cursor, modes and scrollback out.
///
/// It knows the sequences that our programs write and acts on them as tmux does, at its limits too:
/// a count of zero is one, moves are clamped, `CSI J` at the first cell and `CSI 2 J` push the
/// screen into the scrollback. Everything else is put on the list `unexpected`, and so are uses of
/// the known that are traps.
package struct VirtualScreen: Sendable {
  /// How wide clusters of several scalars are: terminals disagree.
  package enum Clusters: CaseIterable, Sendable {
    /// Every scalar has its own width; a family of four takes eight cells.
    case separate
    /// A cluster takes at most two cells, and VS16 makes a narrow emoji wide.
    case joined
  }

  /// One cell of the screen.
  package struct Cell: Hashable, Sendable {
    /// What was written; empty where nothing was, or where it was erased.
    package var text = ""
    /// 1, 2 for a wide character's left half, or 0 for its right half.
    package var columns = 1
    package var style = Style.plain
  }

  package internal(set) var rows: Int
  package internal(set) var columns: Int
  package let clusters: Clusters
  /// What came that none of our programs should write.
  package internal(set) var unexpected: [String] = []
  /// How many synchronized updates were begun and ended.
  package internal(set) var synchronizedUpdates = 0
  /// The style of what is written next.
  package internal(set) var style = Style.plain

  var grid: Grid
  /// The ordinary screen while the alternate one is shown.
  var ordinary: Grid?
  var modes: Set<Int> = [7, 25]
  var savedModes: [Int: Bool] = [:]
  var parser = Parser()

  /// Creates a blank screen with the cursor in its first cell.
  package init(rows: Int, columns: Int, clusters: Clusters = .separate) {
    precondition(rows > 0 && columns > 0, "a screen without cells")
    self.rows = rows
    self.columns = columns
    self.clusters = clusters
    grid = Grid(rows: rows, columns: columns, keepsScrollback: true)
  }

  /// The cursor's row, from 0.
  package var cursorRow: Int { grid.row }
  /// The cursor's column, from 0; the last one also when the next character will wrap.
  package var cursorColumn: Int { grid.column }

  package var isCursorVisible: Bool { modes.contains(25) }
  package var isAutowrapOn: Bool { modes.contains(7) }
  package var isSynchronized: Bool { modes.contains(2026) }
  package var isBracketedPasteOn: Bool { modes.contains(2004) }
  package var isAlternate: Bool { ordinary != nil }
  /// Whether the wheel sends arrows on the alternate screen.
  package var isAlternateScrollOn: Bool { modes.contains(1007) }
  package var isMouseTracked: Bool { !modes.isDisjoint(with: [1000, 1002, 1003]) }

  /// The screen's rows without trailing blanks.
  package var text: [String] {
    grid.rows.map(\.text)
  }

  /// The lines that scrolled off the ordinary screen's top, oldest first, without trailing blanks.
  package var scrollback: [String] {
    (ordinary ?? grid).scrollback.map(\.text)
  }

  /// Scrollback and screen without the blank rows at the end.
  package var allText: [String] {
    let lines = scrollback + (ordinary ?? grid).rows.map(\.text)
    return Array(lines[..<(1 + (lines.lastIndex { !$0.isEmpty } ?? -1))])
  }

  package func cell(row: Int, column: Int) -> Cell {
    grid.rows[row].cells[column]
  }

  /// The column after the last cell of a row that was written and not erased, spaces included.
  package func writtenColumns(row: Int) -> Int {
    grid.rows[row].writtenColumns
  }

  /// Takes what a program wrote, in whatever pieces.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      parse(byte)
    }
  }
}

/// The cells of the ordinary or of the alternate screen, and their cursor.
struct Grid: Sendable {
  struct Row: Sendable {
    var cells: [VirtualScreen.Cell]
    /// Whether the terminal wrapped the line here, so that it goes on in the next row.
    var isWrapped = false

    init(columns: Int, style: Style = .plain) {
      let blank = VirtualScreen.Cell(style: Style(background: style.background))
      cells = Array(repeating: blank, count: columns)
    }

    var writtenColumns: Int {
      1 + (cells.lastIndex { !$0.text.isEmpty || $0.columns == 0 } ?? -1)
    }

    var text: String {
      guard let last = cells.lastIndex(where: { !$0.text.isEmpty && $0.text != " " }) else {
        return ""
      }
      var text = ""
      for cell in cells[...last] where cell.columns > 0 {
        text += cell.text.isEmpty ? " " : cell.text
      }
      return text
    }
  }

  var rows: [Row]
  var scrollback: [Row] = []
  /// How many lines of the scrollback come back when the screen grows: those that scrolled there,
  /// not those that a reflow added.
  var returning = 0
  let keepsScrollback: Bool
  var row = 0
  var column = 0
  /// Whether the last column was just written, so that the next character wraps.
  var isWrapPending = false
  /// The cell written last, which combining characters join, until the cursor moves.
  var lastWritten: (row: Int, column: Int)?

  init(rows: Int, columns: Int, keepsScrollback: Bool) {
    self.rows = (0..<rows).map { _ in Row(columns: columns) }
    self.keepsScrollback = keepsScrollback
  }
}
