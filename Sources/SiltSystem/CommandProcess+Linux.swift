#if os(Linux)
@unsafe @preconcurrency import Glibc

/// The `ioctl` request that makes a terminal the session's controlling one.
let takeTerminalRequest = UInt(TIOCSCTTY)

/// The `ioctl` request for the number of bytes that can be read.
let readableBytesRequest = UInt(FIONREAD)

// Unsafe on both systems: what one of them hands over is a pointer.

/// A posix_spawn's file actions before they are initialised.
@unsafe
func uninitializedFileActions() -> posix_spawn_file_actions_t {
  unsafe posix_spawn_file_actions_t()
}

/// A posix_spawn's attributes before they are initialised.
@unsafe
func uninitializedSpawnAttributes() -> posix_spawnattr_t {
  posix_spawnattr_t()
}

/// Duplicates the process.
func forkProcess() -> pid_t {
  fork()
}

/// The variables of our environment in C's form.
@unsafe
func environmentPointer() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  unsafe environ
}

/// Returns a path to our own program, even where its file was replaced meanwhile.
func ownProgramPath() -> [UInt8] {
  Array("/proc/self/exe".utf8)
}
#endif
