/// What has to hold whatever the bytes are.
///
/// The fuzzers look for bytes for which it does not; what they found is tried by the tests.
package enum FuzzProperty: String, CaseIterable, Sendable {
  /// Of the escape parser.
  case escapes
  /// Of what breaks a line into rows.
  case wrapping
  /// Of what makes a terminal show frames.
  case painting

  /// Tries it.
  ///
  /// - Parameter bytes: Any bytes.
  /// - Returns: What does not hold; nil when all does.
  package func failure(of bytes: ContiguousArray<UInt8>) -> String? {
    var input = FuzzInput(bytes)
    return switch self {
    case .escapes: Self.escapeFailure(input.rest())
    case .wrapping: Self.wrapFailure(&input)
    case .painting: Self.paintFailure(&input)
    }
  }
}

/// Bytes read from the front: as numbers that choose, and as text.
struct FuzzInput {
  private let bytes: ContiguousArray<UInt8>
  private var index = 0

  init(_ bytes: ContiguousArray<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { index == bytes.count }

  /// A number that the next byte chooses; the lowest where there is none.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    guard !isAtEnd else { return range.lowerBound }
    defer { index += 1 }
    return range.lowerBound + Int(bytes[index]) % range.count
  }

  mutating func flag() -> Bool { number(in: 0...1) == 1 }

  /// The next bytes as text.
  mutating func text(upTo count: Int) -> ContiguousArray<UInt8> {
    let end = min(index + count, bytes.count)
    defer { index = end }
    return ContiguousArray(bytes[index..<end])
  }

  /// All bytes left.
  mutating func rest() -> ContiguousArray<UInt8> {
    text(upTo: bytes.count)
  }
}
