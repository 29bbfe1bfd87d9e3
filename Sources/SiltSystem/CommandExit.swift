/// How a command ended.
package enum CommandExit: Hashable, Sendable {
  /// By itself, with a status of 0 to 255.
  case code(Int32)
  /// By a signal.
  case signal(Int32)

  /// Creates the end that `waitpid` told of.
  ///
  /// - Parameter waitStatus: The status of an ended process, not of a stopped one.
  package init(waitStatus: Int32) {
    // The function-like macros of <sys/wait.h> are not at hand.
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .code((waitStatus >> 8) & 0xff) : .signal(signal)
  }

  /// The status a shell gives to such an end: the code, or 128 + the signal's number.
  package var status: Int32 {
    switch self {
    case .code(let code): code
    case .signal(let signal): 128 + signal
    }
  }
}
