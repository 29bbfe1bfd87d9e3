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
  /// Waiting costs nothing: no event is asked for, but that a pipe has lost its reader or a
  /// terminal its line is always told.
  static func waitUntilUnread() -> Never {
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    while unsafe poll(&request, 1, -1) <= 0 {
      // A signal that the process survived.
    }
    end(after: SystemError(.write, code: EPIPE))
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
