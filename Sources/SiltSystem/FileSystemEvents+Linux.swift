#if os(Linux)
@unsafe @preconcurrency import Glibc

/// Which file systems tell of changes of their files.
package enum FileSystemEvents {
  /// Whether changes of an open file are told by inotify, as far as its file system's type says.
  package static func areTold(of file: BorrowedDescriptor) -> Bool {
    unsafe areTold { unsafe systemFileStatus(file.rawValue, $0) }
  }

  /// Whether changes in a directory are told by inotify, as far as its file system's type says.
  static func areTold(in directory: [UInt8]) -> Bool {
    unsafe areTold { status in unsafe withPath(directory) { unsafe systemPathStatus($0, status) } }
  }

  /// Whether a file system of that type tells of changes, whoever makes them.
  ///
  /// - Parameter type: The number that `statfs(2)` gives.
  /// - Returns: Whether a watch is enough.
  static func areTold(byType type: UInt32) -> Bool { !silent.contains(type) }

  @unsafe
  private static func areTold(_ call: (UnsafeMutableRawPointer) -> Int32) -> Bool {
    // The type is the first word of a `struct statfs`, which is of 120 bytes at the most.
    unsafe withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { status in
      // The allocation has bytes, so it has an address.
      guard unsafe call(status.baseAddress.unsafelyUnwrapped) == 0 else { return true }
      // Some types were made as negative numbers: the lower half is what they agree in.
      return areTold(byType: UInt32(truncatingIfNeeded: unsafe status.load(as: Int.self)))
    }
  }

  /// The types of file systems that others change unknown to this kernel, or that make up their bytes.
  ///
  /// From linux/magic.h and the file systems' own documentation.
  private static let silent: Set<UInt32> = [
    0x6969,  // NFS
    0x517b,  // SMB
    0xff53_4d42,  // CIFS
    0xfe53_4d42,  // SMB 2 and later
    0x564c,  // NCP
    0x6573_5546,  // FUSE: sshfs and many more
    0x0102_1997,  // 9p
    0x5346_414f,  // AFS
    0x6b41_4653,  // AFS of the kernel
    0x7375_7245,  // Coda
    0x00c3_6400,  // Ceph
    0x0116_1970,  // GFS2
    0x0bd0_0bd0,  // Lustre
    0x7461_636f,  // OCFS2
    0x4750_4653,  // GPFS
    0xaad7_aaea,  // PanFS
    0x1983_0326,  // BeeGFS
    0xbeef_dead,  // StorNext
    0xa501_fcf5,  // VxFS
    0x6175_6673,  // aufs
    0x786f_4256,  // VirtualBox's shared folders
    0xbacb_acbc,  // VMware's
    0x7c7c_6673,  // Parallels'
    0x9fa0,  // proc
    0x6265_6572,  // sysfs
    0x6462_6720,  // debugfs
    0x7472_6163,  // tracefs
  ]
}

// Not imported: `struct statfs` is in a header that Glibc's module leaves out. Arguments and results
// are integers and pointers, which Swift's and C's calling conventions pass alike.
@_silgen_name("fstatfs")
private func systemFileStatus(_ number: Int32, _ status: UnsafeMutableRawPointer) -> Int32

@_silgen_name("statfs")
private func systemPathStatus(
  _ path: UnsafePointer<CChar>,
  _ status: UnsafeMutableRawPointer
) -> Int32
#endif
