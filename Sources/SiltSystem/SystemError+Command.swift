#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

extension SystemError.Operation {
  /// The start of a command; the error's subject is its name.
  package static let runCommand = Self("cannot run")
  package static let makeTerminal = Self("cannot create a pseudo-terminal")
  package static let startLeader = Self("cannot start a second", "for the command")
}

extension SystemError {
  /// The exit status of who could not start a command: 127 where it was not found, else 126.
  package var commandStatus: Int32 {
    operation == .runCommand && code == ENOENT ? 127 : 126
  }
}
