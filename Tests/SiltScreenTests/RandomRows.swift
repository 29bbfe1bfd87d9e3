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

  private mutating func link() -> Link {
    let id = chance(30) ? "id=silt-\(number(0...2))" : ""
    return Link(body: ContiguousArray("\(id);https://example.com/\(number(0...2))".utf8))
  }

  mutating func style() -> Style {
    guard chance(60) else { return .plain }
    return Style(
      foreground: color(),
      background: chance(20) ? color() : .standard,
      underlineColor: chance(10) ? color() : .standard,
      attributes: Style.Attributes(rawValue: UInt8(chance(40) ? number(0...63) : 0)),
      underline: chance(20) ? Style.Underline(rawValue: UInt8(number(0...5))) ?? .none : .none,
      link: chance(15) ? link() : nil
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
