import SiltText

/// The control sequences that we write, and no others.
///
/// The names are those of ECMA-48 and of xterm's list of private modes.
enum ControlSequence {
  static let beginSynchronizedUpdate = bytes("\u{1B}[?2026h")
  static let endSynchronizedUpdate = bytes("\u{1B}[?2026l")
  static let autowrapOff = bytes("\u{1B}[?7l")
  static let autowrapOn = bytes("\u{1B}[?7h")
  static let hideCursor = bytes("\u{1B}[?25l")
  static let showCursor = bytes("\u{1B}[?25h")
  static let bracketedPasteOn = bytes("\u{1B}[?2004h")
  static let bracketedPasteOff = bytes("\u{1B}[?2004l")
  static let enterAlternateScreen = bytes("\u{1B}[?1049h")
  static let leaveAlternateScreen = bytes("\u{1B}[?1049l")
  /// Saves what the wheel does on the alternate screen, then lets it send arrows.
  ///
  /// Half of the terminals have that on by default, the others off: only the terminal itself can
  /// put back what was. One that cannot save ignores both requests and keeps it on, which has no
  /// effect on the ordinary screen.
  static let alternateScrollOn = bytes("\u{1B}[?1007s\u{1B}[?1007h")
  static let alternateScrollRestored = bytes("\u{1B}[?1007r")
  /// Buttons are reported (1000), in a form that any column fits in (1006).
  static let mouseOn = bytes("\u{1B}[?1000h\u{1B}[?1006h")
  static let mouseOff = bytes("\u{1B}[?1006l\u{1B}[?1000l")
  static let plainStyle = bytes("\u{1B}[m")
  /// ST: the end of a string; without one it does nothing.
  static let stringTerminator = bytes("\u{1B}\\")
  /// OSC 8 without a target: the cells that follow lead nowhere.
  static let closeLink = bytes("\u{1B}]8;;\u{1B}\\")
  /// EL 0: the rest of the row becomes blank, in the style's background.
  static let eraseToEndOfRow = bytes("\u{1B}[K")

  static let carriageReturn: UInt8 = 0x0D
  static let lineFeed: UInt8 = 0x0A

  /// DL for 'all rows from here to the screen's bottom': terminals clamp the count.
  static let deleteAllRows = bytes("\u{1B}[9999M")

  private static func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8)
  }
}

extension [UInt8] {
  /// Appends CUU; nothing for zero rows, which a terminal takes for one.
  mutating func appendCursorUp(_ rows: Int) {
    appendSequence(rows, final: "A")
  }

  /// Appends CUD; nothing for zero rows, which a terminal takes for one.
  mutating func appendCursorDown(_ rows: Int) {
    appendSequence(rows, final: "B")
  }

  /// Appends CHA.
  ///
  /// - Parameter column: The column from 0; on the wire they count from 1.
  mutating func appendCursorColumn(_ column: Int) {
    appendSequence(column + 1, final: "G")
  }

  /// Appends CUP.
  ///
  /// - Parameters:
  ///   - row: The screen's row from 0; on the wire they count from 1.
  ///   - column: The column from 0.
  mutating func appendCursorPosition(row: Int, column: Int) {
    append(contentsOf: "\u{1B}[".utf8)
    if row > 0 || column > 0 {
      appendDecimal(row + 1)
    }
    if column > 0 {
      append(UInt8(ascii: ";"))
      appendDecimal(column + 1)
    }
    append(UInt8(ascii: "H"))
  }

  /// Appends DL: rows are deleted at the cursor, what is below moves up.
  mutating func appendDeleteRows(_ rows: Int) {
    appendSequence(rows, final: "M")
  }

  /// Appends IL: blank rows are inserted at the cursor, what is there moves down.
  mutating func appendInsertRows(_ rows: Int) {
    appendSequence(rows, final: "L")
  }

  /// Appends OSC 8: the cells that follow lead to a target, or nowhere.
  mutating func appendLink(_ link: Link?) {
    guard let link else { return append(contentsOf: ControlSequence.closeLink) }
    append(contentsOf: "\u{1B}]8;".utf8)
    append(contentsOf: link.body)
    append(contentsOf: ControlSequence.stringTerminator)
  }

  private mutating func appendSequence(_ count: Int, final: Unicode.Scalar) {
    guard count > 0 else { return }
    append(contentsOf: "\u{1B}[".utf8)
    if count > 1 {
      appendDecimal(count)
    }
    append(UInt8(ascii: final))
  }

  /// Appends a number that is not negative in decimal digits.
  mutating func appendDecimal(_ number: Int) {
    if number >= 10 {
      appendDecimal(number / 10)
    }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
