/// A string of bytes, each of which may be one of two (the two cases of a letter).
struct Literal: Hashable, Sendable {
  private(set) var first: [UInt8] = []
  private(set) var second: [UInt8] = []

  var count: Int { first.count }

  mutating func append(_ one: UInt8, _ other: UInt8) {
    first.append(one)
    second.append(other)
  }

  mutating func append(_ other: Literal) {
    first += other.first
    second += other.second
  }
}

/// Strings of which each match holds at least one.
struct LiteralSet: Hashable, Sendable {
  /// More are slower to look for than to walk over.
  static let mostLiterals = 8
  /// No longer one is looked for: a candidate is rare enough then.
  static let longestLiteral = 32

  var literals: [Literal] = [Literal()]
  /// Letters beyond ASCII that may stand for one of the literals' letters when case is ignored: a
  /// line that holds one of them has to be looked at whatever else it holds.
  var beyond: Set<UInt32> = []
  /// Whether each of the strings is what was asked for, without a condition.
  var isFaithful = true
  /// Whether a match begins with one of them.
  var isPrefix = true

  /// The shortest length.
  var length: Int { literals.map(\.count).min() ?? 0 }

  /// The concatenations of both, nil when they are too many or too long.
  func followed(by other: LiteralSet) -> LiteralSet? {
    guard literals.count * other.literals.count <= Self.mostLiterals else { return nil }
    var result = self
    result.literals = []
    for head in literals {
      for tail in other.literals {
        guard head.count + tail.count <= Self.longestLiteral else { return nil }
        var whole = head
        whole.append(tail)
        if !result.literals.contains(whole) { result.literals.append(whole) }
      }
    }
    result.beyond.formUnion(other.beyond)
    result.isFaithful = isFaithful && other.isFaithful
    return result
  }

  /// Those of either, nil when they are too many.
  func united(with other: LiteralSet) -> LiteralSet? {
    var result = self
    for literal in other.literals where !result.literals.contains(literal) {
      result.literals.append(literal)
    }
    guard result.literals.count <= Self.mostLiterals else { return nil }
    result.beyond.formUnion(other.beyond)
    result.isFaithful = isFaithful && other.isFaithful
    result.isPrefix = isPrefix && other.isPrefix
    return result
  }
}

/// The sets of strings that a pattern's matches hold, the most promising first.
struct RequiredLiterals: Sendable {
  /// So many are tried on the text.
  private static let mostCandidates = 4

  let candidates: [LiteralSet]
  /// Whether a line matches when it holds one of the first set's strings: there is one set only then.
  let isWhole: Bool
  /// Whether a match begins at a line's start only.
  let isAnchored: Bool

  init(of syntax: Syntax) {
    isAnchored = syntax.isAnchored
    if let exact = Self.exact(syntax), exact.length > 0, exact.isFaithful {
      candidates = [exact]
      isWhole = true
    } else {
      candidates = Array(
        Self.candidates(of: syntax).sorted(by: Self.isBetter).prefix(Self.mostCandidates)
      )
      isWhole = false
    }
  }

  private static func isBetter(_ one: LiteralSet, _ other: LiteralSet) -> Bool {
    (one.length, -one.literals.count) > (other.length, -other.literals.count)
  }

  /// All that a part matches, nil when that is too much.
  private static func exact(_ syntax: Syntax) -> LiteralSet? {
    switch syntax {
    case .empty: return LiteralSet()
    case .assertion:
      var set = LiteralSet()
      set.isFaithful = false
      return set
    case .unit(let members): return exact(members)
    case .sequence(let parts):
      var result = LiteralSet()
      for part in parts {
        guard let set = exact(part), let longer = result.followed(by: set) else { return nil }
        result = longer
      }
      return result
    case .choice(let branches):
      var result: LiteralSet?
      for branch in branches {
        guard let set = exact(branch) else { return nil }
        guard let before = result else {
          result = set
          continue
        }
        guard let both = before.united(with: set) else { return nil }
        result = both
      }
      return result
    case .repetition(let body, let atLeast, let atMost, _):
      guard let atMost, atMost <= LiteralSet.longestLiteral, let set = exact(body) else {
        return nil
      }
      var result: LiteralSet?
      var power = LiteralSet()
      for count in 0...atMost {
        if count >= atLeast {
          guard let all = (result ?? power).united(with: power) else { return nil }
          result = all
        }
        guard count < atMost else { break }
        guard let longer = power.followed(by: set) else { return nil }
        power = longer
      }
      return result
    }
  }

  private static func exact(_ members: UnitClass) -> LiteralSet? {
    guard let values = members.members(atMost: 2 * LiteralSet.mostLiterals) else { return nil }
    var set = LiteralSet()
    set.literals = []
    let ascii = values.filter { $0 < 0x80 }.map { UInt8($0) }
    for value in values where value >= 0x80 {
      if CaseFolding.variants(of: value).contains(where: { $0 < 0x80 && values.contains($0) }) {
        set.beyond.insert(value)
        continue
      }
      guard let scalar = Unicode.Scalar(value), let bytes = Unicode.UTF8.encode(scalar) else {
        continue
      }
      var literal = Literal()
      for byte in bytes { literal.append(byte, byte) }
      set.literals.append(literal)
    }
    for index in stride(from: 0, to: ascii.count, by: 2) {
      var literal = Literal()
      literal.append(ascii[index], ascii[min(index + 1, ascii.count - 1)])
      set.literals.append(literal)
    }
    return set.literals.count <= LiteralSet.mostLiterals && !set.literals.isEmpty ? set : nil
  }

  private static func candidates(of syntax: Syntax) -> [LiteralSet] {
    if let set = exact(syntax) { return set.length > 0 ? [set] : [] }
    switch syntax {
    case .empty, .assertion, .unit: return []
    case .sequence(let parts): return candidates(ofSequence: parts)
    case .choice(let branches):
      var result: LiteralSet?
      for branch in branches {
        guard let best = candidates(of: branch).min(by: isBetter) else { return [] }
        guard let before = result else {
          result = best
          continue
        }
        guard let both = before.united(with: best) else { return [] }
        result = both
      }
      return result.map { [$0] } ?? []
    case .repetition(let body, let atLeast, _, _):
      return atLeast > 0 ? candidates(of: body) : []
    }
  }

  private static func candidates(ofSequence parts: [Syntax]) -> [LiteralSet] {
    var found: [LiteralSet] = []
    var run = LiteralSet()
    func close() {
      if run.length > 0 { found.append(run) }
    }
    for part in parts {
      let exact = exact(part)
      if let exact, let longer = run.followed(by: exact) {
        run = longer
        continue
      }
      close()
      // What is empty up to here leaves the next part at the beginning.
      let isPrefix = run.isPrefix && run.literals.allSatisfy { $0.count == 0 }
      if var exact {
        exact.isPrefix = isPrefix
        run = exact
      } else {
        found += candidates(of: part).map { set in
          var set = set
          set.isPrefix = set.isPrefix && isPrefix
          return set
        }
        run = LiteralSet()
        run.isPrefix = false
      }
    }
    close()
    return found
  }
}
