#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// What a descriptor refers to; it decides how it can be read and waited for.
package enum DescriptorKind: Hashable, Sendable {
  /// A pipe or a FIFO.
  case pipe
  /// A regular file: always ready, and its end may move.
  case regularFile
  /// A terminal.
  case terminal
  /// A character device that is no terminal, such as `/dev/null`.
  case characterDevice
  /// A block device.
  case blockDevice
  /// A socket.
  case socket
  /// A directory.
  case directory
  /// Something without a file type, such as the system's event descriptors.
  case other

  /// Creates the kind from a file's mode bits.
  ///
  /// - Parameters:
  ///   - mode: `st_mode`.
  ///   - isTerminal: Whether a character device is a terminal; asked only for one.
  init(mode: mode_t, isTerminal: () -> Bool) {
    self =
      switch mode & S_IFMT {
      case S_IFIFO: .pipe
      case S_IFREG: .regularFile
      case S_IFCHR: isTerminal() ? .terminal : .characterDevice
      case S_IFBLK: .blockDevice
      case S_IFSOCK: .socket
      case S_IFDIR: .directory
      default: .other
      }
  }
}
