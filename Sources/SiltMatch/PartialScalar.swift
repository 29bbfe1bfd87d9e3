/// The first bytes of a code point of UTF-8 whose others are still to come (Unicode, table 3-7).
struct PartialScalar: Hashable, Sendable {
  /// What one byte more makes of it.
  enum Continuation {
    case scalar(UInt32)
    case partial(PartialScalar)
    /// The bytes so far are part of no code point.
    case invalid
  }

  /// The bytes, the last one lowest.
  private(set) var bytes: UInt32 = 0
  private(set) var count = 0

  /// No byte.
  static let none = PartialScalar()

  private init() {}

  /// Bytes that were taken out of such a value.
  init(bytes: UInt32, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  private var first: UInt32 { bytes >> UInt32(8 * max(0, count - 1)) }

  /// How many bytes are to come.
  var missing: Int { first < 0xE0 ? 2 - count : first < 0xF0 ? 3 - count : 4 - count }

  func continued(by byte: UInt8) -> Continuation {
    if count == 0 {
      return switch byte {
      case 0..<0x80: .scalar(UInt32(byte))
      case 0xC2...0xF4: .partial(PartialScalar(bytes: UInt32(byte), count: 1))
      default: .invalid
      }
    }
    let range: ClosedRange<UInt8> =
      switch (count, first) {
      case (1, 0xE0): 0xA0...0xBF
      case (1, 0xED): 0x80...0x9F
      case (1, 0xF0): 0x90...0xBF
      case (1, 0xF4): 0x80...0x8F
      default: 0x80...0xBF
      }
    guard range.contains(byte) else { return .invalid }
    let longer = PartialScalar(bytes: bytes << 8 | UInt32(byte), count: count + 1)
    return missing == 1 ? .scalar(longer.value) : .partial(longer)
  }

  /// The code point of complete bytes, or what it would be with all others zero.
  private var value: UInt32 {
    let tail = (bytes >> 16 & 0x3F) << 12 | (bytes >> 8 & 0x3F) << 6 | bytes & 0x3F
    return switch count {
    case 2: (bytes >> 8 & 0x1F) << 6 | bytes & 0x3F
    case 3: (bytes >> 16 & 0x0F) << 12 | tail & 0xFFF
    default: (bytes >> 24 & 0x07) << 18 | tail
    }
  }

  /// The 64 code points that one byte more can make of it, nil when more than one is to come.
  var completions: ClosedRange<UInt32>? {
    guard count > 0, missing == 1 else { return nil }
    let first = PartialScalar(bytes: bytes << 8 | 0x80, count: count + 1).value
    return first...first + 63
  }
}
