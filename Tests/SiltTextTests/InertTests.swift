import Testing

@testable import SiltText

@Suite struct `Inert text` {
  @Test func `every control of ASCII in a line is shown as a caret and a letter`() {
    for control in UInt8(0)..<0x20 where ![0x08, 0x09, 0x0D, 0x1B].contains(control) {
      let letter = String(UnicodeScalar(control + 0x40))
      #expect(text(bytes: [0x61, control, 0x62]) == "a^\(letter)b")
      #expect(
        rows(bytes: [0x61, control, 0x62])[0].pieces
          == [Piece("a"), Piece("^\(letter)", .dim), Piece("b")]
      )
    }
    #expect(text("a\u{7F}b") == "a^?b")
  }

  @Test(
    arguments: [
      ([0x80], "<80>"), ([0x9B, 0x33, 0x31, 0x6D], "<9B>31m"), ([0xFF, 0xFE], "<FF><FE>"),
      ([0xC0, 0xAF], "<C0><AF>"), ([0xC1, 0xBF], "<C1><BF>"), ([0xE0, 0x80, 0x9B], "<E0><80><9B>"),
      ([0xE0, 0x9F, 0xBF], "<E0><9F><BF>"), ([0xF0, 0x8F, 0xBF, 0xBF], "<F0><8F><BF><BF>"),
      ([0xED, 0xA0, 0x80], "<ED><A0><80>"), ([0xED, 0xBF, 0xBF], "<ED><BF><BF>"),
      ([0xF4, 0x90, 0x80, 0x80], "<F4><90><80><80>"),
      ([0xF5, 0x80, 0x80, 0x80], "<F5><80><80><80>"),
      ([0xE2, 0x82], "<E2><82>"), ([0xE2, 0x82, 0x61], "<E2><82>a"),
      ([0xF0, 0x9F, 0x98], "<F0><9F><98>"),
      ([0xC3], "<C3>"), ([0xC3, 0xC3, 0xA9], "<C3>é"), ([0xC3, 0x1B, 0x5B, 0x6D], "<C3>"),
    ] as [(ContiguousArray<UInt8>, String)]
  )
  func `each byte that is not UTF-8 is shown`(bytes: ContiguousArray<UInt8>, expected: String) {
    #expect(text(bytes: bytes) == expected)
  }

  @Test func `well-formed UTF-8 is told from what is not as the standard library does`() {
    var generator = Generator(seed: 7)
    for _ in 0..<20_000 {
      let bytes = ContiguousArray<UInt8>(
        (0..<4).map { _ in
          generator.pick([
            0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0,
            0xF4, 0xF5,
          ])
        }
      )
      let scalar = UTF8Scalar(bytes.span, at: 0)
      let expected = (1...4).lazy
        .compactMap { String(validating: bytes.prefix($0), as: UTF8.self) }
        .first { $0.unicodeScalars.count == 1 }
      #expect(scalar?.value == expected?.unicodeScalars.first?.value, "\(bytes)")
      #expect(scalar?.length == expected?.utf8.count, "\(bytes)")
    }
  }

  @Test(arguments: [
    0x80, 0x85, 0x9B, 0x9D, 0x9F, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C,
    0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x2065, 0xFDD0, 0xFDEF, 0xFFF9, 0xFFFE, 0xFFFF,
    0x1FFFE, 0x10FFFF, 0xE0001, 0xE0020, 0xE0061, 0xE007F, 0x3164, 0xFFA0, 0xE0FFF,
  ])
  func `what acts on its surroundings or hides is shown by number`(scalar: UInt32) throws {
    let character = try #require(UnicodeScalar(scalar))
    let digits = String(scalar, radix: 16, uppercase: true)
    let form = "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
    #expect(
      rows("a\(character)b")[0].pieces == [Piece("a"), Piece(form, .dim), Piece("b")]
    )
    #expect(inert("a\(character)b") == "a\(form)b")
  }

  @Test(arguments: [0xAD, 0x180E, 0x200B, 0x2060, 0x2061, 0x2064, 0x206A, 0xFEFF, 0x1D173])
  func `what is invisible is left out of a line and shown in a name`(scalar: UInt32) throws {
    let character = try #require(UnicodeScalar(scalar))
    let row = rows("a\(character)b")[0]
    #expect(row.text == "ab")
    #expect(row.columns == 2)
    #expect(inert("a\(character)b").hasPrefix("a<U+"))
    // What it kept apart is joined in the terminal, so it is one cluster here.
    #expect(rows("e\(character)\u{301}")[0].columns == 1)
  }

  @Test(arguments: [
    ("\u{301}a", "<U+0301>a"), ("\u{301}\u{302}", "<U+0301><U+0302>"), ("\u{FE0F}", "<U+FE0F>"),
    ("\u{200D}👨", "<U+200D>👨"), ("\u{903}", "<U+0903>"), ("a\u{7}\u{301}", "a^G<U+0301>"),
    ("\u{1161}", "<U+1161>"), ("\u{11A8}", "<U+11A8>"), ("\u{16D63}", "\u{16D63}"),
    ("🏽", "<U+1F3FD>"), ("\t\u{301}", "        <U+0301>"),
    ("ำ", "<U+0E33>"),
  ])
  func `a mark with nothing to stand on is shown by number`(line: String, expected: String) {
    #expect(text(line) == expected)
  }

  @Test(arguments: [
    ("🏴\u{E0067}\u{E0062}", "🏴<U+E0067><U+E0062>"), ("🏴\u{E007F}", "🏴<U+E007F>"),
    ("a\u{E0067}\u{E007F}", "a<U+E0067><U+E007F>"),
    ("🏴\u{E0041}\u{E007F}", "🏴<U+E0041><U+E007F>"),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{E0061}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿<U+E0061>"),
  ])
  func `tags show unless they name a flag`(line: String, expected: String) {
    #expect(text(line) == expected)
  }

  @Test(arguments: [
    // Complete: shown, dim to their end.
    ("\u{1B}[2J", "^[[2J"), ("\u{1B}[H", "^[[H"), ("\u{1B}[?25l", "^[[?25l"),
    ("\u{1B}[>4;2m", "^[[>4;2m"), ("\u{1B}[6n", "^[[6n"), ("\u{1B}[1$p", "^[[1$p"),
    ("\u{1B}c", "^[c"), ("\u{1B}7", "^[7"), ("\u{1B}(B", "^[(B"), ("\u{1B}#8", "^[#8"),
    ("\u{1B}]0;title\u{7}", "^[]0;title^G"), ("\u{1B}]52;c;eA==\u{1B}\\", "^[]52;c;eA==^[\\"),
    ("\u{1B}]0;größe\u{7}", "^[]0;größe^G"), ("\u{1B}P$qm\u{1B}\\", "^[P$qm^[\\"),
    ("\u{1B}_Gx\u{1B}\\", "^[_Gx^[\\"), ("\u{1B}^x\u{1B}\\", "^[^x^[\\"),
    ("\u{1B}Xx\u{1B}\\", "^[Xx^[\\"), ("\u{1B}[3K", "^[[3K"), ("\u{1B}[?K", "^[[?K"),
    ("\u{1B}[10C", "^[[10C"),
  ])
  func `a complete sequence is shown dim as a whole`(sequence: String, expected: String) {
    #expect(
      rows("a\(sequence)b")[0].pieces == [Piece("a"), Piece(expected, .dim), Piece("b")]
    )
  }

  @Test(arguments: [
    // Cut short, malformed, or ended by another control: ESC is text, the rest is what it is.
    ("\u{1B}", "^["), ("\u{1B}[", "^[["), ("\u{1B}[31", "^[[31"), ("\u{1B}[3\u{1B}[31mx", "^[[3x"),
    ("\u{1B}]0;title", "^[]0;title"), ("\u{1B}]0;a\u{1}b\u{7}", "^[]0;a^Ab^G"),
    ("\u{1B}Px\u{7}y", "^[Px^Gy"), ("\u{1B}Px\u{1B}[31my", "^[Pxy"), ("\u{1B}\u{1B}[31mx", "^[x"),
    ("\u{1B}é", "^[é"), ("\u{1B}[é", "^[[é"), ("\u{1B}[3\u{7}m", "^[[3^Gm"), ("\u{1B}(", "^[("),
    ("\u{1B}\u{7F}", "^[^?"),
  ])
  func `an incomplete sequence swallows nothing`(sequence: String, expected: String) {
    #expect(text(sequence) == expected)
    let first = rows(sequence)[0].pieces[0]
    #expect(first.text.hasPrefix("^[") && first.style == .dim)
  }

  @Test func `a sequence longer than the limit is text`() {
    for (count, isWhole) in [(EscapeSequence.limit - 3, true), (EscapeSequence.limit - 2, false)] {
      let body = String(repeating: "x", count: count)
      var layout = TextLayout(columns: 10_000)
      layout.wraps = true
      let line = ContiguousArray("\u{1B}]\(body)\u{7}".utf8)
      let pieces = layout.rows(line.span).rows[0].pieces
      #expect(pieces.map(\.text).joined() == "^[]\(body)^G")
      #expect(pieces.count == (isWhole ? 1 : 3))
    }
  }

  @Test(arguments: [
    ("plain name.log", "plain name.log"), ("a\nb\tc\rd\u{8}e", "a^Jb^Ic^Md^He"),
    ("\u{1B}[31mred", "^[[31mred"), ("\u{1B}]0;x\u{7}", "^[]0;x^G"), ("Größe 漢字 👨‍👩‍👧", "Größe 漢字 👨‍👩‍👧"),
    ("\u{202E}gpj.exe", "<U+202E>gpj.exe"), ("\u{9B}31m", "<U+009B>31m"), ("", ""),
    ("e\u{301}", "e\u{301}"), ("\u{301}", "<U+0301>"), ("a\u{200D}b", "a<U+200D>b"),
    ("👨\u{200D}\u{200D}", "👨<U+200D><U+200D>"), ("h\u{FE0F}", "h<U+FE0F>"),
    ("❤\u{FE0F}", "❤\u{FE0F}"),
  ])
  func `names and messages are made inert`(name: String, expected: String) {
    #expect(inert(name) == expected)
  }

  @Test func `inert text is itself when made inert again`() {
    var generator = Generator(seed: 11)
    for _ in 0..<500 {
      let bytes = generator.line()
      let once = SiltText.inert(bytes.span)
      #expect(String(validating: once, as: UTF8.self) != nil)
      #expect(!once.contains { $0 < 0x20 || $0 == 0x7F })
      let twice = SiltText.inert(once.span)
      #expect(twice == once, "\(bytes)")
    }
  }

  private func inert(_ text: String) -> String {
    let bytes = ContiguousArray(text.utf8)
    return String(decoding: SiltText.inert(bytes.span), as: UTF8.self)
  }
}
