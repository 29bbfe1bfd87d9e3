import Testing

@testable import SiltText

@Suite struct `Laying out a line` {
  @Test(arguments: [
    ("", 5, [""]), ("abc", 5, ["abc"]), ("abcde", 5, ["abcde"]), ("abcdef", 5, ["abcde", "f"]),
    ("abc", 1, ["a", "b", "c"]), ("中文字", 5, ["中文", "字"]), ("a中文", 4, ["a中", "文"]),
    ("a中", 2, ["a", "中"]), ("中a", 1, [">", "a"]), ("é中", 1, ["é", ">"]),
    ("one two", 4, ["one ", "two"]), ("\u{200B}", 4, [""]), ("\u{1B}[31m", 4, [""]),
    ("\u{202E}", 3, ["<U+", "202", "E>"]), ("ab\u{7}", 3, ["ab^", "G"]),
    // The family is 2 cells in some terminals and 8 in others.
    ("abc👨‍👩‍👧‍👦", 10, ["abc", "👨‍👩‍👧‍👦"]), ("ab👨‍👩‍👧‍👦", 10, ["ab👨‍👩‍👧‍👦"]),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 10, ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]), ("👨‍👩‍👧‍👦a", 7, [">a"]),
    ("a\tb", 20, ["a       b"]), ("a\tb", 6, ["a     ", "  b"]), ("\t\t", 16, ["                "]),
    ("abcdefgh\ti", 20, ["abcdefgh        i"]), ("中\tb", 20, ["中      b"]),
    ("abc\r", 5, ["abc"]), ("abcde\r", 5, ["abcde"]), ("\r", 5, [""]),
  ])
  func `wraps at cells`(line: String, columns: Int, expected: [String]) {
    #expect(texts(line, columns: columns) == expected)
  }

  @Test(arguments: [
    ("", 5, 0, ""), ("abcde", 5, 0, "abcde"), ("abcdef", 5, 0, "abcd>"), ("abcdef", 5, 1, "bcdef"),
    ("abcdefg", 5, 1, "bcde>"), ("abc", 5, 2, "c"), ("abc", 5, 3, ""), ("abc", 5, 90, ""),
    ("a", 1, 0, "a"), ("ab", 1, 0, ">"), ("ab", 1, 1, "b"), ("中", 1, 0, ">"), ("中文", 4, 0, "中文"),
    ("中文", 3, 0, "中>"), ("a中文", 4, 0, "a中>"), ("ab中", 3, 0, "ab>"), ("中文", 4, 1, " 文"),
    ("中文", 2, 1, " >"), ("中", 1, 1, " "), ("a\tb", 9, 0, "a       b"), ("a\tb", 8, 0, "a      >"),
    ("abcdef\rX", 4, 0, "Xbc>"), ("abcdefgh\r\u{1B}[K", 4, 0, ""), ("ab\u{7}", 3, 0, "ab>"),
    ("é👨‍👩‍👧‍👦", 9, 0, "é👨‍👩‍👧‍👦"),
  ])
  func `cuts where lines do not wrap`(line: String, columns: Int, first: Int, expected: String) {
    let all = rows(line, columns: columns) {
      $0.wraps = false
      $0.firstColumn = first
    }
    #expect(all.map(\.text) == [expected])
    #expect(all[0].columns <= columns)
    if expected.last == ">" {
      #expect(all[0].pieces.last == Piece(">", .dim))
      #expect(all[0].columns == columns)
    }
  }

  @Test func `a cut in front of a gap still stands in the last column`() {
    let row = rows("ab中", columns: 3) { $0.wraps = false }[0]
    #expect(row.runs.last?.column == 2)
    let gap = rows("a中文", columns: 5) { $0.wraps = false }[0]
    #expect(gap.text == "a中文")
    let wide = rows("abc中文", columns: 5) { $0.wraps = false }[0]
    #expect(wide.pieces.map(\.text) == ["abc", ">"])
    #expect(wide.runs.map(\.column) == [0, 4])
  }

  @Test func `the cut's mark is dim, and so is that of a cluster no row holds`() {
    #expect(rows("中", columns: 1)[0].pieces == [Piece(">", .dim)])
    let cut = rows("\u{1B}[31mabc", columns: 2) { $0.wraps = false }[0]
    #expect(cut.pieces == [Piece("a", Style(foreground: .palette(1))), Piece(">", .dim)])
  }

  @Test(arguments: [
    ("abcdef", 2, [0, 2, 4]), ("", 2, [0]), ("中文", 2, [0, 3]), ("a\tb", 3, [0, 3, 6]),
    ("\u{7}\u{7}", 1, [0, 1, 2, 3]), ("abcdef\rxy", 2, [0, 2, 4]), ("a\u{200B}bc", 1, [0, 1, 2]),
    ("\u{1B}[31mab", 1, [0, 1]), ("中a", 1, [0, 3]), ("ab\r", 1, [0, 1]),
  ])
  func `rows begin at a place in the shown text`(line: String, columns: Int, expected: [Int]) {
    let bytes = ContiguousArray(line.utf8)
    let layout = TextLayout(columns: columns)
    let starts = layout.rowStarts(bytes.span)
    #expect(Array(starts) == expected)
    let rows = layout.rows(bytes.span)
    #expect(rows.starts == starts)
  }

  @Test func `only the rows asked for are built`() {
    let line = ContiguousArray("abcdefgh".utf8)
    func part(_ range: Range<Int>, wraps: Bool = true) -> TextRows {
      TextLayout(columns: 2, wraps: wraps).rows(line.span, in: range)
    }
    #expect(part(1..<3).rows.map(\.text) == ["cd", "ef"])
    #expect(part(1..<3).starts == [0, 2, 4, 6])
    #expect(part(3..<9).rows.map(\.text) == ["gh"])
    #expect(part(4..<9).rows.isEmpty)
    #expect(part(0..<1, wraps: false).rows.map(\.text) == ["a>"])
    #expect(part(1..<2, wraps: false).rows.isEmpty)
  }

  private func expectEqual(
    _ layout: TextLayout,
    _ one: ContiguousArray<UInt8>,
    _ other: ContiguousArray<UInt8>
  ) {
    let rows = (layout.rows(one.span), layout.rows(other.span))
    #expect(rows.0 == rows.1)
    let starts = (layout.rowStarts(one.span), layout.rowStarts(other.span))
    #expect(starts.0 == starts.1)
  }

  @Test func `printable ASCII gives the same rows fast and slow`() {
    // A harmless sequence in front keeps a line off the fast path.
    var generator = Generator(seed: 3)
    for length in 0..<200 {
      let text = ContiguousArray((0..<length).map { _ in generator.byte(0x20, 0x7E) })
      let slow = ContiguousArray("\u{1B}[m".utf8) + text
      for columns in [1, 2, 7, 64, 65] {
        for wraps in [true, false] {
          let layout = TextLayout(
            columns: columns,
            wraps: wraps,
            firstColumn: wraps ? 0 : length % 9
          )
          expectEqual(layout, text, slow)
        }
      }
    }
  }

  private func isPrintable(_ text: ContiguousArray<UInt8>) -> Bool {
    ASCII.isPrintable(text.span)
  }

  @Test func `the vectorised test finds a byte that is not printable anywhere`() {
    for length in 0..<140 {
      var text = ContiguousArray(repeating: UInt8(ascii: "~"), count: length)
      #expect(isPrintable(text))
      for index in text.indices {
        for byte: UInt8 in [0x00, 0x1F, 0x7F, 0x80, 0xFF] {
          text[index] = byte
          #expect(!isPrintable(text))
        }
        text[index] = 0x20
      }
    }
    for byte in UInt8.min...UInt8.max {
      let text = ContiguousArray(repeating: byte, count: 64)
      #expect(isPrintable(text) == (0x20...0x7E).contains(byte))
    }
  }
}
