import Foundation
import SiltTestSupport
import SiltText
import Testing

/// What else gets every byte (`-o`), and options that come from the environment, in a region.
@Suite struct OutputTests {
  /// Bytes of every kind: colours, returns, controls, what is no text, no end at the end.
  private static let bytes: [UInt8] =
    Array("plain\n\u{1B}[31mred\u{1B}[m\r\n10%\r100%\n\u{1B}[2J\u{7}\n".utf8)
    + [0x00, 0xFF, 0xC3, 0x0A, 0x0A] + Array("unfinished".utf8)

  private static func content(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }

  /// The ways by which the bytes of a file `f` come in.
  enum Kind: CaseIterable, Sendable {
    case file, pipe, command, commandOnPipe

    func script(_ options: String) -> String {
      let wait = "while [ ! -e end ]; do sleep 0.02; done"
      return switch self {
      case .file: "\"$SILT\" \(options) f"
      case .pipe: "(cat f; \(wait)) | \"$SILT\" \(options)"
      case .command: "\"$SILT\" \(options) -- sh -c 'cat f; \(wait)'"
      case .commandOnPipe: "\"$SILT\" \(options) --no-pty -- sh -c 'cat f; \(wait)'"
      }
    }
  }

  @Test(arguments: Kind.allCases, ["-o", "-a -o", "--append --output"])
  func `the file has what was written, to the byte`(kind: Kind, option: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", Self.bytes)
    try directory.write("copy", "old\n")
    let window = try Window(
      script: kind.script("\(option) copy -H 8") + "; echo \"left $?\"",
      directory: directory.path
    )
    try window.wait(for: "the lines") { $0.bottomLogRow == "unfinished" }
    let expected = (option == "-o" ? [] : Array("old\n".utf8)) + Self.bytes
    // Already now: a sudden end loses nothing.
    #expect(Self.content(directory.path(of: "copy")) == expected)
    if kind == .file { window.type("q") } else { try directory.write("end", "") }
    try window.waitForText("left 0")
    #expect(try window.waitForExit() == .code(0))
    #expect(Self.content(directory.path(of: "copy")) == expected)
    #expect(window.screen.traces == [])
    #expect(window.session.modes == window.session.modesBefore)
  }

  @Test func `what is left out of the view, and what comes after q, is in the file`() throws {
    let job = try Job("seq 50; hold end; seq 51 60", ["-o", "copy", "-n", "+20"])
    let window = job.window
    try window.wait(for: "its lines") { $0.bottomLogRow == "50" }
    window.type("g")
    try window.wait(for: "the first line") { $0.logRows(above: "sh job").first == "20" }
    window.type("q")
    try job.waitUntilRegionGoes()
    try job.release("end")
    #expect(try window.waitForExit() == .code(0))
    #expect(job.leftLines == (41...60).map(String.init))
    let copy = Self.content(job.directory.path(of: "copy"))
    #expect(copy == Array(lines(1...60).utf8))
  }

  @Test(arguments: ["nowhere/copy", "."])
  func `a file that cannot be opened is told of, and nothing runs`(name: String) throws {
    let job = try Job("echo ran >ran", ["-o", name])
    #expect(try job.window.waitForExit() == .code(1))
    #expect(job.window.screen.allText.count == 1)
    let line = job.window.screen.allText[0]
    #expect(line.hasPrefix("silt: ") && line.contains(name), "\(line)")
    #expect(!FileManager.default.fileExists(atPath: job.directory.path(of: "ran")))
    #expect(!job.window.session.output.contains(0x1B))
  }

  #if os(Linux)
  @Test(arguments: Kind.allCases)
  func `a disk that is full is told of once, and watching goes on`(kind: Kind) throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...3))
    let window = try Window(
      script: kind.script("-o /dev/full -H 8") + "; echo \"left $?\"",
      directory: directory.path
    )
    try window.waitForText("── output failed: No space left on device ")
    try window.waitForText("3")
    #expect(window.rows.count { $0.contains("output failed") } == 1)
    if kind == .file { window.type("q") } else { try directory.write("end", "") }
    try window.waitForText("left 1")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
    // Said on leaving, too, or only in the region: the lines are all there.
    #expect(window.screen.allText.filter { $0.allSatisfy(\.isNumber) } == ["1", "2", "3"])
  }

  @Test(arguments: [("exit 0", Int32(1)), ("exit 7", 7), ("kill -TERM $$", 143)])
  func `the command's status comes first`(script: String, status: Int32) throws {
    let job = try Job("echo text; \(script)", ["-o", "/dev/full"])
    #expect(try job.window.waitForExit() == .code(status))
  }

  @Test func `after q a disk that is full is told of in the status`() throws {
    let job = try Job("hold end; echo text", ["-o", "/dev/full"])
    try job.window.waitForStatus("sh job  running")
    job.window.type("q")
    try job.waitUntilRegionGoes()
    try job.release("end")
    #expect(try job.window.waitForExit() == .code(1))
    #expect(job.leftLines == ["text"])
  }
  #endif

  @Test func `a reader that goes away is a failure, not an end`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window(
      script: """
        mkfifo pipe; (read -r line <pipe; : >gone) &
        "$SILT" -o pipe -- sh -c 'echo one; while [ ! -e gone ]; do sleep 0.02; done; echo two
          echo three; while [ ! -e end ]; do sleep 0.02; done'
        echo "left $?"
        """,
      directory: directory.path
    )
    try window.waitForText("output failed: Broken pipe")
    try window.waitForText("three")
    try directory.write("end", "")
    try window.waitForText("left 1")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }

  // MARK: SILT_OPTIONS

  @Test(arguments: [
    ("-H 4", [], 4, "30"), ("-H 4", ["-H", "6"], 6, "30"), ("--height=5 --no-follow", [], 5, "30"),
    ("-H 'full' --chop", ["-H", "3"], 3, "30"),
  ])
  func `options of the environment come before those of the command line`(
    variable: String,
    arguments: [String],
    height: Int,
    bottom: String
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...30))
    let window = try Window(
      arguments + ["f"],
      environment: ["SILT_OPTIONS": variable],
      directory: directory.path
    )
    try window.wait(for: "the region") { screen in
      screen.bottomLogRow == bottom && screen.text.filter { !$0.isEmpty }.count == height
    }
    #expect(!window.screen.isAlternate)
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
  }

  @Test func `a switch of the environment is taken back`() throws {
    let job = try Job(
      "seq 30; exit 3",
      ["--no-keep", "--no-mouse"],
      environment: ["SILT_OPTIONS": "--keep --mouse --leave 1 --fill '~ ~'"]
    )
    #expect(try job.window.waitForExit() == .code(3))
    #expect(job.leftLines == ["30"])
    #expect(!job.window.session.text.contains("\u{1B}[?1000h"))
  }

  @Test(arguments: ["f", "--", "--nonsense", "-H 1", "'open"])
  func `a mistake in the environment is told of, and nothing is drawn`(variable: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...3))
    let window = try Window(
      ["f"],
      columns: 200,
      environment: ["SILT_OPTIONS": variable],
      directory: directory.path
    )
    #expect(try window.waitForExit() == .code(2))
    #expect(window.screen.allText.count == 1)
    #expect(window.screen.allText[0].contains("SILT_OPTIONS"), "\(window.screen.allText)")
    #expect(!window.session.output.contains(0x1B))
  }
}
