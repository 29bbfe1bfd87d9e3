import Foundation

/// A tmux server of its own with one window, in which a shell waits for commands.
///
/// The server goes with the object, and with it what runs inside.
package final class Tmux {
  /// What did not come true in time, with the pane at that moment.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let directory: TemporaryDirectory
  private let program: String

  /// Where tmux is; nil where it is not installed.
  package static let program: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/tmux" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Starts a server whose shell has the path of `silt` in `$SILT` and `$ ` as its prompt.
  ///
  /// - Parameters:
  ///   - rows: The pane's rows.
  ///   - columns: The pane's columns.
  ///   - directory: Where the shell runs.
  /// - Throws: `Failure` when there is no tmux or it does not start.
  package init(rows: Int = 24, columns: Int = 80, directory: String) throws {
    guard let program = Self.program else { throw Failure(description: "tmux is not installed") }
    self.program = program
    self.directory = try TemporaryDirectory()
    try run(
      "-f",
      "/dev/null",
      "-u",
      "new-session",
      "-d",
      "-x",
      "\(columns)",
      "-y",
      "\(rows)",
      "-c",
      directory,
      "exec env PS1='$ ' sh"
    )
    // The status line would take a row of the pane.
    try run("set-option", "-g", "status", "off")
    try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    try wait(for: "a prompt") { $0.last == "$" }
  }

  deinit {
    _ = try? run("kill-server")
  }

  /// The pane's rows without trailing blanks and without the blank rows at the end.
  package func rows(withHistory: Bool = false) throws -> [String] {
    let text = try run(
      ["capture-pane", "-p"] + (withHistory ? ["-S", "-"] : [])
    )
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).map { row in
      row.trimmingSuffix { $0 == " " }
    }
    return Array(rows[..<(1 + (rows.lastIndex { !$0.isEmpty } ?? -1))])
  }

  /// A value of a format, such as `#{cursor_flag}`.
  package func value(_ format: String) throws -> String {
    try run("display-message", "-p", format).split(separator: "\n").first.map(String.init) ?? ""
  }

  /// The column of a text in a row, behind its first cell, in the pane's own cells; nil where it is not.
  package func column(of text: String, row: Int) throws -> Int? {
    // Its search ends on what it found, that of the other keys behind it.
    try run("set-option", "-g", "mode-keys", "vi")
    try run("copy-mode")
    defer { _ = try? run("send-keys", "-X", "cancel") }
    try run("send-keys", "-X", "top-line")
    if row > 0 { try run("send-keys", "-N", "\(row)", "-X", "cursor-down") }
    try run("send-keys", "-X", "start-of-line")
    try run("send-keys", "-X", "search-forward-text", text)
    let place = try value("#{copy_cursor_y} #{copy_cursor_x}").split(separator: " ")
    guard place.count == 2, Int(place[0]) == row else { return nil }
    return Int(place[1])
  }

  /// Types text as it is.
  package func type(_ text: String) throws {
    try run("send-keys", "-l", text)
  }

  /// Presses a key by its name in tmux, such as `Enter` or `C-c`.
  package func press(_ key: String) throws {
    try run("send-keys", key)
  }

  /// Gives the window another size.
  package func resize(rows: Int, columns: Int) throws {
    try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Waits until the pane's rows satisfy a condition.
  ///
  /// - Parameters:
  ///   - what: What is waited for, for the message.
  ///   - bound: How long, at most.
  ///   - line: The caller's line.
  ///   - condition: Called with the rows again and again.
  /// - Returns: The rows that satisfied it.
  /// - Throws: `Failure` when none did in time.
  @discardableResult
  package func wait(
    for what: String,
    within bound: Duration = PtySession.patience,
    line: Int = #line,
    until condition: ([String]) -> Bool
  ) throws -> [String] {
    let deadline = ContinuousClock.now + bound
    while true {
      let rows = try rows()
      if condition(rows) { return rows }
      guard ContinuousClock.now < deadline else {
        let screen = rows.map { "|\($0)" }.joined(separator: "\n")
        throw Failure(description: "line \(line): no \(what); the pane:\n\(screen)")
      }
      usleep(20_000)
    }
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> String {
    try run(arguments)
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let name = UUID().uuidString
    let path = directory.path(of: name)
    defer { try? FileManager.default.removeItem(atPath: path) }
    // Not Foundation's `Process`: it waits until every descendant is gone, the server as well.
    let client = try PtySession(
      program,
      ["-S", directory.path(of: "socket")] + arguments,
      output: .file(path),
      environment: ["SILT": PtySession.product("silt"), "ENV": nil]
    )
    let status = client.waitForExit()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard status == .code(0) else {
      throw Failure(
        description: "tmux \(arguments.joined(separator: " ")): \(text)\(client.text)"
      )
    }
    return text
  }
}
