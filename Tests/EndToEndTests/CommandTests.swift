import Foundation
import SiltTestSupport
import SiltText
import Testing

/// `silt -- command`: what the command sees, and what the region says of it.
@Suite struct CommandTests {
  // MARK: Its terminal

  @Test(arguments: [
    (24, 80, [], "11 79"), (24, 80, ["-H", "5"], "4 79"), (24, 80, ["-H", "full"], "23 79"),
    (10, 40, [], "4 39"), (24, 3, [], "11 3"),
  ])
  func `its terminal is as big as the log rows`(
    rows: Int,
    columns: Int,
    options: [String],
    expected: String
  ) throws {
    let job = try Job("stty size >size", options, rows: rows, columns: columns)
    #expect(try job.window.waitForExit() == .code(0))
    let size = try String(contentsOfFile: job.directory.path(of: "size"), encoding: .utf8)
    #expect(size == expected + "\n")
  }

  @Test func `it runs with the priority that it has without us`() throws {
    let directory = try TemporaryDirectory()
    let own = try Window(
      script: "nice >own; \"$SILT\" -- sh -c 'nice >under'; cmp own under && echo same",
      directory: directory.path
    )
    try own.waitForText("same")
    #expect(try own.waitForExit() == .code(0))
  }

  @Test func `a resize and Tab pass the new size on`() throws {
    let job = try Job("trap 'stty size' WINCH; stty size; hold end")
    try job.window.wait(for: "the size") { $0.bottomLogRow == "11 79" }
    job.window.resize(rows: 30, columns: 100)
    try job.window.wait(for: "the new size") { $0.bottomLogRow == "11 99" }
    job.window.type("\t")
    try job.window.wait(for: "the whole screen's") { $0.bottomLogRow == "29 99" }
    job.window.type("\t")
    try job.window.wait(for: "the old size") {
      !$0.isAlternate && $0.logRows(above: "sh job").suffix(2) == ["29 99", "11 99"]
    }
    try job.release("end")
    #expect(try job.window.waitForExit() == .code(0))
    #expect(job.leftLines == ["11 79", "11 99", "29 99", "11 99"])
  }

  @Test func `it has a controlling terminal of a known kind, and no foreign size`() throws {
    let job = try Job(
      "tty -s && echo terminal; echo own >/dev/tty; echo \"$TERM [$LINES] [$COLUMNS]\"",
      environment: ["LINES": "5", "COLUMNS": "17"]
    )
    #expect(try job.window.waitForExit() == .code(0))
    #expect(job.leftLines == ["terminal", "own", "xterm-256color [] []"])
  }

  @Test func `the cursor's position is answered`() throws {
    let job = try Job(
      """
      stty -echo -icanon
      printf 'ab\\033[6n'
      IFS=';' read -rs -d R row column
      printf '\\n%s\\n' "${row#*[} $column"
      """,
      shell: "bash"
    )
    #expect(try job.window.waitForExit() == .code(0))
    #expect(job.leftLines == ["ab", "11 3"])
  }

  @Test func `progress overwrites its line, and colours go on over lines`() throws {
    let job = try Job(
      #"""
      printf '10%%\r20%%\r100%%\n'
      printf 'downloading\r\033[Kdone\n'
      printf 'abc\b\bX\n'
      printf '\033[31mred\nstill\033[m\nplain\n'
      printf '\033]0;title\007\033[?25lquiet\n'
      hold end
      """#
    )
    let expected = ["100%", "done", "aXc", "red", "still", "plain", "quiet"]
    try job.window.wait(for: "all lines") { $0.logRows(above: "sh job").suffix(7) == expected }
    let row = try #require(job.window.rows.firstIndex(of: "still"))
    #expect(job.window.screen.cell(row: row, column: 0).style.foreground == .palette(1))
    #expect(job.window.screen.cell(row: row + 1, column: 0).style == .plain)
    try job.release("end")
    #expect(try job.window.waitForExit() == .code(0))
    #expect(job.leftLines == expected)
    #expect(job.window.screen.traces == [])
  }

  // MARK: Standard input

  @Test func `keys go to it after i, Ctrl-C too, until Ctrl-]`() throws {
    let job = try Job(
      """
      printf 'go on? [y/N] '; read -r answer; echo "got $answer"
      trap 'echo interrupted; trap - INT' INT
      echo ready; hold end; echo over
      """
    )
    let window = job.window
    try window.wait(for: "the prompt") { $0.bottomLogRow == "go on? [y/N]" }
    window.type("i")
    try window.waitForStatus("sh job  input")
    window.type("q yes\r")
    try window.wait(for: "the answer") {
      $0.logRows(above: "sh job").suffix(3) == ["go on? [y/N] q yes", "got q yes", "ready"]
    }
    window.type("\u{03}")
    try window.waitForText("interrupted")
    #expect(window.screen.status.hasPrefix("sh job  input"))
    window.type("\u{1D}kj")
    try window.waitForStatus("sh job  running")
    try job.release("end")
    #expect(try window.waitForExit() == .code(0))
    #expect(job.leftLines.last == "over")
  }

  @Test func `what is pasted goes to it as if typed, and the wheel does not`() throws {
    let job = try Job("echo ask; read -r answer; echo \"got $answer\"; hold end", ["--mouse"])
    let window = job.window
    try window.wait(for: "the prompt") { $0.bottomLogRow == "ask" }
    #expect(window.screen.isBracketedPasteOn && window.screen.isMouseTracked)
    window.type("i")
    try window.waitForStatus("sh job  input")
    // It asked for neither, and a terminal tells of both only while it is asked to.
    #expect(!window.screen.isBracketedPasteOn && !window.screen.isMouseTracked)
    window.type("pasted\r\u{1D}")
    try window.wait(for: "the answer") {
      $0.bottomLogRow == "got pasted" && $0.status.contains("running")
    }
    #expect(window.screen.isBracketedPasteOn && window.screen.isMouseTracked)
    window.type("i")
    try window.waitForStatus("sh job  input")
    window.session.signal(SIGCONT)
    _ = window.session.waitForSilence(of: .milliseconds(200))
    try window.waitForStatus("sh job  input")
    #expect(!window.screen.isBracketedPasteOn && !window.screen.isMouseTracked)
    try job.release("end")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }

  @Test func `keys are silt's again when it ends while they go to it`() throws {
    let job = try Job("seq 30; hold end", ["-k"])
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "30" }
    window.type("i")
    try window.waitForStatus("sh job  input")
    try job.release("end")
    try window.waitForStatus("sh job  exit 0")
    #expect(window.screen.isBracketedPasteOn)
    window.type("k")
    try window.wait(for: "a row up") { $0.bottomLogRow == "29" }
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
  }

  @Test func `a standard input that is no terminal is handed over`() throws {
    let job = try Job("cat; tty -s || echo 'no terminal'", within: "seq 3 | \"$SILT\" -- sh job")
    #expect(try job.window.waitForExit() == .code(0))
    #expect(job.leftLines == ["1", "2", "3", "no terminal"])
    #expect(job.window.screen.traces == [])
  }

  @Test func `without a pseudo-terminal it has a pipe, the size as variables, no keys`() throws {
    let job = try Job(
      """
      test -t 1 || echo "pipe $LINES $COLUMNS"
      test -t 0 || echo "input $(cat | wc -c)"
      trap 'echo bye; exit 9' INT
      hold end & wait
      """,
      ["--no-pty"]
    )
    let window = job.window
    try window.wait(for: "the output") {
      $0.logRows(above: "sh job").suffix(2) == ["pipe 11 79", "input 0"]
    }
    window.type("i")
    try window.waitForStatus("no terminal to type into")
    window.type("\u{03}")
    #expect(try window.waitForExit() == .code(9))
    #expect(job.leftLines == ["pipe 11 79", "input 0", "bye"])
    try job.release("end")
  }

  // MARK: Status row

  @Test func `a name that is too long is cut, and the state stays`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window(
      [
        "--", "sh", "-c",
        "while [ ! -e end ]; do sleep 0.02; done # " + String(repeating: "x", count: 90),
      ],
      columns: 40,
      directory: directory.path
    )
    try window.waitForStatus("running")
    #expect(window.lastRow.hasPrefix("sh -c while [ ! -e end"))
    #expect(window.lastRow.hasSuffix("  running") && window.lastRow.count == 39)
    try directory.write("end", "")
    #expect(try window.waitForExit() == .code(0))
  }

  @Test(arguments: [
    ("exit 0", "exit 0", Int32(0)), ("exit 2", "exit 2", 2),
    ("kill -SEGV $$", "signal SEGV", 139), ("kill -KILL $$", "signal KILL", 137),
  ])
  func `its state tells of the view and of the end`(
    script: String,
    state: String,
    status: Int32
  ) throws {
    let job = try Job("seq 30; hold end; \(script)", ["-k"])
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "30" }
    #expect(window.lastRow.hasPrefix("sh job  running  "))
    window.type("k")
    try window.waitForStatus("sh job  running paused")
    try job.release("end")
    try window.waitForStatus("sh job  \(state) paused")
    window.type("G")
    try window.waitForStatus("sh job  \(state)  ")
    #expect(window.lastRow.contains("  30 lines"))
    window.type("q")
    #expect(try window.waitForExit() == .code(status))
    #expect(isSummary(job.lastLine, state, "30 lines"))
  }

  // MARK: Its end

  @Test(
    arguments: [
      ([], (51...60).map(String.init)), (["--leave", "3"], ["58", "59", "60"]),
      (["--leave", "none"], []), (["--leave", "all"], (1...60).map(String.init)),
      (["-H", "full"], (51...60).map(String.init)),
    ] as [([String], [String])]
  )
  func `what stays, and the summary below it`(options: [String], expected: [String]) throws {
    let job = try Job("seq 60", options)
    #expect(try job.window.waitForExit() == .code(0))
    #expect(job.leftLines == expected)
    #expect(isSummary(job.lastLine, "exit 0", "60 lines"))
    #expect(job.window.screen.traces == [])
    #expect(job.window.session.modes == job.window.session.modesBefore)
  }

  @Test(
    arguments: [
      ("1 line", [], 1), ("60 lines", [], 60), ("1,000 lines", [], 1000), ("1,001 lines", [], 100),
      ("60 lines", ["--leave", "2"], 2), ("60 lines", ["--leave", "none"], 0),
    ] as [(String, [String], Int)]
  )
  func `a command that failed leaves more`(lines: String, options: [String], left: Int) throws {
    let count = try #require(Int(lines.filter(\.isNumber)))
    let job = try Job("seq -f 'row %g' \(count); exit 2", options)
    #expect(try job.window.waitForExit() == .code(2))
    let expected = (1...count).suffix(left).map { "row \($0)" }
    #expect(job.leftLines == expected)
    #expect(isSummary(job.lastLine, "exit 2", lines))
  }

  @Test func `a signal's end is told, with an unfinished line`() throws {
    let job = try Job("printf 'half'; kill -SEGV $$")
    #expect(try job.window.waitForExit() == .code(139))
    #expect(job.leftLines == ["half"])
    #expect(isSummary(job.lastLine, "signal SEGV", "1 line"))
  }

  @Test func `one that says nothing leaves its summary alone`() throws {
    let job = try Job("exit 1")
    #expect(try job.window.waitForExit() == .code(1))
    #expect(job.window.screen.allText.count == 1)
    #expect(isSummary(job.lastLine, "exit 1", "0 lines"))
    #expect(job.window.screen.traces == [])
  }

  @Test(arguments: ["sleep 5", "yes"])
  func `its end does not wait for what it left in the background`(child: String) throws {
    let job = try Job("(\(child)) & echo $! >child; exit 3")
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try job.window.waitForExit() == .code(3))
    #expect(clock.now - start < .seconds(4))
    let text = try String(contentsOfFile: job.directory.path(of: "child"), encoding: .utf8)
    if let child = Int32(text.dropLast()) { kill(child, SIGKILL) }
  }

  @Test func `what it left in the background lives on`() throws {
    let job = try Job("(hold go; echo alive >file) & exit 0")
    #expect(try job.window.waitForExit() == .code(0))
    try job.release("go")
    let path = job.directory.path(of: "file")
    #expect(isTrueSoon { (try? String(contentsOfFile: path, encoding: .utf8)) == "alive\n" })
  }

  @Test(arguments: [("no-such-command", Int32(127)), ("./job", 126), (".", 126)])
  func `a command that cannot run is told of on one line`(name: String, status: Int32) throws {
    let directory = try TemporaryDirectory()
    try directory.write("job", "")
    let window = try Window(["--", name], directory: directory.path)
    #expect(try window.waitForExit() == .code(status))
    #expect(window.screen.allText.count == 1)
    #expect(window.screen.allText[0].hasPrefix("silt: ") && window.screen.allText[0].contains(name))
    #expect(window.screen.traces == [])
    #expect(window.session.modes == window.session.modesBefore)
  }
}

extension VirtualScreen {
  /// The log rows of the region whose status row begins with a name, without the gutter's signs.
  func logRows(above name: String) -> [String] {
    guard let status = text.lastIndex(where: { $0.hasPrefix(name) }) else { return [] }
    return text[..<status].map { $0.trimmingSuffix { " ▲▼".contains($0) } }
  }
}

/// Waits until something that no terminal tells of becomes true.
func isTrueSoon(_ condition: () -> Bool) -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now + PtySession.patience
  while clock.now < deadline {
    if condition() { return true }
    usleep(5000)
  }
  return false
}
