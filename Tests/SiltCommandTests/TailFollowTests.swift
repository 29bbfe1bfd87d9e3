import Foundation
import SiltTestSupport
import Testing

/// Following under the name `tail`: what is said and printed for each change, as GNU's does.
struct TailFollowTests {
  /// Only Linux tells of changes as the records have it; elsewhere GNU's `tail` polls, too.
  private static let records = TailRecord.followed.filter { record in
    let isLinux = FileManager.default.fileExists(atPath: "/proc/self")
    return isLinux
      || record.steps[0].script.contains("---dis")
        && !record.steps.contains { $0.script.contains("mv -T") }
  }

  @Test(arguments: records)
  func `what is printed for each change is what is on record`(record: TailRecord) throws {
    let outcome = try TailProgram.silt.outcome(of: record)
    #expect(outcome == record, "\(outcome.text)\n--- expected\n\(record.text)")
  }

  @Test(.enabled(if: TailProgram.gnu != nil), arguments: records)
  func `the record of changes is what the machine's own tail prints`(record: TailRecord) throws {
    let outcome = try #require(TailProgram.gnu).outcome(of: record)
    #expect(outcome == record, "\(outcome.text)\n--- recorded\n\(record.text)")
  }

  @Test
  func `every item is shown by a record or by a test that names it`() {
    let records = Set((TailRecord.calls + TailRecord.followed).map(\.item))
    let others: Set = [31, 38, 53]
    #expect(records.union(others) == Set(TailItem.all.map(\.number)))
    #expect(TailRecord.calls.count + TailRecord.followed.count > 500)
  }

  @Test
  func `5. all that --help lists is accepted, and the first line of --version ends in it`() throws {
    let silt = try Silt()
    let help = try silt.run("\(TailProgram.silt.prelude) tail --help")
    #expect(help.status == 0)
    let options = help.output.split(separator: "\n").filter {
      $0.hasPrefix("  -") || $0.hasPrefix("      --")
    }
    .flatMap { line in
      // Two blanks end the names.
      let names = line.drop { $0 == " " }.replacing(#/  .*/#, with: "")
      return names.split(whereSeparator: { ", ".contains($0) }).map(String.init)
    }
    #expect(options.count > 20)
    for option in options {
      let (name, value) = (option.prefix { $0 != "=" && $0 != "[" }, option.contains("="))
      let isWord = name.hasPrefix("--")
      let argument = value && !option.contains("[=") ? isWord ? "=1" : " 1" : ""
      // Nothing that is followed is left after a process that is gone.
      let outcome = try silt.run(
        "\(TailProgram.silt.prelude): >f; tail --pid=2147483647 \(name)\(argument) f"
      )
      #expect(!outcome.errors.contains("option"), "\(option): \(outcome.errors)")
    }
    let version = try silt.run("\(TailProgram.silt.prelude) tail --version")
    let words = version.output.split(separator: "\n").first?.split(separator: " ") ?? []
    #expect(words.first == "tail")
    #expect(words.last?.allSatisfy { $0.isNumber || $0 == "." } == true)
    #expect(version.status == 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
  func `31. it sleeps while idle`() throws {
    let silt = try Silt()
    _ = try silt.run("mkfifo fifo; echo 1 >f; echo 1 >g")
    let sessions = try ["-f f", "-F f", "-n0 -f f", "-c0 -F f g", "-f fifo"].map { arguments in
      let writer = arguments.contains("fifo") ? "(echo 1 >fifo) & " : ""
      return try silt.start("\(TailProgram.silt.prelude) \(writer)exec tail -v \(arguments)")
    }
    let deadline = ContinuousClock.now + .seconds(20)
    var before: [String] = []
    while true {
      // Longer than the time between two looks of what looks again and again.
      usleep(1_300_000)
      let now = try sessions.flatMap { try waits(of: $0.processIdentifier) }
      if try sessions.allSatisfy({ try !$0.written.output.isEmpty }), now == before { break }
      try #require(ContinuousClock.now < deadline, "still waking up: \(before), \(now)")
      before = now
    }
    // A thread for each program, and no other.
    #expect(before.count == sessions.count)
  }

  /// How often each thread of a process has begun to wait: every wake-up ends with that.
  private func waits(of process: Int32) throws -> [String] {
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).sorted().map { task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt") }
      return "\(task) \(line ?? "")"
    }
  }

  @Test
  func `38. a terminal beside other files`() throws {
    let silt = try Silt()
    let session = try PtySession(
      "/bin/sh",
      ["-c", "\(TailProgram.silt.prelude) echo 1 >f; exec tail -s.1 -f f -"],
      environment: ["LC_ALL": "C"],
      directory: silt.folder.path
    )
    let warning = "tail: warning: following standard input indefinitely is ineffective\r\n"
    #expect(session.wait(for: "\(warning)==> f <==\r\n1\r\n\r\n==> standard input <==\r\n"))
    session.send("typed\n\u{4}")
    // What is typed is echoed first.
    #expect(session.wait(for: "typed\r\ntyped\r\n"))
    _ = try silt.run("echo 2 >>f")
    #expect(session.wait(for: "\r\n==> f <==\r\n2\r\n"))
  }

  @Test
  func `38. a terminal alone is followed without a word`() throws {
    let silt = try Silt()
    let session = try PtySession(
      "/bin/sh",
      ["-c", "\(TailProgram.silt.prelude) exec tail -f"],
      environment: ["LC_ALL": "C"],
      directory: silt.folder.path
    )
    session.send("one\n\u{4}")
    #expect(session.wait(for: "one\r\none\r\n"))
    session.send("two\n")
    #expect(session.wait(for: "two\r\ntwo\r\n"))
  }

  @Test(arguments: [9, 50])
  func `53. many files are followed, none of their lines is lost or comes twice`(files: Int) throws
  {
    let silt = try Silt()
    let names = "$(seq -f 'f%g' \(files))"
    _ = try silt.run("for f in \(names); do echo $f 0 >$f; done")
    let session = try silt.start("\(TailProgram.silt.prelude) exec tail -q -F \(names)")
    let expected = (0...5).flatMap { number in (1...files).map { "f\($0) \(number)" } }
    try expectLines(Array(expected.prefix(files)), of: session)
    _ = try silt.run("for i in 1 2 3 4 5; do for f in \(names); do echo $f $i >>$f; done; done")
    try expectLines(expected, of: session)
  }

  @Test
  func `53. a burst of 20,000 lines comes whole and in order`() throws {
    let silt = try Silt()
    let session = try silt.start("\(TailProgram.silt.prelude) echo 0 >f; exec tail -F f")
    try session.waitFor("0\n")
    _ = try silt.run(
      "i=0; while [ $i -lt 200 ]; do seq $((i * 100 + 1)) $((i * 100 + 100)) >>f; i=$((i + 1)); done"
    )
    let lines = try expectLines((0...20_000).map { "\($0)" }, of: session)
    #expect(lines == (0...20_000).map { "\($0)" })
  }

  @Test(arguments: [(200, "echo $i >g; mv g f"), (50, "mv f f.$i; echo $i >f")])
  func `53. a file that is replaced again and again loses nothing`(count: Int, script: String)
    throws
  {
    let silt = try Silt()
    let session = try silt.start("\(TailProgram.silt.prelude) echo 0 >f; exec tail -F f >out")
    // What is printed is waited for, or the next file may stand there before it was looked.
    _ = try silt.run(
      """
      await() { until [ "$(tail -n 1 out 2>/dev/null)" = $1 ]; do sleep 0.002; done; }
      await 0; i=1
      while [ $i -le \(count) ]; do \(script); await $i; i=$((i + 1)); done
      """
    )
    let lines = try String(
      contentsOf: silt.folder.appendingPathComponent("out"),
      encoding: .utf8
    )
    #expect(lines == (0...count).map { "\($0)\n" }.joined())
    let messages = try session.written.errors.split(separator: "\n")
    #expect(
      messages.allSatisfy { $0.hasSuffix("following new file") || $0.contains("inaccessible") }
    )
    #expect(messages.count { $0.hasSuffix("following new file") } == count)
  }

  /// Waits until that many lines were printed, and expects them to be these, in any order.
  @discardableResult
  private func expectLines(
    _ expected: [String],
    of session: Silt.Session,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(30)
    var lines: [String] = []
    repeat {
      lines = try session.written.output.split(separator: "\n").map(String.init)
      if lines.count >= expected.count { break }
      usleep(2000)
    } while ContinuousClock.now < deadline
    #expect(lines.sorted() == expected.sorted(), sourceLocation: sourceLocation)
    return lines
  }
}

extension TailRecord: CustomTestStringConvertible {
  var testDescription: String {
    let title = TailItem.all.first { $0.number == item }?.title ?? ""
    return "\(item). \(title): " + steps.map(\.script).joined(separator: " $ ")
  }
}
