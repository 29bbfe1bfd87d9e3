import Foundation
import Testing

struct PlainOutputFileTests {
  @Test
  func `a pipe's bytes are the file's, to the byte`() throws {
    let outcome = try Silt().run(
      """
      head -c 9000000 /dev/urandom >data
      cat data | $SILT -o copy | cmp - data && cmp copy data
      cat data | $SILT --append --output=copy >/dev/null
      cat data data | cmp - copy
      """
    )
    #expect(outcome == .init())
  }

  @Test(
    arguments: [
      // What is left out on standard output was read all the same.
      ("seq 100 | $SILT -o f -n 2; md5sum <f; seq 100 | md5sum", "99\n100\n"),
      ("seq 100 | $SILT -o f -n +100; md5sum <f; seq 100 | md5sum", "100\n"),
      ("seq 100 | $SILT -o f -n 0 --no-follow; md5sum <f; seq 100 | md5sum", ""),
      ("seq 100 | $SILT -o f - | tail -n 1; md5sum <f; seq 100 | md5sum", "100\n"),
      (": >f; $SILT -a -o f -- seq 3; md5sum <f; seq 3 | md5sum", "1\n2\n3\n"),
      ("echo old >f; $SILT -o f -- seq 3; md5sum <f; seq 3 | md5sum", "1\n2\n3\n"),
      ("seq 3 >f; $SILT -a -o f -- seq 4 5; md5sum <f; seq 5 | md5sum", "4\n5\n"),
      // Headers are no bytes that were read.
      (
        "echo a >a; echo b >b; $SILT --no-follow -o f a b; md5sum <f; cat a b | md5sum",
        "==> a <==\na\n\n==> b <==\nb\n"
      ),
    ]
  )
  func `every byte that is read is in the file`(script: String, output: String) throws {
    let outcome = try Silt().run(script)
    let sums = outcome.output.dropFirst(output.count).split(separator: "\n")
    #expect(outcome.output.hasPrefix(output))
    #expect(sums.count == 2)
    #expect(sums.first == sums.last)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test
  func `what is appended to a file is in the copy at once`() throws {
    let silt = try Silt()
    let session = try silt.start("seq 11 >f; exec $SILT -o copy f")
    let start = "2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"
    try session.waitFor(start)
    _ = try silt.run("printf 'half' >>f")
    try session.waitFor(start + "half")
    #expect(try silt.run("cat copy") == .init(start + "half"))
    _ = try silt.run("echo new >g; mv g f")
    try session.waitFor(
      start + "halfnew\n",
      errors: "silt: 'f' has been replaced;  following new file\n"
    )
    #expect(try silt.run("cat copy") == .init(start + "halfnew\n"))
  }

  @Test(
    arguments: [
      ("seq 3 | $SILT -o none/f", "cannot open 'none/f' for writing: No such file or directory"),
      ("seq 3 | $SILT -o .", "cannot open '.' for writing: Is a directory"),
      ("$SILT -o '' -- touch ran", "cannot open '' for writing: No such file or directory"),
      (
        "echo >f; $SILT -a -o none/f f",
        "cannot open 'none/f' for writing: No such file or directory"
      ),
    ]
  )
  func `nothing runs when the file cannot be opened`(script: String, message: String) throws {
    let outcome = try Silt().run("\(script); status=$?; [ ! -e ran ]; exit $status")
    #expect(outcome == .init(errors: "silt: \(message)\n", status: 1))
  }

  @Test(
    arguments: [
      "$SILT -o f f", "$SILT -a -o ./f f", "ln -s f l; $SILT -o l f", "$SILT -o f <f",
      "$SILT -o f - <f", "ln f l; echo x | $SILT -o f - l",
    ]
  )
  func `a file that is read is not written`(script: String) throws {
    let outcome = try Silt().run("echo kept >f; \(script); status=$?; cat f; exit $status")
    let name = script.contains("-o l") ? "l" : script.contains("./f") ? "./f" : "f"
    let message = "silt: '\(name)' is read itself; expected another file for '--output'\n"
    #expect(outcome == .init("kept\n", errors: message, status: 2))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      ("(seq 3; sleep 0.1; seq 3) | $SILT -o /dev/full", 1),
      ("$SILT -o /dev/full -- sh -c 'seq 3; sleep 0.1; seq 3'", 1),
      ("$SILT -o /dev/full -- sh -c 'seq 3; sleep 0.1; seq 3; exit 4'", 4),
      ("(seq 3; seq 3) >f; $SILT -o /dev/full --no-follow f", 1),
    ]
  )
  func `a disk that fills is told once, and the rest goes on`(
    script: String,
    status: Int32
  ) throws {
    let message = "silt: error writing '/dev/full': No space left on device\n"
    #expect(try Silt().run(script) == .init("1\n2\n3\n1\n2\n3\n", errors: message, status: status))
  }

  @Test
  func `a limit of the process is as a full disk`() throws {
    let outcome = try Silt().run(
      """
      seq 1000000 >all
      ulimit -f 8
      cat all | { $SILT -o f; echo $? >&2; } | cmp - all
      $SILT -o f -- cat all | cmp - all
      $SILT -o f --no-follow -n +1 all | cmp - all
      cmp -n "$(wc -c <f)" f all
      """
    )
    let message = "silt: error writing 'f': File too large\n"
    #expect(outcome.errors == message + "1\n" + message + message)
    #expect(outcome.output == "")
  }

  @Test
  func `a FIFO's reader gets it too, and may leave`() throws {
    let outcome = try Silt().run(
      """
      mkfifo p
      head -n 1 p >first &
      (seq 3; wait $!; while [ ! -s first ]; do sleep 0.01; done; sleep 0.1; seq 3) | $SILT -o p
      status=$?
      wait
      cat first
      exit $status
      """
    )
    let message = "silt: error writing 'p': Broken pipe\n"
    #expect(outcome == .init("1\n2\n3\n1\n2\n3\n1\n", errors: message, status: 1))
  }
}
