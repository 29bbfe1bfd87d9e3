import Foundation
package import SiltSystem

/// A program that runs on a pseudo-terminal of its own, as a person would run it.
///
/// The program leads a session whose controlling terminal is the pseudo-terminal. All it writes
/// there is collected from the start. The slave stays open here, so that its modes can be read
/// after the program's end. A session that is let go kills what still runs of it.
package final class PtySession: Sendable {
  /// Where one of the program's standard descriptors leads.
  package enum Stream: Sendable {
    /// To the pseudo-terminal.
    case terminal
    /// To a descriptor of the caller's, who keeps it open until the session was created.
    case descriptor(BorrowedDescriptor)
    /// From or to a file: read from its beginning, or created and emptied.
    case file(String)
  }

  /// How a program ended.
  package enum ExitStatus: Hashable, Sendable {
    /// By itself, with a status.
    case code(Int32)
    /// By a signal.
    case signal(Int32)
  }

  /// The program's process, which leads its session and its first process group.
  package let processID: Int32

  /// The terminal's modes before the program ran.
  package let modesBefore: TerminalModes

  private let slave: Descriptor
  private let recorder: Recorder

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its absolute path.
  ///   - arguments: What follows its name.
  ///   - rows: The terminal's rows.
  ///   - columns: The terminal's columns.
  ///   - input: Standard input.
  ///   - output: Standard output.
  ///   - error: Standard error.
  ///   - environment: Variables to set, or with nil to remove, on top of the test's own ones,
  ///     from which those are taken out that would change what a program shows.
  ///   - directory: Where it runs; the test's own directory when left out.
  /// - Throws: When it cannot be started.
  package init(
    _ program: String,
    _ arguments: [String] = [],
    rows: Int = 24,
    columns: Int = 80,
    input: Stream = .terminal,
    output: Stream = .terminal,
    error: Stream = .terminal,
    environment: [String: String?] = [:],
    directory: String? = nil
  ) throws {
    let pair = try PseudoTerminal(rows: rows, columns: columns)
    var command = [program] + arguments
    if let directory {
      // There is no portable way to spawn in another directory.
      command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory] + command
    }
    var opened: [Int32] = []
    defer { for number in opened { close(number) } }
    var redirections: [(from: Int32, to: Int32)] = []
    for (number, stream) in [(Int32(0), input), (1, output), (2, error)] {
      switch stream {
      case .terminal: break
      case .descriptor(let descriptor): redirections.append((descriptor.rawValue, number))
      case .file(let path):
        let file = try Descriptor(opening: path, for: number == 0 ? .reading : .overwriting)
        opened.append(file.release())
        redirections.append((opened[opened.count - 1], number))
      }
    }
    modesBefore = try TerminalModes(of: pair.slave.borrowed)
    processID = try spawn(
      command,
      Self.variables(environment).map { "\($0.key)=\($0.value)" },
      onTerminal: pair.name,
      redirections
    )
    recorder = Recorder(master: pair.master.release(), processID: processID)
    slave = pair.slave
  }

  deinit {
    recorder.stop()
  }

  private static func variables(_ changes: [String: String?]) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["SILT_OPTIONS", "NO_COLOR", "LINES", "COLUMNS", "TMUX", "CLICOLOR_FORCE"] {
      variables[name] = nil
    }
    variables["TERM"] = "xterm-256color"
    variables["LC_ALL"] = "C.UTF-8"
    variables["SWIFT_BACKTRACE"] = "enable=no"
    for (name, value) in changes { variables[name] = value }
    return variables
  }
}

extension PtySession {
  /// How long waits are bounded by default: generous, for loaded machines.
  package static let patience: Duration = .seconds(30)

  /// All bytes that came from the terminal so far.
  package var output: [UInt8] { recorder.output }

  /// The output so far as text, repaired where it is not UTF-8.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Waits until the output satisfies a condition.
  ///
  /// - Parameters:
  ///   - bound: How long, at most.
  ///   - condition: Called with all bytes so far, after each arrival.
  /// - Returns: Whether it was satisfied in time.
  package func wait(
    within bound: Duration = patience,
    until condition: ([UInt8]) -> Bool
  ) -> Bool {
    recorder.wait(within: bound, until: condition)
  }

  /// Waits until a text was output.
  ///
  /// - Parameters:
  ///   - text: What to wait for.
  ///   - start: Where in the output so far to begin looking, in bytes.
  ///   - bound: How long, at most.
  /// - Returns: Whether it came in time.
  package func wait(
    for text: String,
    from start: Int = 0,
    within bound: Duration = patience
  ) -> Bool {
    let wanted = Data(text.utf8)
    return wait(within: bound) { bytes in
      bytes.count >= start && Data(bytes[start...]).range(of: wanted) != nil
    }
  }

  /// Waits until nothing was output for a while.
  ///
  /// - Parameters:
  ///   - quiet: How long the silence lasts.
  ///   - bound: How long to wait for it, at most.
  /// - Returns: Whether it came in time.
  package func waitForSilence(
    of quiet: Duration,
    within bound: Duration = patience
  ) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + bound
    while clock.now < deadline {
      let count = output.count
      if !wait(within: quiet, until: { $0.count > count }) { return true }
    }
    return false
  }

  /// Types keys.
  package func send(_ keys: String) {
    send(Array(keys.utf8))
  }

  /// Types keys as bytes.
  package func send(_ keys: [UInt8]) {
    recorder.send(keys)
  }

  /// Stops taking the terminal's output, so that it fills up, or takes it again.
  package func setReading(_ isReading: Bool) {
    recorder.setReading(isReading)
  }

  /// Gives the terminal another size, of which its foreground group gets word.
  package func resize(rows: Int, columns: Int) {
    PseudoTerminal.resize(slave.rawValue, rows: rows, columns: columns)
  }

  /// Sends a signal to the program alone.
  package func signal(_ signal: Int32) {
    if recorder.status == nil { kill(processID, signal) }
  }

  /// Sends a signal to the program's process group.
  package func signalGroup(_ signal: Int32) {
    if recorder.status == nil { kill(-processID, signal) }
  }

  /// Takes the terminal away, as closing its window does.
  package func closeMaster() {
    recorder.closeMaster()
  }

  /// The terminal's modes now; nil after `closeMaster()`.
  package var modes: TerminalModes? { try? TerminalModes(of: slave.borrowed) }

  /// The program's end, when it has ended.
  package var exitStatus: ExitStatus? { recorder.status }

  /// Waits for the program's end and collects the rest of its output.
  ///
  /// - Parameter bound: How long, at most.
  /// - Returns: How it ended; nil when it still runs.
  package func waitForExit(within bound: Duration = patience) -> ExitStatus? {
    recorder.waitForExit(within: bound)
  }

  /// Waits until the program is stopped, as by Ctrl-Z, or until it goes on.
  ///
  /// - Parameters:
  ///   - isStopped: Which of the two.
  ///   - bound: How long, at most.
  /// - Returns: Whether it came in time.
  package func wait(untilStopped isStopped: Bool, within bound: Duration = patience) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + bound
    while clock.now < deadline {
      if processIsStopped(processID) == isStopped { return true }
      usleep(2000)
    }
    return false
  }

  /// Returns the path of a product built beside the running tests.
  ///
  /// - Parameter name: The product's name.
  /// - Returns: Its absolute path.
  package static func product(_ name: String) -> String {
    productsDirectory() + "/" + name
  }
}
