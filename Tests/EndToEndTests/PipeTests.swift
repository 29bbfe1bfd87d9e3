import Foundation
import SiltSystem
import SiltTestSupport
import SiltText
import Testing

/// `command | silt`, inline.
@Suite struct PipeTests {
  private static let forty = "for i in $(seq 1 40); do echo out $i; sleep 0.01; done"
  private static let last = (31...40).map { "out \($0)" }

  @Test func `a region below the prompt leaves exactly its last lines`() throws {
    let window = try Window(script: "printf 'one\\ntwo\\n$ make\\n'; (\(Self.forty)) | \"$SILT\"")
    try window.wait(for: "the region") { $0.text[14].hasPrefix("pipe  following") }
    #expect(Array(window.rows[..<3]) == ["one", "two", "$ make"])
    #expect(window.rows[15...].allSatisfy { $0.isEmpty })
    #expect(!window.screen.isAlternate && !window.screen.isCursorVisible)

    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.allText == ["one", "two", "$ make"] + Self.last)
    #expect(window.screen.cursorRow == 13 && window.screen.cursorColumn == 0)
    #expect(window.screen.traces == [])
  }

  @Test func `at the bottom of the screen what stood above scrolls into the history`() throws {
    let window = try Window(
      script: "seq 1 30; echo '$ make'; (\(Self.forty)) | \"$SILT\"; echo after"
    )
    #expect(try window.waitForExit() == .code(0))
    #expect(
      window.screen.allText == (1...30).map(String.init) + ["$ make"] + Self.last + ["after"]
    )
    #expect(window.screen.traces == [])
  }

  @Test(arguments: [
    ("3", ["8", "9", "10"]), ("none", []), ("0", []), ("all", (1...10).map(String.init)),
    ("100", (1...10).map(String.init)),
  ])
  func `what stays is asked for`(leave: String, expected: [String]) throws {
    let window = try Window(script: "echo above; seq 1 10 | \"$SILT\" --leave \(leave); echo below")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.allText == ["above"] + expected + ["below"])
    #expect(window.screen.traces == [])
  }

  @Test func `an unfinished last line gets its newline, and long ones are not cut`() throws {
    let long = String(repeating: "0123456789", count: 25)
    let window = try Window(script: "printf '\(long)\\nhalf' | \"$SILT\"; echo below")
    #expect(try window.waitForExit() == .code(0))
    let rows =
      [0, 80, 160].map { String(long.dropFirst($0).prefix(80)) } + [String(long.suffix(10))]
    #expect(window.screen.allText == rows + ["half", "below"])
  }

  @Test func `an empty pipe draws nothing`() throws {
    let window = try Window(script: "\"$SILT\" </dev/null; true | \"$SILT\"; echo \"status $?\"")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.allText == ["status 0"])
    #expect(window.screen.traces == [])
  }

  @Test func `before the first byte the terminal belongs to others`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window(
      script: """
        (read -r word </dev/tty; echo "password $word"; hold end) | "$SILT" -H 4
        """,
      directory: directory.path
    )
    let before = window.session.modesBefore
    #expect(window.session.waitForSilence(of: .milliseconds(500)))
    #expect(window.session.output.isEmpty)
    #expect(window.session.modes == before)
    // The line goes to the one who asks for it, though `q` would leave.
    window.type("q secret\r")
    try window.wait(for: "the answer") { $0.bottomLogRow == "password q secret" }
    #expect(window.rows[0] == "q secret")
    #expect(window.session.modes != before)
    window.type("q")
    try directory.write("end", "")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.session.modes == before)
  }

  @Test func `modes that somebody changed are put right before the next frame`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window(
      script: """
        (echo one; hold go; stty sane </dev/tty; echo two; hold end) | "$SILT" -H 4
        """,
      directory: directory.path
    )
    let before = window.session.modesBefore
    try window.wait(for: "the first line") { $0.bottomLogRow == "one" }
    let watching = before.watching(interruptKeys: .asSignals)
    #expect(window.session.modes == watching)
    try directory.write("go", "")
    try window.wait(for: "the second line") { $0.bottomLogRow == "two" }
    let modes = try #require(window.session.modes)
    #expect(modes == modes.watching(interruptKeys: .asSignals))
    #expect(modes.outputFlags & UInt(OPOST) != 0)
    window.type("k")
    try window.waitForStatus("pipe  following")
    window.type("q")
    try directory.write("end", "")
    #expect(try window.waitForExit() == .code(0))
  }

  @Test func `lines that others write stand in order above an intact region`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window(
      script: """
        echo above
        (for i in 1 2 3; do
          echo "log $i"; hold "go $i"
          echo "foreign $i a" >/dev/tty; echo "foreign $i b" >/dev/tty
        done; echo end; hold end) | "$SILT" -H 4
        """,
      directory: directory.path
    )
    var above = ["above"]
    for number in 1...3 {
      try window.wait(for: "line \(number)") { $0.bottomLogRow == "log \(number)" }
      #expect(window.rows.prefix(above.count).elementsEqual(above))
      try directory.write("go \(number)", "")
      above += ["foreign \(number) a", "foreign \(number) b"]
    }
    try window.wait(for: "the end") { $0.bottomLogRow == "end" }
    let rows = Array(window.rows[..<(above.count + 4)])
    #expect(Array(rows[..<above.count]) == above)
    let region = rows[above.count...].map { $0.trimmingSuffix { " ▲".contains($0) } }
    #expect(Array(region[..<3]) == ["log 2", "log 3", "end"])
    #expect(region[3].hasPrefix("pipe  following"))
    window.type("q")
    try directory.write("end", "")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.allText == above + ["log 1", "log 2", "log 3", "end"])
  }

  // MARK: The end

  @Test func `a half-typed count keeps the view open at the end`() throws {
    let feed = try Feed()
    try feed.write(lines(1...30))
    try feed.window.wait(for: "the lines") { $0.bottomLogRow == "30" }
    feed.window.type("5")
    try feed.window.wait(for: "the count") { $0.status.hasSuffix(" 5") }
    feed.end()
    try feed.window.waitForStatus("pipe  ended")
    feed.window.type("q")
    #expect(try feed.window.waitForExit() == .code(0))
    #expect(feed.window.screen.allText == (21...30).map(String.init))
  }

  @Test func `open help keeps the view open at the end`() throws {
    let feed = try Feed()
    try feed.write(lines(1...30))
    try feed.window.wait(for: "the lines") { $0.bottomLogRow == "30" }
    feed.window.type("h")
    try feed.window.waitForText("a row down, up")
    feed.end()
    try feed.window.waitForStatus("pipe  ended")
    feed.window.type("x")
    try feed.window.waitForText("── ended ")
    feed.window.type("q")
    #expect(try feed.window.waitForExit() == .code(0))
    #expect(feed.window.screen.allText == (21...30).map(String.init))
  }

  @Test func `a paused view stays at the end`() throws {
    let feed = try Feed()
    try feed.write(lines(1...30))
    try feed.window.wait(for: "the lines") { $0.bottomLogRow == "30" }
    feed.window.type("k")
    try feed.window.waitForStatus("pipe  paused")
    try feed.write("more\n")
    feed.end()
    try feed.window.waitForStatus("pipe  ended  ↓ 1 new")
    #expect(feed.window.screen.bottomLogRow == "29")
    feed.window.type("q")
    #expect(try feed.window.waitForExit() == .code(0))
    #expect(feed.window.screen.allText == (22...30).map(String.init) + ["more"])
  }

  @Test func `the first Ctrl-C lets the pipe come to its end`() throws {
    let window = try Window(
      script: """
        trap : INT
        (trap 'echo cleaning up; echo done; exit' INT; echo ready; while :; do sleep 0.05; done) \
          | "$SILT"
        echo "status $?"
        """
    )
    try window.wait(for: "the command") { $0.bottomLogRow == "ready" }
    window.type("\u{03}")
    #expect(try window.waitForExit() == .code(0))
    let text = window.screen.allText.filter { !$0.isEmpty }
    #expect(text.filter { ["ready", "cleaning up", "done"].contains($0) }.count == 3)
    #expect(text.last == "status 130")
    #expect(window.screen.traces == [])
  }

  @Test func `a full region of a pipe leaves its last lines on the ordinary screen`() throws {
    let window = try Window(
      script: "echo above; (seq 1 100; sleep 0.3; echo end) | \"$SILT\" -H full; echo below"
    )
    try window.wait(for: "the region") { $0.isAlternate && $0.bottomLogRow == "100" }
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.allText == ["above"] + (92...100).map(String.init) + ["end", "below"])
    #expect(window.screen.traces == [])
  }
}
