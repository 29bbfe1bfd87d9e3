import SiltTestSupport
import Testing

/// Windows that change their size, however small they get.
@Suite struct SizeTests {
  private static let long = String(repeating: "x", count: 50)

  private static let sizes = [
    (1, 1), (24, 80), (2, 5), (24, 80), (5, 30), (80, 300), (1, 80), (24, 1), (3, 3), (24, 80),
  ]

  @Test(arguments: ["full", "12"])
  func `the last line stays at the bottom whatever the size`(height: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", lines(1...500))
    let window = try Window(["-H", height, path])
    try window.wait(for: "the end") { $0.bottomLogRow == "500" }
    for (rows, columns) in Self.sizes {
      window.resize(rows: rows, columns: columns)
      let wrapped = String("500".suffix((2 + columns) % columns + 1))
      // On a screen of one row only the status row shows, and the state goes last.
      try window.wait(for: "the end at \(columns)x\(rows)") { screen in
        let isTold = columns < 10 || screen.status.contains("following")
        return isTold && screen.status.contains("f")
          && (rows == 1 || columns < 3 || screen.bottomLogRow == "500")
          && (rows == 1 || columns >= 3 || screen.bottomLogRow == wrapped)
      }
      #expect(window.session.exitStatus == nil)
      #expect(window.screen.unexpected.isEmpty)
    }
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }

  @Test(arguments: [(1, 1), (2, 5), (5, 30), (80, 300)])
  func `a small window is enough to begin with`(rows: Int, columns: Int) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", lines(1...500))
    let window = try Window([path], rows: rows, columns: columns)
    try window.wait(for: "the end") { screen in
      !screen.status.isEmpty && (rows == 1 || screen.bottomLogRow == "500")
    }
    try directory.append("f", "501\n")
    try window.wait(for: "the next line") { rows == 1 || $0.bottomLogRow == "501" }
    window.type("khLS=Gq")
    // The first key after help closes it.
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }

  @Test func `a paused view keeps its bottom line through sizes`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", lines(1...500, Self.long + " "))
    let window = try Window([path])
    try window.waitForStatus("f  following")
    window.type("100k")
    try window.wait(for: "line 400") { $0.bottomLogRow.hasSuffix(" 400") }
    for (rows, columns) in [(10, 30), (24, 80), (5, 200), (24, 80)] {
      window.resize(rows: rows, columns: columns)
      // Where it wraps, its first row stays at the bottom: there the bottom row began.
      let bottom = columns > 60 ? Self.long + " 400" : String(Self.long.prefix(columns - 1))
      try window.wait(for: "line 400 at \(columns)x\(rows)") { screen in
        screen.status.contains("paused") && screen.bottomLogRow == bottom
          && screen.text[rows - 3].hasSuffix(" 399")
      }
    }
  }
}
