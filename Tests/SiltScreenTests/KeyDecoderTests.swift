import SiltScreen
import SiltTestSupport
import Testing

/// Input bytes and the keys that they are.
struct KeyDecoderTests {
  private static func decode(_ pieces: [[UInt8]], isTimeoutPassed: Bool = true) -> [Input] {
    var decoder = KeyDecoder()
    var inputs: [Input] = []
    for piece in pieces {
      decoder.decode(piece, into: &inputs)
    }
    if isTimeoutPassed {
      decoder.timeoutPassed(into: &inputs)
      #expect(!decoder.isPending)
    }
    return inputs
  }

  private static func keys(_ keys: Key...) -> [Input] {
    keys.map { .key($0) }
  }

  static let table: [(bytes: String, inputs: [Input])] = [
    // What is typed.
    ("q", keys(.character("q"))),
    ("Gg", keys(.character("G"), .character("g"))),
    (" ~", keys(.character(" "), .character("~"))),
    ("é世😀", keys(.character("é"), .character("世"), .character("😀"))),
    ("\u{1}\u{6}\u{1A}", keys(.control("a"), .control("f"), .control("z"))),
    ("\u{0}\u{1D}\u{1F}", keys(.control("@"), .control("]"), .control("_"))),
    ("\t\r\n", keys(Key(.tab), Key(.enter), Key(.enter))),
    ("\u{7F}\u{8}", keys(Key(.backspace), Key(.backspace))),
    // Esc and Alt.
    ("\u{1B}", keys(Key(.escape))),
    ("\u{1B}\u{1B}", keys(Key(.escape), Key(.escape))),
    ("\u{1B}\u{1B}\u{1B}", keys(Key(.escape), Key(.escape), Key(.escape))),
    ("\u{1B}u", keys(.alt("u"))),
    ("\u{1B}é", keys(.alt("é"))),
    ("\u{1B}\u{1B}u", keys(Key(.escape), .alt("u"))),
    ("\u{1B}\u{1B}é", keys(Key(.escape), .alt("é"))),
    ("\u{1B}\r\u{1B}\u{7F}", keys(Key(.enter, .alt), Key(.backspace, .alt))),
    ("\u{1B}\u{1}", keys(Key(.character("a"), [.alt, .control]))),
    ("\u{1B}[", keys(.alt("["))),
    ("\u{1B}O", keys(.alt("O"))),
    ("\u{1B}]", keys(.alt("]"))),
    ("\u{1B}\u{1B}[", keys(Key(.escape), .alt("["))),
    ("\u{1B}\u{1B}[A", keys(Key(.up, .alt))),
    ("\u{1B}\u{1B}OA", keys(Key(.up, .alt))),
    ("\u{1B}uq", keys(.alt("u"), .character("q"))),
    // Arrows.
    ("\u{1B}[A\u{1B}[B", keys(Key(.up), Key(.down))),
    ("\u{1B}[C\u{1B}[D", keys(Key(.right), Key(.left))),
    ("\u{1B}OA\u{1B}OB", keys(Key(.up), Key(.down))),
    ("\u{1B}OC\u{1B}OD", keys(Key(.right), Key(.left))),
    ("\u{1B}[1;5A", keys(Key(.up, .control))),
    ("\u{1B}[1;2B", keys(Key(.down, .shift))),
    ("\u{1B}[1;3C", keys(Key(.right, .alt))),
    ("\u{1B}[1;8D", keys(Key(.left, [.shift, .alt, .control]))),
    ("\u{1B}[1;9D", keys(Key(.left, .other))),
    ("\u{1B}[5A\u{1B}O5A", keys(Key(.up, .control), Key(.up, .control))),
    ("\u{1B}[a\u{1B}[c\u{1B}Od", keys(Key(.up, .shift), Key(.right, .shift), Key(.left, .control))),
    // Home, End and their neighbours.
    ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", keys(Key(.home), Key(.home), Key(.home), Key(.home))),
    ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", keys(Key(.end), Key(.end), Key(.end), Key(.end))),
    ("\u{1B}[1;5H\u{1B}[1;5F", keys(Key(.home, .control), Key(.end, .control))),
    ("\u{1B}[5~\u{1B}[6~", keys(Key(.pageUp), Key(.pageDown))),
    (
      "\u{1B}[5;5~\u{1B}[6^\u{1B}[6$",
      keys(
        Key(.pageUp, .control),
        Key(.pageDown, .control),
        Key(.pageDown, .shift)
      )
    ),
    ("\u{1B}[2~\u{1B}[3~\u{1B}[3;2~", keys(Key(.insert), Key(.delete), Key(.delete, .shift))),
    ("\u{1B}[Z", keys(Key(.tab, .shift))),
    // Function keys.
    (
      "\u{1B}OP\u{1B}[11~\u{1B}[[A",
      keys(
        Key(.function(1)),
        Key(.function(1)),
        Key(.function(1))
      )
    ),
    ("\u{1B}OS\u{1B}[1;2S", keys(Key(.function(4)), Key(.function(4), .shift))),
    (
      "\u{1B}[15~\u{1B}[17~\u{1B}[24;5~\u{1B}[34~",
      keys(
        Key(.function(5)),
        Key(.function(6)),
        Key(.function(12), .control),
        Key(.function(20))
      )
    ),
    // The keypad in application mode.
    ("\u{1B}OM\u{1B}Oq\u{1B}Ok", keys(Key(.enter), .character("1"), .character("+"))),
    // kitty's and xterm's ways to send any key.
    ("\u{1B}[97;5u\u{1B}[27;5;97~", keys(.control("a"), .control("a"))),
    ("\u{1B}[97;2u\u{1B}[27;2;65~", keys(.character("A"), .character("A"))),
    (
      "\u{1B}[13;2u\u{1B}[27u\u{1B}[127;3u",
      keys(
        Key(.enter, .shift),
        Key(.escape),
        Key(.backspace, .alt)
      )
    ),
    ("\u{1B}[97;1:3u\u{1B}[1;1:3A", []),
    ("\u{1B}[57441;2u", [.unknown]),
    // Pasted text.
    (
      "\u{1B}[200~a\rq\u{1B}[A\u{1B}[201~q",
      [
        .paste(Array("a\rq\u{1B}[A".utf8)), .key(.character("q")),
      ]
    ),
    ("\u{1B}[200~\u{1B}[201~", [.paste([])]),
    ("\u{1B}[200~\u{1B}[20\u{1B}\u{1B}[201~", [.paste(Array("\u{1B}[20\u{1B}".utf8))]),
    ("\u{1B}[200~left open", [.paste(Array("left open".utf8))]),
    ("\u{1B}[200~left open\u{1B}[20", [.paste(Array("left open\u{1B}[20".utf8))]),
    ("\u{1B}[201~", []),
    // The mouse.
    ("\u{1B}[<64;10;5M\u{1B}[<65;1;1M", [.wheelUp, .wheelDown]),
    ("\u{1B}[<80;10;5M", [.wheelUp]),
    ("\u{1B}[<0;10;5M\u{1B}[<0;10;5m\u{1B}[<35;300;5M", []),
    ("\u{1B}[M`!!\u{1B}[Ma!!\u{1B}[M !!", [.wheelUp, .wheelDown]),
    ("\u{1B}[96;5;5M\u{1B}[32;5;5M", [.wheelUp]),
    // Answers and reports.
    ("\u{1B}[12;40R", []),
    ("\u{1B}[?62;22c\u{1B}[>1;10;0c\u{1B}[0n", []),
    ("\u{1B}[?2026;2$y\u{1B}[4;1$y", []),
    ("\u{1B}[I\u{1B}[O\u{1B}[8;24;80t", []),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}", []),
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\q", keys(.character("q"))),
    ("\u{1B}P1$r0m\u{1B}\\\u{1B}P>|XTerm(370)\u{1B}\\", []),
    ("\u{1B}_Gi=1;OK\u{1B}\\", []),
    // What nobody knows, is broken, or has no end.
    ("\u{1B}[1;2;3;4;5;6X\u{1B}[99~\u{1B}Oz", [.unknown, .unknown, .unknown]),
    ("\u{1B}[1;\u{1B}[A", [.unknown, .key(Key(.up))]),
    ("\u{1B}[1;\u{3}", [.unknown, .key(.control("c"))]),
    ("\u{1B}O\u{3}", [.unknown, .key(.control("c"))]),
    ("\u{1B}[1;é", [.unknown, .key(.character("é"))]),
    ("\u{1B}[[\u{3}", [.unknown, .key(.control("c"))]),
    ("\u{1B}]no end\u{3}q", [.unknown, .key(.control("c")), .key(.character("q"))]),
    ("\u{1B}]no end", [.unknown]),
    ("\u{1B}]no end\u{1B}[A", [.unknown, .key(Key(.up))]),
    ("\u{9B}", [.unknown]),
    ("\u{1B}[" + String(repeating: "1", count: 100) + "A", [.unknown]),
    ("\u{1B}[99999999999999999999999999A", keys(Key(.up, [.shift, .alt, .control, .other]))),
  ]

  @Test(arguments: table)
  func `a sequence is the key that sends it`(bytes: String, inputs: [Input]) {
    #expect(Self.decode([Array(bytes.utf8)]) == inputs)
  }

  @Test(arguments: table)
  func `a sequence in two reads or byte by byte is the same`(bytes: String, inputs: [Input]) {
    let bytes = Array(bytes.utf8)
    let whole = Self.decode([bytes])
    for split in 0...bytes.count {
      #expect(Self.decode([Array(bytes[..<split]), Array(bytes[split...])]) == whole)
    }
    #expect(Self.decode(bytes.map { [$0] }) == whole)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0], [0xC1, 0x41], [0xF5], [0xFF], [0xE4, 0xB8, 0x41], [0xC3, 0xC3, 0xA9],
      [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]]
  )
  func `what is not UTF-8 is unknown and takes nothing with it`(bytes: [UInt8]) {
    let inputs = Self.decode([bytes + Array("q".utf8)])
    #expect(inputs.first == .unknown)
    #expect(inputs.last == .key(.character("q")))
  }

  @Test func `Esc waits for its time and nothing else does`() {
    var decoder = KeyDecoder()
    var inputs: [Input] = []
    #expect(decoder.timeout == nil)
    decoder.decode([0x1B], into: &inputs)
    #expect(decoder.isPending)
    #expect(decoder.timeout == KeyDecoder.escapeTimeout)
    #expect(inputs == [])
    decoder.timeoutPassed(into: &inputs)
    #expect(inputs == [.key(Key(.escape))])
    #expect(!decoder.isPending)
    decoder.timeoutPassed(into: &inputs)
    #expect(inputs == [.key(Key(.escape))])
    // The rest of a sequence that has begun is never taken for keys, however late.
    decoder.decode("\u{1B}[1;".utf8, into: &inputs)
    #expect(!decoder.isPending)
    decoder.timeoutPassed(into: &inputs)
    decoder.decode("5A".utf8, into: &inputs)
    #expect(inputs == [.key(Key(.escape)), .key(Key(.up, .control))])
    decoder.decode("\u{1B}[200~x".utf8, into: &inputs)
    #expect(decoder.timeout == KeyDecoder.pasteTimeout)
  }

  @Test(arguments: [0, 1, 5, 100])
  func `a paste is cut at its limit`(limit: Int) {
    var decoder = KeyDecoder(pasteLimit: limit)
    var inputs: [Input] = []
    decoder.decode("\u{1B}[200~".utf8, into: &inputs)
    for _ in 0..<100 {
      decoder.decode("some text\u{1B}[2".utf8, into: &inputs)
    }
    decoder.decode("\u{1B}[201~q".utf8, into: &inputs)
    let text = String(repeating: "some text\u{1B}[2", count: 100)
    #expect(inputs == [.paste(Array(text.utf8.prefix(limit))), .key(.character("q"))])
  }

  @Test func `random bytes leave a decoder that still works`() {
    // Half of them from what sequences are made of.
    let alphabet = Array("\u{1B}\u{1B}\u{1B}[[OP]\\;:<?$~~200201AMRu\u{7}\u{3}é".utf8)
    for seed in UInt64(0)..<300 {
      var generator = SeededGenerator(seed: seed)
      var decoder = KeyDecoder(pasteLimit: 50)
      var inputs: [Input] = []
      for _ in 0..<200 {
        let byte =
          Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        decoder.decode(CollectionOfOne(byte), into: &inputs)
        if Int.random(in: 0..<20, using: &generator) == 0 {
          decoder.timeoutPassed(into: &inputs)
        }
      }
      for input in inputs {
        if case .paste(let bytes) = input {
          #expect(bytes.count <= 50, "seed \(seed)")
        }
      }
      // Time ends what it may end; a key or two end the rest.
      decoder.timeoutPassed(into: &inputs)
      decoder.decode("\u{3}\u{3}".utf8, into: &inputs)
      #expect(inputs.last == .key(.control("c")), "seed \(seed)")
      #expect(!decoder.isPending, "seed \(seed)")
    }
  }
}
