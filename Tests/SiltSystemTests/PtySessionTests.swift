import Foundation
import SiltSystem
import SiltTestSupport
import Testing

@Suite struct PtySessionTests {
  private func shell(_ script: String) throws -> PtySession {
    try PtySession("/bin/sh", ["-c", script])
  }

  @Test func `the program has a terminal of its own and the size asked for`() throws {
    let session = try PtySession(
      "/bin/sh",
      ["-c", "stty size; tty; echo hello >/dev/tty; exit 5"],
      rows: 11,
      columns: 79
    )
    #expect(session.waitForExit() == .code(5))
    #expect(session.text.hasPrefix("11 79\r\n/dev/"))
    #expect(session.text.hasSuffix("\r\nhello\r\n"))
  }

  @Test func `all output is there after the end`() throws {
    let session = try shell("seq 100000")
    #expect(session.waitForExit() == .code(0))
    #expect(session.output == Array((1...100_000).map { "\($0)\r\n" }.joined().utf8))
  }

  @Test func `death by a signal is told from a status`() throws {
    let session = try shell("echo ready; kill -TERM $$; sleep 100")
    #expect(session.waitForExit() == .signal(SIGTERM))
    let other = try shell(
      "trap 'echo caught; exit 3' USR1; echo ready; while :; do sleep 0.05; done"
    )
    #expect(other.wait(for: "ready"))
    other.signal(SIGUSR1)
    #expect(other.waitForExit() == .code(3))
    #expect(other.text.contains("caught"))
  }

  @Test func `keys reach the program and interrupts come from the terminal`() throws {
    let session = try PtySession("/bin/cat")
    session.send("hello\r")
    // The terminal's echo, then the program's own.
    #expect(session.wait(for: "hello\r\nhello\r\n"))
    session.send([3])
    #expect(session.waitForExit() == .signal(SIGINT))
  }

  @Test func `standard descriptors lead where they were told to`() throws {
    let directory = try TemporaryDirectory()
    let input = try directory.write("in", "from a file\n")
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let session = try PtySession(
      "/bin/sh",
      ["-c", "cat; echo problem >&2; test -t 0 || test -t 2 || stty -a </dev/tty"],
      input: .file(input),
      output: .descriptor(pipe.writer),
      error: .file(directory.path(of: "err"))
    )
    #expect(session.waitForExit() == .code(0))
    pipe.closeWriter()
    let text = String(decoding: readAvailable(pipe.reader), as: UTF8.self)
    #expect(text.hasPrefix("from a file\nspeed"))
    let problems = try String(contentsOfFile: directory.path(of: "err"), encoding: .utf8)
    #expect(problems == "problem\n")
    #expect(session.text.isEmpty)
  }

  @Test func `a descriptor given as input is the program's`() throws {
    let pipe = try TestPipe()
    let session = try PtySession("/bin/cat", input: .descriptor(pipe.reader))
    _ = pipe.takeReader()
    try pipe.send("through\n")
    #expect(session.wait(for: "through\r\n"))
    pipe.closeWriter()
    #expect(session.waitForExit() == .code(0))
  }

  @Test func `environment and directory are those asked for`() throws {
    let directory = try TemporaryDirectory()
    let session = try PtySession(
      "/bin/sh",
      ["-c", "pwd; echo $GREETING-${HOME-none}-$TERM"],
      environment: ["GREETING": "hi", "HOME": nil],
      directory: directory.path
    )
    #expect(session.waitForExit() == .code(0))
    #expect(session.text == "\(directory.path)\r\nhi-none-xterm-256color\r\n")
  }

  @Test func `a resize is told to the program`() throws {
    let session = try shell(
      "trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.05; done"
    )
    #expect(session.wait(for: "ready"))
    session.resize(rows: 5, columns: 33)
    #expect(session.waitForExit() == .code(0))
    #expect(session.text.contains("5 33"))
  }

  @Test func `modes can be read while it runs and after its end`() throws {
    let session = try shell("read line; stty -echo; echo ready; read line; stty echo")
    let before = try #require(session.modes)
    session.send("\r")
    #expect(session.wait(for: "ready"))
    #expect(session.modes?.localFlags == before.localFlags & ~UInt(ECHO))
    session.send("\r")
    #expect(session.waitForExit() == .code(0))
    #expect(session.modes == before)
  }

  @Test func `a terminal that is taken away hangs up`() throws {
    let session = try shell("echo ready; sleep 100")
    #expect(session.wait(for: "ready"))
    session.closeMaster()
    #expect(session.waitForExit() == .signal(SIGHUP))
    #expect(session.modes == nil)
  }

  @Test func `a stopped program is seen`() throws {
    let session = try shell("echo ready; kill -STOP $$; echo on; exit 4")
    #expect(session.wait(untilStopped: true))
    session.signal(SIGCONT)
    #expect(session.waitForExit() == .code(4))
  }

  @Test func `output that is not taken stays in the terminal`() throws {
    let session = try shell("echo first; read line; seq 20000; echo last")
    #expect(session.wait(for: "first"))
    session.setReading(false)
    session.send("\r")
    usleep(100_000)
    #expect(session.exitStatus == nil)
    session.setReading(true)
    #expect(session.wait(for: "20000\r\nlast\r\n"))
    #expect(session.waitForExit() == .code(0))
  }

  @Test func `silence is waited for`() throws {
    let session = try shell("for i in 1 2 3 4 5; do echo $i; sleep 0.02; done; sleep 100")
    #expect(session.waitForSilence(of: .milliseconds(500)))
    #expect(session.text.contains("5"))
  }

  @Test func `what still runs dies with the session`() throws {
    var session: PtySession? = try shell("echo ready; sleep 100")
    let process = try #require(session?.processID)
    #expect(session?.wait(for: "ready") == true)
    session = nil
    let deadline = Date(timeIntervalSinceNow: 30)
    while kill(process, 0) == 0, Date() < deadline { usleep(1000) }
    #expect(kill(process, 0) != 0)
  }

  @Test func `a program that is not there is an error`() {
    #expect(throws: SystemError(.init("cannot run"), "/no/such", code: ENOENT)) {
      try PtySession("/no/such")
    }
  }

  @Test func `the built products are found`() {
    let product = PtySession.product("silt")
    #expect(FileManager.default.isExecutableFile(atPath: product), "\(product)")
  }
}
