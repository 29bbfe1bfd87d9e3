/// Finding the bytes that make a line look unlike its text, 64 at a time: ESC, CR and BS.
package enum ControlScan {
  private typealias Block = SIMD64<UInt8>

  /// Finds the first ESC, CR or BS.
  ///
  /// - Parameter bytes: The bytes to look through.
  /// - Returns: Its index, or nil when there is none.
  /// - Complexity: O(*n*), where *n* is that index.
  package static func first(in bytes: RawSpan) -> Int? {
    let escapes = Block(repeating: 0x1B)
    let returns = Block(repeating: 0x0D)
    let backspaces = Block(repeating: 0x08)
    let count = bytes.byteCount
    var offset = 0
    while count - offset >= Block.scalarCount {
      // SAFETY: the loop's bound keeps 64 bytes from `offset` inside the span; a UInt8 vector has no
      // invalid bit patterns. The types of the masks are written out as `NewlineScan` tells.
      let block = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset,
        as: Block.self
      )
      let isEscape: SIMDMask<SIMD64<Int8>> = block .== escapes
      let isReturn: SIMDMask<SIMD64<Int8>> = block .== returns
      let isBackspace: SIMDMask<SIMD64<Int8>> = block .== backspaces
      let isAny: SIMDMask<SIMD64<Int8>> = isEscape .| isReturn .| isBackspace
      if NewlineScan.isAnySet(isAny) { break }
      offset += Block.scalarCount
    }
    while offset < count {
      // SAFETY: the loop keeps `offset` within the span.
      switch unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self) {
      case 0x1B, 0x0D, 0x08: return offset
      default: offset += 1
      }
    }
    return nil
  }
}
