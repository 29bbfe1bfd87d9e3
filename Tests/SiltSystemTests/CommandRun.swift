import Foundation
import SiltTestSupport
import Testing

@testable import SiltSystem

/// A command that a test runs, with what it wrote and how it ended.
///
/// The program itself stands in the leader's role. What still runs is killed when the test ends.
final class CommandRun: Sendable {
  let queue = SystemQueue()
  let process: CommandProcess
  private let bytes = Collected<[UInt8]>()
  private let ends = Collected<CommandExit>()
  private let turns = Collected<Int>()

  /// A terminal to be our standard input.
  ///
  /// It is never read; both sides stay open for all tests.
  static let keyboard: BorrowedDescriptor = {
    guard let pair = try? PseudoTerminal() else { fatalError("no pseudo-terminal") }
    _ = pair.master.release()
    return BorrowedDescriptor(pair.slave.release())
  }()

  init(
    _ arguments: [String],
    _ connection: CommandConnection = .terminal(rows: 11, columns: 79),
    standardInput: BorrowedDescriptor = keyboard,
    turnBytes: Int? = nil
  ) throws {
    process = CommandProcess(
      arguments.map { Array($0.utf8) },
      connection,
      leader: Array(PtySession.product("silt").utf8),
      standardInput: standardInput,
      on: queue,
      turnBytes: turnBytes
    )
    try queue.sync {
      try unsafe process.start(
        receive: { [bytes] read in
          var room = [UInt8](repeating: 0, count: 64 << 10)
          let count = unsafe room.withUnsafeMutableBytes { unsafe read($0) }
          if count > 0 { bytes.append(Array(room[..<count])) }
        },
        turnEnded: { [bytes, turns] in turns.append(bytes.values.reduce(0) { $0 + $1.count }) },
        ended: { [ends] in ends.append($0) }
      )
    }
  }

  /// Runs a script of the shell.
  convenience init(
    script: String,
    _ connection: CommandConnection = .terminal(rows: 11, columns: 79),
    standardInput: BorrowedDescriptor = keyboard,
    turnBytes: Int? = nil
  ) throws {
    try self.init(
      ["sh", "-c", script],
      connection,
      standardInput: standardInput,
      turnBytes: turnBytes
    )
  }

  deinit {
    let process = process
    queue.sync { process.signal(SIGKILL) }
  }

  var output: [UInt8] { bytes.values.flatMap { $0 } }
  var text: String { String(decoding: output, as: UTF8.self) }

  /// The bytes that had come at the end of each turn.
  var turnEnds: [Int] { turns.values }

  /// How often the end was told.
  var endCount: Int { ends.values.count }

  /// Waits for the end; nil when it did not come.
  func waitForEnd(within seconds: Double = 30) -> CommandExit? {
    _ = ends.wait(within: seconds) { !$0.isEmpty }
    return ends.values.first
  }

  /// Waits until a text was written; returns whether it was.
  func wait(for part: String) -> Bool {
    bytes.wait { String(decoding: $0.flatMap { $0 }, as: UTF8.self).contains(part) }
  }

  func type(_ text: String) { queue.sync { _ = process.type(Array(text.utf8)) } }
  func interrupt() { queue.sync { process.interrupt() } }
  func signal(_ signal: Int32) { queue.sync { process.signal(signal) } }
}

/// Waits until a condition holds; returns whether it did in time.
func eventually(within seconds: Double = 30, _ condition: () -> Bool) -> Bool {
  let deadline = Date(timeIntervalSinceNow: seconds)
  while !condition() {
    guard Date() < deadline else { return false }
    usleep(5000)
  }
  return true
}

/// Returns whether a process is stopped.
func isStopped(_ process: Int32) -> Bool {
  let run = try? CommandRun(["ps", "-o", "stat=", "-p", String(process)])
  return run?.waitForEnd() == .code(0) && run?.text.contains("T") == true
}
