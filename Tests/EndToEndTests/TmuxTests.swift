import Foundation
import SiltTestSupport
import Testing

/// Where these must run, a missing tmux is a failure: with `SILT_REQUIRE_TMUX` in the environment.
private let hasToRun =
  Tmux.program != nil || ProcessInfo.processInfo.environment["SILT_REQUIRE_TMUX"] != nil

/// The built program in a real terminal, driven as a person would.
@Suite(.enabled(if: hasToRun, "tmux is not installed: the tests in a real terminal are left out"))
struct TmuxTests {
  @Test func `a file settles above its status row, holds still and follows again`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("app.log", lines(1...500, "line "))
    let tmux = try Tmux(directory: directory.path)
    try tmux.type("\"$SILT\" app.log")
    try tmux.press("Enter")
    let first = try tmux.wait(for: "the region") { $0.last?.contains("following") ?? false }
    #expect(first.count == 24)
    #expect(first[22] == "line 500")
    #expect(first[0] == "line 478" + String(repeating: " ", count: 71) + "▲")

    for _ in 1...5 { try tmux.press("k") }
    let paused = try tmux.wait(for: "five rows up") { rows in
      rows.last?.hasPrefix("app.log  paused") ?? false && rows[22].hasPrefix("line 495 ")
    }
    try directory.append("app.log", lines(1...2000, "new "))
    let later = try tmux.wait(for: "the news") { $0.last?.contains("↓ 2,000 new") ?? false }
    #expect(later.dropLast() == paused.dropLast())
    try tmux.press("G")
    try tmux.wait(for: "the end") { $0.count == 24 && $0[22] == "new 2000" }
    try tmux.press("q")
    let left = try tmux.wait(for: "the prompt") { $0.last == "$" }
    #expect(left == ["$ \"$SILT\" app.log"] + (1991...2000).map { "new \($0)" } + ["$"])
    #expect(try tmux.value("#{cursor_flag} #{alternate_on}") == "1 0")
  }

  @Test func `a pipe leaves exactly its last lines below the prompt`() throws {
    let directory = try TemporaryDirectory()
    let tmux = try Tmux(columns: 90, directory: directory.path)
    let command = "(for i in $(seq 1 40); do echo out $i; sleep 0.03; done) | \"$SILT\""
    try tmux.type(command + "; echo status $?")
    try tmux.press("Enter")
    let during = try tmux.wait(for: "the region") { rows in
      rows.count == 13 && rows[12].hasPrefix("pipe  following")
    }
    #expect(during[0] == "$ \(command); echo status $?")
    let left = try tmux.wait(for: "the status") { $0.contains("status 0") && $0.last == "$" }
    #expect(Array(left[1...]) == (31...40).map { "out \($0)" } + ["status 0", "$"])
    #expect(try tmux.value("#{cursor_flag} #{history_size}") == "1 0")
  }

  @Test func `a pane of 30x5 is enough`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...100))
    let tmux = try Tmux(rows: 5, columns: 30, directory: directory.path)
    try tmux.type("seq 20 | \"$SILT\" -k")
    try tmux.press("Enter")
    try tmux.wait(for: "the end") { $0.last?.contains("pipe  ended") ?? false }
    try tmux.press("q")
    try tmux.wait(for: "the prompt") { $0.last == "$" }
    let text = try tmux.rows(withHistory: true)
    #expect(Array(text[1...]) == (11...20).map(String.init) + ["$"])
    try tmux.type("\"$SILT\" f")
    try tmux.press("Enter")
    try tmux.wait(for: "the file") { $0.count == 5 && $0[3] == "100" }
    try tmux.press("q")
    try tmux.wait(for: "the prompt") { $0.last == "$" }
  }

  @Test func `resizes leave the last line at the bottom and nothing stale`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", lines(1...500, "a line of some length "))
    let tmux = try Tmux(directory: directory.path)
    // At the bottom of the screen: near its top tmux takes rows of a region that gets wider into its
    // history before any program hears of it.
    try tmux.type("seq 30; \"$SILT\" -H 8 f")
    try tmux.press("Enter")
    try tmux.wait(for: "the region") { $0.count == 24 && $0[23].hasPrefix("f  following") }
    for (rows, columns) in [(24, 40), (12, 40), (5, 30), (30, 120), (24, 80)] {
      try tmux.resize(rows: rows, columns: columns)
      let height = min(8, rows)
      try tmux.wait(for: "the region at \(columns)x\(rows)") { shown in
        shown.count >= height && shown.last?.hasPrefix("f  following") ?? false
          && shown[shown.count - 2].hasPrefix("a line of some length 500")
      }
    }
    try tmux.press("q")
    try tmux.wait(for: "the prompt") { $0.last == "$" }
    let text = try tmux.rows(withHistory: true)
    let numbers = (1...30).map(String.init)
    let left = (491...500).map { "a line of some length \($0)" }
    #expect(text == ["$ seq 30; \"$SILT\" -H 8 f"] + numbers + left + ["$"])
  }

  @Test func `a flood in a detached session ends with a key`() throws {
    let directory = try TemporaryDirectory()
    let tmux = try Tmux(directory: directory.path)
    try tmux.type("yes | \"$SILT\"")
    try tmux.press("Enter")
    try tmux.wait(for: "the flood") { $0.last?.contains("pipe  following") ?? false }
    try tmux.press("k")
    try tmux.wait(for: "a pause") { $0.last?.contains("pipe  paused") ?? false }
    try tmux.press("q")
    let left = try tmux.wait(for: "the prompt") { $0.last == "$" }
    #expect(Array(left[1...]) == Array(repeating: "y", count: 10) + ["$"])
  }
}
