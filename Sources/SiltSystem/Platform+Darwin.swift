#if canImport(Darwin)
@unsafe @preconcurrency import Darwin

/// Returns when a file's content last changed, in nanoseconds since 1970.
func modificationTime(of status: stat) -> Int64 {
  Int64(status.st_mtimespec.tv_sec) * 1_000_000_000 + Int64(status.st_mtimespec.tv_nsec)
}

/// Does nothing: this system sizes its pipes itself.
package func enlargePipe(_ number: Int32, to bytes: Int32) {}
#endif
