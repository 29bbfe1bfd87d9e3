import Dispatch
import Foundation
import SiltTestSupport
import Synchronization
import Testing

/// Much input, and many runs.
@Suite struct FloodTests {
  @Test func `a pipe that hangs up loses nothing, 200 times`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "f")
    let bytes = Array(lines(1...500_000).utf8.prefix(3_000_000))
    try directory.write("f", bytes)
    let failures = Mutex<[String]>([])
    // Each run waits most of its time, so they go on side by side.
    DispatchQueue.concurrentPerform(iterations: 200) { run in
      do {
        let window = try Window(
          script: "head -c 3000000 '\(path)' | \"$SILT\" -k",
          environment: ["SILT_TEST_READ_TURN": "32768"]
        )
        try window.waitForStatus("pipe  ended")
        window.type("=")
        try window.waitForStatus("3,000,000 bytes")
        window.type("q")
        let status = try window.waitForExit()
        let traces = window.screen.traces
        if status != .code(0) || !traces.isEmpty {
          failures.withLock { $0.append("run \(run): \(status), \(traces)") }
        }
      } catch {
        failures.withLock { $0.append("run \(run): \(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `plain output loses nothing either, 200 times`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...500_000))
    let window = try Window(
      script: """
        for i in $(seq 200); do head -c 3000000 f | "$SILT" --plain | cksum; done | sort | uniq -c
        head -c 3000000 f | cksum
        """,
      directory: directory.path
    )
    #expect(try window.waitForExit() == .code(0))
    let rows = window.screen.allText
    #expect(rows.count == 2)
    #expect(rows.first?.split(separator: " ") == ["200"] + (rows.last?.split(separator: " ") ?? []))
  }

  @Test func `an endless pipe leaves room for keys`() throws {
    let window = try Window(script: "yes | \"$SILT\"; echo \"status $?\"")
    // More than the ring holds: 64 MiB are 33,554,432 lines.
    try window.wait(for: "a full ring") { screen in
      let digits = screen.status.split(separator: "  ").dropFirst(2).first?.filter(\.isNumber)
      return Int(digits ?? "") ?? 0 > 34_000_000
    }
    window.type("k")
    try window.waitForStatus("pipe  paused")
    window.type("G")
    try window.waitForStatus("pipe  following")
    window.type("=")
    try window.waitForStatus(" bytes  pipe")
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    let last = Array(repeating: "y", count: 10) + ["status 0"]
    #expect(window.screen.allText == last)
    #expect(window.screen.traces == [])
  }

  @Test func `a file that is written without rest leaves room for keys`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", "start\n")
    let window = try Window(
      script: "(while :; do seq 1 1000; done >>f) & \"$SILT\" f; kill $!",
      directory: directory.path
    )
    try window.wait(for: "much") { screen in
      let digits = screen.status.split(separator: "  ").dropFirst(2).first?.filter(\.isNumber)
      return Int(digits ?? "") ?? 0 > 100_000
    }
    window.type("k")
    try window.waitForStatus("f  paused")
    try window.waitForStatus(" new")
    let rows = window.rows.dropLast()
    let news = window.lastRow
    try window.wait(for: "more news") { $0.status != news }
    #expect(window.rows.dropLast() == rows)
    window.type("G")
    try window.waitForStatus("f  following")
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }
}
