import Foundation
import SiltTestSupport
import SiltText
import Testing

/// `silt FILE...`: each line with its source.
@Suite struct SeveralFilesTests {
  /// The log rows with something in them, times of notes and edge marks left out.
  private static func log(_ screen: VirtualScreen) -> [String] {
    screen.text.dropLast().map { row in
      row.replacing(/\ \d\d:\d\d:\d\d ──/, with: "").replacing(/\ *[▲▼]$/, with: "")
    }.filter { !$0.isEmpty }
  }

  private static func wait(
    for rows: [String],
    in window: Window,
    line: Int = #line
  ) throws {
    try window.wait(for: "\(rows)", line: line) { log($0) == rows }
  }

  @Test func `two files written alternately, one of them rotated`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("app.log", "app 1\n")
    try directory.write("web.log", "web 1\n")
    let window = try Window(["app.log", "web.log"], directory: directory.path)
    try window.waitForStatus("2 files  following")
    #expect(window.screen.isAlternate)
    var rows = ["app.log app 1", "web.log web 1"]
    try Self.wait(for: rows, in: window)
    for number in 2...4 {
      for name in ["web", "app"] {
        try directory.append("\(name).log", "\(name) \(number)\n")
        rows.append("\(name).log \(name) \(number)")
        try Self.wait(for: rows, in: window)
      }
    }
    let path = directory.path(of: "app.log")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try directory.append("app.log.1", "last words")
    try directory.write("app.log", "app 5\n")
    rows += ["app.log last words", "── app.log rotated", "app.log app 5"]
    try Self.wait(for: rows, in: window)
    #expect(window.lastRow.contains("10 lines"))
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    let lines = rows.filter { !$0.hasPrefix("──") }
    #expect(window.screen.allText == lines)
    #expect(window.screen.traces == [])
    #expect(window.screen.unexpected.isEmpty)
  }

  @Test func `one is missing and one cannot be read`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a", "a 1\n")
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "dir"),
      withIntermediateDirectories: false
    )
    let window = try Window(
      ["--leave", "3", "dir", "a", "late"],
      directory: directory.path
    )
    var rows = ["── dir: Is a directory", "a    a 1", "── late waiting"]
    try Self.wait(for: rows, in: window)
    try directory.write("late", "here\n")
    rows += ["── late back", "late here"]
    try Self.wait(for: rows, in: window)
    #expect(window.lastRow.hasPrefix("3 files  following"))
    window.type("q")
    #expect(try window.waitForExit() == .code(1))
    #expect(
      window.screen.allText == [
        "a    a 1", "late here", "silt: error reading 'dir': Is a directory",
      ]
    )
    #expect(window.screen.traces == [])
  }

  @Test func `one that may not be read is waited for until it may`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a", "a 1\n")
    try directory.write("secret", "s 1\n")
    _ = unsafe chmod(directory.path(of: "secret"), 0)
    let window = try Self.unprivileged("--leave 3 a secret", in: directory)
    var rows = ["a      a 1", "── secret waiting: Permission denied"]
    try Self.wait(for: rows, in: window)
    _ = unsafe chmod(directory.path(of: "secret"), 0o644)
    rows += ["── secret back", "secret s 1"]
    try Self.wait(for: rows, in: window)
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
  }

  @Test func `one alone that may not be read leaves at once`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("secret", "s 1\n")
    _ = unsafe chmod(directory.path(of: "secret"), 0)
    let window = try Self.unprivileged("secret", in: directory)
    #expect(try window.waitForExit() == .code(1))
    #expect(window.screen.allText == ["silt: cannot open 'secret' for reading: Permission denied"])
  }

  /// Runs silt where a file's mode counts, for root, too.
  private static func unprivileged(
    _ arguments: String,
    in directory: borrowing TemporaryDirectory
  ) throws -> Window {
    try Window(
      script: """
        run=
        [ "$(id -u)" = 0 ] && run='setpriv --bounding-set -dac_override,-dac_read_search'
        exec $run "$SILT" \(arguments)
        """,
      directory: directory.path
    )
  }

  @Test func `none can be read`() throws {
    let directory = try TemporaryDirectory()
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(
        atPath: directory.path(of: name),
        withIntermediateDirectories: false
      )
    }
    let window = try Window(["one", "two"], directory: directory.path)
    #expect(try window.waitForExit() == .code(1))
    #expect(
      window.screen.allText == [
        "silt: error reading 'one': Is a directory", "silt: error reading 'two': Is a directory",
      ]
    )
  }

  @Test func `a small pane holds still while both grow`() throws {
    let directory = try TemporaryDirectory()
    for name in ["web", "api"] {
      try FileManager.default.createDirectory(
        atPath: directory.path(of: name),
        withIntermediateDirectories: false
      )
      try directory.write("\(name)/access.log", lines(1...3, "\(name) "))
    }
    let window = try Window(
      ["web/access.log", "api/access.log"],
      rows: 5,
      columns: 30,
      directory: directory.path
    )
    try Self.wait(for: ["web/acce… web 3"] + (1...3).map { "api/acce… api \($0)" }, in: window)
    window.type("kk")
    let paused = (1...3).map { "web/acce… web \($0)" } + ["api/acce… api 1"]
    try Self.wait(for: paused, in: window)
    // One after the other: what is written at once may arrive in any order.
    for number in 4...9 {
      try directory.append("web/access.log", "web \(number)\n")
      try window.waitForStatus("↓ \(2 * number - 7) new")
      try directory.append("api/access.log", "api \(number)\n")
      try window.waitForStatus("↓ \(2 * number - 6) new")
    }
    try window.waitForStatus("↓ 12 new")
    #expect(Self.log(window.screen) == paused)
    window.resize(rows: 10, columns: 60)
    try window.wait(for: "the new width") { screen in
      Self.log(screen).last == "api/access.log api 1"
    }
    #expect(
      Self.log(window.screen) == (1...3).map { "web/access.log web \($0)" }
        + ["api/access.log api 1"]
    )
    window.type("G")
    try window.wait(for: "the end") { screen in
      // In the order in which they were read.
      let shown = Self.log(screen)
      return shown.contains("api/access.log api 9") && shown.contains("web/access.log web 9")
    }
    #expect(window.lastRow.hasPrefix("2 files  following"))
    #expect(window.screen.unexpected.isEmpty)
  }

  @Test(arguments: [(["--color", "never"], .standard), ([], .palette(6))] as [([String], Color)])
  func `signs and colours of names are those that the terminal has`(
    options: [String],
    color: Color
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.write("quite-a-long-name.log", "one\n")
    try directory.write("b", "two\n")
    let window = try Window(
      options + ["quite-a-long-name.log", "b"],
      columns: 40,
      environment: ["LC_ALL": "C"],
      directory: directory.path
    )
    try Self.wait(for: ["~ong-name.log one", "b             two"], in: window)
    let row = try #require(window.rows.firstIndex { $0.hasPrefix("~") })
    #expect(window.screen.cell(row: row, column: 0).style.foreground == color)
    window.type("q")
    _ = try window.waitForExit()
    #expect(window.screen.allText == ["quite-a-long-name.log one", "b                     two"])
  }
}
