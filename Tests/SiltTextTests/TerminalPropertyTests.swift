import Testing

@testable import SiltText

/// Lines of a terminal made of whole parts, and what they come to in a stream.
private struct TerminalText {
  /// A tab has a cell behind it: whether blanks at the end are kept depends on a CR that is left out
  /// only where it is the line's last byte.
  private static let seen = [
    "a", "bc", "hello world", "中", "文字", "é", "e\u{301}", "👍🏽", "🇩🇪", "\u{202E}", "\u{9B}", "\tx",
    "\r",
    "\u{8}", "\u{1B}[K", "\u{1B}[1K", "\u{1B}[2K", "\u{1}",
  ]
  private static let renditions = [
    "\u{1B}[m", "\u{1B}[31m", "\u{1B}[1;44m", "\u{1B}[5;8m", "\u{1B}[25m", "\u{1B}[28m",
    "\u{1B}[38;5;21;48;5;21m", "\u{1B}[49m", "\u{1B}[4:3m",
  ]
  private static let leftOut = [
    "\u{1B}[?25l", "\u{1B}(B", "\u{F}", "\u{1B}]0;t\u{7}", "\u{1B}P1\u{1B}\\", "\u{1B}[2A", "\u{7}",
    "\u{1B}[2;9r",
  ]
  private static let breaks = ["\u{1B}[H", "\u{1B}[2J", "\u{1B}[?1049h", "\u{1B}c"]

  /// The line's bytes.
  var line: ContiguousArray<UInt8> = []
  /// The same as lines of a stream, one for what stands between two breaks.
  var pieces: [ContiguousArray<UInt8>]

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - generator: What chooses.
  ///   - renditions: The SGR sequences of all lines so far.
  init(_ generator: inout Generator, _ renditions: inout String) {
    pieces = [ContiguousArray(renditions.utf8)]
    for _ in 0..<generator.number(below: 16) {
      var part = generator.pick(Self.seen)
      switch generator.number(below: 8) {
      case 0, 1:
        part = generator.pick(Self.renditions)
        renditions += part
        pieces[pieces.count - 1].append(contentsOf: part.utf8)
      case 2, 3:
        part = generator.pick(Self.leftOut)
      case 4 where generator.number(below: 2) == 0:
        part = generator.pick(Self.breaks)
        if part == "\u{1B}c" { renditions = "" }
        pieces.append(ContiguousArray(renditions.utf8))
      default:
        pieces[pieces.count - 1].append(contentsOf: part.utf8)
      }
      line.append(contentsOf: part.utf8)
    }
  }
}

@Suite struct `Any line of a terminal` {
  @Test(arguments: [UInt64](1...8))
  func `is what a stream shows of the whole text, without what is left out`(seed: UInt64) {
    var generator = Generator(seed: seed)
    for _ in 0..<20 {
      let layout = TextLayout(
        columns: 1 + generator.number(below: 20),
        wraps: generator.number(below: 4) != 0,
        keepsColors: generator.number(below: 4) != 0,
        origin: .terminal
      )
      var stream = layout
      stream.origin = .stream
      var renditions = ""
      var style = Style.plain
      for _ in 0..<8 {
        let text = TerminalText(&generator, &renditions)
        let comment: Comment = "seed \(seed), \(layout), \(Array(text.line)), \(style)"
        var expected = TextRows(rows: [], starts: [])
        var offset = 0
        for piece in text.pieces {
          let rows = stream.rows(piece.span)
          let length = TextLayout(columns: 100_000).rows(piece.span).rows[0].utf8.count
          guard length > 0 else { continue }
          expected.rows += rows.rows
          expected.starts += rows.starts.map { $0 + offset }
          offset += length
        }
        if expected.starts.isEmpty { expected = TextRows(rows: [StyledRow()], starts: [0]) }
        let found = layout.rows(text.line.span, startingWith: style)
        #expect(found == expected, comment)
        let starts = layout.rowStarts(text.line.span)
        #expect(starts == expected.starts, comment)
        style = layout.style(after: text.line.span, startingWith: style)
      }
    }
  }

  @Test(arguments: [UInt64](11...16))
  func `wraps as the naive model does`(seed: UInt64) {
    var generator = Generator(seed: seed)
    let motions = [
      "\u{1B}[3G", "\u{1B}[99G", "\u{1B}[2C", "\u{1B}[7C", "\u{1B}[2D", "\u{1B}[J", "\u{1B}[1J",
    ]
    let breaks: Set = ["\u{1B}[2J", "\u{1B}c"]
    for _ in 0..<60 {
      var line = generator.line(moreParts: motions)
      // What breaks a line is told apart by the test above.
      for text in breaks {
        let bytes = ContiguousArray(text.utf8)
        while let start = line.indices.first(where: { line[$0...].starts(with: bytes) }) {
          line.removeSubrange(start..<start + bytes.count)
        }
      }
      for columns in 1...20 {
        let layout = TextLayout(columns: columns, origin: .terminal)
        let comment: Comment = "seed \(seed), \(columns) columns, \(Array(line))"
        let expected = wrap(model(line, layout), columns)
        let result = layout.rows(line.span)
        #expect(result.rows == ContiguousArray(expected.rows.map(row)), comment)
        #expect(Array(result.starts) == expected.starts, comment)
        let starts = layout.rowStarts(line.span)
        #expect(starts == result.starts, comment)
      }
    }
  }

  @Test(arguments: [UInt64](21...24))
  func `fits and is inert, whatever its bytes`(seed: UInt64) {
    var generator = Generator(seed: seed)
    let parts = [
      "\u{1B}[H", "\u{1B}[2J", "\u{1B}[?1049h", "\u{1B}[?25", "\u{1B}]0;", "\u{1B}\\", "\u{1B}P",
      "\u{1B}[9G",
      "\u{1B}[5C", "\u{1B}[", ";", "c", "H",
    ]
    for _ in 0..<150 {
      var line = generator.line(moreParts: parts)
      for _ in 0..<generator.number(below: 6) {
        let byte = generator.byte(0, 255)
        guard byte != 0x0A else { continue }
        line.insert(byte, at: generator.number(below: line.count + 1))
      }
      let layout = TextLayout(
        columns: 1 + generator.number(below: 30),
        wraps: generator.number(below: 3) != 0,
        origin: .terminal
      )
      let comment: Comment = "seed \(seed), \(layout), \(Array(line))"
      let result = layout.rows(line.span)
      let starts = layout.rowStarts(line.span)
      #expect(result.starts == starts, comment)
      #expect(result.rows.count == starts.count && starts[0] == 0, comment)
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }, comment)
      for row in result.rows { check(row: row, layout: layout, comment) }
      let column = layout.cursorColumn(of: line.span)
      #expect(0..<layout.columns ~= column, comment)
      // What is held back is at the end, and the rest shows nothing that goes away again.
      let settled = TextLayout.settledCount(line.span, origin: .terminal)
      #expect(line.count - settled < EscapeSequence.limit, comment)
    }
  }

  @Test(arguments: [
    "x\u{1B}[H", "x\u{1B}[99Gy\u{1B}[1K", "\u{1B}[G\u{1B}[K\u{1B}[999Cx", "\u{1B}]",
    "\u{1B}[?1049h", "\u{1B}[31mx",
  ])
  func `a piece of 512 KiB is laid out in one go`(part: String) {
    var line: ContiguousArray<UInt8> = []
    while line.count < 512 << 10 { line.append(contentsOf: part.utf8) }
    let layout = TextLayout(columns: 80, origin: .terminal)
    let result = layout.rows(line.span, in: 0..<50)
    #expect(result.rows.count == min(50, result.starts.count))
  }
}
