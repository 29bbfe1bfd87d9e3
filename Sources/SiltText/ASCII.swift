/// Bytes that have names.
enum ASCII {
  static let bell: UInt8 = 0x07
  static let backspace: UInt8 = 0x08
  static let tab: UInt8 = 0x09
  static let shiftOut: UInt8 = 0x0E
  static let shiftIn: UInt8 = 0x0F
  static let carriageReturn: UInt8 = 0x0D
  static let escape: UInt8 = 0x1B
  static let space: UInt8 = 0x20
  static let null: UInt8 = 0x00
  static let enquiry: UInt8 = 0x05

  /// Whether a byte is a printable character of ASCII, the space included.
  static func isPrintable(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x5F
  }

  /// Whether text is printable ASCII and nothing else, so that its bytes are its cells.
  ///
  /// Eight bytes at a time: a byte is printable when adding 1 leaves its high bit clear (that is
  /// below 0x7F) and subtracting 0x20 does too. Carries only come from bytes that fail.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text; about 0.1 ns a byte.
  static func isPrintable(_ text: Span<UInt8>) -> Bool {
    unsafe text.withUnsafeBytes { bytes in
      let ones: UInt64 = 0x0101_0101_0101_0101
      let high = ones << 7
      var offset = 0
      // The pointer is valid for the closure, and every load ends at or before its count.
      while offset + 64 <= bytes.count {
        var failed: UInt64 = 0
        for word in 0..<8 {
          let value = unsafe bytes.loadUnaligned(
            fromByteOffset: offset + word * 8,
            as: UInt64.self
          )
          failed |= value | (value &+ ones) | (value &- (ones &* 0x20))
        }
        guard failed & high == 0 else { return false }
        offset += 64
      }
      while offset < bytes.count {
        guard unsafe isPrintable(bytes[offset]) else { return false }
        offset += 1
      }
      return true
    }
  }

  /// Finds the first ESC at an index or behind it.
  ///
  /// Eight bytes at a time: of a word, ESC taken off each byte, some byte is 0 when subtracting 1
  /// sets a high bit that was clear; a borrow only comes from such a byte.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes up to it; about 0.1 ns a byte.
  static func firstEscape(_ text: Span<UInt8>, from start: Int) -> Int? {
    unsafe text.withUnsafeBytes { bytes in
      let ones: UInt64 = 0x0101_0101_0101_0101
      let escapes = ones &* UInt64(escape)
      var offset = start
      // The pointer is valid for the closure, and every load ends at or before its count.
      while offset + 64 <= bytes.count {
        var found: UInt64 = 0
        for word in 0..<8 {
          let value = unsafe bytes.loadUnaligned(
            fromByteOffset: offset + word * 8,
            as: UInt64.self
          )
          let rest = value ^ escapes
          found |= (rest &- ones) & ~rest
        }
        if found & (ones << 7) != 0 { break }
        offset += 64
      }
      while offset < bytes.count {
        if unsafe bytes[offset] == escape { return offset }
        offset += 1
      }
      return nil
    }
  }
}
