import Foundation
import SiltSystem
import SiltTestSupport
import Testing

/// Whatever way it ends, the terminal is as it was.
@Suite struct LeavingTests {
  enum Way: CaseIterable, Sendable {
    case quit, interrupt, terminate, hangUp, trap

    /// How a program ends that goes this way.
    var endings: [PtySession.ExitStatus] {
      switch self {
      case .quit: [.code(0)]
      case .interrupt: [.signal(SIGINT)]
      case .terminate: [.signal(SIGTERM)]
      case .hangUp: [.signal(SIGHUP)]
      // It depends on the processor what a trap is.
      case .trap: [.signal(SIGILL), .signal(SIGTRAP)]
      }
    }

    func take(in window: Window) {
      switch self {
      case .quit: window.type("q")
      case .interrupt: window.type("\u{03}")
      case .terminate: window.session.signal(SIGTERM)
      case .hangUp: window.session.signal(SIGHUP)
      case .trap: window.session.signal(SIGUSR1)
      }
    }
  }

  private static let environment = ["SILT_TEST_TRAP": "1"]

  @Test(arguments: Way.allCases, ["4", "full"])
  func `a file is left`(way: Way, height: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", lines(1...50))
    let window = try Window(["-H", height, path], environment: Self.environment)
    let before = window.session.modesBefore
    try window.waitForStatus("f  following")
    #expect(window.session.modes == before.watching(interruptKeys: .asBytes))
    #expect(window.screen.isAlternate == (height == "full"))
    way.take(in: window)
    let status = try window.waitForExit()
    #expect(way.endings.contains(status))
    #expect(window.session.modes == before)
    #expect(window.screen.traces == [])
    if way != .trap { #expect(window.screen.allText == (41...50).map(String.init)) }
  }

  @Test(arguments: Way.allCases, ["4", "full"])
  func `a pipe is left`(way: Way, height: String) throws {
    let feed = try Feed(["-H", height], environment: Self.environment)
    let window = feed.window
    let before = window.session.modesBefore
    try feed.write(lines(1...50))
    try window.waitForStatus("pipe  following")
    #expect(window.session.modes == before.watching(interruptKeys: .asSignals))
    if way == .interrupt {
      way.take(in: window)
      try window.waitForStatus("Ctrl-C again leaves")
    }
    way.take(in: window)
    let status = try window.waitForExit()
    #expect(way.endings.contains(status))
    #expect(window.session.modes == before)
    #expect(window.screen.traces == [])
    if way != .trap { #expect(window.screen.allText == (41...50).map(String.init)) }
  }

  @Test func `a terminal that goes is a hang-up`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([try directory.write("f", "text\n")])
    try window.waitForStatus("f  following")
    window.session.closeMaster()
    #expect(window.session.waitForExit() == .signal(SIGHUP))
  }

  @Test(arguments: [
    ("\"$SILT\" -H 4 f", true), ("\"$SILT\" f", true),
    ("(cat f; hold go; echo later; hold end) | \"$SILT\"", false),
  ])
  func `Ctrl-Z gives the terminal to the shell until it continues`(
    command: String,
    isFile: Bool
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...50))
    let window = try Window(
      script: """
        set -m
        \(command)
        echo "stopped $?"
        read -r answer
        echo "answer $answer"
        fg >/dev/null
        echo "left $?"
        """,
      directory: directory.path
    )
    let before = window.session.modesBefore
    try window.wait(for: "the region") { $0.status.contains("  following") }
    window.type("\u{1A}")
    try window.waitForText("stopped 148")
    #expect(window.session.modes == before)
    #expect(window.screen.traces == [])

    window.type("go on\r")
    try window.wait(for: "the region") { $0.status.contains("  following") }
    if isFile {
      try directory.append("f", "later\n")
    } else {
      try directory.write("go", "")
    }
    try window.wait(for: "what came since") { $0.bottomLogRow == "later" }
    #expect(window.session.modes != before)
    window.type("q")
    // The pipeline ends with its last member.
    if !isFile { try directory.write("end", "") }
    try window.waitForText("left 0")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.session.modes == before)
    #expect(window.screen.traces == [])
    #expect(window.screen.allText.contains("answer go on"))
  }

  @Test func `where nobody could continue it, Ctrl-Z says so`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([try directory.write("f", "text\n")])
    try window.waitForStatus("f  following")
    window.type("\u{1A}")
    try window.waitForStatus("nobody is there who could continue")
    window.type("j")
    try window.waitForStatus("f  following")
  }
}
