import Dispatch

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A command that runs, what it writes, and how it ends.
///
/// Between us and the command stands a `CommandLeader`. The end is the command's own, whatever it
/// left in the background: its end is waited for, then what it wrote is read, and never the end of
/// file, which could be a grandchild's.
///
/// A command that is stopped, by its terminal or by a signal, still runs; SIGCONT continues it.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
package final class CommandProcess: @unchecked Sendable {
  /// The bytes of keystrokes that are kept for a terminal that takes none: more than a person types
  /// blindly, or pastes.
  package static let typedBytes = 1 << 20

  private struct Handlers {
    var turnEnded: @Sendable () -> Void
    var ended: @Sendable (CommandExit) -> Void
  }

  private let arguments: [[UInt8]]
  private let connection: CommandConnection
  private let leader: [UInt8]
  private let standardInput: BorrowedDescriptor
  private let queue: SystemQueue
  private let turnBytes: Int
  private let clock: @Sendable () -> UInt64

  private var handlers: Handlers?

  /// Our side; nil once it was let go, and where nothing is read.
  private var ours: SharedDescriptor?

  /// A terminal's other side, kept until all was read: some systems throw away what nobody read when
  /// the last one closes.
  private var slave: SharedDescriptor?
  private var reading: StreamInput?
  private var keyboard: TerminalOutput?

  /// The bytes typed since the terminal had taken all.
  private var typedCount = 0

  /// How far the reading after the command's end is.
  private var drain: CommandDrain?

  /// The command's process, which leads its group unless the connection is inherited; nil before
  /// the start.
  private(set) var processID: Int32?

  /// How the command ended; nil while it runs, and before.
  private(set) var exit: CommandExit?

  /// Describes a command; nothing runs yet.
  ///
  /// - Parameters:
  ///   - arguments: Its name, looked for in `PATH` where it has no slash, and its arguments, without
  ///     NUL bytes. Not empty.
  ///   - connection: What it writes to.
  ///   - leader: The path of a program that calls `CommandLeader.runIfAsked()`; nil for this one.
  ///   - standardInput: Our own standard input.
  ///   - queue: Where all is called.
  ///   - turnBytes: The most bytes of a read turn; nil for what a stream has by default.
  ///   - clock: The monotonic clock in nanoseconds.
  package init(
    _ arguments: [[UInt8]],
    _ connection: CommandConnection,
    leader: [UInt8]? = nil,
    standardInput: BorrowedDescriptor = .standardInput,
    on queue: SystemQueue,
    turnBytes: Int? = nil,
    clock: @escaping @Sendable () -> UInt64 = SystemClock.now
  ) {
    precondition(!arguments.isEmpty, "a command has a name")
    self.arguments = arguments
    self.connection = connection
    self.leader = leader ?? ownProgramPath()
    self.standardInput = standardInput
    self.queue = queue
    self.turnBytes = turnBytes ?? StreamInput.defaultTurnBytes
    self.clock = clock
  }

  /// Whether the command was started and did not end.
  package var isRunning: Bool {
    queue.assertIsCurrent()
    return processID != nil && exit == nil
  }

  /// Starts the command; called once, on the queue, which waits the milliseconds that it takes.
  ///
  /// It is held by itself from here to the end.
  ///
  /// - Parameters:
  ///   - receive: Takes the bytes of each read.
  ///   - turnEnded: Called after a read turn that brought bytes.
  ///   - ended: Called exactly once, with the command's end, after the last bytes.
  /// - Throws: The system's reason, about the command's name; then nothing runs and nothing is
  ///   called. `commandStatus` tells the exit status that says so.
  package func start(
    receive: @escaping StreamInput.Receive,
    turnEnded: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable (CommandExit) -> Void
  ) throws(SystemError) {
    queue.assertIsCurrent()
    precondition(processID == nil && exit == nil, "a command is started once")
    let reports = try PipeEnds()
    let ends = try CommandEnds(connection, standardInput)
    let leader = try startLeader(ends, reportingTo: reports.writeEnd.borrowed)
    let report = SharedDescriptor(reports.readEnd)
    Self.drop(reports.writeEnd)
    switch CommandReport.read(from: report.borrowed) {
    case .started(let process):
      processID = process
    case .failed(let code):
      _ = Self.wait(for: leader)
      throw SystemError(.runCommand, name, code: code)
    case .ended, nil:
      // It is no program that knows the role.
      _ = Self.wait(for: leader)
      throw SystemError(.startLeader, code: ENOEXEC)
    }

    handlers = Handlers(turnEnded: turnEnded, ended: ended)
    if let ours = ends.ours {
      self.ours = ours
      unsafe read(ours, receive)
      if connection.isTerminal { openKeyboard(ours) }
    }
    if connection.isTerminal { slave = ends.theirs }
    waitForEnd(of: leader, report)
  }

  /// Types into the command's terminal, never waiting; does nothing with another connection.
  ///
  /// - Parameter bytes: What a terminal sends for the keys.
  /// - Returns: Whether they were taken: all or none. None is once more than `typedBytes` are kept
  ///   for a command that reads none, or when there is no terminal.
  @discardableResult
  package func type(_ bytes: [UInt8]) -> Bool {
    queue.assertIsCurrent()
    guard let keyboard, typedCount + bytes.count <= Self.typedBytes else { return false }
    typedCount += bytes.count
    unsafe bytes.withUnsafeBytes { keyboard.write(unsafe $0.bytes) }
    if !keyboard.isBusy { typedCount = 0 }
    return true
  }

  /// Gives the command's terminal another size, which its foreground group is told of.
  package func resize(rows: Int, columns: Int) {
    queue.assertIsCurrent()
    guard connection.isTerminal, let ours else { return }
    var size = winsize(rows: rows, columns: columns)
    _ = unsafe ioctl(ours.borrowed.rawValue, UInt(TIOCSWINSZ), &size)
  }

  /// Sends a signal to the command's process group, or to it alone where the group is ours.
  ///
  /// A stopped command is continued, too, by signals that ask it to end; else it would not hear them.
  package func signal(_ signal: Int32) {
    queue.assertIsCurrent()
    guard isRunning, let processID else { return }
    let target = connection == .inherited ? processID : -processID
    kill(target, signal)
    if [SIGTERM, SIGHUP, SIGINT, SIGQUIT].contains(signal) { kill(target, SIGCONT) }
  }

  /// Does what Ctrl-C does: a keystroke for its terminal, which sends SIGINT to its foreground group
  /// or gives it to a program that asked for keys; SIGINT to its group with another connection.
  package func interrupt() {
    queue.assertIsCurrent()
    guard isRunning else { return }
    if connection.isTerminal { type([3]) } else { signal(SIGINT) }
  }

  /// Reads nothing more until `resumeReading()`; the command then waits when it writes.
  package func pauseReading() {
    queue.assertIsCurrent()
    reading?.pause()
  }

  /// Reads on after `pauseReading()`.
  package func resumeReading() {
    queue.assertIsCurrent()
    reading?.resume()
  }

  /// Reads nothing more for good, and lets go of the terminal or pipe.
  ///
  /// A running command is hung up, or gets SIGPIPE when it writes. Its end is told as before.
  package func cancelReading() {
    queue.assertIsCurrent()
    letGo()
    finish()
  }

  /// The command's name, as an error calls it.
  private var name: String { String(decoding: arguments[0], as: UTF8.self) }

  private func startLeader(
    _ ends: CommandEnds,
    reportingTo report: BorrowedDescriptor
  ) throws(SystemError) -> pid_t {
    // A number that is free here is free there, so that nothing is hidden that the command inherits.
    let placeholder = try Descriptor(duplicating: report)
    var places = [(ours: report, theirs: placeholder.rawValue)]
    if let theirs = ends.theirs {
      places += [(theirs.borrowed, STDOUT_FILENO), (theirs.borrowed, STDERR_FILENO)]
    }
    let input = ends.input?.borrowed ?? standardInput
    if input != .standardInput { places.append((input, STDIN_FILENO)) }
    return try CommandSpawn.start(
      leader,
      CommandLeader.arguments(for: arguments, connection, reportingTo: placeholder.rawValue),
      places
    )
  }

  private func read(_ ours: SharedDescriptor, _ receive: @escaping StreamInput.Receive) {
    let stream = StreamInput(inherited: ours.borrowed, on: queue, turnBytes: turnBytes)
    reading = stream
    unsafe stream.start(
      receive: { [self] read in
        unsafe receive { room in
          let count = unsafe read(room)
          drain?.taken += count
          return count
        }
      },
      turnEnded: { [self] in
        handlers?.turnEnded()
        lookWhetherDrained()
      },
      ended: { [self] _ in
        letGo()
        finish()
      }
    )
  }

  private func openKeyboard(_ ours: SharedDescriptor) {
    let keyboard = TerminalOutput(direct: ours, on: queue)
    keyboard.whenDrained = { [weak self] in self?.typedCount = 0 }
    self.keyboard = keyboard
  }

  /// Waits for the command's end, and for the leader's, on a thread of its own.
  private func waitForEnd(of leader: pid_t, _ report: SharedDescriptor) {
    DispatchQueue(label: "silt.command").async { @Sendable [self] in
      let last = CommandReport.read(from: report.borrowed)
      if case .ended(let status) = last {
        // At once: on some systems the leader ends only when its terminal's output was read.
        queue.async { self.commandEnded(CommandExit(waitStatus: status)) }
      }
      let status = Self.wait(for: leader)
      // The leader was killed, and took the command with it.
      if last == nil { queue.async { self.commandEnded(CommandExit(waitStatus: status)) } }
    }
  }

  private func commandEnded(_ exit: CommandExit) {
    self.exit = exit
    guard let ours else { return finish() }
    drain = CommandDrain(of: ours.borrowed, at: clock())
    lookWhetherDrained()
    guard drain != nil else { return }
    // A turn that finds nothing, since somebody emptied the terminal meanwhile, tells nobody.
    queue.after(nanoseconds: CommandDrain.nanoseconds) { [weak self] in self?.lookWhetherDrained() }
  }

  private func lookWhetherDrained() {
    // Else the stream has a turn, and this is asked again after it.
    if let drain, drain.isDone(at: clock()) { finish() }
  }

  private func finish() {
    guard let handlers, let exit else { return }
    letGo()
    self.handlers = nil
    drain = nil
    handlers.ended(exit)
  }

  /// Closes our side, once nothing watches it.
  private func letGo() {
    let closing = (ours, slave)
    reading?.cancel { withExtendedLifetime(closing) {} }
    keyboard?.cancel()
    (reading, keyboard, ours, slave) = (nil, nil, nil, nil)
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    _ = retryingInterrupted { unsafe waitpid(process, &status, 0) }
    return status
  }

  private static func drop(_ descriptor: consuming Descriptor) {}
}
