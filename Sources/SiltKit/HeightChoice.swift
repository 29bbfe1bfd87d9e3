/// How many rows the region is to have, worked out again whenever the screen changes.
package enum HeightChoice: Hashable, Sendable {
  /// That many rows, the status row included.
  case rows(Int)
  /// A share of the screen in percent, from 1 to 100.
  case percent(Int)
  /// That many rows, but no more than half the screen: what a pipe gets unasked.
  case rowsWithinHalf(Int)
  /// The whole screen, the alternate one.
  case full

  /// The region's rows on a screen, the status row included.
  ///
  /// Shares round down, but to no less than 2 where the screen has 2: a row of log and the status.
  ///
  /// - Parameter screenRows: The rows of the screen, at least 1.
  /// - Returns: From 1 to `screenRows`.
  package func rows(screenRows: Int) -> Int {
    let rows =
      switch self {
      case .rows(let rows): rows
      case .percent(let percent): max(2, screenRows * percent / 100)
      case .rowsWithinHalf(let rows): max(2, min(rows, screenRows / 2))
      case .full: screenRows
      }
    return min(rows, screenRows)
  }
}
