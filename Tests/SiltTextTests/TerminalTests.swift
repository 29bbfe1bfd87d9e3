import Testing

@testable import SiltText

@Suite struct `What a command writes to its terminal` {
  private func terminal(_ line: String, columns: Int = 1_000) -> [String] {
    texts(line, columns: columns) { $0.origin = .terminal }
  }

  @Test(arguments: [
    // modes, keypads, margins, cursor styles, tab stops, lines and characters
    "\u{1B}[?25l", "\u{1B}[?2004h", "\u{1B}[?1;25h", "\u{1B}[4h", "\u{1B}=", "\u{1B}>",
    "\u{1B}[2;20r", "\u{1B}[r", "\u{1B}[2 q", "\u{1B}H", "\u{1B}[3g", "\u{1B}[2L", "\u{1B}[P",
    "\u{1B}[?1048h", "\u{1B}[?K", "\u{1B}[?2J", "\u{1B}[4J", "\u{1B}[3K", "\u{1B}[1;2G",
    // the cursor up, down, kept, and asked for
    "\u{1B}[A", "\u{1B}[12B", "\u{1B}[2E", "\u{1B}[F", "\u{1B}[3d", "\u{1B}7", "\u{1B}8",
    "\u{1B}[s",
    "\u{1B}[6n", "\u{1B}[c", "\u{1B}[>0c", "\u{1B}[?1$p",
    // character sets
    "\u{1B}(B", "\u{1B})0", "\u{1B}%G", "\u{E}", "\u{F}",
    // titles, links, the clipboard and other strings
    "\u{1B}]0;title\u{7}", "\u{1B}]0;größe\u{1B}\\", "\u{1B}]8;;http://a.b\u{1B}\\",
    "\u{1B}]52;c;eA==\u{7}", "\u{1B}P$qm\u{1B}\\", "\u{1B}_Gx\u{1B}\\", "\u{1B}^x\u{1B}\\",
    "\u{1B}Xx\u{1B}\\", "\u{1B}[>4;2m", "\u{1B}[!p",
    // padding and the bell
    "\0", "\u{5}", "\u{7}",
    // SGR of too many numbers, and too long
    "\u{1B}[\(String(repeating: ";", count: 32))m",
    "\u{1B}[\(String(repeating: "0", count: 62))1m",
  ])
  func `is left out when it is whole and does not act on the line`(sequence: String) {
    #expect(terminal("a\(sequence)b") == ["ab"])
    #expect(terminal(sequence) == [""])
    // A mark goes to the cell it would have stood on.
    #expect(terminal("e\(sequence)\u{301}") == ["e\u{301}"])
    #expect(terminal("中\(sequence)\rab\(sequence)c") == ["abc"])
  }

  @Test(arguments: [
    ("\u{1B}", "^["), ("\u{1B}[", "^[["), ("\u{1B}[31", "^[[31"), ("\u{1B}[3\u{1B}[31mx", "^[[3x"),
    ("\u{1B}]0;title", "^[]0;title"), ("\u{1B}]0;a\u{1}b\u{7}", "^[]0;a^Ab"),
    ("\u{1B}Px\u{1B}[Hy", "^[Px|y"), ("\u{1B}(", "^[("), ("\u{1B}é", "^[é"), ("\u{1}", "^A"),
    ("\u{C}", "^L"), ("\u{7F}", "^?"), ("\u{9B}2J", "<U+009B>2J"), ("\u{202E}", "<U+202E>"),
  ])
  func `is text when it is cut short or no sequence`(line: String, expected: String) {
    #expect(terminal(line).joined(separator: "|") == expected)
  }

  @Test func `is text when it is longer than a sequence may be`() {
    for (count, isWhole) in [(EscapeSequence.limit - 3, true), (EscapeSequence.limit - 2, false)] {
      let title = String(repeating: "t", count: count)
      let expected = isWhole ? "ab" : "a^[]\(title)b"
      #expect(
        texts("a\u{1B}]\(title)\u{7}b", columns: 9_000) { $0.origin = .terminal } == [expected]
      )
    }
  }

  @Test(arguments: [
    "\u{1B}[H", "\u{1B}[;H", "\u{1B}[5;1H", "\u{1B}[2f", "\u{1B}[2J", "\u{1B}[3J", "\u{1B}c",
    "\u{1B}[?1049h", "\u{1B}[?1049l", "\u{1B}[?47h", "\u{1B}[?1047l", "\u{1B}[?25;1049h",
    "\u{1B}[H\u{1B}[2J\u{1B}[3J", "\u{1B}[?1049h\u{1B}[22;0;0t\u{1B}[H",
    "\u{1B}[H \r\u{1B}[K\u{1B}[H",
  ])
  func `begins a new row where the cursor would leave the line`(sequence: String) {
    #expect(terminal("a\(sequence)b") == ["a", "b"])
    #expect(terminal("a\(sequence)") == ["a"])
    #expect(terminal("\(sequence)b") == ["b"])
    #expect(terminal(sequence) == [""])
    #expect(terminal("ab\(sequence)c\rd\(sequence)\tx") == ["ab", "d", "        x"])
    #expect(terminal("abcde\(sequence)fgh", columns: 3) == ["abc", "de", "fgh"])
    let cut = texts("abcde\(sequence)fg", columns: 3) {
      $0.origin = .terminal
      $0.wraps = false
    }
    #expect(cut == ["ab>", "fg"])
    let line = ContiguousArray("a\u{1B}[31m中b\(sequence)e\u{301}fgh".utf8)
    for wraps in [true, false] {
      let layout = TextLayout(columns: 4, wraps: wraps, origin: .terminal)
      let all = layout.rows(line.span)
      #expect(all.starts == [0, 5])
      let starts = layout.rowStarts(line.span)
      #expect(starts == all.starts)
      for range in [0..<0, 0..<1, 1..<2, 1..<9, 2..<3] {
        let some = layout.rows(line.span, in: range)
        #expect(some.starts == all.starts)
        #expect(some.rows == ContiguousArray(all.rows[range.clamped(to: 0..<2)]))
      }
    }
  }

  @Test(arguments: [
    ("abc\rx", "xbc"), ("abc\u{8}x", "abx"), ("abc\r\u{1B}[K", ""), ("abc\rx\u{1B}[1Ky", " yc"),
    ("abc\r\u{1B}[J", ""), ("abc\rx\u{1B}[0J", "x"), ("abc\rx\u{1B}[1Jy", " yc"),
    ("abc\u{1B}[2Dx", "axc"), ("abc\u{1B}[Dx", "abx"), ("abc\u{1B}[0Dx", "abx"),
    ("abc\u{1B}[99Dx", "xbc"), ("abc\r\u{1B}[Cx", "axc"), ("abc\r\u{1B}[2ax", "abx"),
    ("abc\u{1B}[2Cx", "abc  x"), ("abc\u{1B}[Gx", "xbc"), ("abc\u{1B}[1`x", "xbc"),
    ("abc\u{1B}[2Gx", "axc"), ("abc\u{1B}[6Gx", "abc  x"), ("\u{1B}[9G\u{1B}[K", ""),
    ("\u{1B}[9G\u{1B}[1K", ""), ("中\u{1B}[2Gx", " x"), ("中\u{1B}[Dx", " x"),
    ("\u{1B}[3G\tx", "        x"), ("\u{1B}[3G\u{8}x", " x"),
  ])
  func `acts on its line cell by cell`(line: String, expected: String) {
    #expect(terminal(line) == [expected])
  }

  @Test func `goes no further right than the last column`() {
    #expect(terminal("\u{1B}[999Cx", columns: 5) == ["    x"])
    #expect(terminal("\u{1B}[999Gx", columns: 5) == ["    x"])
    #expect(terminal("abcdefgh\u{1B}[9Cx", columns: 5) == ["abcde", "fghx"])
    // However wide a line is shown, a motion does not make it so.
    let line = ContiguousArray(String(repeating: "\u{1B}[65535Cx", count: 50).utf8)
    let row = TextLayout(columns: 1 << 40, origin: .terminal).rows(line.span).rows[0]
    #expect(row.columns == 1_049)
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("abc\r", 0), ("ab\u{8}", 1), ("ab\t", 8), ("中x", 3), ("e\u{301}", 1),
    ("\u{1B}[31mab\u{1B}[m", 2), ("abc\u{1B}[6n", 3), ("abc\u{1B}[H", 0), ("abc\u{1B}[Hd", 1),
    ("abc\u{1B}[2K", 3), ("abc\u{1B}[5G", 4), ("abc\u{1B}[999C", 9), ("abc\u{1B}[", 3),
    ("abc\u{1B}]0;t", 3), ("0123456789", 9), ("0123456789a", 1), ("012345678中", 2),
    ("01234567890123456789", 9), ("012345678中\u{8}", 1), ("0123456789abc\r", 0),
  ])
  func `leaves the cursor where the next cell would be written`(line: String, column: Int) {
    let bytes = ContiguousArray(line.utf8)
    let found = TextLayout(columns: 10, origin: .terminal).cursorColumn(of: bytes.span)
    #expect(found == column)
  }

  @Test(arguments: [
    ("\u{1B}[31ma", "b", Style(foreground: .palette(1))),
    ("\u{1B}[31ma\u{1B}[m", "b", .plain),
    ("\u{1B}[31ma", "\u{1B}[1mb", Style(foreground: .palette(1), attributes: .bold)),
    // What cells only show in other ways goes on as what it is.
    ("\u{1B}[1;5m", "\u{1B}[25mb", Style(attributes: .bold)), ("\u{1B}[5m", "\u{1B}[25mb", .plain),
    ("\u{1B}[5m", "b", Style(attributes: .bold)), ("\u{1B}[8m", "b", Style(attributes: .dim)),
    ("\u{1B}[8m", "\u{1B}[28mb", .plain),
    ("\u{1B}[38;5;21;48;5;21m", "\u{1B}[49mb", Style(foreground: .palette(21))),
    ("\u{1B}[31ma\u{1B}c", "b", .plain), ("\u{1B}[31ma\u{1B}[!p", "b", .plain),
    ("\u{1B}[31ma", "\u{1B}[!pb", .plain),
    ("\u{1B}[31ma\u{1B}[H", "b", Style(foreground: .palette(1))),
    ("\u{1B}[31ma", "\u{1B}cb", .plain), ("\u{1B}[31", "mb", .plain),
    ("\u{1B}]0;\u{1B}[31mt\u{7}", "b", Style(foreground: .palette(1))),
  ])
  func `keeps its colour in the next line`(first: String, second: String, style: Style) {
    let layout = TextLayout(columns: 80, origin: .terminal)
    let (first, second) = (ContiguousArray(first.utf8), ContiguousArray(second.utf8))
    let carried = layout.style(after: first.span, startingWith: .plain)
    let row = layout.rows(second.span, startingWith: carried).rows[0]
    #expect(row.pieces.last?.style == style)
    #expect(row.pieces.last?.text.last == "b")
    // No colour is kept where none is wanted, and none goes on in a stream.
    let plain = TextLayout(columns: 80, keepsColors: false, origin: .terminal)
    let uncoloured = plain.rows(second.span, startingWith: carried).rows[0]
    #expect(uncoloured.pieces.allSatisfy { $0.style == .plain })
    let stream = TextLayout(columns: 80).style(after: first.span, startingWith: carried)
    #expect(stream == .plain)
  }

  @Test func `is searched for an ESC wherever that stands`() {
    for count in [0, 1, 7, 8, 63, 64, 65, 130, 200] {
      // The neighbours of ESC, and what a borrow could turn into one.
      for filler: UInt8 in [0x1A, 0x1C, 0x9B, 0x00, 0xFF] {
        var text = ContiguousArray(repeating: filler, count: count)
        for start in [0, count / 2, count] {
          let found = ASCII.firstEscape(text.span, from: start)
          #expect(found == nil)
        }
        for place in 0..<count {
          text[place] = ASCII.escape
          for start in Set([0, place / 2, place]) {
            let found = ASCII.firstEscape(text.span, from: start)
            #expect(found == place)
          }
          let behind = ASCII.firstEscape(text.span, from: place + 1)
          #expect(behind == nil)
          text[place] = filler
        }
      }
    }
  }
}
