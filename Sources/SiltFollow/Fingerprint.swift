/// A few bytes of a file that tell whether it still holds what was read of it.
///
/// A file that was cut and has grown past the offset again cannot be told by its size. It is told by
/// its first bytes and by those just before the offset: a log that only grew has kept both.
///
/// A NUL that was read says nothing: a network file system may show NULs where bytes are that it has
/// not sent yet.
package struct Fingerprint: Hashable, Sendable {
  /// The most bytes that are kept of the beginning, and of what was read last.
  package static let length = 256

  /// The file's first bytes, as far as they were read.
  private var head: [UInt8] = []
  /// The bytes before `end` that were read in one go.
  private var tail: [UInt8] = []
  /// The offset behind the last byte that was read.
  private var end = 0

  /// Creates the fingerprint of a file that nothing was read of.
  package init() {}

  /// Takes note of bytes that were read.
  ///
  /// Bytes at the file's beginning make it anew; bytes that do not follow the ones before leave
  /// those out.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, at least as they are now.
  ///   - offset: Where in the file they stand.
  /// - Complexity: O(1).
  package mutating func read(_ bytes: RawSpan, at offset: Int) {
    guard !bytes.isEmpty else { return }
    if offset == 0 { head = [] }
    if offset != end { tail = [] }
    end = offset + bytes.byteCount
    if head.count == offset, offset < Self.length {
      head += copy(bytes.extracting(first: Self.length - offset))
    }
    // In place: once full, it needs no memory of its own any more.
    let added = min(bytes.byteCount, Self.length)
    tail.removeFirst(max(0, tail.count + added - Self.length))
    tail += copy(bytes.extracting(last: added))
  }

  /// Where the bytes stand that `matches(_:_:)` wants to see: the beginning, and what is before the
  /// offset.
  package var ranges: (head: Range<Int>, tail: Range<Int>) {
    // What the beginning covers need not be looked at twice.
    let tailStart = max(end - tail.count, head.count)
    return (0..<head.count, min(tailStart, end)..<end)
  }

  /// Whether a file that has these bytes is the one that was read.
  ///
  /// - Parameters:
  ///   - head: Its bytes in `ranges.head`; fewer when it ends before.
  ///   - tail: Its bytes in `ranges.tail`; fewer when it ends before.
  /// - Returns: Whether nothing is seen to have changed.
  package func matches(_ head: RawSpan, _ tail: RawSpan) -> Bool {
    let ranges = ranges
    return Self.agree(self.head[...], head) && Self.agree(self.tail.suffix(ranges.tail.count), tail)
  }

  private static func agree(_ known: ArraySlice<UInt8>, _ found: RawSpan) -> Bool {
    guard known.count == found.byteCount else { return false }
    for (index, byte) in known.enumerated() where byte != 0 {
      // A byte has no other form and no padding.
      if unsafe byte != found.unsafeLoad(fromByteOffset: index, as: UInt8.self) { return false }
    }
    return true
  }

  private func copy(_ bytes: RawSpan) -> [UInt8] {
    unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }
}
