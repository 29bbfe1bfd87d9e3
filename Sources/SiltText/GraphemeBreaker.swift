/// Finds the boundaries of extended grapheme clusters in a sequence of code points.
///
/// The rules are those of UAX #29, revision for Unicode 18.0; GB9c no longer asks for a consonant
/// before the linker.
struct GraphemeBreaker {
  /// The break class of the code point before, nil at the start of the text.
  private var last: ScalarProperties.Break?
  /// Whether what stands before is a pictograph with its extenders, and then perhaps a joiner.
  private var isAfterPictograph = false
  /// Whether an odd number of regional indicators stands before.
  private var isAfterOddIndicator = false
  /// Whether what stands before would join a consonant: a linker and its extenders.
  private var isLinked = false

  /// Whether the next code point is joined whatever it is, unless it is a control.
  var joinsNext: Bool { last == .prepend }

  /// Takes the next code point.
  ///
  /// - Returns: Whether there is a boundary before it.
  mutating func isBoundary(before next: ScalarProperties) -> Bool {
    let kind = next.graphemeBreak
    let isBoundary = breaks(before: kind, conjunct: next.conjunct)
    switch kind {
    case .pictographic: isAfterPictograph = true
    case .extend: break
    case .joiner: break
    default: isAfterPictograph = false
    }
    isAfterOddIndicator = kind == .regionalIndicator && !isAfterOddIndicator
    switch next.conjunct {
    case .linker: isLinked = true
    case .extend: break
    default: isLinked = false
    }
    last = kind
    return isBoundary
  }

  private func breaks(
    before kind: ScalarProperties.Break,
    conjunct: ScalarProperties.Conjunct
  ) -> Bool {
    guard let last else { return true }  // GB1
    switch (last, kind) {
    case (.carriageReturn, .lineFeed):  // GB3
      return false
    case (.control, _), (.carriageReturn, _), (.lineFeed, _):  // GB4
      return true
    case (_, .control), (_, .carriageReturn), (_, .lineFeed):  // GB5
      return true
    case (.leadingJamo, .leadingJamo), (.leadingJamo, .vowelJamo), (.leadingJamo, .syllableLV),
      (.leadingJamo, .syllableLVT):  // GB6
      return false
    case (.syllableLV, .vowelJamo), (.syllableLV, .trailingJamo), (.vowelJamo, .vowelJamo),
      (.vowelJamo, .trailingJamo):  // GB7
      return false
    case (.syllableLVT, .trailingJamo), (.trailingJamo, .trailingJamo):  // GB8
      return false
    case (_, .extend), (_, .joiner), (_, .spacingMark), (.prepend, _):  // GB9, GB9a, GB9b
      return false
    case (.joiner, .pictographic):  // GB11
      return !isAfterPictograph
    case (.regionalIndicator, .regionalIndicator):  // GB12, GB13
      return !isAfterOddIndicator
    default:  // GB9c, GB999
      return !(isLinked && conjunct == .consonant)
    }
  }
}
