import Foundation
import SiltSystem
import SiltTestSupport
import SiltText
import Testing

/// Whatever way a command is left, the terminal is as it was, and each of its lines is told once.
@Suite struct WaysOutTests {
  enum Way: CaseIterable, Sendable {
    case end, failure, signal, quit, interrupt, terminate, hangUp, gone, kill

    var status: PtySession.ExitStatus {
      switch self {
      case .end, .quit: .code(0)
      case .failure: .code(2)
      case .signal: .code(139)
      case .interrupt: .code(130)
      case .terminate: .signal(SIGTERM)
      case .hangUp, .gone: .signal(SIGHUP)
      case .kill: .code(137)
      }
    }

    /// What is left of 50 lines.
    var left: Int {
      switch self {
      case .end, .quit, .terminate, .hangUp, .gone: 10
      case .failure, .signal, .interrupt, .kill: 50
      }
    }

    /// How the summary tells of the end, where there is one.
    var summary: String? {
      switch self {
      case .end, .quit: "exit 0"
      case .failure: "exit 2"
      case .signal: "signal SEGV"
      case .interrupt: "signal INT"
      case .kill: "signal KILL"
      case .terminate, .hangUp, .gone: nil
      }
    }

    /// What the script does once it may end.
    var script: String {
      switch self {
      case .failure: "exit 2"
      case .signal: "kill -SEGV $$"
      case .kill: "kill -KILL $$"
      default: "exit 0"
      }
    }

    func take(in job: Job) throws {
      switch self {
      case .end, .failure, .signal, .kill: try job.release("end")
      case .quit:
        job.window.type("q")
        try job.waitUntilRegionGoes()
        try job.release("end")
      case .interrupt: job.window.type("\u{03}")
      case .terminate: job.window.session.signal(SIGTERM)
      case .hangUp: job.window.session.signal(SIGHUP)
      case .gone: job.window.session.closeMaster()
      }
    }
  }

  @Test(arguments: Way.allCases, [["-H", "4"], ["-H", "full"], ["--mouse"], ["--no-pty"]])
  func `a command is left`(way: Way, options: [String]) throws {
    let job = try Job("echo $$ >pid; seq 50; hold end; \(way.script)", options)
    let window = job.window
    let before = window.session.modesBefore
    try window.wait(for: "its lines") { $0.bottomLogRow == "50" }
    #expect(window.session.modes == before.watching(interruptKeys: .asBytes))
    #expect(window.screen.isAlternate == options.contains("full"))
    #expect(window.screen.isMouseTracked == options.contains("--mouse"))
    let text = try String(contentsOfFile: job.directory.path(of: "pid"), encoding: .utf8)
    let process = try #require(Int32(text.dropLast()))
    try way.take(in: job)
    #expect(try window.waitForExit() == way.status)
    #expect(isTrueSoon { kill(process, 0) < 0 }, "it runs on")
    guard way != .gone else { return }
    #expect(window.session.modes == before)
    #expect(window.screen.traces == [])
    var expected = (1...50).suffix(way.left).map(String.init)
    // A terminal echoes the key, as it would without silt.
    let hasEcho = way == .interrupt && !options.contains("--no-pty")
    if hasEcho { expected.append("^C") }
    var lines = window.screen.allText
    if let summary = way.summary {
      let last = lines.popLast() ?? ""
      #expect(isSummary(last, summary, hasEcho ? "51 lines" : "50 lines"), "\(last)")
    }
    #expect(lines == expected)
  }

  // MARK: Ctrl-C

  @Test func `Ctrl-C is heard, and what is said then is in the scrollback`() throws {
    let job = try Job("trap 'echo bye; exit 9' INT; seq 3; hold end")
    try job.window.wait(for: "its lines") { $0.bottomLogRow == "3" }
    job.window.type("\u{03}")
    #expect(try job.window.waitForExit() == .code(9))
    #expect(job.leftLines == ["1", "2", "3", "^Cbye"])
    #expect(isSummary(job.lastLine, "exit 9", "4 lines"))
  }

  @Test func `the same from a pipe`() throws {
    let job = try Job(
      "trap 'echo bye; exit 9' INT; seq 3; hold end",
      within: "trap : INT; sh job | \"$SILT\" -H 6; echo over"
    )
    try job.window.wait(for: "its lines") { $0.bottomLogRow == "3" }
    job.window.type("\u{03}")
    #expect(try job.window.waitForExit() == .code(0))
    let text = job.window.screen.allText.filter { $0 != "^C" }
    #expect(text == ["1", "2", "3", "bye", "over"])
    #expect(job.window.screen.traces == [])
  }

  @Test(arguments: [["-H", "6"], ["-H", "full"], ["--no-pty"]])
  func `a second Ctrl-C terminates, a third kills`(options: [String]) throws {
    let job = try Job(
      """
      trap 'echo no' INT; trap 'echo never' TERM; echo ready
      while :; do hold end; done
      """,
      options
    )
    let window = job.window
    try window.wait(for: "a line") { $0.bottomLogRow == "ready" }
    window.type("\u{03}")
    try window.waitForText("no")
    #expect(window.screen.status.contains("Ctrl-C again terminates"))
    window.type("\u{03}")
    try window.waitForText("never")
    #expect(window.screen.status.contains("Ctrl-C again kills"))
    window.type("\u{03}")
    #expect(try window.waitForExit() == .code(137))
    #expect(job.lastLine.hasPrefix("signal KILL · "))
    #expect(window.screen.traces == [])
  }

  @Test func `a Ctrl-C after three seconds is a first one again`() throws {
    let job = try Job("trap 'echo no' INT; trap 'echo never' TERM; echo ready; hold end")
    let window = job.window
    try window.wait(for: "a line") { $0.bottomLogRow == "ready" }
    window.type("\u{03}")
    try window.waitForText("no")
    // It is the time itself that is tested.
    usleep(3_100_000)
    window.type("\u{03}")
    try window.wait(for: "another") { screen in
      screen.logRows(above: "interrupted").count { $0.hasSuffix("no") } == 2
    }
    #expect(!window.rows.contains("never"))
    try job.release("end")
    #expect(try window.waitForExit() == .code(0))
  }

  @Test func `after its end Ctrl-C leaves`() throws {
    let job = try Job("seq 3; exit 4", ["-k"])
    try job.window.waitForStatus("sh job  exit 4")
    job.window.type("\u{03}")
    #expect(try job.window.waitForExit() == .code(4))
    #expect(job.leftLines == ["1", "2", "3"])
    #expect(isSummary(job.lastLine, "exit 4", "3 lines"))
  }

  // MARK: q while it runs

  @Test(arguments: [["-H", "4"], ["-H", "full"], ["--no-pty"]])
  func `q leaves the region, and what still comes is told once and in order`(
    options: [String]
  ) throws {
    let job = try Job(
      """
      seq 20; printf 'un'; hold first
      printf 'finished\\033[2J\\007\\n'; seq 21 25; printf 'last'; hold second; exit 7
      """,
      options
    )
    let window = job.window
    try window.wait(for: "the unfinished line") { $0.bottomLogRow == "un" }
    window.type("q")
    try job.waitUntilRegionGoes()
    #expect(window.session.modes == window.session.modesBefore)
    try job.release("first")
    try window.waitForText("25")
    #expect(window.session.exitStatus == nil)
    try job.release("second")
    #expect(try window.waitForExit() == .code(7))
    let lines = job.leftLines
    #expect(lines.first == "12" && lines.last == "last")
    #expect(lines.filter { $0.allSatisfy(\.isNumber) } == (12...25).map(String.init))
    #expect(lines.count { $0.contains("unfinished") || $0.contains("un") } == 1, "\(lines)")
    #expect(isSummary(job.lastLine, "exit 7", "27 lines"), "\(job.lastLine)")
    #expect(window.screen.traces == [])
  }

  @Test(arguments: ["all", "none", "0", "3"])
  func `q and what was asked to stay`(leave: String) throws {
    let job = try Job("seq 5; printf 'un'; hold end; echo finished; echo more", ["--leave", leave])
    let window = job.window
    try window.wait(for: "the unfinished line") { $0.bottomLogRow == "un" }
    window.type("q")
    try job.waitUntilRegionGoes()
    try job.release("end")
    #expect(try window.waitForExit() == .code(0))
    let count = leave == "all" ? 5 : leave == "3" ? 2 : 0
    #expect(job.leftLines == (1...5).suffix(count).map(String.init) + ["unfinished", "more"])
    #expect(isSummary(job.lastLine, "exit 0", "7 lines"))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal after q leaves what came`(signal: Int32) throws {
    let job = try Job("seq 20; hold more; printf 'unfinished'; : >wrote; hold end")
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "20" }
    window.type("q")
    try job.waitUntilRegionGoes()
    try job.release("more")
    let path = job.directory.path(of: "wrote")
    #expect(isTrueSoon { FileManager.default.fileExists(atPath: path) })
    _ = window.session.waitForSilence(of: .milliseconds(200))
    window.session.signal(signal)
    #expect(try window.waitForExit() == .signal(signal))
    #expect(window.screen.allText == (11...20).map(String.init) + ["unfinished"])
    #expect(window.screen.traces == [])
    #expect(window.session.modes == window.session.modesBefore)
  }

  @Test func `output that the user holds with Ctrl-S is not lost`() throws {
    let job = try Job("seq 10; hold go; seq 11 2000; : >wrote")
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "10" }
    window.type("q")
    try job.waitUntilRegionGoes()
    window.type("\u{13}")
    _ = window.session.waitForSilence(of: .milliseconds(200))
    try job.release("go")
    let path = job.directory.path(of: "wrote")
    #expect(isTrueSoon { FileManager.default.fileExists(atPath: path) })
    // Longer than a region that leaves waits for a terminal.
    _ = window.session.waitForSilence(of: .seconds(6))
    window.type("\u{11}")
    #expect(try window.waitForExit() == .code(0))
    #expect(job.leftLines == (1...2000).map(String.init))
    #expect(isSummary(job.lastLine, "exit 0", "2,000 lines"))
  }

  @Test func `a flood after q loses no line`() throws {
    let job = try Job("seq 10; hold go; seq 11 200000", ["--leave", "all", "--buffer", "1M"])
    try job.window.wait(for: "its lines") { $0.bottomLogRow == "10" }
    job.window.type("q")
    try job.waitUntilRegionGoes()
    try job.release("go")
    #expect(try job.window.waitForExit() == .code(0))
    #expect(job.leftLines.elementsEqual((1...200_000).map(String.init)))
    #expect(isSummary(job.lastLine, "exit 0", "200,000 lines"))
  }

  @Test func `Ctrl-C after q reaches the command, and again ends it`() throws {
    let job = try Job("trap 'echo no' INT; echo ready; hold end")
    let window = job.window
    try window.wait(for: "a line") { $0.bottomLogRow == "ready" }
    window.type("q")
    try job.waitUntilRegionGoes()
    window.type("\u{03}")
    try window.wait(for: "the trap") { $0.text.contains { $0.hasSuffix("no") } }
    #expect(window.session.exitStatus == nil)
    window.type("\u{03}")
    #expect(try window.waitForExit() == .code(143))
    // The terminal is the shell's again, and echoes the key.
    #expect(isSummary(String(job.lastLine.trimmingPrefix("^C")), "signal TERM", "2 lines"))
    #expect(window.session.modes == window.session.modesBefore)
  }

  // MARK: An end that waits

  @Test(arguments: ["k", "\u{13}", "h", "25", "Z"])
  func `an end takes nothing away from the user`(keys: String) throws {
    let job = try Job("seq 50; hold end; exit 5")
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "50" }
    window.type(keys)
    try window.wait(for: "the key's work") { screen in
      switch keys {
      case "h": screen.text.contains { $0.contains("a row down, up") }
      case "25", "Z": screen.status.hasSuffix(" " + keys)
      default: screen.status.contains("running paused")
      }
    }
    let before = window.rows.dropLast()
    try job.release("end")
    try window.waitForStatus("sh job  exit 5")
    #expect(window.rows.dropLast().prefix(11) == before.prefix(11))
    #expect(window.session.exitStatus == nil)
    // The first key may only close the help or end what was begun.
    window.type("\u{1B}")
    _ = window.session.waitForSilence(of: .milliseconds(200))
    window.type("q")
    #expect(try window.waitForExit() == .code(5))
    #expect(job.leftLines == (1...50).map(String.init))
    #expect(isSummary(job.lastLine, "exit 5", "50 lines"))
    #expect(window.screen.traces == [])
  }

  // MARK: Signals

  @Test(arguments: [SIGTERM, SIGHUP], ["", "--no-pty"])
  func `a signal reaches the command's group before silt dies of it`(
    signal: Int32,
    option: String
  ) throws {
    let job = try Job(
      """
      trap 'echo told >told; sleep 0.2; echo last words; exit 0' TERM HUP
      (trap 'echo told >child; exit 0' TERM HUP; echo ready; hold never) &
      hold never
      """,
      option.isEmpty ? [] : [option]
    )
    try job.window.wait(for: "a line") { $0.bottomLogRow == "ready" }
    job.window.session.signal(signal)
    #expect(try job.window.waitForExit() == .signal(signal))
    for name in ["told", "child"] {
      let path = job.directory.path(of: name)
      #expect(isTrueSoon { FileManager.default.fileExists(atPath: path) }, "\(name)")
    }
    // What the shells say of their own children may stand between.
    #expect(job.window.screen.allText.first == "ready")
    #expect(job.window.screen.allText.last == "last words")
    #expect(job.window.screen.traces == [])
  }

  // MARK: The shell around

  @Test(arguments: ["q", "end"], ["", "-H full", "--mouse"])
  func `no key typed into silt reaches the shell`(way: String, options: String) throws {
    let job = try Job(
      "seq 20; hold end",
      within: """
        "$SILT" \(options) -- sh job
        echo "left $?"
        old=$(stty -g); stty -icanon min 0 time 3
        echo "typed [$(dd bs=100 count=1 2>/dev/null | od -An -c)]"
        stty "$old"
        """
    )
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "20" }
    window.type("kjhx\u{1B}[A\u{1B}[Bjjj")
    try window.wait(for: "following") { $0.status.hasPrefix("sh job  running  ") }
    if way == "q" { window.type("q") }
    if way == "q" { try job.waitUntilRegionGoes() }
    try job.release("end")
    #expect(try window.waitForExit() == .code(0))
    #expect(Array(window.screen.allText.suffix(2)) == ["left 0", "typed []"])
    #expect(window.session.modes == window.session.modesBefore)
    #expect(window.screen.traces == [])
  }

  @Test func `a shell's loop ends at Ctrl-C, since silt dies of it`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...3))
    let window = try Window(
      program: "/bin/bash",
      ["--norc", "--noprofile", "-i"],
      environment: [
        "PS1": "$ ", "INPUTRC": "/dev/null", "HISTFILE": nil, "SILT": PtySession.product("silt"),
      ],
      directory: directory.path
    )
    try window.wait(for: "a prompt") { $0.text.contains("$") }
    window.type("while :; do \"$SILT\" -H 4 f; done; echo over\r")
    try window.waitForStatus("f  following")
    window.type("\u{03}")
    try window.wait(for: "the prompt again") { screen in
      screen.status == "$" || screen.status == "over"
    }
    window.type("exit 3\r")
    #expect(try window.waitForExit() == .code(3))
    #expect(!window.screen.allText.contains("over"))
  }

  @Test func `an output that is no terminal gets the command's own, apart`() throws {
    let job = try Job(
      "echo out; echo err >&2; exit 4",
      within: """
        bash -c '"$SILT" -- sh job 2>E | cat; echo "${PIPESTATUS[0]}"'; echo "[$(cat E)]"
        """
    )
    #expect(try job.window.waitForExit() == .code(0))
    #expect(job.window.screen.allText == ["out", "4", "[err]"])
  }
}
