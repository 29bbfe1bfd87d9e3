import SiltScreen
import SiltTestSupport
import SiltText
import Testing

/// What the painter leaves behind when it is cut off, and when the screen is resized.
struct PainterUndoTests {
  private static func screen(lines: Int, rows: Int, columns: Int) -> VirtualScreen {
    var screen = VirtualScreen(rows: rows, columns: columns)
    for line in 0..<lines {
      screen.feed("line \(line)\r\n".utf8)
    }
    return screen
  }

  @Test(arguments: [Painter.Surface.inline, .fullScreen], [0, 3, 20])
  func `after any part of the output the terminal can be put right`(
    surface: Painter.Surface,
    lines: Int
  ) {
    var random = RandomRows(seed: 7)
    var painter = Painter(surface: surface, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.enter(columns: 24, into: &bytes)
    var frame = random.frame(rows: 6, columns: 24)
    for _ in 0..<6 {
      painter.paint(frame, into: &bytes)
      frame = random.frame(after: frame)
    }
    frame.cursor = Frame.Cell(row: 5, column: 2)
    painter.paint(frame, into: &bytes)
    painter.blank(into: &bytes)
    painter.paint(frame, mode: .repaint, into: &bytes)
    painter.leave(into: &bytes)

    var fed = Self.screen(lines: lines, rows: 10, columns: 24)
    let above = fed.lines(above: fed.cursorRow)
    for end in 0...bytes.count {
      if end > 0 {
        fed.feed(CollectionOfOne(bytes[end - 1]))
      }
      var screen = fed
      screen.feed(painter.undo)
      #expect(screen.isCursorVisible, "after \(end) bytes")
      #expect(screen.isAutowrapOn, "after \(end) bytes")
      #expect(!screen.isSynchronized, "after \(end) bytes")
      #expect(!screen.isAlternate, "after \(end) bytes")
      #expect(!screen.isAlternateScrollOn, "after \(end) bytes")
      #expect(!screen.isBracketedPasteOn, "after \(end) bytes")
      #expect(screen.style == .plain, "after \(end) bytes")
      #expect(screen.cursorColumn == 0, "after \(end) bytes")
      let left = surface == .inline ? Array(screen.lines(above: screen.cursorRow)) : screen.allText
      #expect(left.starts(with: above), "after \(end) bytes: \(left)")
      #expect(screen.text[screen.cursorRow...].areEmpty, "after \(end) bytes")
    }
  }

  @Test func `between frames undo takes the whole region away`() {
    var screen = Self.screen(lines: 4, rows: 10, columns: 24)
    var random = RandomRows(seed: 8)
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.enter(columns: 24, into: &bytes)
    painter.paint(random.frame(rows: 5, columns: 24), into: &bytes)
    screen.feed(bytes + painter.undo)
    #expect(screen.allText == (0..<4).map { "line \($0)" })
    #expect(screen.cursorRow == 4)
  }

  /// A region of log rows that are as wide as they may be, and a status row.
  private static func frame(rows: Int, columns: Int) -> Frame {
    var lines: [StyledRow] = []
    for row in 0..<rows {
      var line = StyledRow()
      let text =
        row == rows - 1 ? "STATUS" : String(repeating: "\(row % 10)", count: max(1, columns - 1))
      line.append(text.utf8, columns: text.count)
      lines.append(line)
    }
    return Frame(rows: lines, columns: columns)
  }

  @Test(arguments: [[70, 60, 50, 40], [40], [100], [60, 79, 41, 80, 40], [81, 120, 40]])
  func `at the bottom a resize leaves no copy behind`(widths: [Int]) {
    var screen = Self.screen(lines: 30, rows: 24, columns: 80)
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.paint(Self.frame(rows: 8, columns: 80), into: &bytes)
    screen.feed(bytes)
    for columns in widths {
      screen.resize(rows: 24, columns: columns)
      bytes = []
      painter.blank(into: &bytes)
      screen.feed(bytes)
    }
    let columns = widths[widths.count - 1]
    bytes = []
    painter.paint(Self.frame(rows: 8, columns: columns), into: &bytes)
    screen.feed(bytes)
    let lines = (0..<30).map { "line \($0)" }
    let region = (0..<7).map { String(repeating: "\($0)", count: columns - 1) } + ["STATUS"]
    #expect(screen.allText == lines + region)
    #expect(screen.unexpected == [])
  }

  @Test func `a frame of another width takes the old region away by itself`() {
    var screen = Self.screen(lines: 30, rows: 24, columns: 80)
    var painter = Painter(surface: .inline, colorDepth: .trueColor)
    for columns in [80, 40, 100] {
      screen.resize(rows: 24, columns: columns)
      var bytes: [UInt8] = []
      painter.paint(Self.frame(rows: 8, columns: columns), into: &bytes)
      screen.feed(bytes)
      let region = (0..<7).map { String(repeating: "\($0)", count: columns - 1) } + ["STATUS"]
      #expect(screen.allText == (0..<30).map { "line \($0)" } + region)
    }
  }

  @Test func `whatever the sizes no line of the user is lost and the region is whole`() {
    for seed in UInt64(0)..<80 {
      var random = RandomRows(seed: seed)
      let lines = random.number(0...30)
      var (rows, columns) = (random.number(2...24), random.number(8...80))
      var screen = Self.screen(lines: lines, rows: rows, columns: columns)
      var painter = Painter(surface: .inline, colorDepth: .trueColor)
      var height = min(rows, 8)
      for step in 0..<12 {
        var bytes: [UInt8] = []
        let frame = Self.frame(rows: height, columns: columns)
        painter.paint(frame, into: &bytes)
        screen.feed(bytes)
        let firstRow = screen.firstRow(of: frame)
        #expect(
          screen.difference(from: frame, firstRow: firstRow) == nil,
          "seed \(seed), step \(step)"
        )
        let kept = screen.lines(above: firstRow).filter { $0.hasPrefix("line") }
        #expect(kept == (0..<lines).map { "line \($0)" }, "seed \(seed), step \(step)")
        if random.chance(80) {
          let oldColumns = columns
          (rows, columns) = (random.number(1...24), random.number(8...80))
          height = min(rows, 8)
          screen.resize(rows: rows, columns: columns)
          // A new width tells the painter as much as `blank` does.
          if columns == oldColumns || random.chance(80) {
            bytes = []
            painter.blank(into: &bytes)
            screen.feed(bytes)
          }
        }
      }
    }
  }

  @Test func `full screen a resize is a repaint`() {
    var screen = Self.screen(lines: 5, rows: 12, columns: 40)
    let before = screen.allText
    var painter = Painter(surface: .fullScreen, colorDepth: .trueColor)
    var bytes: [UInt8] = []
    painter.enter(columns: 24, into: &bytes)
    painter.paint(Self.frame(rows: 12, columns: 40), into: &bytes)
    screen.feed(bytes)
    for (rows, columns) in [(8, 30), (20, 60), (1, 1), (3, 10)] {
      screen.resize(rows: rows, columns: columns)
      let frame = Self.frame(rows: rows, columns: columns)
      bytes = []
      painter.blank(into: &bytes)
      screen.feed(bytes)
      #expect(screen.text.areEmpty)
      bytes = []
      painter.paint(frame, into: &bytes)
      screen.feed(bytes)
      if columns > 6 {
        #expect(screen.difference(from: frame, firstRow: 0) == nil)
      }
    }
    bytes = []
    painter.leave(into: &bytes)
    screen.feed(bytes)
    screen.resize(rows: 12, columns: 40)
    #expect(screen.allText == before)
  }
}
