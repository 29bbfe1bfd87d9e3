/// A terminal's window as a person has it: a program in a pseudo-terminal, and the screen it shows.
///
/// Every wait looks at the screen only between synchronized updates, as a terminal shows it.
package final class Window {
  /// A condition that did not come true in time, with the screen at that moment.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The program.
  package let session: PtySession
  /// The screen as of the last wait.
  package private(set) var screen: VirtualScreen
  /// How many bytes of the output the screen has taken in.
  private var taken = 0

  /// Runs a program in a new window.
  ///
  /// - Parameters:
  ///   - program: Its absolute path.
  ///   - arguments: What follows its name.
  ///   - rows: The screen's rows.
  ///   - columns: The screen's columns.
  ///   - input: Standard input.
  ///   - environment: Variables to set, or with nil to remove.
  ///   - directory: Where it runs; the test's own directory when left out.
  /// - Throws: When it cannot be started.
  package init(
    program: String = PtySession.product("silt"),
    _ arguments: [String] = [],
    rows: Int = 24,
    columns: Int = 80,
    input: PtySession.Stream = .terminal,
    environment: [String: String?] = [:],
    directory: String? = nil
  ) throws {
    session = try PtySession(
      program,
      arguments,
      rows: rows,
      columns: columns,
      input: input,
      environment: environment,
      directory: directory
    )
    screen = VirtualScreen(rows: rows, columns: columns)
  }

  /// Runs a shell script in a new window.
  ///
  /// It has the path of `silt` in `$SILT`, and `hold NAME` waits until a file of that name is there.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - rows: The screen's rows.
  ///   - columns: The screen's columns.
  ///   - environment: Variables to set, or with nil to remove.
  ///   - directory: Where it runs; the test's own directory when left out.
  /// - Throws: When it cannot be started.
  package convenience init(
    script: String,
    rows: Int = 24,
    columns: Int = 80,
    environment: [String: String?] = [:],
    directory: String? = nil
  ) throws {
    try self.init(
      program: "/bin/sh",
      [
        "-c",
        "hold() { while [ ! -e \"$1\" ]; do [ -d \"$PWD\" ] || exit; sleep 0.02; done; }\n"
          + script,
      ],
      rows: rows,
      columns: columns,
      environment: environment.merging(["SILT": PtySession.product("silt")]) { own, _ in own },
      directory: directory
    )
  }

  /// The screen's rows without trailing blanks.
  package var rows: [String] { screen.text }

  /// The last row that is not blank: the status row, while a region shows.
  package var lastRow: String { rows.last { !$0.isEmpty } ?? "" }

  /// All bytes of the output that the screen has taken in.
  package var output: ArraySlice<UInt8> { session.output[..<taken] }

  /// Waits until the screen satisfies a condition.
  ///
  /// - Parameters:
  ///   - what: What is waited for, for the message.
  ///   - bound: How long, at most.
  ///   - line: The caller's line.
  ///   - condition: Called with the screen after each arrival.
  /// - Throws: `Failure` when it was not satisfied in time.
  package func wait(
    for what: String,
    within bound: Duration = PtySession.patience,
    line: Int = #line,
    until condition: (VirtualScreen) -> Bool
  ) throws {
    let isSatisfied = session.wait(within: bound) { bytes in
      take(bytes)
      return !screen.isSynchronized && condition(screen)
    }
    guard !isSatisfied else { return }
    let rows = screen.text.map { "|\($0)" }.joined(separator: "\n")
    let status = session.exitStatus.map { ", ended with \($0)" } ?? ""
    throw Failure(description: "line \(line): no \(what)\(status); the screen:\n\(rows)")
  }

  /// Waits until the last row that is not blank contains a text.
  package func waitForStatus(_ text: String, line: Int = #line) throws {
    try wait(for: "status '\(text)'", line: line) { screen in
      screen.text.last { !$0.isEmpty }?.contains(text) ?? false
    }
  }

  /// Waits until some row contains a text.
  package func waitForText(_ text: String, line: Int = #line) throws {
    try wait(for: "text '\(text)'", line: line) { $0.text.contains { $0.contains(text) } }
  }

  /// Waits for the program's end and takes in the rest of its output.
  ///
  /// - Returns: How it ended.
  /// - Throws: `Failure` when it still runs.
  package func waitForExit(line: Int = #line) throws -> PtySession.ExitStatus {
    let status = session.waitForExit()
    take(session.output)
    guard let status else {
      let rows = screen.text.map { "|\($0)" }.joined(separator: "\n")
      throw Failure(description: "line \(line): no end; the screen:\n\(rows)")
    }
    return status
  }

  /// Types keys.
  package func type(_ keys: String) {
    session.send(keys)
  }

  /// Gives the window another size, as a person's drag does when it comes to rest.
  ///
  /// What the program writes meanwhile would be of the old size: call it while nothing moves.
  package func resize(rows: Int, columns: Int) {
    take(session.output)
    screen.resize(rows: rows, columns: columns)
    session.resize(rows: rows, columns: columns)
  }

  private func take(_ bytes: [UInt8]) {
    screen.feed(bytes[taken...])
    taken = bytes.count
  }
}
