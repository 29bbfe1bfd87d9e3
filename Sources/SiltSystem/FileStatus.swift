package import SiltFollow

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// What the system says about a file: which one it is, its kind, its size and its last change.
package struct FileStatus: Hashable, Sendable {
  /// The device the file is on; with `inode` it names the file.
  package var device: UInt64

  /// The file's number on its device.
  package var inode: UInt64

  /// What it is; a character device found by its path is taken for no terminal.
  package var kind: DescriptorKind

  /// The size in bytes; 0 where it has no meaning.
  package var size: Int64

  /// The last change of the content, in nanoseconds since 1970.
  package var modified: Int64

  /// Whether it takes less room than its size: it may have holes, or is compressed.
  package var mayHaveHoles: Bool

  /// The kind and the permissions as the system has them, `st_mode`; 0 for one created by hand.
  package private(set) var mode: UInt32 = 0

  /// Creates a status by hand.
  package init(
    device: UInt64,
    inode: UInt64,
    kind: DescriptorKind,
    size: Int64,
    modified: Int64,
    mayHaveHoles: Bool = false
  ) {
    self.device = device
    self.inode = inode
    self.kind = kind
    self.size = size
    self.modified = modified
    self.mayHaveHoles = mayHaveHoles
  }

  init(_ status: stat, isTerminal: () -> Bool) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino),
      kind: DescriptorKind(mode: status.st_mode, isTerminal: isTerminal),
      size: Int64(status.st_size),
      modified: modificationTime(of: status),
      mayHaveHoles: allocatedBytes(of: status) < Int64(status.st_size)
    )
    mode = UInt32(status.st_mode)
  }

  /// Looks at what a path leads to, symbolic links followed.
  ///
  /// - Throws: The system's reason, about `path`.
  package init(ofPath path: String) throws(SystemError) {
    var status = stat()
    let result = retryingInterrupted { unsafe stat(path, &status) }
    guard result == 0 else { throw SystemError(.status, path, code: errno) }
    self.init(status) { false }
  }
}

extension FileStatus {
  /// The file, whatever its name.
  package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  /// Whether it is a symbolic link itself, which only a look at the link shows.
  package var isLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }
}
