#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

extension Signals {
  package static let interrupt = SIGINT
  package static let terminate = SIGTERM
  package static let kill = SIGKILL
  package static let hangUp = SIGHUP
  package static let stop = SIGTSTP
  package static let continuation = SIGCONT

  /// The name of a signal without `SIG`, as `kill -l` says it; its number where it has none.
  ///
  /// - Parameter signal: The signal's number.
  /// - Returns: `SEGV`, `TERM`, …
  package static func name(of signal: Int32) -> String {
    names.first { $0.signal == signal }?.name ?? String(signal)
  }

  private static let names: [(signal: Int32, name: String)] = [
    (SIGHUP, "HUP"), (SIGINT, "INT"), (SIGQUIT, "QUIT"), (SIGILL, "ILL"), (SIGTRAP, "TRAP"),
    (SIGABRT, "ABRT"), (SIGBUS, "BUS"), (SIGFPE, "FPE"), (SIGKILL, "KILL"), (SIGUSR1, "USR1"),
    (SIGSEGV, "SEGV"), (SIGUSR2, "USR2"), (SIGPIPE, "PIPE"), (SIGALRM, "ALRM"),
    (SIGTERM, "TERM"), (SIGCHLD, "CHLD"), (SIGCONT, "CONT"), (SIGSTOP, "STOP"),
    (SIGTSTP, "TSTP"), (SIGTTIN, "TTIN"), (SIGTTOU, "TTOU"), (SIGURG, "URG"),
    (SIGXCPU, "XCPU"), (SIGXFSZ, "XFSZ"), (SIGVTALRM, "VTALRM"), (SIGPROF, "PROF"),
    (SIGWINCH, "WINCH"), (SIGIO, "IO"), (SIGSYS, "SYS"),
  ]
}
