/// Finds what a program asks its terminal, and answers as a plain one of our kind would.
///
/// Known are the reports of the cursor's position (`CSI 6 n`, `CSI ? 6 n`) and of the state
/// (`CSI 5 n`), and the primary and secondary device attributes (`CSI c`, `CSI > c`). Nobody waits
/// for an answer to anything else: a program that asks more asks for the attributes behind it.
///
/// Bytes may come in any portions. It keeps no more than a few numbers of them.
package struct TerminalQueries: Hashable, Sendable {
  private enum State: Hashable {
    case text
    case escape
    /// In a control sequence: its private marker, or 0, and the number read so far, if any.
    case control(marker: UInt8, number: Int?)
    /// In a control sequence that asks nothing.
    case otherControl
  }

  private var state = State.text
  /// What was asked and is not answered, oldest first.
  private var asked: [Query] = []

  package init() {}

  /// Reads what a program wrote.
  ///
  /// - Parameter bytes: The bytes that follow those of the last call.
  /// - Complexity: O(*n*), where *n* is the number of bytes; where there is no ESC, eight bytes at
  ///   a time.
  package mutating func read(_ bytes: RawSpan) {
    let text = Span<UInt8>(_bytes: bytes)
    var index = 0
    while index < text.count {
      if state == .text {
        guard let escape = ASCII.firstEscape(text, from: index) else { return }
        state = .escape
        index = escape + 1
        continue
      }
      if let query = read(text[index]) { asked.append(query) }
      index += 1
    }
  }

  /// Answers what was asked since the last call.
  ///
  /// - Parameter cursor: Where the cursor stands now that all was read, from 1; only looked at when
  ///   it is asked for. A program waits for the answer, so that nothing stands behind its question.
  /// - Returns: What to write to the program's terminal, mostly nothing.
  package mutating func answers(cursor: @autoclosure () -> (row: Int, column: Int)) -> [UInt8] {
    guard !asked.isEmpty else { return [] }
    let place = asked.contains(where: \.asksPlace) ? cursor() : (1, 1)
    defer { asked.removeAll() }
    return asked.flatMap { Array($0.answer(at: place).utf8) }
  }

  /// Reads a byte of a sequence.
  ///
  /// - Returns: What it asks, when it ends a query.
  private mutating func read(_ byte: UInt8) -> Query? {
    if byte == ASCII.escape {
      // Ends any sequence and begins a new one.
      state = .escape
      return nil
    }
    switch (state, byte) {
    case (.escape, UInt8(ascii: "[")):
      state = .control(marker: 0, number: nil)
    case (.control(marker: 0, number: nil), 0x3C...0x3F):
      state = .control(marker: byte, number: nil)
    case (.control(let marker, let number), 0x30...0x39):
      // Far above every query's number, far below overflow.
      state = .control(marker: marker, number: min((number ?? 0) * 10 + Int(byte - 0x30), 1000))
    case (.control, 0x20...0x3F), (.otherControl, 0x20...0x3F):
      state = .otherControl
    case (.control(let marker, let number), _):
      state = .text
      return Query(marker: marker, number: number ?? 0, final: byte)
    default:
      state = .text
    }
    return nil
  }
}

extension TerminalQueries {
  /// What can be asked.
  private enum Query {
    case place
    case extendedPlace
    case state
    case primaryAttributes
    case secondaryAttributes

    init?(marker: UInt8, number: Int, final: UInt8) {
      switch (marker, number, final) {
      case (0, 6, UInt8(ascii: "n")): self = .place
      case (UInt8(ascii: "?"), 6, UInt8(ascii: "n")): self = .extendedPlace
      case (0, 5, UInt8(ascii: "n")): self = .state
      case (0, 0, UInt8(ascii: "c")): self = .primaryAttributes
      case (UInt8(ascii: ">"), 0, UInt8(ascii: "c")): self = .secondaryAttributes
      default: return nil
      }
    }

    var asksPlace: Bool { self == .place || self == .extendedPlace }

    func answer(at place: (row: Int, column: Int)) -> String {
      switch self {
      case .place: "\u{1B}[\(place.row);\(place.column)R"
      case .extendedPlace: "\u{1B}[?\(place.row);\(place.column)R"
      case .state: "\u{1B}[0n"
      // A VT220 with the colours of ANSI.
      case .primaryAttributes: "\u{1B}[?62;22c"
      // A VT220 of no particular make.
      case .secondaryAttributes: "\u{1B}[>1;0;0c"
      }
    }
  }
}
