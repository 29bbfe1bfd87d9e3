import Foundation
import SiltTestSupport
import SiltText
import Testing

/// `silt FILE` at 80x24, full screen.
@Suite struct FileTests {
  private static let blank = Array(repeating: "", count: 18)

  @Test func `five lines stand right above the status row`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([try directory.write("app.log", lines(1...5, "line "))])
    try window.waitForStatus("app.log  following")
    #expect(
      window.rows.dropLast() == Self.blank + ["line 1", "line 2", "line 3", "line 4", "line 5"]
    )
    #expect(
      window.rows.last
        == "app.log  following" + String(repeating: " ", count: 46) + "h help  q leave"
    )
    #expect(window.screen.isAlternate && !window.screen.isCursorVisible)
    #expect(window.screen.unexpected.isEmpty)
  }

  @Test func `five hundred lines fill the screen, and appends show at the bottom`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([try directory.write("app.log", lines(1...500, "line "))])
    try window.waitForStatus("app.log  following")
    var expected = (478...500).map { "line \($0)" }
    // Content goes on above the first row only.
    expected[0] += String(repeating: " ", count: 71) + "▲"
    #expect(Array(window.rows.dropLast()) == expected)

    try directory.append("app.log", "one more\n")
    try window.wait(for: "the appended line") { $0.bottomLogRow == "one more" }
    #expect(window.rows[0].hasPrefix("line 479"))
    #expect(window.screen.unexpected.isEmpty)
  }

  @Test func `while paused nothing that arrives moves a cell`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([try directory.write("app.log", lines(1...500, "line "))])
    try window.waitForStatus("app.log  following")
    window.type("kkkkk")
    try window.wait(for: "five rows up") { screen in
      screen.status.hasPrefix("app.log  paused") && screen.bottomLogRow == "line 495"
    }
    let before = Self.cells(of: window.screen)
    try directory.append("app.log", lines(1...1000, "new "))
    try directory.append("app.log", lines(1001...2000, "new "))
    try window.waitForStatus("app.log  paused  ↓ 2,000 new")
    #expect(Self.cells(of: window.screen) == before)
    #expect(window.lastRow.contains("2,500 lines"))
    #expect(window.rows[22].hasSuffix("▼"))

    window.type("G")
    try window.wait(for: "the end") { $0.bottomLogRow == "new 2000" }
    #expect(window.lastRow.hasPrefix("app.log  following "))
    try directory.append("app.log", "and on\n")
    try window.wait(for: "the appended line") { $0.bottomLogRow == "and on" }
    #expect(window.screen.unexpected.isEmpty)
  }

  private static func cells(of screen: VirtualScreen) -> [VirtualScreen.Cell] {
    (0..<screen.rows - 1).flatMap { row in
      (0..<screen.columns).map { screen.cell(row: row, column: $0) }
    }
  }

  @Test func `an empty file, a lone newline and an unfinished line`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([try directory.write("f", "")], rows: 6)
    try window.waitForStatus("f  following")
    #expect(window.rows.dropLast().allSatisfy { $0.isEmpty })
    try directory.append("f", "\n")
    try window.waitForStatus("1 line")
    try directory.append("f", "half")
    try window.wait(for: "the beginning of a line") { $0.bottomLogRow == "half" }
    #expect(window.lastRow.contains("2 lines"))
    try directory.append("f", " and half\n")
    try window.wait(for: "the line") { $0.bottomLogRow == "half and half" }
    #expect(window.rows[3].isEmpty)
    #expect(window.lastRow.contains("2 lines"))
  }

  // MARK: What becomes of files

  private static func isNote(_ row: String, _ text: String) -> Bool {
    row.wholeMatch(of: /── (.+) \d\d:\d\d:\d\d ──/)?.1 == Substring(text)
  }

  /// Waits for a note and for what stands below it.
  private static func wait(
    for note: String,
    then rest: [String],
    in window: Window,
    line: Int = #line
  ) throws {
    try window.wait(for: "note '\(note)', then \(rest)", line: line) { screen in
      let rows = screen.text.dropLast().map { row in
        row.trimmingSuffix { $0 == "▲" || $0 == " " }
      }
      guard rows.suffix(rest.count).elementsEqual(rest),
        let index = rows.dropLast(rest.count).indices.last, isNote(rows[index], note)
      else { return false }
      return screen.cell(row: index, column: 0).style.attributes.contains(.dim)
    }
  }

  @Test func `a file rotated by renaming goes on with the new one`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", "old 1\nold 2\n")
    let window = try Window([path], rows: 10)
    try window.waitForText("old 2")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try directory.append("f.1", "last words\n")
    try directory.write("f", "new 1\n")
    try Self.wait(for: "f rotated", then: ["new 1"], in: window)
    try directory.append("f", "new 2\n")
    try Self.wait(for: "f rotated", then: ["new 1", "new 2"], in: window)
    let text = window.rows.dropLast().filter { !$0.isEmpty && !$0.hasPrefix("──") }
    #expect(text == ["old 1", "old 2", "last words", "new 1", "new 2"])
    #expect(window.screen.unexpected.isEmpty)
  }

  @Test func `a truncated file begins anew, and what was shown stays`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", "before 1\nbefore 2\n")
    let window = try Window([path], rows: 10)
    try window.waitForText("before 2")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try Self.wait(for: "f truncated", then: [], in: window)
    try directory.append("f", "after\n")
    try Self.wait(for: "f truncated", then: ["after"], in: window)
    #expect(window.rows.contains("before 2"))
  }

  @Test func `a hole that a writer leaves behind a truncation is left out, with a note`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("app.log", "before\n")
    let window = try Window([path])
    try window.wait(for: "the line") { $0.bottomLogRow == "before" }
    let writer = try #require(FileHandle(forWritingAtPath: path))
    try writer.truncate(atOffset: 0)
    try writer.seek(toOffset: 3 << 30)
    try writer.write(contentsOf: Data("behind\n".utf8))
    try window.wait(for: "the line behind the hole") { $0.bottomLogRow == "behind" }
    let rows = window.rows.suffix(5).map { $0.replacing(/\ \d\d:\d\d:\d\d/, with: "") }
    #expect(
      rows.dropLast() == [
        "before", "── app.log truncated ──", "── app.log hole 3.0 GiB ──", "behind",
      ]
    )
  }

  @Test func `a hole in a file larger than the buffer is told in its whole size`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("app.log", "before\n")
    let writer = try #require(FileHandle(forWritingAtPath: path))
    try writer.seek(toOffset: 3 << 30)
    try writer.write(contentsOf: Data("behind\n".utf8))
    let window = try Window([path])
    try window.wait(for: "the line behind the hole") { $0.bottomLogRow == "behind" }
    let rows = window.rows.suffix(4).map { $0.replacing(/\ \d\d:\d\d:\d\d/, with: "") }
    #expect(rows.dropLast() == ["before", "── app.log hole 2.9 GiB ──", "behind"])
  }

  @Test func `a region leaves when the writing process is gone, with its last words`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("app.log", "first\n")
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sleep")
    writer.arguments = ["60"]
    try writer.run()
    let arguments = ["--pid", "\(writer.processIdentifier)", "-s", "0.05", path]
    let window = try Window(arguments)
    try window.waitForStatus("app.log  following")
    try directory.append("app.log", "last words\n")
    // A gentler signal may be blocked in it, as it is in the thread that started it.
    kill(writer.processIdentifier, SIGKILL)
    writer.waitUntilExit()
    try window.wait(for: "the lines that stay") { screen in
      !screen.isAlternate && screen.text.contains("last words")
    }
    #expect(try window.waitForExit() == .code(0))
  }

  @Test func `a missing file is waited for`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([directory.path(of: "f")], rows: 6)
    try Self.wait(for: "f waiting", then: [], in: window)
    try directory.write("f", "here\n")
    try Self.wait(for: "f back", then: ["here"], in: window)
    #expect(window.lastRow.hasPrefix("f  following"))
  }

  @Test func `a missing folder is waited for`() throws {
    let directory = try TemporaryDirectory()
    let window = try Window([directory.path(of: "folder/f")], rows: 6)
    try Self.wait(for: "f waiting", then: [], in: window)
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: directory.path(of: "folder"),
      withIntermediateDirectories: false
    )
    try directory.write("folder/f", "here\n")
    try Self.wait(for: "f back", then: ["here"], in: window)
  }

  @Test func `a removed file is told of, and so is its return`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", "first\n")
    let window = try Window([path], rows: 6)
    try window.waitForText("first")
    try FileManager.default.removeItem(atPath: path)
    try Self.wait(for: "f gone", then: [], in: window)
    #expect(window.rows.contains("first"))
    try directory.write("f", "second\n")
    try Self.wait(for: "f back", then: ["second"], in: window)
  }

  @Test func `a regular file as standard input is followed`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", "one\ntwo\n")
    let window = try Window(rows: 6, input: .file(path))
    try window.wait(for: "the file") { $0.bottomLogRow == "two" }
    #expect(window.lastRow.contains("following"))
    try directory.append("f", "three\n")
    try window.wait(for: "the appended line") { $0.bottomLogRow == "three" }
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
  }
}
