import Foundation
import Testing

struct PlainCommandTests {
  @Test(
    arguments: [
      ("$SILT -- echo a 'b  c' ''", Silt.Outcome("a b  c \n")),
      (
        "$SILT --plain -- sh -c 'echo out; echo err >&2; exit 4'",
        .init("out\n", errors: "err\n", status: 4)
      ),
      ("echo in | $SILT -- cat", .init("in\n")),
      ("echo in | $SILT -o f -- cat", .init("in\n")),
      ("$SILT -- sh -c 'kill -SEGV $$'", .init(status: 139)),
      ("$SILT -- sh -c 'kill -KILL $$'", .init(status: 137)),
      ("$SILT -- sh -c 'kill -INT $$'", .init(status: 130)),
      ("$SILT -o f -- sh -c 'echo x; kill -SEGV $$'", .init("x\n", status: 139)),
      ("$SILT -- true", .init()),
      ("$SILT -S -k --no-pty -H 5 -- false", .init(status: 1)),
      ("$SILT -n 2 -- seq 100", .init("99\n100\n")),
      ("$SILT -n +99 -- seq 100", .init("99\n100\n")),
      ("$SILT -c 4 -- sh -c 'seq 100; exit 3'", .init("100\n", status: 3)),
      // The summary is the region's.
      ("SILT_OPTIONS='-n 1 --fill \"a b\"' $SILT -- seq 3", .init("3\n")),
      (
        "$SILT -- nowhere-to-be-found",
        .init(
          errors: "silt: cannot run 'nowhere-to-be-found': No such file or directory\n",
          status: 127
        )
      ),
      (
        "$SILT -o f -- ./none",
        .init(errors: "silt: cannot run './none': No such file or directory\n", status: 127)
      ),
      (
        "echo >f; $SILT -- ./f",
        .init(errors: "silt: cannot run './f': Permission denied\n", status: 126)
      ),
      (
        "mkdir d; $SILT -- ./d",
        .init(errors: "silt: cannot run './d': Permission denied\n", status: 126)
      ),
      (
        "$SILT f -- x",
        .init(
          errors: "silt: unexpected 'f' before '--'; expected files or a command, not both\n",
          status: 2
        )
      ),
      (
        "SILT_OPTIONS='-S \"' $SILT f",
        .init(errors: "silt: SILT_OPTIONS: a quote is not closed; expected another \"\n", status: 2)
      ),
    ]
  )
  func `a command's bytes and status are its own`(script: String, outcome: Silt.Outcome) throws {
    #expect(try Silt().run(script) == outcome)
  }

  @Test(arguments: ["", "-o copy"])
  func `output and errors stay apart in a pipeline`(options: String) throws {
    let outcome = try Silt().run(
      """
      { $SILT \(options) -- sh -c 'echo out; echo err >&2; exit 4' 2>E; echo $? >status; } | cat
      cat E status
      """
    )
    #expect(outcome == .init("out\nerr\n4\n"))
  }

  @Test
  func `every byte of a command is copied, in 50 runs`() throws {
    let outcome = try Silt().run(
      """
      head -c 3000000 /dev/urandom >data
      for run in $(seq 50); do
        $SILT -o copy -- cat data | cmp - data
        cmp copy data
      done
      """
    )
    #expect(outcome == .init())
  }

  @Test(
    arguments: [
      "$SILT -- sh -c '(sleep 60)& exit 3'", "$SILT -o f -- sh -c '(sleep 60)& exit 3'",
      "$SILT -o f -- sh -c 'yes& exit 3' >/dev/null",
      "$SILT -o f -- sh -c '(sleep 60)& exec >&-; exit 3'",
    ]
  )
  func `what a command leaves in the background is not waited for`(script: String) throws {
    // What runs in the background goes with the session, whose end would come only after it.
    try Silt().start("\(script); echo $? >&2; sleep 60").waitFor("", errors: "3\n")
  }

  @Test
  func `a command that closed its output is waited for`() throws {
    let script = "$SILT -o f -- sh -c 'echo x; exec >&-; sleep 0.3; exit 3'; echo $?; cat f"
    #expect(try Silt().run(script) == .init("x\n3\nx\n"))
  }

  @Test(arguments: ["HUP", "INT", "QUIT", "TERM", "USR1", "USR2"], ["", "-o copy"])
  func `a signal is passed on, and the command says how it ends`(
    signal: String,
    options: String
  ) throws {
    let silt = try Silt()
    let session = try silt.start(
      """
      exec $SILT \(options) -- sh -c '
        trap "echo \(signal); exit 9" \(signal); echo ready; while :; do sleep 0.01; done'
      """
    )
    try session.waitFor("ready\n")
    _ = try silt.run("kill -\(signal) \(session.processIdentifier)")
    #expect(try session.outcome() == .init("ready\n\(signal)\n", status: 9))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal that ends the command ends silt in the same way`(signal: Int32) throws {
    let silt = try Silt()
    let session = try silt.start("exec $SILT -- sh -c 'echo ready; exec sleep 60'")
    try session.waitFor("ready\n")
    kill(session.processIdentifier, signal)
    #expect(try session.outcome() == .init("ready\n", status: 128 + signal))
    #expect(session.wasSignalled)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")),
    arguments: [
      "grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status",
      "sh -c \"trap '' HUP INT PIPE XFSZ; exec grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status\"",
      "ls /proc/self/fd",
    ]
  )
  func `a command finds signals and descriptors as if it ran alone`(command: String) throws {
    // In one script: what the tests' own process hands down may differ from one to the next.
    let script = """
      trap '' USR1 HUP
      \(command) >bare
      for options in '' '-o f' '-n +1'; do $SILT $options -- \(command) | diff bare -; done
      [ -s bare ]
      """
    #expect(try Silt().run(script) == .init())
  }
}
