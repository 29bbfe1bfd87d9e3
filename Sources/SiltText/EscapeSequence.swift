/// A complete escape sequence in a line (ECMA-48, and the string controls as terminals read them).
struct EscapeSequence {
  /// Longer ones are text.
  static let limit = 4096
  /// Longer SGR sequences are text.
  static let renditionLimit = 64

  enum Kind: Hashable {
    /// SGR: digits, `;` and `:` between `CSI` and `m`.
    case rendition
    /// `CSI K` with 0, 1 or 2.
    case erase(LineEdit)
    case other
  }

  let kind: Kind
  /// The index behind its last byte.
  let end: Int

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
    self.init(kind: .other, end: end)
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
    let parameters = start + 2..<index
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
      switch parameters.isEmpty ? UInt8(ascii: "0") : line[parameters.lowerBound] {
      case UInt8(ascii: "0"): kind = .erase(.eraseToEnd)
      case UInt8(ascii: "1"): kind = .erase(.eraseToStart)
      case UInt8(ascii: "2"): kind = .erase(.eraseAll)
      default: kind = .other
      }
    default:
      kind = .other
    }
    return EscapeSequence(kind: kind, end: end)
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
