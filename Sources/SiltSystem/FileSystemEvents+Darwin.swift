#if canImport(Darwin)
@unsafe @preconcurrency import Darwin

/// Which file systems tell of changes of their files.
package enum FileSystemEvents {
  /// Whether changes of an open file are told: not where it is on another machine.
  package static func areTold(of file: BorrowedDescriptor) -> Bool {
    var status = statfs()
    guard unsafe fstatfs(file.rawValue, &status) == 0 else { return true }
    return status.f_flags & UInt32(MNT_LOCAL) != 0
  }

  /// Whether changes in a directory are told: not where it is on another machine.
  static func areTold(in directory: [UInt8]) -> Bool {
    var status = statfs()
    guard unsafe withPath(directory, { unsafe statfs($0, &status) }) == 0 else { return true }
    return status.f_flags & UInt32(MNT_LOCAL) != 0
  }
}
#endif
