/// A pattern as a tree.
///
/// A text is a row of units: well-formed code points of UTF-8, and bytes that are part of none.
indirect enum Syntax: Hashable, Sendable {
  /// Matches between any two units.
  case empty
  case unit(UnitClass)
  case assertion(Assertion)
  case sequence([Syntax])
  /// The first that leads to a match counts.
  case choice([Syntax])
  /// - `atMost` is nil when there is no limit.
  /// - A greedy one prefers more.
  case repetition(Syntax, atLeast: Int, atMost: Int?, isGreedy: Bool)

  /// Whether a match can begin at a line's start only.
  var isAnchored: Bool {
    switch self {
    case .empty, .unit: false
    case .assertion(let assertion): assertion == .lineStart
    case .sequence(let parts):
      // What stands before the anchor must be empty for the anchor to hold.
      parts.contains(where: \.isAnchored)
    case .choice(let branches): branches.allSatisfy(\.isAnchored)
    case .repetition(let body, let atLeast, _, _): atLeast > 0 && body.isAnchored
    }
  }

  /// How many instructions a program for it has, at most; counted without making them.
  ///
  /// A repetition counts at least one for each time, so that it bounds the work as well.
  /// The count stops growing at `Int32.max`.
  var size: Int {
    switch self {
    case .empty: 0
    case .unit, .assertion: 1
    case .sequence(let parts): Self.sum(parts)
    case .choice(let branches): Self.capped(Self.sum(branches) + branches.count)
    case .repetition(let body, let atLeast, let atMost, _):
      // Both factors are below 2³¹.
      Self.capped((body.size + 1) * max(1, atMost ?? atLeast) + 2)
    }
  }

  private static func sum(_ parts: [Syntax]) -> Int {
    parts.reduce(0) { capped($0 + $1.size) }
  }

  private static func capped(_ size: Int) -> Int {
    min(size, Int(Int32.max))
  }
}
