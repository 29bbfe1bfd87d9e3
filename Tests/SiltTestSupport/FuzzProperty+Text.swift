import SiltScreen
import SiltText

extension FuzzProperty {
  static func escapeFailure(_ line: ContiguousArray<UInt8>) -> String? {
    for origin in [TextLayout.Origin.stream, .terminal] {
      let settled = TextLayout.settledCount(line.span, origin: origin)
      guard (max(0, line.count - 4096)...line.count).contains(settled) else {
        return "\(line.count - settled) bytes are held back"
      }
      for columns in [80, 1 << 40] {
        let layout = TextLayout(columns: columns, origin: origin)
        for row in layout.rows(line.span).rows {
          if let failure = inertFailure(row) { return "\(origin), \(columns) columns: \(failure)" }
        }
      }
    }
    if let failure = styleFailure(line) { return failure }
    if let failure = queryFailure(line) { return failure }
    let once = inert(line.span)
    guard String(validating: once, as: UTF8.self) != nil, !once.contains(where: isControl) else {
      return "a name is not inert"
    }
    return inert(once.span) == once ? nil : "an inert name changes"
  }

  static func wrapFailure(_ input: inout FuzzInput) -> String? {
    var layout = TextLayout(columns: input.number(in: 1...100))
    layout.wraps = input.number(in: 0...3) > 0
    layout.firstColumn = input.number(in: 0...60)
    layout.ambiguousIsWide = input.flag()
    layout.showsOverwritten = input.flag()
    layout.keepsColors = input.flag()
    layout.origin = input.flag() ? .terminal : .stream
    let first = input.number(in: 0...9)
    let line = input.rest()

    let all = layout.rows(line.span)
    guard all.rows.count == all.starts.count, all.starts.first == 0 else {
      return "\(all.rows.count) rows with \(all.starts.count) starts"
    }
    guard zip(all.starts, all.starts.dropFirst()).allSatisfy(<) else {
      return "starts that do not increase: \(all.starts)"
    }
    guard layout.rowStarts(line.span) == all.starts else {
      return "without rows the starts are other ones"
    }
    let some = layout.rows(line.span, in: first..<first + 3).rows
    guard some == ContiguousArray(all.rows.dropFirst(first).prefix(3)) else {
      return "from row \(first) the rows are other ones"
    }
    for (index, row) in all.rows.enumerated() {
      guard row.columns <= layout.columns else {
        return "row \(index) has \(row.columns) columns of \(layout.columns)"
      }
      if let failure = inertFailure(row) ?? overflow(row, layout) {
        return "row \(index): \(failure)"
      }
      if !layout.keepsColors, row.runs.contains(where: { $0.style != .plain && $0.style != .dim }) {
        return "row \(index) has colours"
      }
    }
    return nil
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// What a terminal would act on in a row.
  private static func inertFailure(_ row: StyledRow) -> String? {
    guard let text = String(validating: row.utf8, as: UTF8.self) else { return "no UTF-8" }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
        0xFDD0...0xFDEF, 0xFEFF:
        return "a code point that acts: \(String(scalar.value, radix: 16))"
      default:
        if scalar.value & 0xFFFE == 0xFFFE { return "a noncharacter" }
      }
    }
    guard row.runs.reduce(0, { $0 + $1.utf8Count }) == row.utf8.count else {
      return "the runs are not the text"
    }
    var column = 0
    for run in row.runs {
      guard run.column >= column, run.columns > 0, run.utf8Count > 0 else { return "a bad run" }
      column = run.column + run.columns
      let style = run.style
      guard style.attributes.isDisjoint(with: [.blinking, .concealed]) else {
        return "a cell that blinks or hides"
      }
      guard style.background == .standard || style.foreground != style.background else {
        return "a cell that cannot be read"
      }
      if let link = style.link,
        link.body.count > 2500 || link.body.contains(where: { $0 < 0x21 || $0 > 0x7E })
      {
        return "a bad link"
      }
    }
    // Only sequences of ours, which leave nothing behind, and one line.
    var bytes: [UInt8] = []
    RowEncoder(colorDepth: .trueColor).appendLine(row, to: &bytes)
    var screen = VirtualScreen(rows: 2, columns: 200)
    screen.feed(bytes)
    let traces = screen.traces
    return traces.isEmpty ? nil : "traces: \(traces)"
  }

  /// Whether some terminal shows a row wider than there is room.
  private static func overflow(_ row: StyledRow, _ layout: TextLayout) -> String? {
    // The virtual screen takes ambiguous characters for narrow.
    guard !layout.ambiguousIsWide else { return nil }
    for clusters in VirtualScreen.Clusters.allCases {
      var screen = VirtualScreen(rows: 3, columns: layout.columns, clusters: clusters)
      var start = row.utf8.startIndex
      for run in row.runs {
        screen.feed("\u{1B}[\(run.column + 1)G".utf8)
        screen.feed(row.utf8[start..<start + run.utf8Count])
        start += run.utf8Count
      }
      if screen.cursorRow > 0 { return "wraps where clusters are \(clusters)" }
    }
    return nil
  }

  /// What SGR has set behind lines is the same line by line and at once.
  private static func styleFailure(_ text: ContiguousArray<UInt8>) -> String? {
    let layout = TextLayout(columns: 80, origin: .terminal)
    var style = Style.plain
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      style = layout.style(after: text.span.extracting(start..<end), startingWith: style)
      start = end
    }
    let whole = layout.style(after: text.span, startingWith: .plain)
    guard style == whole else { return "line by line another style is set than at once" }
    return whole.link == nil ? nil : "a link goes on in the next line"
  }

  /// Queries are the same byte by byte and at once.
  private static func queryFailure(_ text: ContiguousArray<UInt8>) -> String? {
    var whole = TerminalQueries()
    unsafe whole.read(text.span.bytes)
    var single = TerminalQueries()
    for index in text.indices { unsafe single.read(text.span.extracting(index..<index + 1).bytes) }
    let answers = whole.answers(cursor: (2, 3))
    return single.answers(cursor: (2, 3)) == answers ? nil : "byte by byte other queries are found"
  }
}
