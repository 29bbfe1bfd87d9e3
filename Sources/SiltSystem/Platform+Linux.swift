#if os(Linux)
@unsafe @preconcurrency import Glibc

/// Returns when a file's content last changed, in nanoseconds since 1970.
func modificationTime(of status: stat) -> Int64 {
  Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
}

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
