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
    /// Where its bytes begin among those of all.
    let start: Int
    let count: Int
    let isBeyond: Bool
    let place: Int
    let otherPlace: Int
    let bytes: (UInt8, UInt8)
    let otherBytes: (UInt8, UInt8)

    /// Whether one of the two bytes has two forms.
    var hasCase: Bool { bytes.0 != bytes.1 || otherBytes.0 != otherBytes.1 }

    init(_ literal: Literal, start: Int, isBeyond: Bool, _ frequency: ByteFrequency) {
      self.start = start
      self.isBeyond = isBeyond
      count = literal.count
      let order = (0..<literal.count).sorted { one, other in
        frequency.count(literal, at: one) < frequency.count(literal, at: other)
      }
      place = order[0]
      otherPlace = order[min(1, order.count - 1)]
      bytes = (literal.first[place], literal.second[place])
      otherBytes = (literal.first[otherPlace], literal.second[otherPlace])
    }
  }

  private var needles: ContiguousArray<Needle> = []
  /// The bytes of all strings, and their other forms.
  private var first: ContiguousArray<UInt8> = []
  private var second: ContiguousArray<UInt8> = []
  private var longest = 0
  private var shortest = Int.max
  /// Whether they are looked for at the starts of lines only.
  private let isAnchored: Bool

  /// - Parameters:
  ///   - set: The strings.
  ///   - isAnchored: Whether a match begins at a line's start only.
  ///   - frequency: How often each byte stands in the text.
  init(_ set: LiteralSet, isAnchored: Bool, _ frequency: ByteFrequency) {
    self.isAnchored = isAnchored && set.isPrefix && set.beyond.isEmpty
    for literal in set.literals { add(literal, isBeyond: false, frequency) }
    for value in set.beyond.sorted() {
      guard let scalar = Unicode.Scalar(value), let bytes = Unicode.UTF8.encode(scalar) else {
        continue
      }
      var literal = Literal()
      for byte in bytes { literal.append(byte, byte) }
      add(literal, isBeyond: true, frequency)
    }
  }

  private mutating func add(_ literal: Literal, isBeyond: Bool, _ frequency: ByteFrequency) {
    needles.append(Needle(literal, start: first.count, isBeyond: isBeyond, frequency))
    first += literal.first
    second += literal.second
    longest = max(longest, literal.count)
    shortest = min(shortest, literal.count)
  }

  private func stands(_ needle: Needle, in block: RawSpan, at index: Int) -> Bool {
    // From the end: lines have their first bytes in common more often than others.
    var offset = needle.count
    while offset > 0 {
      offset -= 1
      let byte = block.unsafeLoadByte(at: index + offset)
      let place = needle.start + offset
      guard byte == first[place] || byte == second[place] else { return false }
    }
    return true
  }

  /// The first place of one of the strings from an index on.
  ///
  /// - Complexity: O(*n*) up to there.
  func next(in block: RawSpan, from start: Int) -> Hit? {
    if isAnchored { return nextLineStart(in: block, from: start) }
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
        let byte = Vector(repeating: needle.bytes.0)
        let otherByte = Vector(repeating: needle.otherBytes.0)
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

  private func nextLineStart(in block: RawSpan, from start: Int) -> Hit? {
    var index = start
    if index > 0, block.unsafeLoadByte(at: index - 1) != LineEnds.newline {
      index = LineEnds.next(in: block, from: index) + 1
    }
    while index < block.byteCount {
      if let hit = hit(startingAt: index, in: block) { return hit }
      index = LineEnds.next(in: block, from: index) + 1
    }
    return nil
  }

  @inline(__always)
  private func hasCandidate(_ needle: Needle, _ block: RawSpan, _ index: Int) -> Bool {
    Self.isAnySet(candidates(needle, block, index))
  }

  @inline(__always)
  private func candidates(_ needle: Needle, _ block: RawSpan, _ index: Int) -> Mask {
    let bytes: Vector = Self.load(block, index + needle.place)
    let otherBytes: Vector = Self.load(block, index + needle.otherPlace)
    let (first, second) = (Vector(repeating: needle.bytes.0), Vector(repeating: needle.bytes.1))
    let (otherFirst, otherSecond) = (
      Vector(repeating: needle.otherBytes.0), Vector(repeating: needle.otherBytes.1)
    )
    let one: Mask = (bytes .== first) .| (bytes .== second)
    let other: Mask = (otherBytes .== otherFirst) .| (otherBytes .== otherSecond)
    return one .& other
  }

  /// The first hit in the vector at an index, where some needle has a candidate.
  private func hit(in block: RawSpan, at index: Int) -> Hit? {
    var first: Hit?
    for needle in needles {
      // SAFETY: a mask of 32 bytes and four words have the same size.
      let words = unsafe unsafeBitCast(
        candidates(needle, block, index),
        to: SIMD4<UInt64>.self
      )
      for word in words.indices {
        var bits = UInt64(littleEndian: words[word]) & 0x8080_8080_8080_8080
        while bits != 0 {
          let place = index + 8 * word + bits.trailingZeroBitCount >> 3
          bits &= bits - 1
          if stands(needle, in: block, at: place) {
            if place < first?.index ?? .max {
              first = Hit(index: place, isBeyond: needle.isBeyond)
            }
            break
          }
        }
      }
    }
    return first
  }

  private func hit(startingAt index: Int, in block: RawSpan) -> Hit? {
    for needle in needles
    where index + needle.count <= block.byteCount && stands(needle, in: block, at: index) {
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
