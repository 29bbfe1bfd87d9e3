import Testing

@testable import SiltText

@Suite struct `A line that overwrites itself` {
  @Test(arguments: [
    ("abc\rx", "xbc"), ("10%\r20%\r100%", "100%"), ("abc\r", "abc"), ("abc\r\r", "abc"),
    ("\rabc", "abc"), ("abc\r\rxy", "xyc"), ("abc\u{8}x", "abx"), ("abc\u{8}\u{8}xy", "axy"),
    ("\u{8}a", "a"), ("ab\u{8}\u{8}\u{8}\u{8}xyz", "xyz"), ("_\u{8}N", "N"),
    ("N\u{8}NA\u{8}A", "NA"),
    ("abc\u{8}", "abc"),
    // CSI K
    ("abc\u{1B}[K", "abc"), ("abc\r\u{1B}[K", ""), ("abc\rx\u{1B}[K", "x"),
    ("abc\rx\u{1B}[0K", "x"),
    ("abc\rx\u{1B}[1Ky", " yc"), ("abc\u{1B}[1Kd", "   d"), ("abc\u{1B}[2Kd", "   d"),
    ("abc\u{1B}[2K\rd", "d"), ("abc\u{1B}[1K", ""), ("abcdef\u{8}\u{8}\u{8}\u{1B}[1K", "    ef"),
    ("long line\r\u{1B}[2Kok", "ok"), ("long line\u{1B}[2K\rok", "ok"), ("\u{1B}[2Kok", "ok"),
    ("\u{1B}[1Kok", "ok"), ("abc\r\u{1B}[31m\u{1B}[Kx", "x"),
    // wide cells
    ("中文\rx", "x 文"), ("中文\rxy", "xy文"), ("中文\rxyz", "xyz "), ("abc\r中", "中c"),
    ("a中b\r中", "中 b"), ("中\u{8}x", " x"), ("中文\u{8}\u{8}\u{8}x", " x文"), ("中文\r\u{1B}[1K", "  文"),
    ("中文\u{8}\u{1B}[K", "中 "), ("abcd\r中文\r\u{8}x", "x 文"),
    // tabs pass over what is there
    ("abcdefghij\r\tX", "abcdefghXj"), ("ab\r\tX", "ab      X"), ("ab\tc\rX", "Xb      c"),
    // clusters
    ("e\u{301}f\rg", "gf"), ("ab\re\u{301}", "e\u{301}b"), ("👍🏽x\ra", "a x"),
    ("abc\rx\u{7}y", "x^Gy"), ("abcdef\r\u{9B}", "<U+009B>"),
  ])
  func `cell by cell as in a terminal`(line: String, expected: String) {
    var shown = texts(line, columns: 1_000)[0]
    // Blanks at the end cannot be seen.
    var expected = expected
    while shown.hasSuffix(" ") { shown.removeLast() }
    while expected.hasSuffix(" ") { expected.removeLast() }
    #expect(shown == expected)
    #expect(texts(line, columns: 1_000).count == 1)
  }

  @Test func `what was erased takes no rows`() {
    let long = String(repeating: "x", count: 100)
    #expect(texts("\(long)\u{1B}[2K\rok", columns: 10) == ["ok"])
    #expect(texts("\(long)\r\u{1B}[Kok", columns: 10) == ["ok"])
    #expect(texts("\(long)\u{1B}[1K", columns: 10) == [""])
  }

  @Test func `overwriting keeps each cell's own style`() {
    let row = rows("abc\r\u{1B}[31mx")[0]
    #expect(row.pieces == [Piece("x", Style(foreground: .palette(1))), Piece("bc")])
  }

  @Test func `a line of frames takes time in its length alone`() {
    // Each would take minutes if an edit cost the length of the line.
    let long = String(repeating: "x", count: 100_000)
    for edit in ["\u{1B}[2Ky", "\u{1B}[1Ky", "y\u{8}\u{1B}[1K", "y\u{8}\u{1B}[K", "\r\u{1B}[1K"] {
      let line = ContiguousArray((long + String(repeating: edit, count: 20_000)).utf8)
      let starts = TextLayout(columns: 80).rowStarts(line.span)
      #expect(!starts.isEmpty)
    }
  }

  @Test(arguments: [
    ("10%\r20%\r100%", ["10%", "20%", "100%"]), ("abc\rx", ["abc", "xbc"]),
    ("abc\r\r", ["abc"]), ("\r\rabc\r\rxy\r", ["abc", "xyc"]), ("", [""]), ("\r", [""]),
    ("abc", ["abc"]), ("abcdefg\rhi\rj", ["abcd", "efg", "hi", "jicd", "efg"]),
    // Erasing belongs to what comes behind it.
    ("abc\r\u{1B}[Kd", ["abc", "d"]), ("abc\u{1B}[2K\rd", ["d"]), ("abc\r\u{1B}[K", ["abc"]),
    // Going back by cells is no new text.
    ("ab\u{8}c\rd", ["ac", "dc"]), ("a\u{1B}[1Gb", ["a^[[", "1Gb"]),
    // A return inside of what is no sequence is one.
    ("a\u{1B}]0;b\rc\u{7}", ["a^[]", "0;b", "c^G]", "0;b"]),
  ])
  func `shows what was overwritten above its last state where asked`(
    line: String,
    expected: [String]
  ) {
    #expect(texts(line, columns: 4) { $0.showsOverwritten = true } == expected)
    for wraps in [true, false] {
      var layout = TextLayout(columns: 4, wraps: wraps)
      let bytes = ContiguousArray(line.utf8)
      let last = layout.rows(bytes.span).rows
      layout.showsOverwritten = true
      let all = layout.rows(bytes.span)
      #expect(all.starts == layout.rowStarts(bytes.span))
      #expect(all.rows.count == all.starts.count)
      #expect(zip(all.starts, all.starts.dropFirst()).allSatisfy(<))
      // What is shown at last is what stands there without.
      if last.first?.utf8.isEmpty == false {
        #expect(ContiguousArray(all.rows.suffix(last.count)) == last)
      }
      for index in all.rows.indices {
        let some = layout.rows(bytes.span, in: index..<index + 2)
        #expect(some.rows == ContiguousArray(all.rows[index...].prefix(2)))
      }
    }
  }

  @Test func `a terminal's motion to the first column begins a text, too`() {
    let shown = texts("10%\u{1B}[1G\u{1B}[K20%\u{1B}[3Gx\u{1B}[2Jnew\rN") {
      $0.showsOverwritten = true
      $0.origin = .terminal
    }
    #expect(shown == ["10%", "20x", "new", "New"])
  }

  @Test func `what was overwritten keeps its style`() {
    let red = Style(foreground: .palette(1))
    let all = rows("\u{1B}[31ma\rb\u{1B}[m\rc") { $0.showsOverwritten = true }
    #expect(all.map(\.pieces) == [[Piece("a", red)], [Piece("b", red)], [Piece("c")]])
  }

  @Test func `what was overwritten takes time in the line's length alone`() {
    let long = String(repeating: "x", count: 100_000)
    var layout = TextLayout(columns: 80)
    layout.showsOverwritten = true
    let line = ContiguousArray((long + String(repeating: "\ry", count: 100_000)).utf8)
    #expect(layout.rowStarts(line.span).count == 1_250 + 99_999 + 1_250)
  }
}
