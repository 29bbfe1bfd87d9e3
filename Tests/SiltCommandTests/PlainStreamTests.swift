import Foundation
import Testing

struct PlainStreamTests {
  @Test
  func `every byte of a pipe comes out, in 200 runs`() throws {
    let outcome = try Silt().run(
      """
      head -c 3000000 /dev/urandom >data
      sum=$(md5sum <data)
      for run in $(seq 200); do
        head -c 3000000 data | $SILT --plain | md5sum
      done | sort | uniq -c | sed 's/^ *//' >sums
      [ "$(cat sums)" = "200 $sum" ] || cat sums
      """
    )
    #expect(outcome == .init())
  }

  @Test(
    arguments: [
      ("printf 'a\\nb' | $SILT --plain", "a\nb"),
      ("printf 'a\\nb' | $SILT", "a\nb"),
      ("printf 'a\\nb' | $SILT -", "a\nb"),
      ("$SILT --plain </dev/null", ""),
      ("seq 100 | $SILT -n 2", "99\n100\n"),
      ("seq 100 | $SILT -n +99", "99\n100\n"),
      ("seq 100 | $SILT -c 5", "\n100\n"),
      ("seq 100 | $SILT -c +290", "00\n"),
      ("seq 100 | $SILT -0", ""),
      (
        "printf 'x\\033[31m\\000\\r\\t' | $SILT | od -An -c",
        "   x 033   [   3   1   m  \\0  \\r  \\t\n"
      ),
      ("printf '\\377\\200' | $SILT --plain | od -An -tx1", " ff 80\n"),
      ("(printf a; sleep 0.1; printf b) | $SILT -H 5 --fill x | cat", "ab"),
    ]
  )
  func `a pipe goes through unchanged`(script: String, output: String) throws {
    let outcome = try Silt().run(script)
    #expect(outcome == .init(output))
  }

  @Test
  func `what was read is there before more comes`() throws {
    let silt = try Silt()
    let session = try silt.start("mkfifo p; (printf 'half a '; cat p; echo line) | $SILT --plain")
    try session.waitFor("half a ")
    #expect(try silt.run("echo long >p") == .init())
    #expect(try session.outcome() == .init("half a long\nline\n"))
  }

  @Test
  func `what would block is waited for`() throws {
    let silt = try Silt()
    let content = (0..<300_000).map { "\($0)\n" }.joined()
    try silt.write(content, to: "data")
    // Both ends are non-blocking, and both neighbours are slower than the program.
    let input = Pipe()
    let output = Pipe()
    for handle in [input.fileHandleForReading, output.fileHandleForWriting] {
      let flags = fcntl(handle.fileDescriptor, F_GETFL)
      #expect(fcntl(handle.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    }
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "head -c 9 data; sleep 0.1; tail -c +10 data"]
    writer.currentDirectoryURL = silt.folder
    writer.standardOutput = input.fileHandleForWriting
    let program = Process()
    program.executableURL = URL(fileURLWithPath: Silt.program)
    program.arguments = ["--plain"]
    program.standardInput = input.fileHandleForReading
    program.standardOutput = output.fileHandleForWriting
    try program.run()
    try writer.run()
    // Only the processes hold these ends from here on.
    try input.fileHandleForWriting.close()
    try output.fileHandleForWriting.close()
    Thread.sleep(forTimeInterval: 0.2)
    let received = try output.fileHandleForReading.readToEnd()
    program.waitUntilExit()
    #expect(received == Data(content.utf8))
    #expect(program.terminationStatus == 0)
  }
}
