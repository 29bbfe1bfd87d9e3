import Foundation
import SiltTestSupport
import Testing

/// The program as a whole, with a shell script in silt's place.
@Suite struct RunTests {
  /// Runs it and returns its status and what it wrote, and what it left in its temporary directory.
  private func run(
    _ arguments: [String],
    silt: String
  ) throws -> (status: PtySession.ExitStatus?, text: String, left: [String]) {
    let directory = try TemporaryDirectory()
    let text = try directory.write("text", silt)
    let fake = directory.path(of: "silt")
    let room = directory.path(of: "room")
    try FileManager.default.createDirectory(atPath: room, withIntermediateDirectories: true)
    // Made by a process of its own: one that another test starts meanwhile could inherit the open
    // file, and what is open for writing cannot be run.
    let session = try PtySession(
      "/bin/sh",
      ["-c", "cp \"$0\" \"$1\" && chmod +x \"$1\" && shift && exec \"$@\"", text, fake]
        + [PtySession.product("silt-bench")] + arguments + ["--silt", fake],
      environment: ["TMPDIR": room]
    )
    let status = session.waitForExit()
    return (
      status, String(decoding: session.output, as: UTF8.self),
      try FileManager.default.contentsOfDirectory(atPath: room)
    )
  }

  @Test func `a row that is kept is reported, and nothing is left`() throws {
    // Shows the last line of a log at once, and leaves on a key.
    let (status, text, left) = try run(
      ["--short", "--only", "start", "--runs", "2"],
      silt: "#!/bin/sh\nstty -icanon; tail -n 1 \"$1\"; head -c 1\n"
    )
    #expect(status == .code(0), "\(text)")
    #expect(text.contains("start: start to first frame"))
    #expect(text.contains("silt - tail -n 50"))
    #expect(left == [])
  }

  @Test func `a silt that cannot do the work fails the check`() throws {
    let (status, text, left) = try run(
      ["--short", "--check", "--only", "start", "--runs", "1"],
      silt: "#!/bin/sh\nexit 0\n"
    )
    #expect(status == .code(1))
    #expect(text.contains("FAILED  the program ended before"))
    #expect(left == [])
  }

  @Test func `a flood of the terminal misses its bound`() throws {
    let (status, text, left) = try run(
      ["--short", "--check", "--only", "flood-bytes"],
      silt: "#!/bin/sh\necho following; exec yes\n"
    )
    #expect(status == .code(1))
    #expect(text.contains("MISSED  silt: "))
    #expect(left == [])
  }

  @Test func `a wrong option is a mistake, and a signal leaves nothing behind`() throws {
    #expect(try run(["--what"], silt: "").status == .code(2))
    let interrupted = try run(
      ["--only", "start", "--runs", "1"],
      // The script's parent is the bench.
      silt: "#!/bin/sh\nkill -TERM $PPID\nsleep 60\n"
    )
    #expect(interrupted.status == .signal(15))
    #expect(interrupted.left == [])
  }
}
