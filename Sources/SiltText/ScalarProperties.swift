/// What the tables know of a code point, packed as `.ci/unicode/generate` lays it out.
struct ScalarProperties: Hashable, Sendable {
  /// The values of Grapheme_Cluster_Break (UAX #29), and Extended_Pictographic (UTS #51), which
  /// no code point has together with another.
  enum Break: UInt8, Sendable {
    case other
    case control
    case extend
    case joiner
    case regionalIndicator
    case prepend
    case spacingMark
    case leadingJamo
    case vowelJamo
    case trailingJamo
    case syllableLV
    case syllableLVT
    case pictographic
    case carriageReturn
    case lineFeed
  }

  /// The values of Indic_Conjunct_Break (UAX #44).
  enum Conjunct: UInt8, Sendable {
    case none
    case consonant
    case extend
    case linker
  }

  /// What stands on the screen for a code point.
  enum Display: UInt8, Sendable {
    /// Itself.
    case text
    /// Nothing: it is invisible, and terminals disagree on the room it takes.
    case dropped
    /// Its number: it would act on its surroundings, or hide in them.
    case numbered
  }

  private let record: UInt16

  /// Looks up a code point.
  ///
  /// - Parameter scalar: At most 0x10FFFF.
  /// - Complexity: O(1).
  init(_ scalar: UInt32) {
    let block = Int(UnicodeTables.index[Int(scalar >> 7)])
    record = UnicodeTables.records[Int(UnicodeTables.blocks[block << 7 | Int(scalar & 0x7F)])]
  }

  var graphemeBreak: Break { Break(rawValue: UInt8(truncatingIfNeeded: record & 15)) ?? .other }

  var conjunct: Conjunct {
    Conjunct(rawValue: UInt8(truncatingIfNeeded: record >> 4 & 3)) ?? .none
  }

  var display: Display {
    Display(rawValue: UInt8(truncatingIfNeeded: record >> 8 & 3)) ?? .numbered
  }

  /// Whether it is an emoji that is shown as text unless a variation selector follows.
  var isTextEmoji: Bool { record & 1 << 10 != 0 }

  /// Whether it is an emoji that is shown as one by itself.
  var isPresentedEmoji: Bool { record & 1 << 11 != 0 }

  /// Whether it can only stand behind another code point, whose cell it shares.
  var isExtending: Bool {
    switch graphemeBreak {
    case .extend, .joiner, .spacingMark: true
    default: columns(ambiguousIsWide: false) == 0
    }
  }

  /// Finds the cells that it takes by itself.
  ///
  /// - Parameter ambiguousIsWide: Whether East Asian ambiguous characters take 2.
  /// - Returns: 0, 1 or 2.
  func columns(ambiguousIsWide: Bool) -> Int {
    let columns = Int(record >> 6 & 3)
    guard columns == 3 else { return columns }
    return ambiguousIsWide ? 2 : 1
  }
}
