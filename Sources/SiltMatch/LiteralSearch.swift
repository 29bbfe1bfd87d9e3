/// Looks for one of several strings in a block, many places at a time.
///
/// Of each string the two bytes that are rarest in the text are compared at 32 places at once, and
/// the others only where both are there. Types are written out for the reason given at `LineEnds`.
struct LiteralSearch: Sendable {
  typealias Vector = SIMD32<UInt8>
  typealias Mask = SIMDMask<SIMD32<Int8>>
  typealias Words = (UInt64, UInt64, UInt64, UInt64)

  /// Where a string stands.
  struct Hit {
    var index: Int
    /// Whether it stands for letters of another length only: the string is not one of those asked for.
    var isBeyond: Bool
  }

  /// A string and where its rarest bytes are.
  private struct Needle: Sendable {
    let literal: Literal
    let isBeyond: Bool
    let place: Int
    let otherPlace: Int
    let bytes: (Vector, Vector)
    let otherBytes: (Vector, Vector)
    /// Whether one of the two bytes has two forms.
    let hasCase: Bool

    init(_ literal: Literal, isBeyond: Bool, _ frequency: ByteFrequency) {
      self.literal = literal
      self.isBeyond = isBeyond
      let order = (0..<literal.count).sorted { one, other in
        frequency.count(literal, at: one) < frequency.count(literal, at: other)
      }
      place = order[0]
      otherPlace = order[min(1, order.count - 1)]
      bytes = (
        Vector(repeating: literal.first[place]), Vector(repeating: literal.second[place])
      )
      otherBytes = (
        Vector(repeating: literal.first[otherPlace]), Vector(repeating: literal.second[otherPlace])
      )
      hasCase =
        literal.first[place] != literal.second[place]
        || literal.first[otherPlace] != literal.second[otherPlace]
    }

    func isHit(_ block: RawSpan, _ index: Int) -> Bool {
      for offset in 0..<literal.count {
        let byte = block.unsafeLoadByte(at: index + offset)
        guard byte == literal.first[offset] || byte == literal.second[offset] else { return false }
      }
      return true
    }
  }

  private let needles: ContiguousArray<Needle>
  private let longest: Int
  private let shortest: Int

  init(_ set: LiteralSet, _ frequency: ByteFrequency) {
    var needles = ContiguousArray(
      set.literals.map { Needle($0, isBeyond: false, frequency) }
    )
    for value in set.beyond.sorted() {
      var literal = Literal()
      guard let scalar = Unicode.Scalar(value), let bytes = Unicode.UTF8.encode(scalar) else {
        continue
      }
      for byte in bytes { literal.append(byte, byte) }
      needles.append(Needle(literal, isBeyond: true, frequency))
    }
    self.needles = needles
    longest = needles.map(\.literal.count).max() ?? 0
    shortest = needles.map(\.literal.count).min() ?? 0
  }

  /// The first place of one of the strings from an index on.
  ///
  /// - Complexity: O(*n*) up to there.
  func next(in block: RawSpan, from start: Int) -> Hit? {
    var index = start
    let last = block.byteCount - longest - Vector.scalarCount
    if needles.count == 1 {
      let needle = needles[0]
      if needle.hasCase {
        while index <= last {
          if hasCandidate(needle, block, index), let hit = hit(in: block, at: index) { return hit }
          index += Vector.scalarCount
        }
      } else {
        let byte = needle.bytes.0
        let otherByte = needle.otherBytes.0
        while index <= last {
          let mask: Mask =
            (Self.load(block, index + needle.place) .== byte)
            .& (Self.load(block, index + needle.otherPlace) .== otherByte)
          if Self.isAnySet(mask), let hit = hit(in: block, at: index) { return hit }
          index += Vector.scalarCount
        }
      }
    } else {
      while index <= last {
        for needle in needles where hasCandidate(needle, block, index) {
          if let hit = hit(in: block, at: index) { return hit }
          break
        }
        index += Vector.scalarCount
      }
    }
    while index + shortest <= block.byteCount {
      if let hit = hit(startingAt: index, in: block) { return hit }
      index += 1
    }
    return nil
  }

  @inline(__always)
  private func hasCandidate(_ needle: borrowing Needle, _ block: RawSpan, _ index: Int) -> Bool {
    Self.isAnySet(candidates(needle, block, index))
  }

  @inline(__always)
  private func candidates(_ needle: borrowing Needle, _ block: RawSpan, _ index: Int) -> Mask {
    let bytes: Vector = Self.load(block, index + needle.place)
    let otherBytes: Vector = Self.load(block, index + needle.otherPlace)
    let one: Mask = (bytes .== needle.bytes.0) .| (bytes .== needle.bytes.1)
    let other: Mask = (otherBytes .== needle.otherBytes.0) .| (otherBytes .== needle.otherBytes.1)
    return one .& other
  }

  /// The first hit in the vector at an index, where some needle has a candidate.
  private func hit(in block: RawSpan, at index: Int) -> Hit? {
    var first: Hit?
    for needle in needles {
      // SAFETY: a mask of 32 bytes and four words have the same size.
      let words = unsafe unsafeBitCast(candidates(needle, block, index), to: Words.self)
      var base = index
      for word in [words.0, words.1, words.2, words.3] {
        var bits = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
        while bits != 0 {
          let place = base + bits.trailingZeroBitCount >> 3
          bits &= bits - 1
          if needle.isHit(block, place) {
            if place < first?.index ?? .max {
              first = Hit(index: place, isBeyond: needle.isBeyond)
            }
            break
          }
        }
        base += 8
      }
    }
    return first
  }

  private func hit(startingAt index: Int, in block: RawSpan) -> Hit? {
    for needle in needles
    where index + needle.literal.count <= block.byteCount && needle.isHit(block, index) {
      return Hit(index: index, isBeyond: needle.isBeyond)
    }
    return nil
  }

  @inline(__always)
  private static func load(_ block: RawSpan, _ index: Int) -> Vector {
    // SAFETY: `next` keeps a vector and the longest string from any index inside the span.
    unsafe block.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: Vector.self)
  }

  @inline(__always)
  private static func isAnySet(_ mask: Mask) -> Bool {
    // SAFETY: as in `hit`.
    let words = unsafe unsafeBitCast(mask, to: Words.self)
    return words.0 | words.1 | words.2 | words.3 != 0
  }
}

/// How often each byte stands in a text.
struct ByteFrequency: Sendable {
  private var counts: ContiguousArray<Int>

  /// A guess for text that was not seen: letters and digits are common, above all small letters.
  static let guess: ByteFrequency = {
    var frequency = ByteFrequency()
    for byte in 0..<256 {
      let weight =
        switch UInt8(byte) {
        case 0x20, 0x0A: 100
        case UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "o"): 90
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 70
        case UInt8(ascii: "a")...UInt8(ascii: "z"): 50
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): 10
        case 0x80...0xBF: 40
        default: 20
        }
      frequency.counts[byte] = weight
    }
    return frequency
  }()

  private init() {
    counts = ContiguousArray(repeating: 0, count: 256)
  }

  init(of text: RawSpan) {
    self.init()
    for index in 0..<text.byteCount { counts[Int(text.unsafeLoadByte(at: index))] += 1 }
  }

  /// How often a byte stands there.
  func count(of byte: UInt8) -> Int { counts[Int(byte)] }

  /// How often one of the forms of a literal's byte stands there.
  func count(_ literal: Literal, at index: Int) -> Int {
    let (first, second) = (literal.first[index], literal.second[index])
    return counts[Int(first)] + (first == second ? 0 : counts[Int(second)])
  }
}
