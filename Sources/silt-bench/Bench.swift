import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// What all rows share: the programs, the files they read, and how often they run.
final class Bench {
  let options: BenchOptions
  /// The path of the `silt` that is measured.
  let silt: String
  /// The peers that are installed, by name.
  private(set) var peers: [String: String] = [:]
  /// The peers that are not.
  private(set) var missing: [String] = []
  /// Everything that is made lies here.
  private let directory: String
  let environment: [String]
  private var logs: [Int: String] = [:]

  /// The programs that silt is compared with, and those that help.
  private static let peerNames = ["tail", "wc", "less", "lnav", "multitail"]

  /// What stands in the last line of every log, and nowhere else in it.
  static let lastMark = "this is the last line"
  /// What stands in the first line of every log, and nowhere else in it.
  static let firstMark = "this is the first line"

  /// Looks for the programs and makes a temporary directory.
  ///
  /// - Throws: When there is no `silt` to run, or no room.
  init(_ options: BenchOptions) throws {
    self.options = options
    let path = SiltSystem.environment("PATH") ?? "/usr/bin:/bin"
    let folders = path.split(separator: ":").map(String.init)
    func find(_ name: String) -> String? {
      folders.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }
    silt = options.silt
    guard unsafe access(silt, X_OK) == 0 else {
      throw SystemError(.init("cannot run"), silt, code: errno)
    }
    for name in Self.peerNames {
      if let path = find(name) { peers[name] = path } else { missing.append(name) }
    }
    let parent = SiltSystem.environment("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/silt-bench.XXXXXX".utf8CString)
    let isMade = unsafe mkdtemp(&template) != nil
    guard isMade else {
      throw SystemError(.init("cannot create a directory in"), parent, code: errno)
    }
    directory = String(
      decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    environment = [
      "PATH=\(path)", "HOME=\(directory)", "TERM=xterm-256color", "LC_ALL=C.UTF-8",
      "SHELL=/bin/sh",
    ]
  }

  /// Removes everything that was made.
  func removeAll() {
    let removal = try? PlainProgram(["/bin/rm", "-rf", directory], environment: environment)
    // A signal that asked us to stop is the very reason.
    _ = try? removal?.waitForEnd(heedsSignals: false)
  }

  /// How many runs a row has.
  ///
  /// - Parameters:
  ///   - usual: In a whole run.
  ///   - short: In a short one.
  /// - Returns: What `--runs` says, or one of these.
  func rounds(_ usual: Int, short: Int) -> Int {
    options.runs ?? (options.isShort ? short : usual)
  }

  /// The path for a file of this name.
  func path(of name: String) -> String { "\(directory)/\(name)" }

  // MARK: Programs

  /// Starts a program on a terminal of its own.
  func onTerminal(
    _ command: [String],
    rows: Int = 24,
    columns: Int = 80,
    input: Int32? = nil,
    output: Int32? = nil
  ) throws -> TerminalProgram {
    try TerminalProgram(
      command,
      environment: environment,
      rows: rows,
      columns: columns,
      input: input,
      output: output
    )
  }

  /// Starts a program without a terminal.
  func plainly(
    _ command: [String],
    input: Int32? = nil,
    output: Int32? = nil
  ) throws -> PlainProgram {
    try PlainProgram(command, environment: environment, input: input, output: output)
  }

  /// Starts a program on a terminal that reads a pipe, and what writes into it.
  ///
  /// - Parameters:
  ///   - writer: The command that writes.
  ///   - command: The command that reads.
  ///   - rows: The terminal's rows.
  ///   - columns: The terminal's columns.
  /// - Returns: Both, and when the first of them was started, by `SystemClock`.
  /// - Throws: When one cannot be started.
  func pipeline(
    _ writer: [String],
    to command: [String],
    rows: Int = 24,
    columns: Int = 80
  ) throws -> (writer: PlainProgram, reader: TerminalProgram, start: UInt64) {
    let ends = try PipeEnds()
    let start = SystemClock.now()
    let first = try plainly(writer, output: ends.writeEnd.rawValue)
    let second = try onTerminal(
      command,
      rows: rows,
      columns: columns,
      input: ends.readEnd.rawValue
    )
    return (first, second, start)
  }

  // MARK: Files

  /// A log of a size, made once; its first line has `firstMark`, its last one `lastMark`.
  ///
  /// - Parameter bytes: The size, reached within a block of some 1 MiB.
  /// - Returns: Its path.
  /// - Throws: When there is no room for it.
  func log(ofBytes bytes: Int) throws -> String {
    if let path = logs[bytes] { return path }
    let path = path(of: "\(bytes).log")
    let file = try Descriptor(opening: path, for: .overwriting)
    let block = LogText.block(ofBytes: min(bytes, 1 << 20))
    try file.borrowed.writeAll("\(Self.firstMark)\n")
    var written = 0
    while written < bytes {
      try Interruption.check()
      try file.borrowed.writeAll(block)
      written += block.count
    }
    try file.borrowed.writeAll("\(Self.lastMark)\n")
    logs[bytes] = path
    return path
  }

  // MARK: Side by side

  /// Someone who does a row's work.
  struct Contender {
    let name: String
    /// How often it runs, at the most: peers that need very long.
    var limit = Int.max
    /// Does the work once and returns the figure.
    let run: () throws -> Double
  }

  /// Lets contenders do the same work in turns; one that fails is left out with a remark, unless
  /// it is silt.
  ///
  /// - Parameters:
  ///   - rounds: How often.
  ///   - contenders: Who; the first one's failure is the row's.
  ///   - outcome: Where the figures go.
  /// - Throws: What the first contender throws, and when a signal asked us to stop.
  func alternate(
    _ rounds: Int,
    _ contenders: [Contender],
    into outcome: inout Outcome
  ) throws {
    var values = [[Double]](repeating: [], count: contenders.count)
    var failed: Set<Int> = []
    for round in 0..<rounds {
      for (index, contender) in contenders.enumerated()
      where round < contender.limit && !failed.contains(index) {
        do {
          values[index].append(try contender.run())
        } catch BenchError.interrupted(let signal) {
          throw BenchError.interrupted(signal)
        } catch  where index > 0 {
          failed.insert(index)
          outcome.remarks.append("\(contender.name): \(error)")
        }
      }
    }
    for (contender, values) in zip(contenders, values) where !values.isEmpty {
      outcome.figures.append(Figure(name: contender.name, spread: Spread(values)))
    }
  }
}
