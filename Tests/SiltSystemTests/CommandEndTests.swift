import Foundation
import SiltTestSupport
import Testing

@testable import SiltSystem

/// What is read around a command's end, what it leaves behind, and what it inherits.
@Suite struct CommandEndTests {
  static let readable: [CommandConnection] = [
    .terminal(rows: 11, columns: 79), .pipe(rows: 11, columns: 79),
  ]

  @Test(arguments: readable, ["(sleep 20)& exit 3", "(exec yes)& exit 3"])
  func `the end does not wait for a child in the background`(
    _ connection: CommandConnection,
    _ script: String
  ) throws {
    let clock = ContinuousClock()
    let begin = clock.now
    let run = try CommandRun(script: script, connection)
    #expect(run.waitForEnd() == .code(3))
    #expect(clock.now - begin < .seconds(10))
  }

  @Test func `after the end is read what was held then, and of more only so much`() throws {
    let pipe = try TestPipe(isNonBlocking: true)
    enlargePipe(pipe.writer.rawValue, to: 1 << 20)
    var drain = CommandDrain(of: pipe.reader, at: 5)
    #expect(drain.isDone(at: 5))

    try pipe.send("more")
    #expect(!drain.isDone(at: 5))
    drain.taken = 1 << 20
    #expect(drain.isDone(at: 5))

    let block = [UInt8](repeating: 65, count: 1000)
    var held = 4
    while let count = try unsafe block.withUnsafeBytes({ try unsafe pipe.writer.write($0.bytes) }) {
      held += count
    }
    let (begin, late) = (UInt64(5), 5 + CommandDrain.nanoseconds)
    drain = CommandDrain(of: pipe.reader, at: begin)
    // What was held is the command's, however late it is.
    for time in [begin, late, late * 100] {
      drain.taken = held - 1
      if held > 64 << 10 || time == begin { #expect(!drain.isDone(at: time)) }
    }
    drain.taken = max(held, 64 << 10)
    #expect(drain.isDone(at: late))
    drain.taken = max(held, 1 << 20)
    #expect(drain.isDone(at: begin))
  }

  @Test(arguments: readable)
  func `a child in the background survives the end`(_ connection: CommandConnection) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "made")
    let run = try CommandRun(
      script:
        "(while test -d '\(directory.path)' && ! test -e '\(directory.path)/go'; do sleep 0.05; done; echo x >'\(path)')& exit 0",
      connection
    )
    #expect(run.waitForEnd() == .code(0))
    // The leader is gone by now, too, or soon.
    usleep(200_000)
    try directory.write("go", "")
    #expect(eventually { FileManager.default.contents(atPath: path) == Data("x\n".utf8) })
  }

  @Test(arguments: readable)
  func `a large output arrives whole, in order and in turns`(
    _ connection: CommandConnection
  ) throws {
    let run = try CommandRun(["seq", "450000"], connection, turnBytes: 32 << 10)
    #expect(run.waitForEnd() == .code(0))
    #expect(run.output == Array((1...450_000).map { "\($0)\n" }.joined().utf8))
    #expect(zip([0] + run.turnEnds, run.turnEnds).allSatisfy { $1 - $0 <= 32 << 10 })
  }

  @Test(arguments: readable)
  func `the last bytes are not lost, however often`(_ connection: CommandConnection) throws {
    for round in 0..<20 {
      let run = try CommandRun(
        script: "seq 200; echo last \(round); exit \(round)",
        connection
      )
      #expect(run.waitForEnd() == .code(Int32(round)))
      #expect(run.text.hasSuffix("\n200\nlast \(round)\n"))
    }
  }

  @Test(arguments: readable)
  func `what is paused at the end is read after it`(_ connection: CommandConnection) throws {
    let run = try CommandRun(script: "sleep 0.2; seq 500; exit 7", connection)
    run.queue.sync { run.process.pauseReading() }
    #expect(eventually { run.queue.sync { run.process.exit != nil } })
    #expect(run.endCount == 0)
    run.queue.sync { run.process.resumeReading() }
    #expect(run.waitForEnd() == .code(7))
    #expect(run.output == Array((1...500).map { "\($0)\n" }.joined().utf8))
  }

  @Test(arguments: readable)
  func `a command that closed its output still runs`(_ connection: CommandConnection) throws {
    let run = try CommandRun(
      script: "echo out; exec >/dev/null 2>&1 </dev/null; sleep 0.3; exit 8",
      connection
    )
    #expect(run.waitForEnd() == .code(8))
    #expect(run.text == "out\n")
  }

  @Test func `standard input that is no terminal is handed over as it is`() throws {
    for connection in CommandProcessTests.connections {
      let pipe = try TestPipe()
      try pipe.send("one\ntwo\n\u{4}\u{3}rest")
      pipe.closeWriter()
      let directory = try TemporaryDirectory()
      let path = directory.path(of: "copy")
      let run = try CommandRun(
        script: "read a; cat >'\(path)'; test -t 0 || exit 4",
        connection,
        standardInput: pipe.reader
      )
      #expect(run.waitForEnd() == .code(4))
      let copy = FileManager.default.contents(atPath: path)
      #expect(copy == Data("two\n\u{4}\u{3}rest".utf8))
    }
  }

  @Test func `a writer learns that the command reads no more`() throws {
    let pipe = try TestPipe()
    let run = try CommandRun(
      script: "exec </dev/null; echo closed; sleep 100",
      standardInput: pipe.reader
    )
    #expect(run.wait(for: "closed"))
    drop(pipe.takeReader())
    #expect(eventually { pipe.writer.isHungUpForWriting })
    run.signal(SIGKILL)
    #expect(run.waitForEnd() == .signal(SIGKILL))
  }

  @Test func `a pipe has both outputs, the size in variables, and an empty input`() throws {
    let run = try CommandRun(
      script: #"echo "$LINES $COLUMNS"; echo err >&2; read a; echo "$? <$a>"; test -t 1 || exit 1"#,
      .pipe(rows: 7, columns: 33)
    )
    #expect(run.waitForEnd() == .code(1))
    #expect(run.text == "7 33\nerr\n1 <>\n")
    #expect(run.queue.sync { run.process.type([65]) } == false)
  }

  @Test func `an interrupt of a pipe is a signal to the group`() throws {
    let run = try CommandRun(
      script: "trap 'echo bye; exit 9' INT; echo ready; while :; do sleep 0.05; done",
      .pipe(rows: 7, columns: 33)
    )
    #expect(run.wait(for: "ready"))
    run.interrupt()
    #expect(run.waitForEnd() == .code(9))
    #expect(run.text == "ready\nbye\n")
  }

  @Test(arguments: readable)
  func `the command inherits nothing of ours but its three descriptors`(
    _ connection: CommandConnection
  ) throws {
    // An open one of the test process's own that is not closed by an exec would be seen, too.
    let before = try CommandRun(["sh", "-c", "ls -1 /dev/fd"], connection)
    #expect(before.waitForEnd() == .code(0))
    let ours = Set(before.text.split(separator: "\n").compactMap { Int32($0) })
    let leaked = ours.filter { number in
      number > 2 && fcntl(number, F_GETFD) >= 0 && fcntl(number, F_GETFD) & FD_CLOEXEC != 0
    }
    #expect(ours.isSuperset(of: [0, 1, 2]))
    #expect(leaked.subtracting([3]) == [])
  }

  @Test(arguments: readable)
  func `no signal is blocked or ignored`(_ connection: CommandConnection) throws {
    let run = try CommandRun(
      script: "grep -E '^Sig(Blk|Ign):' /proc/self/status || echo 'SigBlk: 0'",
      connection
    )
    #expect(run.waitForEnd() == .code(0))
    let masks = run.text.split(separator: "\n").map { line in
      UInt64(line.split(whereSeparator: \.isWhitespace).last ?? "", radix: 16)
    }
    // Those that the test process itself ignores, as it inherited them, stay ignored.
    let ignored = (1...31).reduce(UInt64(0)) { mask, signal in
      Signals.isIgnored(Int32(signal)) && signal != SIGCHLD ? mask | 1 << (signal - 1) : mask
    }
    #expect(masks.first == 0)
    // The C library takes two signals beyond those for itself.
    if masks.count > 1 { #expect(masks.last.flatMap { $0 }.map { $0 & 0x7fff_ffff } == ignored) }
  }

  @Test func `letting go of the terminal hangs the command up`() throws {
    let run = try CommandRun(script: "trap 'exit 5' HUP; echo ready; while :; do sleep 0.05; done")
    #expect(run.wait(for: "ready"))
    run.queue.sync { run.process.cancelReading() }
    #expect(run.waitForEnd() == .code(5))
    #expect(run.text == "ready\n")
  }

  @Test func `a leader that is killed takes the command with it, and says so`() throws {
    let run = try CommandRun(script: "echo $PPID; sleep 100")
    #expect(run.wait(for: "\n"))
    let leader = try #require(Int32(run.text.dropLast()))
    // Signals that were meant for others do nothing.
    for signal in [SIGTERM, SIGINT, SIGQUIT, SIGTSTP] { kill(leader, signal) }
    #expect(run.queue.sync { run.process.isRunning })
    kill(leader, SIGKILL)
    #expect(run.waitForEnd() == .signal(SIGKILL))
  }
}

extension BorrowedDescriptor {
  /// Whether nobody reads the pipe any more.
  var isHungUpForWriting: Bool { systemPoll(rawValue, 0, 0) & Int32(POLLERR) != 0 }
}
