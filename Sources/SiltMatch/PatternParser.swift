/// Reads a pattern as users of `less`, `grep -E` and `ripgrep` type it.
///
/// - `a`, `.`, `[a-z]`, `[^…]`, `[[:alpha:]]`; `( )`, `(?: )`, `(?i)`, `(?-i)`, `(?i: )`, and named
///   groups, which are groups; `|`; `* + ? {m} {m,} {m,n} {,n}`, each with a `?` behind it to prefer
///   less; `^ $ \b \B \< \>`.
/// - `\d \w \s` and `\D \W \S` know all of Unicode; `\t \n \r \f \v \a \e` are controls; `\xHH`,
///   `\x{H…}`, `\uHHHH`, `\u{H…}` are code points; `\` before what is no letter or digit stands for
///   that. A `{` that begins no count stands for itself, as do `}`, `]` and the first `]` of a class.
struct PatternParser {
  /// How deep groups may stand in groups.
  static let deepestNesting = 200

  let scalars: [Unicode.Scalar]
  var index = 0
  var ignoresCase: Bool
  /// Whether a capital was read that no `\` stands before.
  var hasCapital = false
  private var depth = 0

  private init(_ source: String, ignoresCase: Bool) {
    scalars = Array(source.unicodeScalars)
    self.ignoresCase = ignoresCase
  }

  /// Reads a whole pattern.
  static func syntax(of source: String, _ rule: CaseRule) throws(PatternError) -> Syntax {
    var parser = PatternParser(source, ignoresCase: rule == .ignored)
    let syntax = try parser.pattern()
    guard rule == .smart, !parser.hasCapital else { return syntax }
    parser = PatternParser(source, ignoresCase: true)
    return try parser.pattern()
  }

  private mutating func pattern() throws(PatternError) -> Syntax {
    let syntax = try choice()
    guard next == nil else {
      throw error("unmatched )", at: index, expected: "( before it, or \\) for itself")
    }
    return syntax
  }

  /// What is read next.
  var next: Unicode.Scalar? {
    index < scalars.count ? scalars[index] : nil
  }

  /// Reads some text if it stands here.
  mutating func take(_ text: String) -> Bool {
    guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  func error(_ problem: String, at index: Int, expected: String) -> PatternError {
    PatternError(problem, at: index, expected: expected)
  }

  private mutating func choice() throws(PatternError) -> Syntax {
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(PatternError) -> Syntax {
    var parts: [Syntax] = []
    while let next, next != "|", next != ")" {
      let start = index
      let isFlag = try flags()
      if isFlag { continue }
      var part = try atom()
      while let repeated = try repetition(of: part, from: start) { part = repeated }
      parts.append(part)
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func atom() throws(PatternError) -> Syntax {
    let start = index
    let scalar = scalars[index]
    switch scalar {
    case "(": return try group()
    case "[": return .unit(try bracketClass())
    case "\\":
      switch try escape() {
      case .scalar(let value): return literal(value)
      case .set(let set): return .unit(set)
      case .assertion(let assertion): return .assertion(assertion)
      }
    case "*", "+", "?":
      throw error("nothing to repeat for \(scalar)", at: start, expected: "\\\(scalar) for itself")
    case "{":
      if let count = try count() {
        throw error("nothing to repeat for \(count.text)", at: start, expected: "\\{ for itself")
      }
    default: break
    }
    index += 1
    switch scalar {
    case ".": return .unit(.any)
    case "^": return .assertion(.lineStart)
    case "$": return .assertion(.lineEnd)
    default:
      noteCase(of: scalar)
      return literal(scalar.value)
    }
  }

  /// Keeps in mind whether a code point that stands for itself is a capital.
  mutating func noteCase(of scalar: Unicode.Scalar) {
    hasCapital = hasCapital || CaseFolding.isCapital(scalar)
  }

  private func literal(_ value: UInt32) -> Syntax {
    let set = UnitClass([value...value])
    return .unit(ignoresCase ? set.ignoringCase() : set)
  }

  /// Reads `(?i)`, which holds to the end of the group it stands in.
  private mutating func flags() throws(PatternError) -> Bool {
    if take("(?i)") {
      ignoresCase = true
    } else if take("(?-i)") {
      ignoresCase = false
    } else {
      return false
    }
    return true
  }

  private mutating func group() throws(PatternError) -> Syntax {
    let start = index
    let outer = ignoresCase
    index += 1
    if next == "?" { try groupKind(from: start) }
    depth += 1
    guard depth <= Self.deepestNesting else {
      throw error(
        "groups are nested too deeply",
        at: start,
        expected: "at most \(Self.deepestNesting) of them in each other"
      )
    }
    let body = try choice()
    depth -= 1
    guard take(")") else {
      throw error("unclosed (", at: start, expected: ") behind it, or \\( for itself")
    }
    ignoresCase = outer
    return body
  }

  private mutating func groupKind(from start: Int) throws(PatternError) {
    for look in ["?=", "?!", "?<=", "?<!"] where take(look) {
      throw error(
        "look-around (\(look) is not possible",
        at: start,
        expected: "a pattern that says what matches itself"
      )
    }
    if take("?:") { return }
    if take("?i:") {
      ignoresCase = true
    } else if take("?-i:") {
      ignoresCase = false
    } else if take("?P<") || take("?<") {
      let name = index
      while let next, next != ">", next != ")" { index += 1 }
      guard index > name, take(">") else {
        throw error("bad group name", at: start, expected: "(?<name>")
      }
    } else {
      let shown = PatternError.shown(scalars[start..<min(start + 3, scalars.count)])
      throw error("unknown group \(shown)", at: start, expected: "(?:, (?i), (?i: or (?<name>")
    }
  }

  // MARK: - Repetitions

  private struct Count {
    var atLeast: Int
    var atMost: Int?
    var text: String
  }

  private mutating func repetition(
    of part: Syntax,
    from start: Int
  ) throws(PatternError) -> Syntax? {
    let atLeast: Int
    let atMost: Int?
    if take("*") {
      (atLeast, atMost) = (0, nil)
    } else if take("+") {
      (atLeast, atMost) = (1, nil)
    } else if take("?") {
      (atLeast, atMost) = (0, 1)
    } else if let count = try count() {
      (atLeast, atMost) = (count.atLeast, count.atMost)
    } else {
      return nil
    }
    let isGreedy = !take("?")
    return .repetition(part, atLeast: atLeast, atMost: atMost, isGreedy: isGreedy)
  }

  /// Reads `{m}`, `{m,}`, `{m,n}` or `{,n}`; nil, with nothing read, when this is none.
  private mutating func count() throws(PatternError) -> Count? {
    let start = index
    guard take("{") else { return nil }
    let first = number()
    let hasComma = take(",")
    let second = hasComma ? number() : first
    guard take("}"), first != nil || second != nil else {
      index = start
      return nil
    }
    let text = PatternError.shown(scalars[start..<index])
    if let first, let second, first > second {
      throw error("\(text) counts backwards", at: start, expected: "{\(second),\(first)}")
    }
    return Count(atLeast: first ?? 0, atMost: second, text: text)
  }

  /// Reads a decimal number; one that is far too large stops growing.
  private mutating func number() -> Int? {
    var number: Int?
    while let next, ("0"..."9").contains(next) {
      number = min((number ?? 0) * 10 + Int(next.value - 0x30), Int(Int32.max) - 1)
      index += 1
    }
    return number
  }
}
