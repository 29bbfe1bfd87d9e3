#if canImport(Darwin)
@unsafe @preconcurrency import Darwin

/// The `ioctl` request that makes a terminal the session's controlling one: `TIOCSCTTY`.
let takeTerminalRequest: UInt = 0x2000_7461

/// The `ioctl` request for the number of bytes that can be read: `FIONREAD`.
let readableBytesRequest: UInt = 0x4004_667f

// Unsafe on both systems: what one of them hands over is a pointer.

/// A posix_spawn's file actions before they are initialised.
@unsafe
func uninitializedFileActions() -> posix_spawn_file_actions_t? {
  nil
}

/// A posix_spawn's attributes before they are initialised.
@unsafe
func uninitializedSpawnAttributes() -> posix_spawnattr_t? {
  nil
}

// Kept from Swift by its module since it is unsafe beside threads; it is called where there are none.
@_silgen_name("fork")
private func systemFork() -> pid_t

/// Duplicates the process.
func forkProcess() -> pid_t {
  systemFork()
}

/// The variables of our environment in C's form.
@unsafe
func environmentPointer() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  unsafe _NSGetEnviron().pointee
}

/// Returns a path to our own program.
func ownProgramPath() -> [UInt8] {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  var size = UInt32(path.count)
  _ = unsafe _NSGetExecutablePath(&path, &size)
  return path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
}
#endif
