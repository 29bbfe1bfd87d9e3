extension ContiguousArray where Element == UInt8 {
  /// Appends the bytes of a span.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the span.
  mutating func append(_ bytes: Span<UInt8>) {
    // The buffer is read before the closure ends, and nothing keeps its address.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
