import Foundation
import Testing

struct PlainFollowTests {
  @Test
  func `what is appended comes at once, whole lines or not`() throws {
    let silt = try Silt()
    let session = try silt.start("seq 11 >f; exec $SILT f")
    let start = "2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"
    try session.waitFor(start)
    _ = try silt.run("printf 'half' >>f")
    try session.waitFor(start + "half")
    _ = try silt.run("printf ' a line\\n\\377\\000' >>f")
    try session.waitFor(start + "half a line\n\u{fffd}\0")
  }

  @Test
  func `a header comes only when the file changes`() throws {
    let silt = try Silt()
    let session = try silt.start("echo a >a; echo b >b; exec $SILT a b")
    var expected = "==> a <==\na\n\n==> b <==\nb\n"
    try session.waitFor(expected)
    for (name, header) in [("b", ""), ("a", "\n==> a <==\n"), ("a", ""), ("b", "\n==> b <==\n")] {
      _ = try silt.run("echo more >>\(name)")
      expected += header + "more\n"
      try session.waitFor(expected)
    }
  }

  @Test
  func `a file that is rotated is read to its end, then the new one`() throws {
    let silt = try Silt()
    let session = try silt.start("echo 1 >f; exec $SILT f")
    try session.waitFor("1\n")
    _ = try silt.run("echo 2 >>f; mv f f.1; echo 3 >f; echo late >>f.1")
    let message = "silt: 'f' has been replaced;  following new file\n"
    try session.waitFor("1\n2\nlate\n3\n", errors: message)
    _ = try silt.run("echo 4 >g; mv g f")
    try session.waitFor("1\n2\nlate\n3\n4\n", errors: message + message)
  }

  @Test
  func `a file that is truncated begins anew`() throws {
    let silt = try Silt()
    let session = try silt.start("echo long line >f; exec $SILT f")
    try session.waitFor("long line\n")
    _ = try silt.run(": >f")
    try session.waitFor("long line\n", errors: "silt: f: file truncated\n")
    _ = try silt.run("echo new >>f")
    try session.waitFor("long line\nnew\n", errors: "silt: f: file truncated\n")
  }

  @Test
  func `a file that is missing is waited for, and so is one that goes`() throws {
    let silt = try Silt()
    let session = try silt.start("exec $SILT d/f")
    var errors = "silt: cannot open 'd/f' for reading: No such file or directory\n"
    try session.waitFor("", errors: errors)
    _ = try silt.run("mkdir d; echo 1 >d/f")
    errors += "silt: 'd/f' has appeared;  following new file\n"
    try session.waitFor("1\n", errors: errors)
    _ = try silt.run("rm d/f")
    errors += "silt: 'd/f' has become inaccessible: No such file or directory\n"
    try session.waitFor("1\n", errors: errors)
    _ = try silt.run("echo 2 >d/f")
    errors += "silt: 'd/f' has appeared;  following new file\n"
    try session.waitFor("1\n2\n", errors: errors)
  }

  @Test
  func `a redirected file is followed by its descriptor`() throws {
    let silt = try Silt()
    let session = try silt.start("echo 1 >f; exec $SILT <f")
    try session.waitFor("1\n")
    _ = try silt.run("mv f g; echo other >f; echo 2 >>g")
    try session.waitFor("1\n2\n")
  }

  @Test
  func `a pipe is written first, then the files are followed`() throws {
    let silt = try Silt()
    let session = try silt.start("echo f >f; echo p | $SILT - f")
    try session.waitFor("==> standard input <==\np\n\n==> f <==\nf\n")
    _ = try silt.run("echo g >>f")
    try session.waitFor("==> standard input <==\np\n\n==> f <==\nf\ng\n")
  }

  @Test
  func `a file that was cut and has grown past its old size is printed from its new start`() throws
  {
    let silt = try Silt()
    let session = try silt.start("echo old >f; exec $SILT f")
    try session.waitFor("old\n")
    // One write puts the new content in place of the old.
    _ = try silt.run("seq 400 >g; cat g >f")
    let numbers = (1...400).map { "\($0)\n" }.joined()
    try session.waitFor("old\n" + numbers, errors: "silt: f: file truncated\n")
  }

  @Test
  func `by descriptor a file is followed whatever becomes of its name`() throws {
    let silt = try Silt()
    let session = try silt.start("echo 1 >f; exec $SILT --follow=descriptor f")
    try session.waitFor("1\n")
    _ = try silt.run("mv f g; echo other >f; echo 2 >>g")
    try session.waitFor("1\n2\n")
    let missing = try silt.run("$SILT --plain --follow=descriptor none")
    let message = "silt: cannot open 'none' for reading: No such file or directory\n"
    #expect(missing == .init("", errors: message, status: 1))
    let waiting = try silt.start("exec $SILT --follow=descriptor --retry late")
    let errors = "silt: cannot open 'late' for reading: No such file or directory\n"
    try waiting.waitFor("", errors: errors)
    _ = try silt.run("echo here >late")
    let appeared = errors + "silt: 'late' has appeared;  following new file\n"
    try waiting.waitFor("here\n", errors: appeared)
    _ = try silt.run("mv late later; echo more >>later")
    try waiting.waitFor("here\nmore\n", errors: appeared)
  }

  @Test
  func `when the writing process is gone the last words are printed and it ends`() throws {
    let silt = try Silt()
    let outcome = try silt.run(
      "sleep 30 & pid=$!; echo 1 >f; (sleep 0.2; echo 2 >>f; kill $pid) & "
        + "$SILT --plain -s 0.05 --pid $pid f"
    )
    #expect(outcome == .init("1\n2\n"))
    let dead = try silt.run("sh -c 'echo $$ >pid'; echo 3 >f; $SILT --plain --pid $(cat pid) f")
    #expect(dead == .init("3\n"))
  }

  @Test(arguments: [
    ("--no-follow --pid 1 f", "PID ignored; --pid=PID is useful only when following"),
    ("--pid 1 - </dev/null", "PID ignored; --pid=PID is useful only when following"),
    ("--no-follow --retry f", "--retry ignored; --retry is useful only when following"),
  ])
  func `what has no effect without following is said`(arguments: String, text: String) throws {
    let silt = try Silt()
    let outcome = try silt.run(": >f; $SILT --plain \(arguments)")
    #expect(outcome == .init("", errors: "silt: warning: \(text)\n"))
  }

  @Test
  func `a FIFO is read past its writers`() throws {
    let silt = try Silt()
    let session = try silt.start("mkfifo p; exec $SILT -n 2 p")
    try session.waitFor("")
    _ = try silt.run("while [ ! -p p ]; do sleep 0.01; done; seq 9 >p")
    try session.waitFor("8\n9\n")
    _ = try silt.run("echo more >p")
    try session.waitFor("8\n9\nmore\n")
    _ = try silt.run("echo again >p")
    try session.waitFor("8\n9\nmore\nagain\n")
  }

  @Test
  func `it ends when no file is left that could be followed`() throws {
    let silt = try Silt()
    let outcome = try silt.run("mkdir d e; $SILT --plain d e")
    #expect(
      outcome
        == .init(
          "==> d <==\n\n==> e <==\n",
          errors: "silt: error reading 'd': Is a directory\n"
            + "silt: error reading 'e': Is a directory\n",
          status: 1
        )
    )
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
  func `following an idle file wakes nothing`() throws {
    let silt = try Silt()
    let session = try silt.start("echo 1 >f; exec $SILT f")
    try session.waitFor("1\n")
    // Every wake-up of a thread ends with it waiting again, which the system counts.
    let deadline = ContinuousClock.now + .seconds(20)
    var before = try session.waits
    while true {
      Thread.sleep(forTimeInterval: 2)
      let now = try session.waits
      if now == before { return }
      try #require(ContinuousClock.now < deadline, "still waking up: \(before), \(now)")
      before = now
    }
  }
}

extension Silt.Session {
  /// How often each thread of the program has begun to wait.
  fileprivate var waits: [String] {
    get throws {
      let tasks = "/proc/\(processIdentifier)/task"
      return try FileManager.default.contentsOfDirectory(atPath: tasks).sorted().map { task in
        let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt") }
        return "\(task) \(line ?? "")"
      }
    }
  }
}
