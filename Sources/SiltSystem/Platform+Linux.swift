#if os(Linux)
@unsafe @preconcurrency import Glibc

/// Returns when a file's content last changed, in nanoseconds since 1970.
func modificationTime(of status: stat) -> Int64 {
  Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
}

/// Returns how many bytes the file takes on its file system; fewer than its size where it has holes.
func allocatedBytes(of status: stat) -> Int64 { Int64(status.st_blocks) * 512 }

// Their names are hidden behind _GNU_SOURCE; the numbers are part of the kernel's interface.
let seekToData: Int32 = 3
let seekToHole: Int32 = 4

/// The limit of open descriptors, as `getrlimit` takes it.
let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

/// Asks for a larger pipe; the system may refuse, and then it stays as it is.
///
/// - Parameters:
///   - number: An end of a pipe.
///   - bytes: The capacity asked for; unprivileged users get up to 1 MiB by default.
package func enlargePipe(_ number: Int32, to bytes: Int32) {
  // F_SETPIPE_SZ is hidden behind _GNU_SOURCE; its number is part of the kernel's interface.
  let setPipeSize: Int32 = 1031
  _ = fcntl(number, setPipeSize, bytes)
}
#endif
