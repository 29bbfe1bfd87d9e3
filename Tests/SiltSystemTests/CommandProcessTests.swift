import Foundation
import SiltTestSupport
import Testing

@testable import SiltSystem

/// Real commands, with the program in the leader's role.
@Suite struct CommandProcessTests {
  static let connections: [CommandConnection] = [
    .terminal(rows: 11, columns: 79), .pipe(rows: 11, columns: 79), .inherited,
  ]

  @Test(
    arguments: connections,
    [
      ("exit 0", CommandExit.code(0)), ("exit 3", .code(3)), ("exit 255", .code(255)),
      ("kill -SEGV $$", .signal(SIGSEGV)), ("kill -KILL $$", .signal(SIGKILL)),
      ("kill -INT $$", .signal(SIGINT)), ("kill -HUP $$", .signal(SIGHUP)),
    ]
  )
  func `the end is the command's own`(
    _ connection: CommandConnection,
    _ scene: (script: String, exit: CommandExit)
  ) throws {
    let run = try CommandRun(script: scene.script, connection)
    #expect(run.waitForEnd() == scene.exit)
    #expect(run.queue.sync { run.process.exit } == scene.exit)
    #expect(run.queue.sync { run.process.isRunning } == false)
    #expect(run.endCount == 1)
  }

  @Test(arguments: [
    (CommandExit.code(9), Int32(9)), (.signal(SIGSEGV), 139), (.signal(SIGINT), 130),
  ])
  func `a status is the code, or 128 and the signal`(_ exit: CommandExit, _ status: Int32) {
    #expect(exit.status == status)
  }

  @Test(arguments: connections)
  func `what cannot be run says why, at the start`(_ connection: CommandConnection) throws {
    let directory = try TemporaryDirectory()
    let data = try directory.write("data", "no program")
    let scenes: [(String, Int32, Int32)] = [
      ("no-such-command-here", ENOENT, 127), ("", ENOENT, 127),
      (directory.path(of: "missing"), ENOENT, 127), (data, EACCES, 126),
      (directory.path, EACCES, 126), (data + "/below", ENOTDIR, 126),
    ]
    for (name, code, status) in scenes {
      let error = #expect(throws: SystemError.self) { try CommandRun([name], connection) }
      #expect(error == SystemError(.runCommand, name, code: code))
      #expect(error?.commandStatus == status)
    }
  }

  @Test func `a leader that does not know its role is an error`() throws {
    let queue = SystemQueue()
    let process = CommandProcess(
      [Array("true".utf8)],
      .terminal(rows: 1, columns: 1),
      leader: Array("/bin/true".utf8),
      on: queue
    )
    let error = #expect(throws: SystemError.self) {
      try queue.sync {
        try unsafe process.start(receive: { _ in }, turnEnded: {}, ended: { _ in })
      }
    }
    #expect(error?.operation == .startLeader)
    #expect(error?.commandStatus == 126)
  }

  @Test func `a script without a first line that names a shell is run by one`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("script", "echo \"$1\"; exit 4\n")
    unsafe chmod(path, 0o755)
    let run = try CommandRun([path, "argument"])
    #expect(run.waitForEnd() == .code(4))
    #expect(run.text == "argument\n")
  }

  @Test func `arguments arrive as they are`() throws {
    let run = try CommandRun(["printf", "%s|", "a b", "", "ä", "*", "-n"])
    #expect(run.waitForEnd() == .code(0))
    #expect(run.text == "a b||ä|*|-n|")
  }

  @Test func `a terminal has the size that was given, and gets another`() throws {
    let run = try CommandRun(
      script: """
        trap 'stty size; exit 5' WINCH
        stty size; echo "${LINES-none} ${COLUMNS-none}"
        while :; do sleep 0.05; done
        """
    )
    #expect(run.wait(for: "none none\n"))
    run.queue.sync { run.process.resize(rows: 7, columns: 33) }
    #expect(run.waitForEnd() == .code(5))
    #expect(run.text == "11 79\nnone none\n7 33\n")
  }

  @Test func `output of a terminal is what was written, byte for byte`() throws {
    let run = try CommandRun(script: #"printf 'a\nb\r\nc\td\033[K'; echo err >&2"#)
    #expect(run.waitForEnd() == .code(0))
    #expect(run.text == "a\nb\r\nc\td\u{1B}[Kerr\n")
  }

  @Test func `the terminal is the controlling one, and the command is its foreground`() throws {
    let run = try CommandRun(
      script: """
        test -t 0 && test -t 1 && test -t 2 && echo terminals
        echo written >/dev/tty
        test "$(ps -o pgid= -o tpgid= -p $$ | tr -s ' ' '\\n' | sort -u | grep -c .)" = 1 && echo front
        """
    )
    #expect(run.waitForEnd() == .code(0))
    #expect(run.text == "terminals\nwritten\nfront\n")
  }

  @Test func `an interrupt is a keystroke that the command may answer`() throws {
    let run = try CommandRun(
      script: "trap 'echo bye; exit 9' INT; echo ready; while :; do sleep 0.05; done"
    )
    #expect(run.wait(for: "ready"))
    run.interrupt()
    #expect(run.waitForEnd() == .code(9))
    #expect(run.text == "ready\n^Cbye\n")
  }

  @Test func `a program that asks for keys gets the interrupt as a byte`() throws {
    let run = try CommandRun(
      script: "stty raw -echo; echo ready; dd bs=1 count=1 2>/dev/null | od -An -tx1"
    )
    #expect(run.wait(for: "ready"))
    run.interrupt()
    #expect(run.waitForEnd() == .code(0))
    #expect(run.text.contains("03"))
  }

  @Test func `a prompt is answered by typing`() throws {
    let run = try CommandRun(script: "printf 'name? '; read a; echo \"<$a>\"")
    #expect(run.wait(for: "name? "))
    run.type("sälly\u{7F}i\r")
    #expect(run.waitForEnd() == .code(0))
    #expect(run.text.hasSuffix("<sälli>\n"))
  }

  @Test func `typing never waits, and is kept in order for a command that reads late`() throws {
    let run = try CommandRun(
      script: "stty raw -echo; echo ready; sleep 0.3; head -c 200000 | cksum"
    )
    #expect(run.wait(for: "ready\n"))
    let keys = (0..<200_000).map { UInt8(truncatingIfNeeded: 33 + $0 % 90) }
    for start in stride(from: 0, to: keys.count, by: 1000) {
      #expect(run.queue.sync { run.process.type(Array(keys[start..<start + 1000])) })
    }
    #expect(run.waitForEnd() == .code(0))
    let sum = try CommandRun(
      ["cksum"],
      .pipe(rows: 1, columns: 1),
      standardInput: try Self.file(keys)
    )
    #expect(sum.waitForEnd() == .code(0))
    #expect(run.text == "ready\n" + sum.text)
  }

  @Test func `typing without an end is refused, not kept`() throws {
    let run = try CommandRun(script: "stty raw -echo; echo ready; sleep 100")
    #expect(run.wait(for: "ready"))
    let block = [UInt8](repeating: 65, count: 100_000)
    let taken = run.queue.sync { (0..<30).map { _ in run.process.type(block) } }
    #expect(taken.first == true && taken.last == false)
    run.signal(SIGTERM)
    #expect(run.waitForEnd() == .signal(SIGTERM))
    #expect(run.queue.sync { run.process.type(block) } == false)
  }

  @Test(arguments: connections.dropLast())
  func `a signal reaches the command's whole group`(_ connection: CommandConnection) throws {
    let run = try CommandRun(
      script:
        """
        trap 'wait; exit 6' TERM
        (trap 'echo child; exit' TERM; echo up; while :; do sleep 0.05; done) 2>/dev/null &
        wait
        """,
      connection
    )
    #expect(run.wait(for: "up"))
    run.signal(SIGTERM)
    #expect(run.waitForEnd() == .code(6))
    #expect(run.text == "up\nchild\n")
  }

  @Test func `a command in our own group is signalled alone`() throws {
    let run = try CommandRun(["sleep", "100"], .inherited)
    #expect(run.queue.sync { run.process.processID.map { getpgid($0) } } == getpgrp())
    run.interrupt()
    #expect(run.waitForEnd() == .signal(SIGINT))
  }

  @Test func `a stopped command still runs, and is continued`() throws {
    let run = try CommandRun(script: "echo ready; read a; echo \"$a\"; exit 2")
    #expect(run.wait(for: "ready"))
    let process = try #require(run.queue.sync { run.process.processID })
    run.type("\u{1A}")
    #expect(eventually { isStopped(process) })
    #expect(run.queue.sync { run.process.isRunning })
    run.signal(SIGCONT)
    run.type("on\r")
    #expect(run.waitForEnd() == .code(2))
  }

  @Test func `a stopped command hears that it shall end`() throws {
    let run = try CommandRun(script: "echo ready; read a")
    #expect(run.wait(for: "ready"))
    let process = try #require(run.queue.sync { run.process.processID })
    run.type("\u{1A}")
    #expect(eventually { isStopped(process) })
    run.signal(SIGTERM)
    #expect(run.waitForEnd() == .signal(SIGTERM))
  }

  /// A file's descriptor, open for the rest of the tests.
  static func file(_ bytes: [UInt8]) throws -> BorrowedDescriptor {
    let directory = try TemporaryDirectory()
    let path = try directory.write("input", bytes)
    return BorrowedDescriptor(try Descriptor(opening: path, for: .reading).release())
  }
}
