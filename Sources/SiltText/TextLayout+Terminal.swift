extension TextLayout {
  /// A stretch of a line that nothing on a terminal's screen breaks.
  struct Part {
    /// Its bytes.
    var bytes: Range<Int>
    /// Where the next one begins, behind the sequence that begins a new row; nil for the last.
    var next: Int?

    /// Finds the part of a line that begins at an index.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the part.
    init(of line: Span<UInt8>, from start: Int, origin: Origin) {
      bytes = start..<line.count
      guard origin == .terminal else { return }
      var index = start
      while let escape = ASCII.firstEscape(line, from: index) {
        index = escape + 1
        guard let sequence = EscapeSequence(line, at: escape) else { continue }
        index = sequence.end
        if sequence.beginsRow {
          bytes = start..<escape
          next = index
          return
        }
      }
    }

    /// Its bytes without the CRs at the end, which have no effect on what is seen.
    func visible(in line: Span<UInt8>) -> Range<Int> {
      var end = bytes.upperBound
      while end > bytes.lowerBound, line[end - 1] == ASCII.carriageReturn { end -= 1 }
      return bytes.lowerBound..<end
    }
  }

  /// What SGR has set behind a line, for the line that follows it.
  ///
  /// It is not how a cell looks: hand it to `rows(_:startingWith:in:)` and nothing else.
  ///
  /// - Parameters:
  ///   - line: The line's bytes, its end with them or not.
  ///   - style: What was set in front of it.
  /// - Returns: What is set behind it; nothing in a stream, where a colour ends with its line.
  /// - Complexity: O(*n*), where *n* is the length of the line; without an ESC it is only searched
  ///   for one, eight bytes at a time.
  package func style(after line: Span<UInt8>, startingWith style: Style) -> Style {
    origin == .terminal ? style.after(line) : .plain
  }

  /// What SGR has set behind a part of a line, for the part that follows it.
  ///
  /// - Parameters:
  ///   - part: The part's bytes, which end with no half of a sequence.
  ///   - style: What was set in front of it.
  /// - Returns: What is set behind it.
  /// - Complexity: O(*n*), where *n* is the length of the part.
  package static func style(behind part: Span<UInt8>, startingWith style: Style) -> Style {
    style.after(part)
  }

  /// Finds where a terminal's cursor stands behind an unfinished line: where the next cell would be
  /// written.
  ///
  /// - Parameter line: The line as far as it is there. What is incomplete at its end does not count.
  /// - Returns: The column in the row, from 0 to `columns` - 1: behind a full row it is the last one,
  ///   as a terminal tells it.
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package func cursorColumn(of line: Span<UInt8>) -> Int {
    let line = line.extracting(first: Self.settledCount(line, origin: origin))
    var part = Part(of: line, from: 0, origin: origin)
    while let next = part.next { part = Part(of: line, from: next, origin: origin) }
    var scanner = scanner(startingWith: .plain)
    var buffer = LineBuffer(columns: columns)
    scanner.scan(line.extracting(part.bytes), into: &buffer)
    return buffer.cursorColumn(columns: columns)
  }
}

/// Measures the text of a line that only grows.
struct CountSink: CellSink {
  /// The length of the shown text in bytes.
  private(set) var utf8Count = 0
  private var column = 0

  var isDone: Bool { false }

  mutating func ascii(_ text: Span<UInt8>, style _: Style) {
    utf8Count += text.count
    column += text.count
  }

  mutating func cluster(_ text: Span<UInt8>, cell: Cell) {
    utf8Count += text.count
    column += cell.columns
  }

  mutating func edit(_ edit: LineEdit) {
    guard edit == .tab else { return }
    let width = Tab.width(at: column)
    utf8Count += width
    column += width
  }
}
