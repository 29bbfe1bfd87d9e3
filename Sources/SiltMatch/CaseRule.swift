/// Whether the case of letters counts.
package enum CaseRule: Hashable, Sendable {
  /// It counts when the pattern has a capital; a letter behind `\` is none.
  case smart
  /// It never counts.
  case ignored
  /// It counts, as typed.
  case asTyped
}
