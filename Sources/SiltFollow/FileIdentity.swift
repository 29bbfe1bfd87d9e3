/// What tells a file from every other one, whatever its name.
///
/// As long as a file is held open its identity cannot be given to another one, so comparing a name's
/// identity with that of an open file is safe. It is not after the file was closed.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// One opening of a file by a machine: counted from 0, never used twice.
package struct FollowedFile: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }
}

/// Why an unbroken source of bytes begins.
package enum GenerationReason: Hashable, Sendable {
  /// The file was there when following began.
  case first
  /// Another file took the name.
  case rotated
  /// The same file was cut and begins anew.
  case truncated
  /// The name was missing, known to the user, and stands for a file again.
  case back
  /// The same file goes on behind bytes that were never written.
  case hole(bytes: Int)
}
