internal import SiltCore
package import SiltSystem
internal import SiltText

extension Session {
  /// A command that is watched, and what is known of it.
  struct Command {
    let process: CommandProcess
    /// Whether it can be typed into.
    let hasTerminal: Bool
    /// When it was started, in nanoseconds.
    let start: UInt64
    /// How it ended, once it did, and when.
    var end: (exit: CommandExit, at: UInt64)?
    /// The signal that ends silt as soon as the command ended, or a moment later.
    var lastEnding: Ending?
    /// Keys go to it.
    var hasKeys = false
    /// How often Ctrl-C was meant for it, and when it was last.
    var interrupts = (count: 0, last: UInt64(0))
    /// What it asked its terminal.
    var queries = TerminalQueries()
    /// Prints what still comes, after the user left the region while it runs.
    var printer: LinePrinter?
  }

  /// How long a command may take to end after a signal that ends silt, too, in nanoseconds.
  private static let lastWordsPatience: UInt64 = 1_000_000_000

  /// Within this time, in nanoseconds, another Ctrl-C is a stronger one.
  private static let interruptPatience: UInt64 = 3_000_000_000

  /// Ends the time in which keys go to the command: Ctrl-].
  private static let keysEnd: UInt8 = 0x1D

  /// Runs a command and watches it.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments.
  ///   - usesTerminal: Whether it runs in a pseudo-terminal; else on one pipe.
  ///   - skip: What of its output's beginning is left out.
  ///   - turnBytes: The most bytes of a turn; nil for the default.
  /// - Throws: Why it could not be started.
  package func run(
    _ arguments: [[UInt8]],
    inTerminal usesTerminal: Bool,
    skipping skip: StreamSkip = StreamSkip(),
    turnBytes: Int? = nil
  ) throws(SystemError) {
    queue.assertIsCurrent()
    self.skip = skip
    try beginStream()
    let size = commandSize
    let process = CommandProcess(
      arguments,
      usesTerminal
        ? .terminal(rows: size.rows, columns: size.columns)
        : .pipe(rows: size.rows, columns: size.columns),
      on: queue,
      turnBytes: turnBytes ?? StreamInput.defaultTurnBytes
    )
    command = Command(process: process, hasTerminal: usesTerminal, start: clock())
    if usesTerminal { content.layout.origin = .terminal }
    try unsafe process.start(
      receive: { [weak self] read in
        guard let self else { return }
        if self.skip.isDone { unsafe receive(read) } else { unsafe skipped(read) }
      },
      turnEnded: { [weak self] in self?.commandWrote() },
      ended: { [weak self] in self?.commandEnded($0) }
    )
    show()
  }

  /// The size of the command's terminal: the region's log rows and text columns.
  var commandSize: (rows: Int, columns: Int) { (max(1, region.rows - 1), max(1, textColumns)) }

  private func commandWrote() {
    printRest()
    changed()
  }

  private func commandEnded(_ exit: CommandExit) {
    command?.end = (exit, clock())
    takeKeysFromCommand()
    if let ending = command?.lastEnding {
      sources[0].hasEnded = true
      finish(ending)
      return
    }
    guard command?.printer != nil else {
      inputEnded()
      return
    }
    sources[0].hasEnded = true
    closeSegment(of: 0)
    printRest()
  }

  /// A signal that ends silt was passed to the command: waits a moment for what it still says, and
  /// leaves then, or when it ended, or at the next such signal.
  ///
  /// - Parameter ending: The signal.
  /// - Returns: Whether there is something to wait for.
  func waitForLastWords(of ending: Ending) -> Bool {
    guard command?.lastEnding == nil else { return false }
    command?.lastEnding = ending
    queue.after(nanoseconds: Self.lastWordsPatience) { [weak self] in
      guard let self, !hasLeft else { return }
      finish(ending)
    }
    return true
  }

  /// Answers what the command asked its terminal, once what it wrote is in the ring: only then is
  /// it known where its cursor stands.
  func answerQueries() {
    let answers = command?.queries.answers(cursor: commandCursor) ?? []
    if !answers.isEmpty { command?.process.type(answers) }
  }

  /// Where the command's cursor stands, from 1.
  private var commandCursor: (row: Int, column: Int) {
    let size = commandSize
    let column = content.tail.flatMap { position in
      ring.withLine(at: position) { content.layout.cursorColumn(of: $0) }
    }
    return (size.rows, min((column ?? 0) + 1, size.columns))
  }

  // MARK: Keys

  /// Gives keys to the command, while they are meant for it.
  ///
  /// - Parameter bytes: The terminal's bytes.
  /// - Returns: What is left for silt; nil when the keys are silt's.
  func typedToCommand(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let command, command.hasKeys else { return nil }
    let end = bytes.firstIndex(of: Self.keysEnd)
    command.process.type(Array(bytes[..<(end ?? bytes.endIndex)]))
    guard let end else { return [] }
    takeKeysFromCommand()
    return bytes[(end + 1)...]
  }

  /// Lets keys go to the command from now on, if it runs in a terminal.
  func giveKeysToCommand() {
    guard options.kind == .command, !hasEnded else { return }
    guard command?.hasTerminal == true else {
      message = "the command has no terminal to type into"
      return
    }
    command?.hasKeys = true
    // A program that asks for a word wants it without the signs of a paste around it.
    region.tellInputApart(false)
  }

  private func takeKeysFromCommand() {
    guard command?.hasKeys == true else { return }
    command?.hasKeys = false
    region.tellInputApart(true)
  }

  /// Ctrl-C while a command runs: at first as it would be typed, then ever stronger.
  func interruptCommand() {
    guard var interrupts = command?.interrupts, let process = command?.process else { return }
    let now = clock()
    let isAgain = interrupts.count > 0 && now - interrupts.last <= Self.interruptPatience
    interrupts = (isAgain ? interrupts.count + 1 : 1, now)
    command?.interrupts = interrupts
    switch interrupts.count {
    case 1:
      process.interrupt()
      message = "interrupted, Ctrl-C again terminates"
    case 2:
      process.signal(Signals.terminate)
      message = "terminated, Ctrl-C again kills"
    default:
      process.signal(Signals.kill)
      message = "killed"
    }
    changed()
  }

  // MARK: Ends

  /// Which lines stay in the scrollback: all of a short log of a command that failed, 100 of a longer.
  var lastLines: Options.LastLines {
    guard case .standard = options.lastLines else { return options.lastLines }
    // Of a command that was told to end with us only the last words are wanted.
    guard command?.lastEnding == nil, let exit = command?.end?.exit, exit.status != 0 else {
      return .count(10)
    }
    return content.totalLines <= 1000 ? .all : .count(100)
  }

  /// The row that tells how a command ended: `exit 0 · 12.3 s · 1,234 lines`.
  var summary: StyledRow? {
    guard let command, command.lastEnding == nil, let end = command.end else { return nil }
    let parts = [
      commandState, durationText(nanoseconds: end.at - command.start),
      lineCountText(content.totalLines),
    ]
    var row = StyledRow()
    row.append(text: parts.joined(separator: " \(options.signs.dot) "), style: .dim)
    return row
  }

  /// `running`, `exit 2`, `signal SEGV`.
  var commandState: String {
    switch command?.end?.exit {
    case nil: "running"
    case .code(let code): "exit \(code)"
    case .signal(let signal): "signal \(Signals.name(of: signal))"
    }
  }

  /// The user leaves while the command runs: the region goes, and what still comes is printed.
  func leaveCommandRunning() {
    var printer = LinePrinter(
      lastLines,
      of: content,
      encoder: region.encoder,
      isFollowing: true,
      load: { [unowned self] in loadNow($0) }
    )
    region.leave { printer.nextBytes() }
    command?.printer = printer
  }

  /// Prints what came since the region went, as far as the terminal takes it, and leaves behind the
  /// ended command's last line.
  ///
  /// The command waits meanwhile, so that nothing is dropped before it was printed. A user may hold
  /// the terminal for as long as they like, after the command's end, too.
  func printRest() {
    let terminal = region.terminal
    // Taken out: a write may end in a call of this.
    guard !terminal.isBusy, var printer = command?.printer.take() else { return }
    var isDone = false
    while !isDone, !terminal.isBusy {
      let bytes = printer.nextBytes()
      if bytes.isEmpty { isDone = true } else { terminal.write(bytes) }
    }
    command?.printer = printer
    if isDone {
      command?.process.resumeReading()
      if let exit = command?.end?.exit { finish(.commandEnded(exit)) }
    } else {
      command?.process.pauseReading()
    }
  }
}

/// A duration for people: `12.3 s`, `3 min 05 s`, `1 h 02 min`.
///
/// - Parameter nanoseconds: How long.
/// - Returns: The text; rounded down.
func durationText(nanoseconds: UInt64) -> String {
  func twoDigits(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let seconds = nanoseconds / 1_000_000_000
  return switch seconds {
  case ..<60: "\(seconds).\(nanoseconds / 100_000_000 % 10) s"
  case ..<3600: "\(seconds / 60) min \(twoDigits(seconds % 60)) s"
  default: "\(seconds / 3600) h \(twoDigits(seconds / 60 % 60)) min"
  }
}
