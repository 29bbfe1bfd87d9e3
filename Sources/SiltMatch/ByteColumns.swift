/// The columns of a transition table: bytes that no instruction of a program tells apart share one.
struct ByteColumns: Sendable {
  /// The column of each of the 256 bytes.
  let column: ContiguousArray<UInt8>
  /// One byte of each column.
  let representatives: ContiguousArray<UInt8>

  /// What is read at a text's end.
  var end: Int { representatives.count }
  /// What is read where the text goes on with a letter, or something else, but is read no further.
  var wordBeyond: Int { end + 1 }
  var otherBeyond: Int { end + 2 }
  /// A byte that is known to be part of no code point.
  var invalid: Int { end + 3 }
  /// How many columns there are.
  var width: Int { end + 4 }

  private static let newline: UInt8 = 0x0A
  /// The bytes above ASCII where their part in UTF-8 changes.
  private static let roles: [UInt8] = [
    0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5,
  ]

  init(_ program: Program) {
    var beginsColumn = [Bool](repeating: false, count: 257)
    for role in Self.roles { beginsColumn[Int(role)] = true }
    if program.looksAtWords || program.sets.contains(where: { !$0.members.isListed }) {
      for byte in 0x80..<0x100 { beginsColumn[byte] = true }
    }
    for set in program.sets {
      for range in set.members.ranges where range.upperBound >= 0x80 {
        // Between the bytes of its ends all bytes compare alike.
        for value in [max(0x80, range.lowerBound), range.upperBound] {
          for byte in Self.encoding(of: value) {
            beginsColumn[byte] = true
            beginsColumn[byte + 1] = true
          }
        }
      }
    }

    // Bytes of ASCII share a column when they are in the same sets.
    var part = [Int](repeating: 0, count: 128)
    part[Int(Self.newline)] = 1
    var parts = 2
    func split(_ isIn: (UInt32) -> Bool) {
      var insides: [Int: Int] = [:]
      for byte in 0..<128 where isIn(UInt32(byte)) {
        if let inside = insides[part[byte]] {
          part[byte] = inside
        } else {
          insides[part[byte]] = parts
          part[byte] = parts
          parts += 1
        }
      }
    }
    for set in program.sets { split(set.contains) }
    if program.looksAtWords { split(ScalarProperty.word.contains) }

    var representatives: ContiguousArray<UInt8> = []
    var column: ContiguousArray<UInt8> = []
    var known: [Int: UInt8] = [:]
    for byte in 0..<256 {
      if byte < 128, let shared = known[part[byte]] {
        column.append(shared)
        continue
      }
      if byte < 128 || beginsColumn[byte] { representatives.append(UInt8(byte)) }
      column.append(UInt8(representatives.count - 1))
      if byte < 128 { known[part[byte]] = UInt8(representatives.count - 1) }
    }
    self.column = column
    self.representatives = representatives
  }

  private static func encoding(of value: UInt32) -> [Int] {
    // An end that is a surrogate is compared like its neighbours.
    let scalar = Unicode.Scalar(value) ?? (value < 0xDC00 ? "\u{D7FF}" : "\u{E000}")
    return Unicode.UTF8.encode(scalar)?.map(Int.init) ?? []
  }
}
