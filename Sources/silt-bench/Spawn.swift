import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// What a new process gets.
struct SpawnRequest {
  /// The program's path and its arguments.
  var command: [String]
  /// `NAME=value` each.
  var environment: [String]
  /// The device that becomes the controlling terminal and all three standard descriptors, if any.
  var terminal: String?
  /// Descriptors of ours to put over standard ones.
  var redirections: [(from: Int32, to: Int32)]

  /// Calls a function with the command and the environment in C's form.
  func withCStrings<R>(
    _ body: (
      UnsafePointer<CChar>, [UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]
    ) -> R
  ) -> R {
    let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    let copies = unsafe arguments + variables
    defer {
      for index in unsafe copies.indices { unsafe free(copies[index]) }
    }
    return unsafe command[0].withCString { unsafe body($0, arguments, variables) }
  }
}

/// Ends a process started here, with what it started.
///
/// It is asked first: some programs start others in sessions of their own, which nobody else ends.
func endProcess(_ process: pid_t) {
  // Each leads a session, and so a group.
  _ = kill(-process, SIGTERM)
  let patience: UInt64 = 500_000_000
  let deadline = SystemClock.now() + patience
  var status: Int32 = 0
  while SystemClock.now() < deadline {
    if unsafe waitpid(process, &status, WNOHANG) == process {
      // What it left behind in its group.
      _ = kill(-process, SIGKILL)
      return
    }
    usleep(500)
  }
  _ = kill(-process, SIGKILL)
  while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {
    // A signal came in between.
  }
}
