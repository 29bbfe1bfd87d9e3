#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// What the process does when signals come, and how it dies of one.
package enum Signals {
  /// The signals that end a process which does nothing about them, whatever they were made for; those
  /// of a crash, and the one that cannot be caught, left aside.
  package static let deadly =
    [
      SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
      SIGVTALRM, SIGPROF, SIGSYS,
    ] + deadlyHere

  /// Whether a signal is ignored now, as `nohup` leaves SIGHUP and a shell without job control
  /// leaves a background job's SIGINT and SIGQUIT.
  ///
  /// - Parameter signal: The signal's number.
  /// - Returns: Whether it is ignored.
  package static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    return isIgnoring(action)
  }

  /// Whether a signal was sent to the process that no thread has taken yet; for threads that block it.
  package static func isWaiting(_ signal: Int32) -> Bool {
    var waiting = sigset_t()
    unsafe sigemptyset(&waiting)
    return unsafe sigpending(&waiting) == 0 && sigismember(&waiting, signal) == 1
  }

  /// Ignores a signal from now on; SIGPIPE, so that a write to a closed reader is an error.
  package static func ignore(_ signal: Int32) {
    set(signal, to: action(ignoring: true))
  }

  /// Lets a signal do what it does by default; SIGCHLD at start, since whoever inherited it
  /// ignored loses its children's statuses.
  package static func setDefault(_ signal: Int32) {
    set(signal, to: action(ignoring: false))
  }

  /// Ends the process by a signal's default action, so that the parent sees the true cause.
  ///
  /// Where the system spares the process (the first one of a container has no default actions)
  /// it exits with the status that shells give to such a death.
  ///
  /// - Parameter signal: The signal's number; one whose default action is death.
  package static func die(of signal: Int32) -> Never {
    setDefault(signal)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal)
    // The queue's threads have nearly all signals blocked.
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(signal)
    _exit(128 + signal)
  }

  static func set(_ signal: Int32, to action: sigaction) {
    var action = action
    _ = unsafe sigaction(signal, &action, nil)
  }
}
