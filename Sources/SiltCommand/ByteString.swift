/// Bytes as the system hands them over: an argument, a file's name, a variable's value.
///
/// They are not text: a name need not be valid UTF-8, and what is repaired names another file.
package struct ByteString: Hashable, Sendable {
  package var bytes: ContiguousArray<UInt8>

  /// Creates a string of bytes.
  ///
  /// - Parameter bytes: The bytes; none is 0 where the system is to read them.
  package init(_ bytes: some Sequence<UInt8>) {
    self.bytes = ContiguousArray(bytes)
  }

  /// Copies the bytes that the system holds, up to the 0 that ends them.
  ///
  /// - Parameter pointer: A string of C, valid during the call.
  package init(copying pointer: UnsafePointer<CChar>) {
    bytes = []
    var next = unsafe pointer
    // A string of C ends at its first 0, which is never passed.
    while case let byte = unsafe next.pointee, byte != 0 {
      bytes.append(UInt8(bitPattern: byte))
      unsafe next += 1
    }
  }

  /// Hands over the bytes as the system takes them, with a 0 at their end.
  ///
  /// - Parameter body: What uses the pointer, which is not valid after it returned.
  /// - Returns: What the body returned.
  /// - Throws: What the body throws.
  @unsafe
  func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return try unsafe terminated.withUnsafeBufferPointer { buffer throws(Failure) in
      guard let base = buffer.baseAddress else { preconditionFailure("a 0 is always there") }
      return try unsafe body(base)
    }
  }
}

extension ByteString: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value.utf8)
  }
}
