/// A complete escape sequence in a line (ECMA-48, and the string controls as terminals read them).
struct EscapeSequence {
  /// Longer ones are text.
  static let limit = 4096
  /// Longer SGR sequences are text.
  static let renditionLimit = 64

  enum Kind: Hashable {
    /// SGR: digits, `;` and `:` between `CSI` and `m`.
    case rendition
    /// OSC 8: begins or ends a hyperlink, if its target may be kept.
    case link
    /// `CSI K` with 0, 1 or 2: acts on the line in every source.
    case erase(LineEdit)
    /// `CSI G`, `C`, `D`, and `CSI J` as far as it erases the cursor's line: acts on the line in a
    /// terminal.
    case terminalEdit(LineEdit)
    /// What moves a terminal's cursor anywhere, clears its screen, or changes screens.
    case newScreen
    /// `ESC c`: as `newScreen`, and no SGR is set any more.
    case reset
    /// DECSTR: no SGR is set any more.
    case softReset
    case other
  }

  let kind: Kind
  /// The index behind its last byte.
  let end: Int

  /// Whether what follows it stands in a new row, in a terminal.
  var beginsRow: Bool { kind == .newScreen || kind == .reset }

  /// Whether no SGR is set behind it, in a terminal.
  var resetsStyle: Bool { kind == .reset || kind == .softReset }

  /// Reads the sequence that begins at an ESC, nil when it is not complete, malformed or too long.
  ///
  /// No sequence reaches over another ESC, so a line's sequences are all read in linear time.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes up to the next ESC, at most the limit.
  init?(_ line: Span<UInt8>, at start: Int) {
    let limit = min(line.count, start + Self.limit)
    guard start + 1 < limit else { return nil }
    let end: Int?
    switch line[start + 1] {
    case UInt8(ascii: "["):
      guard let control = Self.control(line, start, limit) else { return nil }
      self = control
      return
    case UInt8(ascii: "]"):
      end = Self.stringEnd(line, start + 2, limit, endsAtBell: true)
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      end = Self.stringEnd(line, start + 2, limit, endsAtBell: false)
    case 0x20...0x2F:
      var index = start + 2
      while index < limit, (0x20...0x2F).contains(line[index]) { index += 1 }
      end = index < limit && (0x30...0x7E).contains(line[index]) ? index + 1 : nil
    case 0x30...0x7E:
      end = start + 2
    default:
      end = nil
    }
    guard let end else { return nil }
    let kind: Kind
    switch line[start + 1] {
    case UInt8(ascii: "c"): kind = .reset
    case UInt8(ascii: "]") where Self.beginsLink(line, start): kind = .link
    default: kind = .other
    }
    self.init(kind: kind, end: end)
  }

  /// Whether a string is that of OSC 8, as far as its first bytes tell.
  private static func beginsLink(_ line: Span<UInt8>, _ start: Int) -> Bool {
    start + 3 < line.count && line[start + 2] == UInt8(ascii: "8")
      && line[start + 3] == UInt8(ascii: ";")
  }

  /// Where the bytes between `ESC ] 8 ;` and the end of a link's string stand.
  ///
  /// - Precondition: The sequence begins at `start` and is a link.
  func linkBody(of line: Span<UInt8>, at start: Int) -> Range<Int> {
    (start + 4)..<(line[end - 1] == ASCII.bell ? end - 1 : end - 2)
  }

  private init(kind: Kind, end: Int) {
    self.kind = kind
    self.end = end
  }

  /// Reads a control sequence, which begins with `CSI`.
  private static func control(
    _ line: Span<UInt8>,
    _ start: Int,
    _ limit: Int
  ) -> EscapeSequence? {
    var index = start + 2
    var isNumeric = true
    while index < limit, (0x30...0x3F).contains(line[index]) {
      // 0x30 to 0x3B are the digits, `:` and `;`; above are the private markers.
      isNumeric = isNumeric && line[index] <= 0x3B
      index += 1
    }
    let parameters = line.extracting(start + 2..<index)
    while index < limit, (0x20...0x2F).contains(line[index]) {
      isNumeric = false
      index += 1
    }
    guard index < limit, (0x40...0x7E).contains(line[index]) else { return nil }
    let end = index + 1
    let kind: Kind
    switch line[index] {
    case UInt8(ascii: "m") where isNumeric && end - start <= renditionLimit:
      kind = .rendition
    case UInt8(ascii: "K") where isNumeric && parameters.count <= 1:
      switch parameters.isEmpty ? UInt8(ascii: "0") : parameters[0] {
      case UInt8(ascii: "0"): kind = .erase(.eraseToEnd)
      case UInt8(ascii: "1"): kind = .erase(.eraseToStart)
      case UInt8(ascii: "2"): kind = .erase(.eraseAll)
      default: kind = .other
      }
    case UInt8(ascii: "p") where index == start + 3 && line[start + 2] == UInt8(ascii: "!"):
      kind = .softReset
    case let final where isNumeric:
      kind = motion(final, parameters)
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      kind = isScreenSwitch(parameters) ? .newScreen : .other
    default:
      kind = .other
    }
    return EscapeSequence(kind: kind, end: end)
  }

  /// What a control sequence does to a terminal's cursor and screen (ECMA-48 8.3; the cursor up and
  /// down is left alone).
  private static func motion(_ final: UInt8, _ parameters: Span<UInt8>) -> Kind {
    switch final {
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      return .newScreen
    case UInt8(ascii: "J"):
      switch number(parameters) {
      case 0: return .terminalEdit(.eraseToEnd)
      case 1: return .terminalEdit(.eraseToStart)
      case 2, 3: return .newScreen
      default: return .other
      }
    case UInt8(ascii: "G"), UInt8(ascii: "`"):
      return number(parameters).map { .terminalEdit(.column(max($0, 1) - 1)) } ?? .other
    case UInt8(ascii: "C"), UInt8(ascii: "a"):
      return number(parameters).map { .terminalEdit(.right(max($0, 1))) } ?? .other
    case UInt8(ascii: "D"):
      return number(parameters).map { .terminalEdit(.left(max($0, 1))) } ?? .other
    default:
      return .other
    }
  }

  /// The one number that the parameters are, 0 when it is left out; nil for anything else.
  private static func number(_ parameters: Span<UInt8>) -> Int? {
    var value = 0
    for index in parameters.indices {
      guard (0x30...0x39).contains(parameters[index]) else { return nil }
      // Far beyond every screen, far below overflow.
      value = min(value * 10 + Int(parameters[index] - 0x30), 0xFFFF)
    }
    return value
  }

  /// Whether one of a mode's numbers is that of the alternate screen (xterm's 47, 1047, 1049).
  private static func isScreenSwitch(_ parameters: Span<UInt8>) -> Bool {
    guard !parameters.isEmpty, parameters[0] == UInt8(ascii: "?") else { return false }
    var start = 1
    for index in 1...parameters.count
    where index == parameters.count || parameters[index] == UInt8(ascii: ";") {
      if let mode = number(parameters.extracting(start..<index)), [47, 1047, 1049].contains(mode) {
        return true
      }
      start = index + 1
    }
    return false
  }

  /// Whether what stands behind an ESC is the beginning of a sequence that more bytes may complete.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes behind it, at most the limit.
  static func isOpen(_ line: Span<UInt8>, at start: Int) -> Bool {
    guard line.count - start < limit else { return false }
    guard start + 1 < line.count else { return true }
    var index = start + 2
    switch line[start + 1] {
    case UInt8(ascii: "["):
      while index < line.count, (0x30...0x3F).contains(line[index]) { index += 1 }
      while index < line.count, (0x20...0x2F).contains(line[index]) { index += 1 }
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      while index < line.count, line[index] >= 0x20 { index += 1 }
      // The first half of the string's end.
      if index == line.count - 1, line[index] == ASCII.escape { index += 1 }
    case 0x20...0x2F:
      while index < line.count, (0x20...0x2F).contains(line[index]) { index += 1 }
    default:
      return false
    }
    return index == line.count
  }

  /// Where a string control ends: behind `ESC \`, or a BEL.
  ///
  /// - Returns: Nil when another control comes first, since terminals disagree on what it does.
  private static func stringEnd(
    _ line: Span<UInt8>,
    _ start: Int,
    _ limit: Int,
    endsAtBell: Bool
  ) -> Int? {
    var index = start
    while index < limit, line[index] >= 0x20 { index += 1 }
    guard index < limit else { return nil }
    switch line[index] {
    case ASCII.bell where endsAtBell:
      return index + 1
    case ASCII.escape where index + 1 < limit && line[index + 1] == UInt8(ascii: "\\"):
      return index + 2
    default:
      return nil
    }
  }
}
