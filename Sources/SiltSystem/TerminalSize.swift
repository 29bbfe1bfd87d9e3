#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A screen's size in cells.
package struct TerminalSize: Hashable, Sendable {
  /// The rows, at least 1.
  package var rows: Int

  /// The columns, at least 1.
  package var columns: Int

  /// What stands in where the terminal does not know its size (0 rows or columns).
  package static let fallback = Self(rows: 24, columns: 80)

  /// Creates a size.
  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// Asks a terminal for its size; what it does not know is the fallback's.
  package init(of descriptor: BorrowedDescriptor) {
    var size = winsize()
    let result = unsafe ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &size)
    let isKnown = result == 0
    rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : Self.fallback.rows
    columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : Self.fallback.columns
  }
}
