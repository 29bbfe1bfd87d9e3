/// A unit of a text: a code point of well-formed UTF-8, or a byte that is part of none.
struct TextUnit {
  /// Nil for a byte that is part of no code point.
  let scalar: UInt32?
  /// How many bytes it takes, 1 to 4.
  let length: Int

  /// The unit that begins at an index inside the text.
  init(at index: Int, of text: RawSpan) {
    var partial = PartialScalar.none
    var end = index
    while end < text.byteCount {
      let continuation = partial.continued(by: text.unsafeLoadByte(at: end))
      end += 1
      switch continuation {
      case .scalar(let value):
        scalar = value
        length = end - index
        return
      case .partial(let longer): partial = longer
      case .invalid: end = text.byteCount
      }
    }
    scalar = nil
    length = 1
  }

  /// The unit that ends at an index above 0.
  ///
  /// A code point's first byte and its others are never the same, so it is found from its end.
  init(endingAt end: Int, of text: RawSpan) {
    var start = end - 1
    while start > max(0, end - 4), text.unsafeLoadByte(at: start) & 0xC0 == 0x80 { start -= 1 }
    let unit = TextUnit(at: start, of: text)
    if unit.scalar != nil, start + unit.length == end {
      self = unit
    } else {
      scalar = nil
      length = 1
    }
  }

  var isWord: Bool {
    guard let scalar else { return false }
    return ScalarProperty.word.contains(scalar)
  }
}

extension RawSpan {
  /// The byte at an index that the caller has checked.
  func unsafeLoadByte(at index: Int) -> UInt8 {
    // SAFETY: every caller keeps `index` within the span.
    unsafe unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
  }
}
