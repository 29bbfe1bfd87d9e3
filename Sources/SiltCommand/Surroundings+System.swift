import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

extension Surroundings {
  /// Looks at the world around this process.
  ///
  /// - Parameters:
  ///   - options: What was asked for; where that needs no terminal, none is waited for.
  ///   - patience: How long a process group may take to become the terminal's: a shell may move a
  ///     job to the foreground only after it has begun to run.
  /// - Returns: What was found.
  static func current(
    for options: Options,
    patience: Duration = .milliseconds(100)
  ) -> Surroundings {
    let output = BorrowedDescriptor.standardOutput
    var surroundings = Surroundings(
      standardInput: standardInput,
      outputIsTerminal: output.isTerminal,
      terminalType: environment("TERM"),
      isInBackground: false
    )
    if surroundings.canDraw && !options.isPlain {
      surroundings.isInBackground = isInBackground(within: patience)
    }
    return surroundings
  }

  private static var standardInput: StandardInput {
    switch try? BorrowedDescriptor.standardInput.kind() {
    case .terminal: .terminal
    case .regularFile: .regularFile
    default: .stream
    }
  }

  private static func isInBackground(within patience: Duration) -> Bool {
    let pause = Duration.milliseconds(5)
    var waited = Duration.zero
    while true {
      let owner = tcgetpgrp(STDOUT_FILENO)
      // A terminal that does not control us stops nobody.
      if owner < 0 || owner == getpgrp() { return false }
      guard waited < patience else { return true }
      usleep(5000)
      waited += pause
    }
  }
}
