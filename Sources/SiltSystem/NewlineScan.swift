/// Counts and finds line ends in raw bytes, 64 at a time.
///
/// The types of the vectors are written out on purpose: with an inferred one the compiler picks the
/// generic operators, and the same loop runs hundreds of times slower.
package enum NewlineScan {
  private typealias Words = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )

  /// Returns how often a byte occurs.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  @unsafe
  package static func count(
    of byte: UInt8 = 0x0a,
    in bytes: UnsafeRawBufferPointer
  ) -> Int {
    let wanted = SIMD64<UInt8>(repeating: byte)
    let vectorsEnd = bytes.count & ~63
    var total = 0
    var position = 0
    while position < vectorsEnd {
      // A lane counts to 255; it is emptied before it can overflow.
      let roundsEnd = min(vectorsEnd, position + 250 * 64)
      var lanes = SIMD64<UInt8>(repeating: 0)
      while position < roundsEnd {
        let found: SIMDMask<SIMD64<Int8>> =
          unsafe bytes.loadUnaligned(fromByteOffset: position, as: SIMD64<UInt8>.self) .== wanted
        // A lane that matched is all ones, which is -1. The two types have the same size.
        lanes = unsafe lanes &- unsafeBitCast(found, to: SIMD64<UInt8>.self)
        position += 64
      }
      total += sum(lanes)
    }
    while position < bytes.count {
      if unsafe bytes[position] == byte { total += 1 }
      position += 1
    }
    return total
  }

  /// Returns where the occurrence of a byte is that is so-and-so many from the end.
  ///
  /// - Parameters:
  ///   - ordinal: 1 is the last occurrence, 2 the one before it.
  ///   - byte: The byte to look for.
  ///   - bytes: Where to look.
  /// - Returns: Its index, or nil when there are not so many.
  /// - Complexity: O(*n*), where *n* is the number of bytes behind it.
  @unsafe
  package static func last(
    _ ordinal: Int,
    of byte: UInt8 = 0x0a,
    in bytes: UnsafeRawBufferPointer
  ) -> Int? {
    var left = ordinal
    var end = bytes.count
    while end > 0 {
      let start = max(0, end - 4096)
      let found = unsafe count(of: byte, in: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      if found < left {
        left -= found
        end = start
        continue
      }
      while true {
        end -= 1
        guard unsafe bytes[end] == byte else { continue }
        left -= 1
        if left == 0 { return end }
      }
    }
    return nil
  }

  /// Returns where the occurrence of a byte is that is so-and-so many from the start.
  ///
  /// - Parameters:
  ///   - ordinal: 1 is the first occurrence.
  ///   - byte: The byte to look for.
  ///   - bytes: Where to look.
  /// - Returns: Its index, or nil when there are not so many.
  /// - Complexity: O(*n*), where *n* is the number of bytes before it.
  @unsafe
  package static func first(
    _ ordinal: Int,
    of byte: UInt8 = 0x0a,
    in bytes: UnsafeRawBufferPointer
  ) -> Int? {
    var left = ordinal
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 4096)
      let found = unsafe count(of: byte, in: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      if found < left {
        left -= found
        start = end
        continue
      }
      while true {
        if unsafe bytes[start] == byte {
          left -= 1
          if left == 0 { return start }
        }
        start += 1
      }
    }
    return nil
  }

  private static func sum(_ lanes: SIMD64<UInt8>) -> Int {
    // The two types have the same size.
    let words = unsafe unsafeBitCast(lanes, to: Words.self)
    return sum(words.0) + sum(words.1) + sum(words.2) + sum(words.3)
      + sum(words.4) + sum(words.5) + sum(words.6) + sum(words.7)
  }

  /// Returns the sum of a word's eight bytes.
  private static func sum(_ word: UInt64) -> Int {
    let mask: UInt64 = 0x00ff_00ff_00ff_00ff
    let pairs = (word & mask) &+ ((word >> 8) & mask)
    return Int((pairs &* 0x0001_0001_0001_0001) >> 48)
  }
}
