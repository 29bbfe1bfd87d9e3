import SiltSystem

extension BorrowedDescriptor {
  /// Writes all bytes.
  func writeAll(_ bytes: ContiguousArray<UInt8>) throws(SystemError) {
    // Safe: bytes have no padding that could be read uninitialised.
    try unsafe writeAll(bytes.span.bytes)
  }

  /// Writes a text.
  func writeAll(_ text: String) throws(SystemError) {
    try writeAll(ContiguousArray(text.utf8))
  }
}
