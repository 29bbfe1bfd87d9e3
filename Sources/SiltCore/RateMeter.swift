/// How many lines arrived in the last full second.
///
/// Seconds are counted from the clock's zero. Nothing has to be asked while no lines arrive: the last
/// change is at most two seconds behind the last line.
package struct RateMeter: Sendable {
  private static let second: UInt64 = 1_000_000_000

  private var current: (second: UInt64, lines: Int) = (0, 0)
  private var previous: (second: UInt64, lines: Int) = (0, 0)

  package init() {}

  /// Takes note of lines.
  ///
  /// - Parameters:
  ///   - lines: How many arrived.
  ///   - now: The present, in nanoseconds.
  package mutating func received(_ lines: Int, at now: UInt64) {
    guard lines > 0 else { return }
    let second = now / Self.second
    if current.second != second {
      previous = current
      current = (second, 0)
    }
    current.lines += lines
  }

  /// The lines of the last full second; nil when there were none.
  ///
  /// - Parameter now: The present, in nanoseconds.
  /// - Returns: More than 0, or nil.
  package func rate(at now: UInt64) -> Int? {
    let last = now / Self.second
    for entry in [current, previous] where entry.second + 1 == last && entry.lines > 0 {
      return entry.lines
    }
    return nil
  }

  /// When the rate changes next if no more lines arrive; nil when it does not.
  ///
  /// - Parameter now: The present, in nanoseconds.
  /// - Returns: An instant in nanoseconds, the beginning of a second.
  package func nextChange(after now: UInt64) -> UInt64? {
    let second = now / Self.second
    let isDue = [current, previous].contains { entry in
      entry.lines > 0 && entry.second + 1 >= second
    }
    return isDue ? (second + 1) * Self.second : nil
  }
}
