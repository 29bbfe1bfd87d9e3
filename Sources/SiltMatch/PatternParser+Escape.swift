extension PatternParser {
  /// What a `\` and what stands behind it mean.
  enum Escape {
    case scalar(UInt32)
    case set(UnitClass)
    case assertion(Assertion)
  }

  private static let controls: [Unicode.Scalar: UInt32] = [
    "a": 0x07, "t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D, "e": 0x1B,
  ]
  private static let sets: [Unicode.Scalar: UnitClass] = [
    "d": UnitClass(.decimal), "D": UnitClass(.decimal, isNegated: true),
    "w": UnitClass(.word), "W": UnitClass(.word, isNegated: true),
    "s": UnitClass(.space), "S": UnitClass(.space, isNegated: true),
  ]
  private static let assertions: [Unicode.Scalar: Assertion] = [
    "b": .wordBoundary, "B": .notWordBoundary, "<": .wordStart, ">": .wordEnd,
  ]

  /// Reads a `\` and what belongs to it.
  mutating func escape() throws(PatternError) -> Escape {
    let start = index
    index += 1
    guard let scalar = next else {
      throw error("\\ ends the pattern", at: start, expected: "\\\\ for itself")
    }
    index += 1
    if let value = Self.controls[scalar] { return .scalar(value) }
    if let set = Self.sets[scalar] { return .set(set) }
    if let assertion = Self.assertions[scalar] { return .assertion(assertion) }
    switch scalar {
    case "x": return .scalar(try number(from: start, digits: 2))
    case "u": return .scalar(try number(from: start, digits: 4))
    case "1"..."9", "k":
      throw error(
        "back reference \\\(scalar) is not possible",
        at: start,
        expected: "the text itself once more"
      )
    case "0", "a"..."z", "A"..."Z":
      throw error(
        "unknown escape \\\(scalar)",
        at: start,
        expected: "one of \\d \\w \\s \\b \\D \\W \\S \\B \\t \\n \\xHH \\u{H}, or no \\"
      )
    default:
      return .scalar(scalar.value)
    }
  }

  /// Reads the number of a code point: so many hexadecimal digits, or any number of them in braces.
  private mutating func number(from start: Int, digits: Int) throws(PatternError) -> UInt32 {
    let letter = scalars[start + 1]
    let isBraced = take("{")
    var value: UInt32 = 0
    var count = 0
    while isBraced || count < digits, let next, let digit = Self.hexadecimal(next) {
      value = min(value << 4 | digit, 0x11_0000)
      count += 1
      index += 1
    }
    let isComplete = isBraced ? count > 0 && take("}") : count == digits
    guard isComplete else {
      let form = "\\" + String(letter) + String(repeating: "H", count: digits)
      throw error(
        "incomplete \\\(letter)",
        at: start,
        expected: "\(form) or \\\(letter){H} with hexadecimal digits"
      )
    }
    guard Unicode.Scalar(value) != nil else {
      throw error(
        "\(PatternError.shown(scalars[start..<index])) is no code point",
        at: start,
        expected: "one up to 10FFFF outside D800 to DFFF"
      )
    }
    return value
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "0"..."9": scalar.value - 0x30
    case "a"..."f": scalar.value - 0x61 + 10
    case "A"..."F": scalar.value - 0x41 + 10
    default: nil
    }
  }
}
