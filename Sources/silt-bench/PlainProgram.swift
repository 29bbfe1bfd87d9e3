import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A program without a terminal: what stands in front of a pipe, or at its end.
///
/// A program that is let go is killed with all that it started.
final class PlainProgram {
  /// The process, which leads its session.
  let processID: pid_t
  private var isReaped = false

  /// Starts a program; its standard error goes nowhere.
  ///
  /// - Parameters:
  ///   - command: Its path and its arguments.
  ///   - environment: `NAME=value` each.
  ///   - input: A descriptor for standard input; nothing to read when left out.
  ///   - output: A descriptor for standard output; nowhere when left out.
  /// - Throws: When it cannot be started.
  init(
    _ command: [String],
    environment: [String],
    input: Int32? = nil,
    output: Int32? = nil
  ) throws {
    let nothing = try Descriptor(opening: "/dev/null", for: .reading)
    let nowhere = try Descriptor(opening: "/dev/null", for: .appending)
    processID = try SpawnRequest(
      command: command,
      environment: environment,
      terminal: nil,
      redirections: [
        (input ?? nothing.rawValue, 0), (output ?? nowhere.rawValue, 1), (nowhere.rawValue, 2),
      ]
    ).spawn()
  }

  deinit {
    if !isReaped { endProcess(processID) }
  }

  /// Waits for the program's end, for ever if need be.
  ///
  /// - Parameter heedsSignals: Whether a signal that asked us to stop ends the waiting.
  /// - Returns: When it had ended, by `SystemClock`.
  /// - Throws: When such a signal came.
  @discardableResult
  func waitForEnd(heedsSignals: Bool = true) throws -> UInt64 {
    var status: Int32 = 0
    while !isReaped {
      if heedsSignals { try Interruption.check() }
      let ended = unsafe waitpid(processID, &status, WNOHANG)
      if ended == processID { isReaped = true } else { usleep(50) }
    }
    return SystemClock.now()
  }
}
