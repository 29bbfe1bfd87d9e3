import Synchronization

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// The process group of the command that is led; 0 before it runs.
private let ledGroup = Atomic<Int32>(0)

/// The terminal is gone: its programs are told, as by a shell.
private func hungUp(_ signal: Int32) {
  let saved = errno
  let group = ledGroup.load(ordering: .relaxed)
  if group > 0 {
    kill(-group, SIGHUP)
    kill(-group, SIGCONT)
  }
  errno = saved
}

/// The hidden role in which the program stands between itself and a command.
///
/// When the leader of a session ends, the system hangs up its terminal's foreground group. A command
/// that led its session itself would so kill what it left in the background. Instead this leader
/// stays until the command's end, takes the foreground over from it, and only then ends, as a shell
/// does. It starts the command, reports its end, and does nothing else.
///
/// The role is asked for by a name no file has, with a pipe at hand: nobody gets into it by accident.
package enum CommandLeader {
  /// The name (the argument before the first) by which the role is asked for.
  static let name = "silt: leader of a command"

  /// The role's arguments that precede those of the command: its name, the report's descriptor and
  /// the connection.
  private static let ownArguments = 3

  /// The signals that are meant for others: terminals, shells and those who kill by name send them
  /// here, too.
  private static let ignored = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU,
  ]

  /// Returns the arguments that ask for the role.
  static func arguments(
    for command: [[UInt8]],
    _ connection: CommandConnection,
    reportingTo number: Int32
  ) -> [[UInt8]] {
    [name, String(number), connection.word].map { Array($0.utf8) } + command
  }

  /// Plays the role to its end where the process was asked to, else returns.
  ///
  /// It is the first thing a program does, before there is a second thread.
  package static func runIfAsked() {
    let count = Int(CommandLine.argc)
    let values = unsafe CommandLine.unsafeArgv
    guard count > ownArguments, argument(0) == name,
      let number = argument(1).flatMap({ Int32($0) }),
      let connection = argument(2).flatMap({ CommandConnection(word: $0) }),
      (try? BorrowedDescriptor(number).kind()) == .pipe
    else { return }
    unsafe lead(values + ownArguments, connection, reportingTo: BorrowedDescriptor(number))
  }

  private static func argument(_ index: Int) -> String? {
    unsafe CommandLine.unsafeArgv[index].map { unsafe String(cString: $0) }
  }

  private static func lead(
    _ command: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ connection: CommandConnection,
    reportingTo report: BorrowedDescriptor
  ) -> Never {
    _ = fcntl(report.rawValue, F_SETFD, FD_CLOEXEC)
    prepareSurroundings(connection)
    let inherited = takeSignals(connection)

    switch unsafe startChild(command, connection, inherited) {
    case .failed(let code):
      CommandReport.failed(code).write(to: report)
    case .started(let process):
      ledGroup.store(process, ordering: .relaxed)
      closeStandardDescriptors(connection)
      CommandReport.started(process).write(to: report)
      let status = wait(for: process)
      Signals.ignore(SIGHUP)
      if connection.isTerminal { tcsetpgrp(STDOUT_FILENO, getpgrp()) }
      CommandReport.ended(status).write(to: report)
    }
    _exit(0)
  }

  private enum Start {
    case started(pid_t)
    case failed(Int32)
  }

  /// Sets up what the command inherits: session, terminal, variables.
  private static func prepareSurroundings(_ connection: CommandConnection) {
    switch connection {
    case .terminal:
      setsid()
      _ = ioctl(STDOUT_FILENO, takeTerminalRequest, 0)
      // They tell of another terminal, and many programs believe them more than their own.
      unsafe unsetenv("LINES")
      unsafe unsetenv("COLUMNS")
    case .pipe(let rows, let columns):
      // Out of the caller's group, where nobody but the members of a pipeline is expected.
      setpgid(0, 0)
      unsafe setenv("LINES", String(rows), 1)
      unsafe setenv("COLUMNS", String(columns), 1)
    case .inherited:
      break
    }
  }

  /// Sets what the leader does when signals come.
  ///
  /// - Returns: What was done before, for the command.
  private static func takeSignals(_ connection: CommandConnection) -> [(Int32, sigaction)] {
    let inherited = ignored.map { signal in
      var before = sigaction()
      _ = unsafe sigaction(signal, nil, &before)
      return (signal, before)
    }
    let passesHangUp = connection.isTerminal && !Signals.isIgnored(SIGHUP)
    for signal in ignored { Signals.ignore(signal) }
    if passesHangUp {
      Signals.set(SIGHUP, to: action(calling: hungUp, flags: Int32(SA_RESTART)))
    }
    return inherited
  }

  /// Starts the command; returns when it runs, or cannot.
  private static func startChild(
    _ command: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ connection: CommandConnection,
    _ signals: [(Int32, sigaction)]
  ) -> Start {
    let (reader, writer): (BorrowedDescriptor, BorrowedDescriptor)
    do throws(SystemError) {
      // Released: in the child an owner would close it before the failure is known.
      let failure = try PipeEnds()
      reader = BorrowedDescriptor(failure.readEnd.release())
      writer = BorrowedDescriptor(failure.writeEnd.release())
    } catch {
      return .failed(error.code)
    }
    // Not spawned: only between fork and exec can the command be put into the foreground before
    // it runs. There is no other thread whose locks a fork could leave locked.
    let process = forkProcess()
    guard process >= 0 else { return .failed(errno) }
    if process == 0 {
      if connection != .inherited { setpgid(0, 0) }
      // SIGTTOU is still ignored: a background group may do this.
      if connection.isTerminal { tcsetpgrp(STDOUT_FILENO, getpid()) }
      for (signal, action) in signals { Signals.set(signal, to: action) }
      // It searches PATH, and lets a shell run a script without a first line that names one.
      if let name = unsafe command[0] { unsafe execvp(name, command) }
      CommandReport.failed(errno).write(to: writer)
      _exit(127)
    }
    systemClose(writer.rawValue)
    // A command that runs has closed the pipe.
    guard case .failed(let code) = CommandReport.read(from: reader) else {
      return .started(process)
    }
    _ = wait(for: process)
    return .failed(code)
  }

  /// Lets go of the command's descriptors, so that whoever is at their other end sees the command's
  /// use of them and not ours; the terminal's is kept for taking its foreground back.
  private static func closeStandardDescriptors(_ connection: CommandConnection) {
    for number in STDIN_FILENO...STDERR_FILENO
    where !(connection.isTerminal && number == STDOUT_FILENO) {
      close(number)
    }
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    _ = retryingInterrupted { unsafe waitpid(process, &status, 0) }
    return status
  }
}
