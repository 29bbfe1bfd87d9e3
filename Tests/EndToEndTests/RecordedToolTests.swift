import Foundation
import SiltTestSupport
import SiltText
import Testing

/// What tools wrote to a terminal of 80 columns, recorded to the byte, and the rows that tmux 3.3a
/// showed for it.
///
/// They use `\r`, `CSI K` (0 and 2), `CSI G`, SGR and modes, each in its own way.
@Suite struct RecordedToolTests {
  private static let tools = ["apt", "cargo", "git", "npm", "pip", "swift-build"]

  private static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings/\(name)").path
  }

  private static func bytes(of tool: String) throws -> ContiguousArray<UInt8> {
    ContiguousArray(try Data(contentsOf: URL(filePath: path("\(tool).bytes"))))
  }

  private static func rows(of tool: String) throws -> [String] {
    try String(contentsOfFile: path("\(tool).rows"), encoding: .utf8).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map(String.init).withoutBlankEnd
  }

  @Test(arguments: tools)
  func `a tool's output ends in the rows that tmux shows`(tool: String) throws {
    let layout = TextLayout(columns: 80, origin: .terminal)
    var rows: [String] = []
    var style = Style.plain
    for line in try Self.bytes(of: tool).split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = ContiguousArray(line)
      rows += layout.rows(line.span, startingWith: style).rows.map { row in
        String(decoding: row.utf8, as: UTF8.self).trimmingSuffix { $0 == " " }
      }
      style = layout.style(after: line.span, startingWith: style)
    }
    #expect(rows.withoutBlankEnd == (try Self.rows(of: tool)))
    #expect(style == .plain)
  }

  @Test(arguments: tools)
  func `silt shows a tool's output in the rows that tmux shows`(tool: String) throws {
    let expected = try Self.rows(of: tool)
    let window = try Window(
      ["-k", "-H", "full", "--", "cat", Self.path("\(tool).bytes")],
      rows: 40,
      columns: 81
    )
    try window.waitForStatus("exit 0")
    let rows = window.rows.dropLast().drop { $0.isEmpty }
    #expect(Array(rows).withoutBlankEnd == Array(expected.drop { $0.isEmpty }))
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }

  /// With tmux: what was recorded of it is what it shows.
  @Test(.enabled(if: Tmux.program != nil), arguments: tools)
  func `tmux shows the rows that were recorded of it`(tool: String) throws {
    let directory = try TemporaryDirectory()
    let tmux = try Tmux(rows: 40, directory: directory.path)
    try tmux.type("clear; cat '\(Self.path("\(tool).bytes"))'; sleep 30")
    try tmux.press("Enter")
    let expected = try Self.rows(of: tool)
    try tmux.wait(for: "the rows of \(tool)") { rows in
      Array(rows.drop { $0.hasPrefix("$") }).withoutBlankEnd == expected
    }
  }
}

extension [String] {
  /// The rows without blank ones at the end.
  fileprivate var withoutBlankEnd: [String] {
    Array(self[..<((lastIndex { !$0.isEmpty } ?? -1) + 1)])
  }
}
