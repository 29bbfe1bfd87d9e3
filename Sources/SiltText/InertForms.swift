extension ContiguousArray where Element == UInt8 {
  /// Appends a control of ASCII as `^X`.
  mutating func appendCaretForm(_ control: UInt8) {
    append(UInt8(ascii: "^"))
    append(control ^ 0x40)
  }

  /// Appends a byte that is not UTF-8 as `<9B>`.
  mutating func appendByteForm(_ byte: UInt8) {
    append(UInt8(ascii: "<"))
    appendHex(UInt32(byte), digits: 2)
    append(UInt8(ascii: ">"))
  }

  /// Appends a code point as `<U+202E>`.
  mutating func appendNumberForm(_ scalar: UInt32) {
    append(UInt8(ascii: "<"))
    append(UInt8(ascii: "U"))
    append(UInt8(ascii: "+"))
    appendHex(scalar, digits: scalar > 0xFFFFF ? 6 : scalar > 0xFFFF ? 5 : 4)
    append(UInt8(ascii: ">"))
  }

  private mutating func appendHex(_ value: UInt32, digits: Int) {
    for position in stride(from: digits - 1, through: 0, by: -1) {
      let digit = UInt8(truncatingIfNeeded: value >> UInt32(position * 4) & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }
}

/// Makes text inert: printable UTF-8 in which every control, every byte that is not UTF-8 and every
/// code point that hides or acts on its surroundings is visible.
///
/// For file names, patterns, commands and system messages, wherever they are shown.
///
/// - Parameter text: Any bytes. LF, TAB and ESC are controls like the others.
/// - Returns: Well-formed UTF-8.
/// - Complexity: O(*n*), where *n* is the length of the text.
package func inert(_ text: Span<UInt8>) -> ContiguousArray<UInt8> {
  var sink = TextSink()
  var scanner = LineScanner(mode: .inert, ambiguousIsWide: false)
  scanner.scan(text, into: &sink)
  return sink.utf8
}

/// Keeps the text of a line and nothing else.
private struct TextSink: CellSink {
  var utf8: ContiguousArray<UInt8> = []

  var isDone: Bool { false }

  mutating func ascii(_ text: Span<UInt8>, style _: Style) {
    utf8.append(text)
  }

  mutating func cluster(_ text: Span<UInt8>, cell _: Cell) {
    utf8.append(text)
  }

  mutating func edit(_: LineEdit) {
    preconditionFailure("inert text has no edits")
  }
}
