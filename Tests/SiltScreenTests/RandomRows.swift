import SiltScreen
import SiltTestSupport
import SiltText
import Testing

/// Makes rows and frames that are random, and follow from a seed.
struct RandomRows {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func chance(_ percent: Int) -> Bool {
    number(1...100) <= percent
  }

  private mutating func color() -> Color {
    switch number(0...5) {
    case 0: .palette(UInt8(number(0...15)))
    case 1: .palette(UInt8(number(16...255)))
    case 2: .rgb(red: UInt8(number(0...255)), green: 7, blue: 200)
    default: .standard
    }
  }

  mutating func style() -> Style {
    guard chance(60) else { return .plain }
    return Style(
      foreground: color(),
      background: chance(20) ? color() : .standard,
      underlineColor: chance(10) ? color() : .standard,
      attributes: Style.Attributes(rawValue: UInt8(chance(40) ? number(0...63) : 0)),
      underline: chance(20) ? Style.Underline(rawValue: UInt8(number(0...5))) ?? .none : .none
    )
  }

  /// A cluster with its width as we believe it, and the largest that some terminal gives it.
  private mutating func cluster() -> (text: String, columns: Int, most: Int, isDoubtful: Bool) {
    switch number(0...19) {
    case 0: ("世", 2, 2, false)
    case 1: ("e\u{301}", 1, 1, false)
    case 2: ("❤\u{FE0F}", 1, 2, true)
    case 3: ("👨\u{200D}👩\u{200D}👧", 2, 6, true)
    case 4: ("👍🏽", 2, 4, true)
    // Narrower in the terminal than we believe.
    case 5: ("✌\u{FE0F}", 2, 2, true)
    default: (String(Character(Unicode.Scalar(UInt8(number(0x21...0x7E))))), 1, 1, false)
    }
  }

  /// A row of up to so many columns, with a gutter mark in the last one at times.
  ///
  /// - Parameter columns: The screen's width.
  /// - Returns: The row; no terminal takes its text for wider than one column less.
  mutating func row(columns: Int) -> StyledRow {
    var row = StyledRow()
    let width = max(1, columns - 1)
    var style = style()
    let length = chance(15) ? 0 : number(0...width)
    while row.columns < length {
      let cluster = cluster()
      if chance(10) {
        style = self.style()
      }
      let gap = chance(4) ? number(1...5) : 0
      guard row.columns + gap + cluster.most <= width else { break }
      row.append(
        cluster.text.utf8,
        columns: cluster.columns,
        style: style,
        at: row.columns + gap,
        isDoubtful: cluster.isDoubtful
      )
    }
    return chance(15) ? marked(row, columns: columns) : row
  }

  /// The row with a mark in the last column.
  func marked(_ row: StyledRow, columns: Int) -> StyledRow {
    guard row.columns < columns else { return row }
    var row = row
    row.append("▲".utf8, columns: 1, style: .dim, at: columns - 1)
    return row
  }

  mutating func frame(rows: Int, columns: Int) -> Frame {
    Frame(rows: (0..<rows).map { _ in row(columns: columns) }, columns: columns)
  }

  /// A frame of the same size that might follow: scrolled, edited, or with a cursor.
  mutating func frame(after frame: Frame) -> Frame {
    var next = frame
    let last = frame.rows.count - 1
    switch number(0...9) {
    case 0...2 where last > 0:
      let distance = number(1...last)
      next.rows[..<last].removeFirst(distance)
      let new = (0..<distance).map { _ in row(columns: frame.columns) }
      next.rows.insert(contentsOf: new, at: last - distance)
    case 3...4 where last > 0:
      let distance = number(1...last)
      next.rows[..<last].removeLast(distance)
      let new = (0..<distance).map { _ in row(columns: frame.columns) }
      next.rows.insert(contentsOf: new, at: 0)
    case 5:
      for index in 0...last where chance(30) {
        next.rows[index] = row(columns: frame.columns)
      }
    case 6:
      let index = number(0...last)
      next.rows[index] = marked(next.rows[index], columns: frame.columns)
    case 7:
      let cell = Frame.Cell(row: number(0...last), column: number(0...frame.columns - 1))
      next.cursor = chance(50) ? cell : nil
    case 8:
      break
    default:
      next = self.frame(rows: frame.rows.count, columns: frame.columns)
    }
    if chance(60) {
      next.rows[last] = row(columns: frame.columns)
    }
    return next
  }
}

extension VirtualScreen {
  /// What differs between the screen and a frame whose first row stands on one of its rows; `nil`
  /// when nothing does.
  ///
  /// Cells of a doubtful cluster may show it in part, all others are compared. A cell that no run
  /// covers must have been erased, not written.
  func difference(from frame: Frame, firstRow: Int) -> String? {
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

  private func isBlank(_ row: Int, _ column: Int) -> Bool {
    let cell = cell(row: row, column: column)
    return cell.text.isEmpty && cell.columns == 1 && cell.style.background == .standard
  }

  /// The row on which a frame's first row stands, told from the cursor.
  func firstRow(of frame: Frame) -> Int {
    cursorRow - (frame.cursor?.row ?? 0)
  }

  /// The lines above a row of the ordinary screen, the scrollback's first.
  func lines(above row: Int) -> [String] {
    scrollback + text[..<row]
  }

  /// Whether the cursor and the modes are as a frame asks for.
  func isAtRest(after frame: Frame) -> Bool {
    let cell = frame.cursor ?? .first
    return isCursorVisible == (frame.cursor != nil) && isAutowrapOn && !isSynchronized
      && cursorColumn == cell.column && style == .plain
  }
}

extension Sequence<String> {
  var areEmpty: Bool {
    allSatisfy { $0.isEmpty }
  }

  /// Whether there are as many as the others, and each begins with its one.
  func begin(with beginnings: [String]) -> Bool {
    let lines = Array(self)
    return lines.count == beginnings.count && zip(lines, beginnings).allSatisfy { $0.hasPrefix($1) }
  }
}
