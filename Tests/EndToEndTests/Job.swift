import SiltTestSupport

/// A window in which silt runs a shell script as its command, in a directory of its own.
///
/// In the script `hold NAME` waits until a file of that name is there.
final class Job {
  let directory: TemporaryDirectory
  let window: Window

  private static let prelude =
    "hold() { while [ ! -e \"$1\" ]; do [ -d \"$PWD\" ] || exit; sleep 0.02; done; }\nulimit -c 0\n"

  /// Starts silt with a script; its name in the status row is `sh job`.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - options: Options of silt.
  ///   - shell: Which shell runs the script.
  ///   - rows: The screen's rows.
  ///   - columns: The screen's columns.
  ///   - environment: Variables to set, or with nil to remove.
  /// - Throws: When it cannot be started.
  init(
    _ script: String,
    _ options: [String] = [],
    shell: String = "sh",
    rows: Int = 24,
    columns: Int = 80,
    environment: [String: String?] = [:]
  ) throws {
    directory = try TemporaryDirectory()
    try directory.write("job", Self.prelude + script)
    window = try Window(
      options + ["--", shell, "job"],
      rows: rows,
      columns: columns,
      environment: environment,
      directory: directory.path
    )
  }

  /// Starts a shell script in which silt may run the job: `"$SILT" -- sh job`.
  ///
  /// - Parameters:
  ///   - script: The job.
  ///   - around: The script around it; it knows `hold`, too.
  /// - Throws: When it cannot be started.
  init(_ script: String, within around: String) throws {
    directory = try TemporaryDirectory()
    try directory.write("job", Self.prelude + script)
    window = try Window(script: around, directory: directory.path)
  }

  /// Lets a `hold` go on.
  func release(_ name: String) throws {
    try directory.write(name, "")
  }

  /// Waits until the region is gone, and keys are the terminal's again.
  ///
  /// - Throws: `Window.Failure` when it stays.
  func waitUntilRegionGoes(line: Int = #line) throws {
    try window.wait(for: "no region", line: line) { $0.isCursorVisible }
    // Keys that came before were thrown away.
    if !isTrueSoon({ window.session.modes == window.session.modesBefore }) {
      try window.wait(for: "the modes from before", within: .zero, line: line) { _ in false }
    }
  }

  /// What stays of the command's lines on leaving: all text but the summary, the last line.
  var leftLines: [String] { window.screen.allText.dropLast() }

  /// The last line of all text.
  var lastLine: String { window.screen.allText.last ?? "" }
}

/// Whether a line is a command's summary.
///
/// - Parameters:
///   - line: The line.
///   - end: How the command ended.
///   - lines: How many lines it wrote, as they are told.
/// - Returns: Whether it is one, with any duration of less than a minute.
func isSummary(_ line: String, _ end: String, _ lines: String) -> Bool {
  guard let match = try? /(.+) · \d+\.\d s · (.+)/.wholeMatch(in: line) else { return false }
  return match.1 == end && match.2 == lines
}
