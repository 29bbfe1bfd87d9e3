import SiltTestSupport
import SiltText
import Testing

/// The oracle itself: what it does was measured in tmux.
struct VirtualScreenTests {
  private static func screen(
    _ bytes: String,
    rows: Int = 4,
    columns: Int = 10,
    clusters: VirtualScreen.Clusters = .separate
  ) -> VirtualScreen {
    var screen = VirtualScreen(rows: rows, columns: columns, clusters: clusters)
    screen.feed(bytes.utf8)
    return screen
  }

  @Test func `text wraps only when the next character comes`() {
    let full = Self.screen("0123456789")
    #expect([full.cursorRow, full.cursorColumn] == [0, 9])
    #expect(Self.screen("0123456789\r\nx").text == ["0123456789", "x", "", ""])
    #expect(Self.screen("0123456789x").text == ["0123456789", "x", "", ""])
    #expect(Self.screen("012345678世").text == ["012345678", "世", "", ""])
  }

  @Test func `without autowrap the last column is written over`() {
    let screen = Self.screen("\u{1B}[?7l0123456789xyz\u{1B}[?7hq")
    #expect(screen.text == ["012345678q", "", "", ""])
    #expect(Self.screen("\u{1B}[?7l012345678世").text == ["01234567世", "", "", ""])
  }

  @Test func `erasing after the last column takes its cell`() {
    #expect(Self.screen("0123456789\u{1B}[K").text[0] == "012345678")
  }

  @Test func `lines that scroll off are kept`() {
    let screen = Self.screen("1\r\n2\r\n3\r\n4\r\n5\r\n6")
    #expect(screen.scrollback == ["1", "2"])
    #expect(screen.text == ["3", "4", "5", "6"])
    #expect(screen.allText == ["1", "2", "3", "4", "5", "6"])
  }

  @Test func `rows are deleted and inserted at the cursor and go nowhere`() {
    let start = "1\r\n2\r\n3\r\n4\u{1B}[2;3H"
    let deleted = Self.screen(start + "\u{1B}[2M")
    #expect(deleted.text == ["1", "4", "", ""])
    #expect([deleted.cursorRow, deleted.cursorColumn] == [1, 0])
    #expect(Self.screen(start + "\u{1B}[9999M").text == ["1", "", "", ""])
    #expect(Self.screen(start + "\u{1B}[L").text == ["1", "", "2", "3"])
    #expect(Self.screen(start + "\u{1B}[99L").text == ["1", "", "", ""])
    #expect(deleted.scrollback == [])
  }

  @Test func `moves are clamped and a count of zero is one`() {
    let screen = Self.screen("\u{1B}[3;4H\u{1B}[0A")
    #expect([screen.cursorRow, screen.cursorColumn] == [1, 3])
    #expect(screen.unexpected == ["CSI 0 A, which is taken for 1"])
    let clamped = Self.screen("\u{1B}[99B\u{1B}[99G")
    #expect([clamped.cursorRow, clamped.cursorColumn] == [3, 9])
    let up = Self.screen("\u{1B}[2;2H\u{1B}[5A\u{1B}[5D\u{1B}[2C\u{8}")
    #expect([up.cursorRow, up.cursorColumn] == [0, 1])
  }

  @Test(arguments: ["\u{1B}[H\u{1B}[J", "\u{1B}[2J"])
  func `clearing the screen pushes it into the scrollback`(bytes: String) {
    let screen = Self.screen("1\r\n2" + bytes)
    #expect(screen.scrollback == ["1", "2", "", ""])
    #expect(screen.unexpected.count == 1)
  }

  @Test func `half of a wide character is none`() {
    #expect(Self.screen("世界\u{1B}[2Gx").text[0] == " x界")
    #expect(Self.screen("世界\u{1B}[3Gx").text[0] == "世x")
    #expect(Self.screen("世界\u{1B}[4G\u{1B}[K").text[0] == "世")
  }

  @Test func `terminals disagree on clusters`() {
    for (text, separate, joined) in [
      ("👍🏽", 4, 2), ("👨\u{200D}👩\u{200D}👧", 6, 2), ("❤\u{FE0F}", 1, 2), ("🇩🇪", 2, 2),
      ("e\u{301}", 1, 1), ("世", 2, 2), ("각", 2, 2), ("\u{1100}\u{1161}", 2, 2),
    ] {
      let columns = VirtualScreen.Clusters.allCases.map {
        Self.screen(text, clusters: $0).cursorColumn
      }
      #expect(columns == [separate, joined], "\(text)")
    }
  }

  @Test func `the alternate screen leaves the ordinary one alone`() {
    var screen = Self.screen("1\r\n2\u{1B}[?1049h\u{1B}[Hx")
    #expect(screen.isAlternate)
    #expect(screen.text == ["x", "", "", ""])
    #expect(screen.allText == ["1", "2"])
    screen.feed("\u{1B}[?1049ly".utf8)
    #expect(screen.text == ["1", "2y", "", ""])
  }

  @Test func `whatever is not ours is told`() {
    for bytes in [
      "\t", "\u{7}", "\u{1B}c", "\u{1B}]0;title\u{7}", "\u{1B}P1\u{1B}\\", "\u{1B}[5;9r",
      "\u{1B}[?1000;5h", "\u{1B}[5m", "\u{1B}[6n", "\u{1B}[1\u{1B}[m", "\u{9B}", "\u{1B}[38;9m",
      "\u{1B}[3J", "\u{1B}[c", "\u{1B}7",
    ] {
      #expect(Self.screen(bytes).unexpected.count == 1, "\(bytes.unicodeScalars.map(\.value))")
    }
    var screen = VirtualScreen(rows: 2, columns: 10)
    screen.feed([0xFF, 0x61])
    #expect(screen.text[0] == "\u{FFFD}a")
    #expect(screen.unexpected == ["invalid UTF-8"])
  }

  @Test func `a narrower screen wraps what was written and not what was erased`() {
    var screen = Self.screen("short\u{1B}[K\r\nlonger one\r\nspaces    \r\n", rows: 6)
    screen.resize(rows: 6, columns: 6)
    #expect(screen.allText == ["short", "longer", " one", "spaces"])
    // The spaces have a row of their own.
    #expect(screen.writtenColumns(row: 2) == 4)
    #expect(screen.scrollback == ["short", "longer"])
    #expect([screen.cursorRow, screen.cursorColumn] == [3, 0])
    screen.resize(rows: 6, columns: 12)
    #expect(screen.allText == ["short", "longer one", "spaces"])
  }

  @Test func `a lower screen drops rows below the cursor before it scrolls`() {
    var screen = Self.screen("1\r\n2\r\n3\r\n4\u{1B}[2;1H")
    screen.resize(rows: 2, columns: 10)
    #expect(screen.text == ["1", "2"])
    screen.resize(rows: 1, columns: 10)
    #expect(screen.text == ["2"])
    #expect(screen.scrollback == ["1"])
    screen.resize(rows: 3, columns: 10)
    #expect(screen.text == ["1", "2", ""])
    #expect([screen.cursorRow, screen.cursorColumn] == [1, 0])
  }

  @Test func `a synchronized update is counted at its end`() {
    var screen = Self.screen("\u{1B}[?2026hx")
    #expect(screen.isSynchronized)
    #expect(screen.synchronizedUpdates == 0)
    screen.feed("\u{1B}[?2026l\u{1B}[?2026l".utf8)
    #expect(!screen.isSynchronized)
    #expect(screen.synchronizedUpdates == 1)
  }
}
