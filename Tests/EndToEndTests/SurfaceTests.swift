import Foundation
import SiltSystem
import SiltTestSupport
import SiltText
import Testing

/// `Tab`, `Ctrl-Z`, `Enter`'s marker and the mouse.
@Suite struct SurfaceTests {
  enum Kind: CaseIterable, Sendable {
    case file, pipe, command

    /// A script that shows 50 lines in a region of a height, then ends when `end` is there.
    func script(height: String) -> String {
      switch self {
      case .file: "\"$SILT\" -H \(height) f"
      case .pipe: "(cat f; hold more; echo more; hold end) | \"$SILT\" -H \(height)"
      case .command:
        "\"$SILT\" -H \(height) -- sh -c 'cat f; while [ ! -e end ]; do sleep 0.02; done'"
      }
    }

    func isState(_ state: String, _ status: String) -> Bool {
      let word = self == .command ? (state == "paused" ? "running paused" : "running  ") : state
      return status.contains("  " + word)
    }
  }

  // MARK: Tab

  @Test(arguments: Kind.allCases, ["4", "full"])
  func `Tab changes between inline and full, keeps the place, and back`(
    kind: Kind,
    height: String
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...50))
    let window = try Window(
      script: "echo above; \(kind.script(height: height)); echo below",
      directory: directory.path
    )
    let before = window.session.modesBefore
    let isFull = height == "full"
    try window.wait(for: "its lines") { $0.bottomLogRow == "50" && $0.isAlternate == isFull }
    window.type("10k")
    try window.wait(for: "a pause") { $0.bottomLogRow == "40" && kind.isState("paused", $0.status) }
    var isAlternate = isFull
    for _ in 1...4 {
      window.type("\t")
      isAlternate.toggle()
      try window.wait(for: "the other surface") { screen in
        screen.isAlternate == isAlternate && screen.bottomLogRow == "40"
          && kind.isState("paused", screen.status)
      }
      let inlineRows = isFull ? 12 : 4
      let rows = window.screen.text.filter { !$0.isEmpty }.count
      #expect(rows == (isAlternate ? 24 : 1 + inlineRows))
      if !isAlternate { #expect(window.rows[0] == "above") }
      #expect(window.session.modes != before)
    }
    window.type("G")
    try window.wait(for: "following") { $0.bottomLogRow == "50" }
    window.type("\tq")
    try directory.write("more", "")
    if kind != .file { try directory.write("end", "") }
    #expect(try window.waitForExit() == .code(0))
    #expect(window.session.modes == before)
    #expect(window.screen.traces == [])
    var text = window.screen.allText
    if kind == .command {
      let summary = text.remove(at: text.count - 2)
      #expect(isSummary(summary, "exit 0", "50 lines"))
    }
    #expect(text == ["above"] + (41...50).map(String.init) + ["below"])
  }

  @Test func `the inline region comes back where it stood, with what came meanwhile`() throws {
    let job = try Job(
      "seq 5; hold more; seq 6 30; hold end",
      within: "seq -f 'above %g' 30; \"$SILT\" -H 6 -- sh job; echo below"
    )
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "5" }
    window.type("\t")
    try window.wait(for: "full") { $0.isAlternate && $0.bottomLogRow == "5" }
    try job.release("more")
    try window.wait(for: "more") { $0.bottomLogRow == "30" }
    window.type("\t")
    try window.wait(for: "inline") { !$0.isAlternate && $0.bottomLogRow == "30" }
    #expect(window.rows[17] == "above 30")
    try job.release("end")
    #expect(try window.waitForExit() == .code(0))
    let text = window.screen.allText
    #expect(Array(text.prefix(40)) == (1...30).map { "above \($0)" } + (21...30).map(String.init))
    #expect(text.count == 42 && text.last == "below")
    #expect(window.screen.traces == [])
  }

  @Test(arguments: [SIGTERM, SIGUSR1])
  func `after Tab a signal leaves nothing behind`(signal: Int32) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", lines(1...50))
    let window = try Window(["-H", "4", "--mouse", path], environment: ["SILT_TEST_TRAP": "1"])
    try window.waitForStatus("f  following")
    window.type("\t")
    try window.wait(for: "full") { $0.isAlternate }
    window.session.signal(signal)
    let status = try window.waitForExit()
    #expect(status == .signal(signal) || signal == SIGUSR1 && status != .code(0))
    #expect(window.session.modes == window.session.modesBefore)
    #expect(window.screen.traces == [])
  }

  // MARK: Ctrl-Z

  @Test(arguments: ["4", "full"], ["", "--no-pty"])
  func `Ctrl-Z stops the command, too, and fg continues both`(
    height: String,
    option: String
  ) throws {
    let job = try Job(
      "echo $$ >pid; seq 20; while [ ! -e end ]; do sleep 0.02; done; echo on",
      within: """
        set -m
        "$SILT" -H \(height) \(option) -- sh job
        echo "stopped $?"
        read -r answer
        echo "answer $answer"
        fg >/dev/null
        echo "left $?"
        """
    )
    let window = job.window
    let before = window.session.modesBefore
    try window.wait(for: "its lines") { $0.bottomLogRow == "20" }
    let text = try String(contentsOfFile: job.directory.path(of: "pid"), encoding: .utf8)
    let process = try #require(Int32(text.dropLast()))
    window.type("\u{1A}")
    try window.waitForText("stopped 148")
    #expect(window.session.modes == before)
    #expect(window.screen.traces == [])
    #expect(isTrueSoon { processIsStopped(process) })
    try job.release("end")
    window.type("go on\r")
    try window.waitForText("left 0")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.session.modes == before)
    #expect(window.screen.traces == [])
    let lines = window.screen.allText
    #expect(lines.contains("answer go on") && lines.contains("on"))
    #expect(lines.contains { isSummary($0, "exit 0", "21 lines") })
  }

  @Test func `after bg nothing is drawn, and reading goes on`() throws {
    let job = try Job(
      "seq 20; hold more; seq 21 500; hold end",
      within: """
        set -m
        "$SILT" -H 4 -o copy -- sh job
        bg >/dev/null
        hold foreground
        echo shell
        fg >/dev/null
        echo "left $?"
        """
    )
    let window = job.window
    let before = window.session.modesBefore
    try window.wait(for: "its lines") { $0.bottomLogRow == "20" }
    window.type("\u{1A}")
    try job.waitUntilRegionGoes()
    try job.release("more")
    let copy = job.directory.path(of: "copy")
    #expect(isTrueSoon { (try? String(contentsOfFile: copy, encoding: .utf8)) == lines(1...500) })
    #expect(window.session.modes == before)
    #expect(!window.session.text.contains("500"))
    try job.release("foreground")
    try window.wait(for: "the region") { $0.bottomLogRow == "500" }
    try job.release("end")
    try window.waitForText("left 0")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.session.modes == before)
    #expect(window.screen.traces == [])
  }

  @Test func `one that ends in the background leaves its lines and its summary`() throws {
    let job = try Job(
      "seq 20; hold end; echo late; exit 6",
      within: """
        set -m
        "$SILT" -H 4 -- sh job
        bg >/dev/null
        : >background
        wait
        echo "left $?"
        """
    )
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "20" }
    window.type("\u{1A}")
    let path = job.directory.path(of: "background")
    #expect(isTrueSoon { FileManager.default.fileExists(atPath: path) })
    try job.release("end")
    try window.waitForText("left ")
    #expect(try window.waitForExit() == .code(0))
    let text = window.screen.allText.filter { !$0.contains("silt") }
    #expect(Array(text.prefix(21)) == (1...20).map(String.init) + ["late"])
    #expect(text.contains { isSummary($0, "exit 6", "21 lines") })
    #expect(window.screen.traces == [])
    #expect(window.session.modes == window.session.modesBefore)
  }

  @Test func `after q Ctrl-Z stops both, too`() throws {
    let job = try Job(
      "echo $$ >pid; seq 20; hold end; echo on",
      within: """
        set -m
        "$SILT" -H 4 -- sh job
        echo "stopped $?"
        read -r answer
        fg >/dev/null
        echo "left $?"
        """
    )
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "20" }
    window.type("q")
    try job.waitUntilRegionGoes()
    window.type("\u{1A}")
    try window.waitForText("stopped 148")
    let text = try String(contentsOfFile: job.directory.path(of: "pid"), encoding: .utf8)
    let process = try #require(Int32(text.dropLast()))
    #expect(isTrueSoon { processIsStopped(process) })
    window.type("\r")
    try job.release("end")
    try window.waitForText("left 0")
    #expect(try window.waitForExit() == .code(0))
    let lines = window.screen.allText
    #expect(lines.count { $0 == "on" } == 1)
    #expect(lines.contains { isSummary($0, "exit 0", "21 lines") })
    #expect(window.session.modes == window.session.modesBefore)
  }

  @Test func `one that is started in the background draws when it has the terminal`() throws {
    let job = try Job(
      "seq 20; hold end",
      within: """
        set -m
        "$SILT" -H 4 --height=4 -- sh job &
        hold foreground
        fg >/dev/null
        echo "left $?"
        """
    )
    let window = job.window
    // In the background its output is plain: no region is drawn over the shell's line.
    try window.waitForText("20")
    #expect(!window.session.output.contains(0x1B))
    try job.release("foreground")
    try job.release("end")
    try window.waitForText("left 0")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.session.modes == window.session.modesBefore)
    #expect(window.screen.traces == [])
  }

  // MARK: Markers

  private static func isMarker(_ row: String) -> Bool {
    (try? /── \d\d:\d\d:\d\d ─+/.firstMatch(in: row)) != nil
  }

  @Test func `Enter drops a marker after a second of quiet, and behind one`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([try directory.write("f", lines(1...30))], rows: 10)
    func markers() -> Int { window.rows.count { Self.isMarker($0) } }
    try window.waitForStatus("f  following")
    window.type("x\r")
    window.type("j")
    try window.wait(for: "no hint") { $0.status.contains("30 lines") }
    #expect(!window.session.wait(within: .milliseconds(300)) { _ in false })
    #expect(markers() == 0)
    // It is the quiet itself that is tested.
    usleep(1_100_000)
    window.type("\r")
    try window.wait(for: "a marker") { $0.text.count { Self.isMarker($0) } == 1 }
    window.type("\r\r")
    try window.wait(for: "three markers") { $0.text.count { Self.isMarker($0) } == 3 }
    #expect(window.lastRow.contains("  30 lines"))
    window.type("k")
    try window.waitForStatus("f  paused")
    window.type("\r")
    try window.waitForStatus("f  following")
    window.type("\r")
    _ = window.session.waitForSilence(of: .milliseconds(300))
    try window.waitForStatus("f  following")
    #expect(markers() == 3)
    try directory.append("f", "31\n")
    try window.wait(for: "what comes behind it") { $0.bottomLogRow == "31" }
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.allText == (22...31).map(String.init))
  }

  // MARK: The mouse

  @Test(arguments: Kind.allCases, ["4", "full"])
  func `the wheel scrolls three rows`(kind: Kind, height: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...50))
    let script = kind.script(height: height).replacingOccurrences(of: "-H", with: "--mouse -H")
    let window = try Window(script: script, directory: directory.path)
    try window.wait(for: "its lines") { $0.bottomLogRow == "50" }
    #expect(window.screen.isMouseTracked)
    window.type("\u{1B}[<64;10;5M")
    try window.wait(for: "three rows up") { $0.bottomLogRow == "47" }
    window.type("\u{1B}[<64;10;5M\u{1B}[<64;10;5M\u{1B}[<65;10;5M")
    try window.wait(for: "three more") { $0.bottomLogRow == "44" }
    // A click is nothing.
    window.type("\u{1B}[<0;10;5M\u{1B}[<0;10;5m\t")
    try window.wait(for: "the other surface") { screen in
      screen.isAlternate == (height != "full") && screen.isMouseTracked
        && screen.bottomLogRow == "44"
    }
    window.type("\u{1B}[<65;10;5M\u{1B}[<65;10;5M")
    try window.wait(for: "following again") { $0.bottomLogRow == "50" }
    window.type("q")
    try directory.write("more", "")
    if kind != .file { try directory.write("end", "") }
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
    #expect(window.session.modes == window.session.modesBefore)
  }

  @Test func `without the option the mouse is the terminal's, and full the wheel sends arrows`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", lines(1...50))
    let window = try Window(["-H", "4", path])
    try window.waitForStatus("f  following")
    #expect(!window.screen.isMouseTracked && !window.screen.isAlternateScrollOn)
    window.type("\t")
    try window.wait(for: "full") { $0.isAlternate }
    #expect(!window.screen.isMouseTracked && window.screen.isAlternateScrollOn)
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }
}
