/// One code point of well-formed UTF-8.
struct UTF8Scalar {
  let value: UInt32
  /// How many bytes it takes, 1 to 4.
  let length: Int

  /// Decodes the code point that begins at a byte.
  ///
  /// Nil when the bytes there are not well formed (Unicode, table 3-7): a stray continuation, a
  /// sequence that is cut short, an overlong form, a surrogate, a number above 0x10FFFF.
  ///
  /// - Complexity: O(1).
  init?(_ text: Span<UInt8>, at index: Int) {
    let first = UInt32(text[index])
    if first < 0x80 {
      self.init(value: first, length: 1)
      return
    }
    let left = text.count - index
    func continuation(_ offset: Int) -> UInt32? {
      guard offset < left else { return nil }
      let byte = text[index + offset]
      return byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : nil
    }
    guard first >= 0xC2, first < 0xF5, let second = continuation(1) else { return nil }
    if first < 0xE0 {
      self.init(value: (first & 0x1F) << 6 | second, length: 2)
      return
    }
    guard let third = continuation(2) else { return nil }
    if first < 0xF0 {
      let value = (first & 0x0F) << 12 | second << 6 | third
      guard value >= 0x800, !(0xD800...0xDFFF).contains(value) else { return nil }
      self.init(value: value, length: 3)
      return
    }
    guard let fourth = continuation(3) else { return nil }
    let value = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
    guard value >= 0x1_0000, value <= 0x10_FFFF else { return nil }
    self.init(value: value, length: 4)
  }

  fileprivate init(value: UInt32, length: Int) {
    self.value = value
    self.length = length
  }
}

extension UTF8Scalar {
  /// A code point of ASCII.
  static func ascii(_ byte: UInt8) -> UTF8Scalar {
    UTF8Scalar(value: UInt32(byte), length: 1)
  }

  /// The code point at an index, nil when that is the text's end or the bytes are not well formed.
  static func bounded(_ text: Span<UInt8>, at index: Int) -> UTF8Scalar? {
    index < text.count ? UTF8Scalar(text, at: index) : nil
  }
}
