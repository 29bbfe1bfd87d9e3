import Foundation
import SiltTestSupport
import Testing

/// What is drawn while much happens at once: floods, drags of the window's edge, other writers, and
/// characters on which terminals disagree.
@Suite struct DrawingTests {
  @Test func `a flood of a million lines keeps the byte budget, and the last frame is right`()
    throws
  {
    let start = ContinuousClock.now
    let window = try Window(script: "seq 1000000 | \"$SILT\" -k -H 12")
    try window.wait(for: "the end") { $0.status.contains("pipe  ended") }
    let elapsed = ContinuousClock.now - start
    let count = window.session.output.count
    // The budget of the time, and what frames cost that come first or that the end asks for.
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    #expect(Double(count) < 40_000 * seconds + 8_000, "\(count) bytes in \(seconds) s")
    #expect(window.lastRow.hasPrefix("pipe  ended"))
    #expect(window.lastRow.contains("1,000,000 lines"))
    // Below the last line stands the note of the end.
    let numbers = (999_991...1_000_000).map(String.init)
    let rows = window.rows.map { $0.trimmingSuffix { " ▲".contains($0) } }
    let first = try #require(rows.firstIndex(of: numbers[0]))
    #expect(Array(rows[first..<first + 10]) == numbers)
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
    #expect(window.screen.allText == numbers)
  }

  @Test(arguments: [([], 50, 0), (["--ambiguous-wide"], 39, 11)])
  func `ambiguous characters take two columns where asked`(
    arguments: [String],
    first: Int,
    second: Int
  ) throws {
    let feed = try Feed(["-k", "-H", "5"] + arguments)
    try feed.write(String(repeating: "±", count: 50) + "\nend\n")
    try feed.window.wait(for: "the end") { $0.bottomLogRow == "end" }
    let counts = feed.window.rows.map { $0.filter { $0 == "±" }.count }.filter { $0 > 0 }
    #expect(counts == [first, second].filter { $0 > 0 })
    feed.window.type("q")
    feed.end()
    #expect(try feed.window.waitForExit() == .code(0))
    #expect(feed.window.screen.traces == [])
  }

  @Test func `a terminal that takes nothing loses frames and no data`() throws {
    let feed = try Feed(["-k", "-H", "6"])
    try feed.write("first\n")
    try feed.window.wait(for: "the first line") { $0.bottomLogRow == "first" }
    feed.window.session.setReading(false)
    // Far more than the terminal's own buffer would take of frames.
    for block in 0..<200 { try feed.write(lines((block * 1_000 + 1)...(block * 1_000 + 1_000))) }
    feed.end()
    feed.window.session.setReading(true)
    try feed.window.waitForStatus("pipe  ended")
    feed.window.type("=")
    try feed.window.waitForStatus("line ")
    #expect(feed.window.rows.contains { $0.hasPrefix("200000") })
    feed.window.type("q")
    #expect(try feed.window.waitForExit() == .code(0))
    #expect(feed.window.screen.traces == [])
    #expect(feed.window.screen.allText == (199_991...200_000).map(String.init))
  }
}

/// Where these must run, a missing tmux is a failure: with `SILT_REQUIRE_TMUX` in the environment.
private let hasToRun =
  Tmux.program != nil || ProcessInfo.processInfo.environment["SILT_REQUIRE_TMUX"] != nil

/// The same in a real terminal.
@Suite(.enabled(if: hasToRun, "tmux is not installed: the tests in a real terminal are left out"))
struct DrawingTmuxTests {
  @Test func `a drag of the window's edge leaves one status row and none behind`() throws {
    let directory = try TemporaryDirectory()
    let tmux = try Tmux(directory: directory.path)
    // At the bottom of the screen: see `resizes leave the last line at the bottom`.
    try tmux.type(
      "seq 30; (i=0; while [ ! -e end ]; do i=$((i+1)); echo a line of some length $i; sleep 0.01; done)"
        + " | \"$SILT\" -H 8"
    )
    try tmux.press("Enter")
    try tmux.wait(for: "the region") { $0.count == 24 && $0[23].hasPrefix("pipe  following") }
    for columns in [80, 70, 60, 50, 40] {
      try tmux.resize(rows: 24, columns: columns)
      Thread.sleep(forTimeInterval: 0.05)
    }
    func isStatus(_ row: String) -> Bool { row.contains("following") }
    try tmux.wait(for: "the region at rest") { rows in
      // The reflow may have left blank rows below.
      rows.count > 8 && isStatus(rows[rows.count - 1])
        && rows[rows.count - 2].hasPrefix("a line of some length")
        && rows.filter(isStatus).count == 1
    }
    try directory.write("end", "")
    try tmux.wait(for: "the prompt") { $0.last == "$" }
    let all = try tmux.rows(withHistory: true)
    #expect(all.filter(isStatus).isEmpty)
    #expect(all.filter { $0.hasPrefix("a line of some length") }.count == 10)
    #expect(all.filter { Int($0) != nil } == (1...30).map(String.init))
  }

  @Test func `three lines of another process stand in order above an intact region`() throws {
    let directory = try TemporaryDirectory()
    let tmux = try Tmux(directory: directory.path)
    try tmux.type(
      "(echo log 1; while [ ! -e go ]; do sleep 0.02; done; "
        + "for i in 1 2 3; do echo \"foreign $i\" >/dev/tty; done; echo log 2; "
        + "while [ ! -e end ]; do sleep 0.02; done) | \"$SILT\" -H 5"
    )
    try tmux.press("Enter")
    try tmux.wait(for: "the first line") {
      $0.contains("log 1") && $0.last?.contains("pipe") ?? false
    }
    try directory.write("go", "")
    let rows = try tmux.wait(for: "the second line") { rows in
      rows.contains { $0.hasPrefix("log 2") } && rows.last?.contains("following") ?? false
    }
    let first = try #require(rows.firstIndex { $0.hasPrefix("foreign 1") })
    for number in 1...3 { #expect(rows[first + number - 1].hasPrefix("foreign \(number)")) }
    // The region is whole below them: an inset, both lines, the status row.
    let region = rows[(first + 3)...].map { $0.trimmingSuffix { " ▲".contains($0) } }
    #expect(region.count == 5)
    #expect(Array(region[..<4]) == ["", "", "log 1", "log 2"])
    try directory.write("end", "")
    let left = try tmux.wait(for: "the prompt") { $0.last == "$" }
    #expect(left.suffix(3) == ["log 1", "log 2", "$"])
    #expect(
      left.filter { $0.hasPrefix("foreign ") && $0.dropFirst(8).first?.isNumber ?? false }.count
        == 3
    )
  }

  @Test func `emoji and marks leave the gutter, the status row and what follows in their columns`()
    throws
  {
    let samples = [
      "❤️", "👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "1️⃣", "e\u{301}", "กำ", "क्षि", "世界", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "한",
    ]
    let directory = try TemporaryDirectory()
    let text = samples.map { "\($0)|\($0)$ end\n" }.joined()
    try directory.write("f", text + lines(1...40) + text)
    let height = samples.count + 1
    let tmux = try Tmux(rows: height, directory: directory.path)
    try tmux.type("\"$SILT\" -N f")
    try tmux.press("Enter")
    let last = samples.count * 2 + 40
    try tmux.wait(for: "the numbers") { rows in
      rows.count == height && rows[height - 2].split(separator: " ").first == "\(last)"
    }
    let shown = try tmux.rows()
    for (row, sample) in samples.enumerated() {
      // Behind the number, the sample, a bar and the sample again.
      let width = sample == "e\u{301}" ? 1 : sample == "世界" ? 4 : 2
      #expect(try tmux.column(of: "|", row: row) == 5 + width, "\(shown[row])")
      #expect(try tmux.column(of: "$ end", row: row) == 6 + 2 * width, "\(shown[row])")
    }
    #expect(try tmux.column(of: "▲", row: 0) == 79, "\(shown[0])")
    // Each sample in turn on the last row, beside a sign.
    for above in 1..<samples.count {
      try tmux.press("k")
      let rows = try tmux.wait(for: "line \(last - above)") { rows in
        rows[height - 2].split(separator: " ").first == "\(last - above)"
          && rows[height - 1].contains("paused")
      }
      #expect(try tmux.column(of: "▼", row: height - 2) == 79, "\(rows[height - 2])")
      #expect(rows[height - 1].hasPrefix("f  paused"))
      #expect(rows[height - 1].hasSuffix("\(last) lines") && rows[height - 1].count == 79)
    }
    try tmux.press("q")
    try tmux.wait(for: "the prompt") { $0.last == "$" }
  }
}
