/// Finding and counting line ends in bytes, 64 at a time; a line's end may be another byte than `\n`.
///
/// The types of the vectors are written out on purpose: with an inferred type the comparison picks
/// a generic overload that runs element by element, some 400 times slower. `silt` reads every byte
/// of a log through `count(in:)` and nothing else, so this is the program's hot path.
package enum NewlineScan {
  private typealias Block = SIMD64<UInt8>
  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// What ends a line when nothing else is said.
  package static let newline: UInt8 = 0x0A
  /// A byte accumulator overflows after 255 blocks.
  private static let blocksPerFlush = 255
  /// Where the last of many is looked for, whole windows are counted first.
  private static let window = 4096

  /// Counts the line ends.
  ///
  /// - Parameters:
  ///   - byte: What ends a line.
  ///   - bytes: The bytes to look through.
  /// - Returns: How many of them are that byte.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func count(of byte: UInt8 = newline, in bytes: RawSpan) -> Int {
    let newlines = Block(repeating: byte)
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
      total += bytes.unsafeLoadByte(at: offset) == byte ? 1 : 0
      offset += 1
    }
    return total
  }

  /// Finds the line end that is so-and-so many from the start.
  ///
  /// - Parameters:
  ///   - ordinal: 1 is the first.
  ///   - byte: What ends a line.
  ///   - bytes: The bytes to look through.
  /// - Returns: Its index, or nil when there are not so many.
  /// - Complexity: O(*n*), where *n* is that index.
  package static func first(
    _ ordinal: Int = 1,
    of byte: UInt8 = newline,
    in bytes: RawSpan
  ) -> Int? {
    var left = ordinal
    var start = 0
    while left > 1, start < bytes.byteCount {
      let end = min(bytes.byteCount, start + window)
      let found = count(of: byte, in: bytes.extracting(start..<end))
      if found >= left { break }
      left -= found
      start = end
    }
    while let index = next(byte, in: bytes.extracting(start..<bytes.byteCount)) {
      left -= 1
      if left == 0 { return start + index }
      start += index + 1
    }
    return nil
  }

  /// Finds the line end that is so-and-so many from the end.
  ///
  /// - Parameters:
  ///   - ordinal: 1 is the last.
  ///   - byte: What ends a line.
  ///   - bytes: The bytes to look through.
  /// - Returns: Its index, or nil when there are not so many.
  /// - Complexity: O(*n*), where *n* is the number of bytes behind it.
  package static func last(
    _ ordinal: Int = 1,
    of byte: UInt8 = newline,
    in bytes: RawSpan
  ) -> Int? {
    var left = ordinal
    var end = bytes.byteCount
    while left > 1, end > 0 {
      let start = max(0, end - window)
      let found = count(of: byte, in: bytes.extracting(start..<end))
      if found >= left { break }
      left -= found
      end = start
    }
    while let index = previous(byte, in: bytes.extracting(first: end)) {
      left -= 1
      if left == 0 { return index }
      end = index
    }
    return nil
  }

  private static func next(_ byte: UInt8, in bytes: RawSpan) -> Int? {
    let newlines = Block(repeating: byte)
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
      if bytes.unsafeLoadByte(at: offset) == byte { return offset }
      offset += 1
    }
    return nil
  }

  private static func previous(_ byte: UInt8, in bytes: RawSpan) -> Int? {
    let newlines = Block(repeating: byte)
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
      if bytes.unsafeLoadByte(at: end) == byte { return end }
    }
    return nil
  }

  private static func sum(of block: Block) -> Int {
    // A `wrappedSum` of bytes would wrap at 256: widen the halves first.
    var total = 0
    for lane in block.indices { total += Int(block[lane]) }
    return total
  }

  static func isAnySet(_ mask: SIMDMask<SIMD64<Int8>>) -> Bool {
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
