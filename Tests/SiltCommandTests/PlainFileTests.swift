import Foundation
import Testing

struct PlainFileTests {
  @Test
  func `files are shown with headers, and what cannot be read is one line`() throws {
    let silt = try Silt()
    let outcome = try silt.run(
      """
      seq 12 >a; printf 'no end' >b; : >empty; mkdir d
      echo in | $SILT --no-follow a missing b d empty - a/x 2>&1
      """
    )
    #expect(
      outcome
        == .init(
          """
          ==> a <==
          3
          4
          5
          6
          7
          8
          9
          10
          11
          12
          silt: cannot open 'missing' for reading: No such file or directory

          ==> b <==
          no end
          ==> d <==
          silt: error reading 'd': Is a directory

          ==> empty <==

          ==> standard input <==
          in
          silt: cannot open 'a/x' for reading: Not a directory

          """,
          status: 1
        )
    )
  }

  @Test(
    arguments: [
      ("seq 30 >f; $SILT --no-follow f", Silt.Outcome(lines(21...30))),
      ("seq 30 >f; $SILT --no-follow <f", Silt.Outcome(lines(21...30))),
      ("seq 30 >f; $SILT --no-follow --plain - <f", Silt.Outcome(lines(1...30))),
      ("seq 30 >f; (read line; $SILT --no-follow -n +2) <f", Silt.Outcome(lines(3...30))),
      ("seq 30 >f; (read line; $SILT --no-follow -c 100) <f", Silt.Outcome(lines(2...30))),
      ("mkfifo p; (seq 30 >p &); $SILT --no-follow -n 2 p", Silt.Outcome(lines(29...30))),
      ("$SILT --no-follow -n 1 /proc/self/stat | wc -l | tr -d ' '", Silt.Outcome("1\n")),
      ("$SILT --no-follow -n 0 missing", Silt.Outcome()),
      ("seq 3 >f; $SILT --no-follow -v -n 1 f", Silt.Outcome("==> f <==\n3\n")),
      ("seq 3 >f; $SILT --no-follow -q -n 1 f f", Silt.Outcome("3\n3\n")),
      ("printf 'a\\0b\\0' >f; $SILT --no-follow -z -n 1 f", Silt.Outcome("b\0")),
      ("printf 'a\\0b\\0c' | $SILT -z -n 2", Silt.Outcome("b\0c")),
      ("printf 'a\\0b\\0c' | $SILT -z -n +2", Silt.Outcome("b\0c")),
      ("$SILT -z -n 1 -- printf 'a\\0b\\0'", Silt.Outcome("b\0")),
      (
        "$SILT --no-follow missing",
        Silt.Outcome(
          errors: "silt: cannot open 'missing' for reading: No such file or directory\n",
          status: 1
        )
      ),
      (
        "$SILT --no-follow $(printf 'x\\033[2J\\377')",
        Silt.Outcome(
          errors: "silt: cannot open 'x^[[2J<FF>' for reading: No such file or directory\n",
          status: 1
        )
      ),
      (
        "f=$(printf 'n\\377'); echo 1 >$f; $SILT --no-follow $f",
        Silt.Outcome("1\n")
      ),
      (
        "mkdir d; $SILT d",
        Silt.Outcome(errors: "silt: error reading 'd': Is a directory\n", status: 1)
      ),
      (
        "$SILT --plain <&-",
        Silt.Outcome(
          errors: "silt: error reading 'standard input': Bad file descriptor\n",
          status: 1
        )
      ),
      (
        "$SILT --no-follow -H1 f",
        Silt.Outcome(
          errors: "silt: invalid height: '1'; expected N of at least 2, N% of at least 1%, or"
            + " full\n",
          status: 2
        )
      ),
      ("$SILT -V", Silt.Outcome("silt 0.1.0\n")),
    ]
  )
  func `a call has its output, messages and status`(script: String, outcome: Silt.Outcome) throws {
    #expect(try Silt().run(script) == outcome)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "echo x | $SILT --plain", "seq 3 >f; $SILT --no-follow f", "seq 3 >f; $SILT f",
      "seq 100000 | $SILT -n 99999", "$SILT --help", "$SILT --version",
    ]
  )
  func `a full disk is one line`(script: String) throws {
    let outcome = try Silt().run("(\(script)) >/dev/full")
    let message = "silt: error writing 'standard output': No space left on device\n"
    #expect(outcome == .init(errors: message, status: 1))
  }

  @Test(
    arguments: [
      "yes | $SILT --plain | head -n 1", "yes | head -n 99999 >f; $SILT -c 150000 f | head -n 1",
      // Nothing more is ever written here: the missing reader has to be noticed.
      "echo y >f; $SILT f | head -n 1", "echo y >f; $SILT f f f | grep -m 1 y",
      "echo y >f; (trap '' PIPE; $SILT f) | head -n 1",
      "(trap '' PIPE; yes | $SILT --plain 2>errors; cat errors >&2) 2>&1 | head -n 1",
    ]
  )
  func `a reader that is gone ends it without a word`(script: String) throws {
    let session = try Silt().start(script)
    try session.waitFor("y\n")
    #expect(try session.outcome() == .init("y\n"))
  }

  @Test(.enabled(if: hasTail))
  func `counts are those of tail, over the borders of blocks`() throws {
    let outcome = try Silt().run(
      """
      for size in 0 1 1024 8193 65536 262144; do
        seq 100000 | head -c $size >end
        (head -c $size end | tr -d '\\n' | head -c 20000; echo; cat end; echo) >long
        for file in end long; do
          for begin in -n1 -n10 -n100K -n+1 -n+500 -n+9999999 \\
            -c0 -c1 -c8193 -c1M -c+1 -c+65537 -c+9M; do
            tail $begin $file >expected
            $SILT --no-follow $begin $file >got; cmp expected got || echo "$begin $file $size"
            [ $size -gt 70000 ] && continue
            $SILT --no-follow $begin <$file >got; cmp expected got || echo "$begin <$file $size"
            cat $file | $SILT $begin >got; cmp expected got || echo "$begin |$file $size"
          done
        done
      done
      """
    )
    #expect(outcome == .init())
  }
}

private let hasTail = (try? Silt().run("tail --version | grep -q GNU"))?.status == 0

private func lines(_ numbers: ClosedRange<Int>) -> String {
  numbers.map { "\($0)\n" }.joined()
}
