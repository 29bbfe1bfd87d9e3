/// A set of units: what one place of a pattern matches.
///
/// No class holds the newline: a text is one line.
struct UnitClass: Hashable, Sendable {
  /// A named class or what it leaves out.
  struct Term: Hashable, Sendable {
    let property: ScalarProperty
    let isNegated: Bool
  }

  /// Of larger ranges the other cases are not looked up one by one.
  private static let largestFolded: UInt32 = 2048
  private static let newline: UInt32 = 0x0A

  private(set) var ranges: [ClosedRange<UInt32>] = []
  private(set) var terms: [Term] = []
  /// Whether a code point is in when one of its other cases is.
  private(set) var ignoresCase = false
  private var isNegated = false

  /// Everything but the newline: `.`.
  static let any = UnitClass(negating: UnitClass())

  init(_ ranges: [ClosedRange<UInt32>] = [], terms: [Term] = []) {
    self.ranges = Self.merged(ranges)
    self.terms = terms
  }

  init(_ property: ScalarProperty, isNegated: Bool = false) {
    terms = [Term(property: property, isNegated: isNegated)]
  }

  /// What another leaves out.
  init(negating other: UnitClass) {
    self = other
    isNegated.toggle()
  }

  mutating func insert(_ range: ClosedRange<UInt32>) {
    ranges = Self.merged(ranges + [range])
  }

  mutating func formUnion(_ other: UnitClass) {
    ranges = Self.merged(ranges + other.ranges)
    terms += other.terms
  }

  /// The same with all cases of its letters; to be asked for before a negation.
  func ignoringCase() -> UnitClass {
    var result = self
    let isASCII = terms.isEmpty && ranges.allSatisfy { $0.upperBound < 0x80 }
    var others: [ClosedRange<UInt32>] = []
    for range in ranges where range.upperBound - range.lowerBound < Self.largestFolded {
      for value in range {
        for variant in CaseFolding.variants(of: value) {
          others.append(variant...variant)
          for beyond in CaseFolding.variantsBeyondASCII(of: variant) {
            others.append(beyond...beyond)
          }
        }
      }
    }
    result.ranges = Self.merged(ranges + others)
    // The letters that lead to ASCII are all listed.
    result.ignoresCase = !isASCII
    return result
  }

  /// Whether its code points are all listed in `ranges` (or, negated, all that it leaves out).
  var isListed: Bool { terms.isEmpty && !ignoresCase }

  func contains(_ value: UInt32) -> Bool {
    guard value != Self.newline else { return false }
    let holds =
      lists(value)
      || ignoresCase && CaseFolding.variants(of: value).contains { lists($0) }
    return holds != isNegated
  }

  /// Whether it holds the bytes that are part of no code point.
  var containsInvalid: Bool {
    terms.contains(where: \.isNegated) != isNegated
  }

  /// The code points it holds in ascending order, nil when they are more than a limit or not listed.
  func members(atMost limit: Int) -> [UInt32]? {
    guard isListed, !isNegated else { return nil }
    var members: [UInt32] = []
    for range in ranges {
      guard Int(range.upperBound - range.lowerBound) + members.count < limit else { return nil }
      members += range
    }
    return members.filter { $0 != Self.newline }
  }

  private func lists(_ value: UInt32) -> Bool {
    for range in ranges where value <= range.upperBound {
      if value >= range.lowerBound { return true }
      break
    }
    return terms.contains { $0.property.contains(value) != $0.isNegated }
  }

  private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound &+ 1 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
