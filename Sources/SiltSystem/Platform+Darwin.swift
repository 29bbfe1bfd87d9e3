#if canImport(Darwin)
@unsafe @preconcurrency import Darwin

/// Returns when a file's content last changed, in nanoseconds since 1970.
func modificationTime(of status: stat) -> Int64 {
  Int64(status.st_mtimespec.tv_sec) * 1_000_000_000 + Int64(status.st_mtimespec.tv_nsec)
}

/// Returns how many bytes the file takes on its file system; fewer than its size where it has holes.
func allocatedBytes(of status: stat) -> Int64 { Int64(status.st_blocks) * 512 }

let seekToData: Int32 = SEEK_DATA
let seekToHole: Int32 = SEEK_HOLE

/// The limit of open descriptors, as `getrlimit` takes it.
let descriptorLimit = RLIMIT_NOFILE

/// Does nothing: this system sizes its pipes itself.
package func enlargePipe(_ number: Int32, to bytes: Int32) {}
#endif
