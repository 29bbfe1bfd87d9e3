extension PatternParser {
  /// The names of POSIX.
  ///
  /// `digit` and `xdigit` are ASCII, as POSIX has it; the others know all of Unicode.
  private static let named: [(name: String, set: UnitClass)] = [
    ("alnum", UnitClass(.letterOrDigit)),
    ("alpha", UnitClass(.letter)),
    ("ascii", UnitClass([0...0x7F])),
    ("blank", UnitClass(.blank)),
    ("cntrl", UnitClass(.control)),
    ("digit", UnitClass([0x30...0x39])),
    ("graph", UnitClass(.graphic)),
    ("lower", UnitClass(.small)),
    ("print", UnitClass(.printable)),
    ("punct", UnitClass(.punctuation)),
    ("space", UnitClass(.space)),
    ("upper", UnitClass(.capital)),
    ("word", UnitClass(.word)),
    ("xdigit", UnitClass([0x30...0x39, 0x41...0x46, 0x61...0x66])),
  ]

  /// An end of a range, or what can be none.
  private enum Member {
    case scalar(UInt32)
    case set(UnitClass)
  }

  /// Reads a class in brackets.
  mutating func bracketClass() throws(PatternError) -> UnitClass {
    let start = index
    index += 1
    let isNegated = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    var terms: [UnitClass.Term] = []
    var isFirst = true
    while isFirst || next != "]" {
      guard next != nil else {
        throw error("unclosed [", at: start, expected: "] behind it, or \\[ for itself")
      }
      isFirst = false
      let place = index
      let member = try member()
      if let end = try rangeEnd() {
        guard case .scalar(let lower) = member, case .scalar(let upper) = end, lower <= upper else {
          throw badRange(member, end, at: place)
        }
        ranges.append(lower...upper)
      } else {
        switch member {
        case .scalar(let value): ranges.append(value...value)
        case .set(let set):
          // No named class is negated as a whole, and a negated one is a term.
          ranges += set.ranges
          terms += set.terms
        }
      }
    }
    index += 1
    var set = UnitClass(ranges, terms: terms)
    if ignoresCase { set = set.ignoringCase() }
    return isNegated ? UnitClass(negating: set) : set
  }

  /// Reads a `-` and the end of a range; nil, with nothing read, when the `-` stands for itself.
  private mutating func rangeEnd() throws(PatternError) -> Member? {
    guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else { return nil }
    index += 1
    return try member()
  }

  private mutating func member() throws(PatternError) -> Member {
    let start = index
    guard let scalar = next else { return .scalar(0) }
    if scalar == "[", index + 1 < scalars.count {
      switch scalars[index + 1] {
      case ":":
        if let set = try namedClass() { return .set(set) }
      case ".", "=":
        let kind = String(scalars[index + 1])
        guard closes(kind) else { break }
        throw error(
          "[\(kind) \(kind)] is not possible",
          at: start,
          expected: "the characters themselves"
        )
      default: break
      }
    }
    guard scalar == "\\" else {
      index += 1
      noteCase(of: scalar)
      return .scalar(scalar.value)
    }
    switch try escape() {
    case .scalar(let value): return .scalar(value)
    case .set(let set): return .set(set)
    case .assertion(let assertion):
      // As everywhere: what is no letter stands for itself.
      if assertion == .wordStart { return .scalar(0x3C) }
      if assertion == .wordEnd { return .scalar(0x3E) }
      let shown = PatternError.shown(scalars[start..<index])
      throw error(
        "\(shown) is no character and cannot stand in a class",
        at: start,
        expected: "\\x08 for a backspace, or \\b outside"
      )
    }
  }

  /// Whether `[:` and the like have their end.
  private func closes(_ kind: String) -> Bool {
    guard let mark = kind.unicodeScalars.first else { return false }
    var place = index + 2
    while place + 1 < scalars.count {
      if scalars[place] == mark, scalars[place + 1] == "]" { return true }
      place += 1
    }
    return false
  }

  /// Reads `[:name:]`; nil, with nothing read, when this is none.
  private mutating func namedClass() throws(PatternError) -> UnitClass? {
    var end = index + 2
    let isNegated = end < scalars.count && scalars[end] == "^"
    if isNegated { end += 1 }
    let first = end
    while end < scalars.count, ("a"..."z").contains(scalars[end]) { end += 1 }
    guard scalars[end...].starts(with: ":]".unicodeScalars) else { return nil }
    let name = PatternError.shown(scalars[first..<end])
    guard !isNegated, let set = Self.named.first(where: { $0.name == name })?.set else {
      throw error(
        "unknown class [:\(isNegated ? "^" : "")\(name):]",
        at: index,
        expected: "one of " + Self.named.map(\.name).joined(separator: " ")
      )
    }
    index = end + 2
    return set
  }

  private func badRange(_ lower: Member, _ upper: Member, at place: Int) -> PatternError {
    let shown = PatternError.shown(scalars[place..<index])
    if case .scalar = lower, case .scalar = upper {
      return error(
        "range \(shown) is backwards",
        at: place,
        expected: "its smaller end first, or \\- for itself"
      )
    }
    return error(
      "range \(shown) has an end that is no character",
      at: place,
      expected: "two characters, or \\- for itself"
    )
  }
}
