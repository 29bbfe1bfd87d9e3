import SiltSystem

/// Where messages go.
enum StandardError {
  /// Writes one line with the program's name in front, as one write.
  ///
  /// - Parameter message: Text that no terminal acts on; see `quoted(_:)`.
  static func write(_ message: String) {
    let line = ContiguousArray("silt: \(message)\n".utf8)
    // Nobody is left who could be told of a failure. Bytes have no padding to be read.
    try? unsafe BorrowedDescriptor.standardError.writeAll(line.span.bytes)
  }
}
