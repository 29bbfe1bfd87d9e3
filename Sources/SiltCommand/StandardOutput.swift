import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Where plain output goes; when it cannot go there any more, the program ends.
enum StandardOutput {
  /// Writes all bytes, at once.
  ///
  /// - Parameter bytes: What to write, unchanged.
  static func write(_ bytes: Span<UInt8>) {
    do throws(SystemError) {
      // Safe: bytes have no padding that could be read uninitialised.
      try unsafe BorrowedDescriptor.standardOutput.writeAll(bytes.bytes)
    } catch {
      end(after: error)
    }
  }

  /// Writes a text, at once.
  static func write(_ text: String) {
    write(ContiguousArray(text.utf8).span)
  }

  /// Waits until nobody can read what is written any more, and ends then.
  ///
  /// It costs nothing while waiting: no event is asked for, but a pipe's missing reader and a
  /// descriptor that is not open are always told.
  static func waitUntilUnread() -> Never {
    while true {
      var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      guard unsafe poll(&request, 1, -1) > 0 else { continue }
      guard Int32(request.revents) & POLLNVAL == 0 else {
        end(after: SystemError(.write, code: EBADF))
      }
      end(after: SystemError(.write, code: EPIPE))
    }
  }

  /// Ends the program since standard output failed: by SIGPIPE when nobody reads it, also where
  /// that signal was ignored or is blocked, else with a line that says why.
  private static func end(after error: SystemError) -> Never {
    if error.code == EPIPE {
      Signals.die(of: SIGPIPE)
    }
    StandardError.write("\(error.about("standard output"))")
    exit(1)
  }
}
