import Foundation
package import SiltSystem

/// A new pseudo-terminal: the master, the slave, and the slave's name.
///
/// Frozen, so that tests can take the sides apart.
@frozen
package struct PseudoTerminal: ~Copyable, Sendable {
  /// The side of the person, or of the window.
  package var master: Descriptor

  /// The side of the programs.
  package var slave: Descriptor

  /// The device that programs open.
  package let name: String

  /// Creates a pseudo-terminal with the system's default modes.
  ///
  /// - Parameters:
  ///   - rows: The screen's rows.
  ///   - columns: The screen's columns.
  /// - Throws: When the system has none left.
  package init(rows: Int = 24, columns: Int = 80) throws {
    var ends: (Int32, Int32) = (-1, -1)
    var bytes = [CChar](repeating: 0, count: 1024)
    var size = winsize(
      ws_row: UInt16(rows),
      ws_col: UInt16(columns),
      ws_xpixel: 0,
      ws_ypixel: 0
    )
    guard unsafe openpty(&ends.0, &ends.1, &bytes, nil, &size) == 0 else {
      throw SystemError(.init("cannot create a pseudo-terminal"), code: errno)
    }
    master = Descriptor(owning: ends.0)
    slave = Descriptor(owning: ends.1)
    name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    for number in [ends.0, ends.1] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
  }

  /// Gives a terminal another size.
  package static func resize(_ number: Int32, rows: Int, columns: Int) {
    var size = winsize(
      ws_row: UInt16(rows),
      ws_col: UInt16(columns),
      ws_xpixel: 0,
      ws_ypixel: 0
    )
    _ = unsafe ioctl(number, UInt(TIOCSWINSZ), &size)
  }
}
