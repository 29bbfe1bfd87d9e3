import SiltScreen
import SiltText

extension FuzzProperty {
  static func paintFailure(_ input: inout FuzzInput) -> String? {
    var run = PaintRun(&input)
    for step in 0..<200 where !input.isAtEnd {
      if let failure = run.step(&input) { return "step \(step): \(failure)" }
    }
    return run.leave()
  }
}

/// A region whose log and size the input determines.
private struct PaintRun {
  private let surface: Painter.Surface
  private var screen: VirtualScreen
  private var painter: Painter
  private var layout: TextLayout
  private var log: [StyledRow] = []
  private var height: Int
  /// The lines above the region, while nothing but the painter has moved them.
  private var above: [String]?
  private let ordinary: [String]

  init(_ input: inout FuzzInput) {
    let rows = input.number(in: 1...12)
    let columns = input.number(in: 1...40)
    surface = input.flag() ? .fullScreen : .inline
    screen = VirtualScreen(
      rows: rows,
      columns: columns,
      clusters: input.flag() ? .joined : .separate
    )
    for line in 0..<input.number(in: 0...15) { screen.feed("\(line % 10)\r\n".utf8) }
    painter = Painter(surface: surface, colorDepth: .trueColor, usesMouse: input.flag())
    layout = TextLayout(columns: max(1, columns - 1), origin: input.flag() ? .terminal : .stream)
    height = surface == .fullScreen ? rows : input.number(in: 1...rows)
    above = screen.lines(above: screen.cursorRow)
    ordinary = screen.allText
    var bytes: [UInt8] = []
    painter.enter(columns: columns, into: &bytes)
    screen.feed(bytes)
  }

  /// Lets something happen and paints.
  mutating func step(_ input: inout FuzzInput) -> String? {
    var mode = Painter.Mode.difference
    var cursor: Frame.Cell?
    switch input.number(in: 0...15) {
    case 0: mode = .repaint
    case 1:
      cursor = Frame.Cell(
        row: input.number(in: 0...height - 1),
        column: input.number(in: 0...screen.columns - 1)
      )
    case 2: resize(&input)
    case 3 where surface == .inline && painter.shown?.cursor == nil:
      screen.feed("o\r\n".utf8)
      above = nil
      mode = .repaint
    case 4 where surface == .inline:
      height = input.number(in: 1...screen.rows)
    case 5: layout.wraps.toggle()
    default:
      let line = input.text(upTo: input.number(in: 0...63))
      log += layout.rows(line.span).rows
      log.removeFirst(max(0, log.count - 30))
    }
    return paint(frame(cursor: cursor, scrolled: input.number(in: 0...3)), mode)
  }

  private mutating func resize(_ input: inout FuzzInput) {
    var bytes: [UInt8] = []
    painter.blank(into: &bytes)
    screen.feed(bytes)
    screen.resize(rows: input.number(in: 1...12), columns: input.number(in: 1...40))
    layout.columns = max(1, screen.columns - 1)
    height = surface == .fullScreen ? screen.rows : min(height, screen.rows)
    log = []
    above = nil
  }

  private func frame(cursor: Frame.Cell?, scrolled: Int) -> Frame {
    var shown = Array(log.dropLast(scrolled).suffix(height - 1))
    shown = Array(repeating: StyledRow(), count: height - 1 - shown.count) + shown
    var status = StyledRow()
    status.append(text: "\(log.count)", maxColumns: screen.columns)
    return Frame(rows: shown + [status], columns: screen.columns, cursor: cursor)
  }

  private mutating func paint(_ frame: Frame, _ mode: Painter.Mode) -> String? {
    var bytes: [UInt8] = []
    painter.paint(frame, mode: mode, into: &bytes)
    screen.feed(bytes)
    let firstRow = screen.firstRow(of: frame)
    guard firstRow >= 0, firstRow + frame.rows.count <= screen.rows else {
      return "the region is off the screen"
    }
    if let difference = screen.difference(from: frame, firstRow: firstRow) { return difference }
    guard screen.isAtRest(after: frame) else { return "cursor or modes are not at rest" }
    if surface == .inline, let above, screen.lines(above: firstRow) != above {
      return "what stood above the region changed"
    }
    return screen.unexpected.isEmpty ? nil : "unexpected: \(screen.unexpected)"
  }

  mutating func leave() -> String? {
    var bytes: [UInt8] = []
    painter.leave(into: &bytes)
    screen.feed(bytes)
    let traces = screen.traces
    guard traces.isEmpty else { return "traces: \(traces)" }
    guard above != nil else { return nil }
    return screen.allText == ordinary ? nil : "the screen is not as before"
  }
}
