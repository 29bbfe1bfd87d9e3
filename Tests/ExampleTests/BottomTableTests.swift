import SiltTestSupport
import Testing

/// The demo of rows that settle at the bottom: ten rows at the top of the screen, the last its status.
@Suite struct BottomTableTests {
  private static let first = (1...3).map { "row \($0)" }

  private static func logRows(of screen: VirtualScreen) -> [String] {
    screen.text[..<9].map { row in
      row.trimmingSuffix { " ▲▼".contains($0) }
    }
  }

  @Test func `rows settle at the bottom and are left below the prompt`() throws {
    let window = try Window(program: PtySession.product("BottomTable"))
    try window.wait(for: "three rows above the status row") { screen in
      Self.logRows(of: screen) == Array(repeating: "", count: 6) + Self.first
        && screen.text[9].hasPrefix("bottom table  following")
    }
    try window.wait(for: "a fourth row below them") { screen in
      Self.logRows(of: screen) == Array(repeating: "", count: 5) + Self.first + ["row 4"]
    }
    try window.wait(for: "a full region") { screen in
      Self.logRows(of: screen) == (4...12).map { "row \($0)" }
    }
    #expect(window.rows[0].hasSuffix("▲"))
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.allText == (6...15).map { "row \($0)" })
    #expect(window.screen.isCursorVisible && window.screen.unexpected.isEmpty)
  }

  @Test func `who scrolled back is not overridden`() throws {
    let window = try Window(program: PtySession.product("BottomTable"))
    let before = window.session.modesBefore
    try window.wait(for: "a row above the region") { screen in
      Self.logRows(of: screen).last == "row 10"
    }
    window.type("k")
    try window.wait(for: "a pause") { screen in
      screen.text[9].hasPrefix("bottom table  paused") && Self.logRows(of: screen).first == "row 1"
    }
    let paused = window.rows[..<9]
    try window.wait(for: "three more rows") { $0.text[9].contains("↓ 3 new") }
    #expect(window.rows[..<9] == paused)

    window.type("G")
    try window.wait(for: "the end") { screen in
      screen.text[9].hasPrefix("bottom table  following")
        && ["row 13", "row 14", "row 15"].contains(Self.logRows(of: screen).last)
    }
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.session.modes == before)
    #expect(window.screen.isCursorVisible && window.screen.unexpected.isEmpty)
  }
}
