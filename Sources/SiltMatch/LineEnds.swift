/// Where lines end in a block.
///
/// As everywhere in this module the types of the vectors are written out: with an inferred type the
/// comparison picks a generic overload that runs element by element, hundreds of times slower.
enum LineEnds {
  typealias Vector = SIMD64<UInt8>
  typealias Mask = SIMDMask<SIMD64<Int8>>
  typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  static let newline: UInt8 = 0x0A
  /// The first newline from an index on, or the block's end.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes up to it.
  static func next(in block: RawSpan, from start: Int) -> Int {
    let newlines = Vector(repeating: newline)
    let count = block.byteCount
    var index = start
    while count - index >= Vector.scalarCount {
      // SAFETY: the loop's bounds keep 64 bytes from `index` inside the span.
      let bytes = unsafe block.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index,
        as: Vector.self
      )
      let mask: Mask = bytes .== newlines
      if let lane = firstLane(mask) { return index + lane }
      index += Vector.scalarCount
    }
    while index < count, block.unsafeLoadByte(at: index) != newline { index += 1 }
    return index
  }

  /// The start of the line that holds the byte before an index.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes back to it.
  static func lineStart(in block: RawSpan, before end: Int) -> Int {
    let newlines = Vector(repeating: newline)
    var index = end
    while index >= Vector.scalarCount {
      // SAFETY: the 64 bytes end at `index`, which is inside the span.
      let bytes = unsafe block.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index - Vector.scalarCount,
        as: Vector.self
      )
      let mask: Mask = bytes .== newlines
      if let lane = lastLane(mask) { return index - Vector.scalarCount + lane + 1 }
      index -= Vector.scalarCount
    }
    while index > 0, block.unsafeLoadByte(at: index - 1) != newline { index -= 1 }
    return index
  }

  /// The first byte that is set in a mask.
  static func firstLane(_ mask: Mask) -> Int? {
    // SAFETY: a mask of 64 bytes and eight words have the same size.
    let words = unsafe unsafeBitCast(mask, to: Words.self)
    let low = words.0 | words.1 | words.2 | words.3
    if low | (words.4 | words.5 | words.6 | words.7) == 0 { return nil }
    if low != 0 {
      if words.0 != 0 { return lane(words.0, 0) }
      if words.1 != 0 { return lane(words.1, 8) }
      if words.2 != 0 { return lane(words.2, 16) }
      return lane(words.3, 24)
    }
    if words.4 != 0 { return lane(words.4, 32) }
    if words.5 != 0 { return lane(words.5, 40) }
    if words.6 != 0 { return lane(words.6, 48) }
    return lane(words.7, 56)
  }

  private static func lane(_ word: UInt64, _ base: Int) -> Int {
    base + UInt64(littleEndian: word).trailingZeroBitCount >> 3
  }

  private static func lastLane(_ mask: Mask) -> Int? {
    // SAFETY: as in `firstLane`.
    let words = unsafe unsafeBitCast(mask, to: Words.self)
    let high = words.4 | words.5 | words.6 | words.7
    if high | (words.0 | words.1 | words.2 | words.3) == 0 { return nil }
    if high != 0 {
      if words.7 != 0 { return topLane(words.7, 56) }
      if words.6 != 0 { return topLane(words.6, 48) }
      if words.5 != 0 { return topLane(words.5, 40) }
      return topLane(words.4, 32)
    }
    if words.3 != 0 { return topLane(words.3, 24) }
    if words.2 != 0 { return topLane(words.2, 16) }
    if words.1 != 0 { return topLane(words.1, 8) }
    return topLane(words.0, 0)
  }

  private static func topLane(_ word: UInt64, _ base: Int) -> Int {
    base + 7 - UInt64(littleEndian: word).leadingZeroBitCount >> 3
  }
}
