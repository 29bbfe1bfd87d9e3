#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// How GNU's programs show foreign text in messages: as a shell would take it back, or between the
/// locale's quotation marks.
struct ShellQuoting {
  /// Whether bytes above 0x7f may be characters: the locale's character set is UTF-8.
  let isUTF8: Bool

  /// The quoting of the locale that the environment names.
  ///
  /// Asked for only when there is something to say: it costs more than a short run does.
  static let ofLocale: Self = {
    unsafe setlocale(LC_CTYPE, "")
    let name = unsafe nl_langinfo(nl_item(CODESET)).map { unsafe String(cString: $0) }
    return Self(isUTF8: name == "UTF-8")
  }()

  /// A part of a text: bytes that can stand as they are, or one that cannot.
  private enum Part {
    case plain(ArraySlice<UInt8>)
    case escaped(UInt8)
  }

  /// Quotes a name so that a shell takes it back as it is: `'f'`, `"it's"`, `'new'$'\n''line'`.
  ///
  /// - Parameters:
  ///   - name: The bytes.
  ///   - onlyWhereNeeded: Whether a name that a shell takes as it is, and that has no colon, stays
  ///     without quotes.
  /// - Returns: Printable text.
  func shell(_ name: ByteString, onlyWhereNeeded: Bool = false) -> ByteString {
    let bytes = Array(name.bytes)
    let parts = parts(of: bytes)
    if onlyWhereNeeded, !bytes.isEmpty, !Self.needsQuotes(bytes, parts) { return name }
    let hasQuote = bytes.contains(Self.quote)
    if hasQuote, Self.canStandInDoubleQuotes(bytes, parts) {
      return ByteString("\"".utf8 + bytes + "\"".utf8)
    }
    var quoted: [UInt8] = [Self.quote]
    var isEscaping = false
    for part in parts {
      switch part {
      case .escaped(let byte):
        if !isEscaping { quoted += Array("'$'".utf8) }
        isEscaping = true
        quoted += Self.escape(byte)
      case .plain(let characters) where characters.elementsEqual([Self.quote]):
        // It ends either kind of quotes, and ordinary ones follow.
        quoted += Array("'\\''".utf8)
        isEscaping = false
      case .plain(let characters):
        if isEscaping { quoted += Array("''".utf8) }
        isEscaping = false
        quoted += characters
      }
    }
    return ByteString(quoted + [Self.quote])
  }

  /// Puts a value between the locale's quotation marks: `'x'`, or `‘x’` where it is UTF-8.
  func value(_ value: ByteString) -> ByteString {
    var quoted = Array((isUTF8 ? "\u{2018}" : "'").utf8)
    for part in parts(of: Array(value.bytes)) {
      switch part {
      case .escaped(let byte):
        quoted += Self.escape(byte)
      case .plain(let characters):
        for byte in characters {
          if byte == UInt8(ascii: "\\") || byte == Self.quote && !isUTF8 {
            quoted.append(UInt8(ascii: "\\"))
          }
          quoted.append(byte)
        }
      }
    }
    return ByteString(quoted + Array((isUTF8 ? "\u{2019}" : "'").utf8))
  }

  private static let quote = UInt8(ascii: "'")

  /// The characters that mean nothing to a shell, wherever they stand.
  private static let harmless = Set(
    ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" + "%+,-./:]_").utf8
  )
  /// The characters that mean something to a shell.
  private static let special = Set(" !\"$&()*;<=>?[\\^`|'".utf8)

  private static func needsQuotes(_ bytes: [UInt8], _ parts: [Part]) -> Bool {
    if case .escaped = parts.first { return true }
    if parts.contains(where: { if case .escaped = $0 { true } else { false } }) { return true }
    if bytes == Array("{".utf8) || bytes == Array("}".utf8) { return true }
    if "#~".utf8.contains(bytes[0]) { return true }
    // What stands behind the name begins with a colon.
    return bytes.contains { special.contains($0) || $0 == UInt8(ascii: ":") }
  }

  /// Whether all of a text means the same in a shell's double quotes and in C's.
  private static func canStandInDoubleQuotes(_ bytes: [UInt8], _ parts: [Part]) -> Bool {
    for part in parts {
      guard case .plain(let characters) = part else { return false }
      guard let first = characters.first, first < 0x80 else { continue }
      switch first {
      case UInt8(ascii: " "), quote: break
      case UInt8(ascii: "#"), UInt8(ascii: "~"):
        if characters.startIndex != 0 { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        if bytes.count != 1 { return false }
      default:
        if special.contains(first) { return false }
      }
    }
    return true
  }

  /// An escape as C and `$'…'` have it.
  private static func escape(_ byte: UInt8) -> [UInt8] {
    let letters: [UInt8: String] = [7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r"]
    if let letter = letters[byte] { return Array("\\\(letter)".utf8) }
    let digits = String(byte, radix: 8)
    return Array("\\\(String(repeating: "0", count: 3 - digits.utf8.count))\(digits)".utf8)
  }

  /// Takes a text apart: each character that can be printed, and the bytes of all others.
  private func parts(of bytes: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < bytes.count {
      let length = printableLength(bytes[index...])
      parts.append(length > 0 ? .plain(bytes[index..<index + length]) : .escaped(bytes[index]))
      index += max(length, 1)
    }
    return parts
  }

  /// Whether a character beyond ASCII can be printed, as the C library has it.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }

  /// How many bytes the character at the start has, 0 for one that cannot be printed.
  private func printableLength(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let first = bytes.first else { return 0 }
    if first < 0x80 { return 0x20..<0x7f ~= first ? 1 : 0 }
    guard isUTF8 else { return 0 }
    for length in 2...4 where bytes.count >= length {
      guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
        let scalar = text.unicodeScalars.first
      else { continue }
      return Self.isPrintable(scalar) ? length : 0
    }
    return 0
  }
}
