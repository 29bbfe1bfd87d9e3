/// Finding and counting line ends in bytes, 64 at a time.
///
/// The types of the vectors are written out on purpose: with an inferred type the comparison picks
/// a generic overload that runs element by element, some 400 times slower. `silt` reads every byte
/// of a log through `count(in:)` and nothing else, so this is the program's hot path.
package enum NewlineScan {
  private typealias Block = SIMD64<UInt8>
  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  private static let newline: UInt8 = 10
  /// A byte accumulator overflows after 255 blocks.
  private static let blocksPerFlush = 255

  /// Counts the newlines.
  ///
  /// - Parameter bytes: The bytes to look through.
  /// - Returns: How many of them are `\n`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func count(in bytes: RawSpan) -> Int {
    let newlines = Block(repeating: newline)
    let count = bytes.byteCount
    var total = 0
    var offset = 0
    while count - offset >= Block.scalarCount {
      var sums = Block(repeating: 0)
      var blocks = min(blocksPerFlush, (count - offset) / Block.scalarCount)
      while blocks > 0 {
        // SAFETY: the loop's bounds keep 64 bytes from `offset` inside the span; a UInt8 vector
        // has no invalid bit patterns.
        let block = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: offset,
          as: Block.self
        )
        let mask: SIMDMask<SIMD64<Int8>> = block .== newlines
        // SAFETY: a mask has the size of its vector; its lanes are 0 or -1.
        let hits = unsafe unsafeBitCast(mask, to: Block.self)
        sums = sums &- hits
        offset += Block.scalarCount
        blocks -= 1
      }
      total += sum(of: sums)
    }
    while offset < count {
      total += bytes.unsafeLoadByte(at: offset) == newline ? 1 : 0
      offset += 1
    }
    return total
  }

  /// Finds the first newline.
  ///
  /// - Parameter bytes: The bytes to look through.
  /// - Returns: Its index, or nil when there is none.
  /// - Complexity: O(*n*), where *n* is that index.
  package static func first(in bytes: RawSpan) -> Int? {
    let newlines = Block(repeating: newline)
    let count = bytes.byteCount
    var offset = 0
    while count - offset >= Block.scalarCount {
      // SAFETY: as in `count(in:)`.
      let block = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset,
        as: Block.self
      )
      let mask: SIMDMask<SIMD64<Int8>> = block .== newlines
      if isAnySet(mask) { break }
      offset += Block.scalarCount
    }
    while offset < count {
      if bytes.unsafeLoadByte(at: offset) == newline { return offset }
      offset += 1
    }
    return nil
  }

  /// Finds the last newline.
  ///
  /// - Parameter bytes: The bytes to look through.
  /// - Returns: Its index, or nil when there is none.
  /// - Complexity: O(*n*), where *n* is the number of bytes behind it.
  package static func last(in bytes: RawSpan) -> Int? {
    let newlines = Block(repeating: newline)
    var end = bytes.byteCount
    while end >= Block.scalarCount {
      // SAFETY: as in `count(in:)`; the block ends at `end`, which is inside the span.
      let block = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: end - Block.scalarCount,
        as: Block.self
      )
      let mask: SIMDMask<SIMD64<Int8>> = block .== newlines
      if isAnySet(mask) { break }
      end -= Block.scalarCount
    }
    while end > 0 {
      end -= 1
      if bytes.unsafeLoadByte(at: end) == newline { return end }
    }
    return nil
  }

  private static func sum(of block: Block) -> Int {
    // A `wrappedSum` of bytes would wrap at 256: widen the halves first.
    var total = 0
    for lane in block.indices { total += Int(block[lane]) }
    return total
  }

  private static func isAnySet(_ mask: SIMDMask<SIMD64<Int8>>) -> Bool {
    // SAFETY: a mask of 64 bytes and a tuple of eight words have the same size.
    let words = unsafe unsafeBitCast(mask, to: Words.self)
    let low = (words.0 | words.1) | (words.2 | words.3)
    let high = (words.4 | words.5) | (words.6 | words.7)
    return low | high != 0
  }
}

extension RawSpan {
  /// The byte at an index that the caller has checked.
  fileprivate func unsafeLoadByte(at offset: Int) -> UInt8 {
    // SAFETY: every caller's loop keeps `offset` within the span.
    unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }
}
