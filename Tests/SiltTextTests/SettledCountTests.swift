import Testing

@testable import SiltText

/// What of a line that may still grow can be shown already.
struct SettledCountTests {
  private static func held(_ bytes: [UInt8], _ origin: TextLayout.Origin = .stream) -> Int {
    let line = ContiguousArray(bytes)
    return line.count - TextLayout.settledCount(line.span, origin: origin)
  }

  @Test(arguments: [
    "\u{1B}[m", "\u{1B}[38;5;12m", "\u{1B}[?25h", "\u{1B}[1 q", "\u{1B}(B", "\u{1B}c",
    "\u{1B}]0;größe\u{7}",
    "\u{1B}]0;t\u{1B}\\", "\u{1B}P1$r\u{1B}\\", "\u{1B}_G😀\u{1B}\\",
  ])
  func `nothing of a terminal's sequence is shown before it is whole`(sequence: String) {
    let bytes = Array(sequence.utf8)
    for count in 1..<bytes.count {
      #expect(Self.held(Array("ab".utf8) + bytes[..<count], .terminal) == count)
      #expect(Self.held(Array("\u{1B}[1mé".utf8) + bytes[..<count], .terminal) == count)
    }
    #expect(Self.held(bytes, .terminal) == 0)
    #expect(Self.held(Array("ab".utf8) + bytes + [0xE2, 0x82], .terminal) == 2)
  }

  @Test(arguments: [
    "\u{1B}\u{7}", "\u{1B}[3\u{1}", "\u{1B}]0;t\u{1}", "\u{1B}]0;t\u{1B}[1", "\u{1B}[é",
    "\u{1B}[3 4",
  ])
  func `a terminal's sequence that is none is not waited for`(sequence: String) {
    let held = sequence.utf8.lastIndex(of: 0x1B).map {
      sequence.utf8.distance(from: $0, to: sequence.utf8.endIndex)
    }
    #expect(Self.held(Array(sequence.utf8), .terminal) == (sequence.hasSuffix("[1") ? held : 0))
  }

  @Test func `a terminal's sequence that is too long is not waited for`() {
    for count in [EscapeSequence.limit - 1, EscapeSequence.limit] {
      let bytes = Array("x\u{1B}]".utf8) + Array(repeating: UInt8(ascii: "t"), count: count - 2)
      #expect(Self.held(bytes, .terminal) == (count < EscapeSequence.limit ? count : 0))
    }
  }

  @Test(arguments: ["e", "é", "€", "😀"])
  func `a character is shown when it is whole`(character: String) {
    let bytes = Array(character.utf8)
    for count in 0...bytes.count {
      let isWhole = count == bytes.count
      #expect(Self.held(Array("ab".utf8) + bytes[..<count]) == (isWhole ? 0 : count))
      #expect(Self.held(Array(bytes[..<count])) == (isWhole ? 0 : count))
    }
  }

  @Test(arguments: ["\u{1B}[m", "\u{1B}[38;5;12m", "\u{1B}[4:3m", "\u{1B}[2K", "\u{1B}[?25h"])
  func `a sequence acts when it is whole`(sequence: String) {
    let bytes = Array(sequence.utf8)
    for count in 1..<bytes.count {
      #expect(Self.held(Array("ab".utf8) + bytes[..<count]) == count)
    }
    #expect(Self.held(bytes) == 0)
  }

  @Test(
    arguments: [
      [], [0x80], [0xBF, 0xBF, 0xBF, 0xBF], [0xFF], [0xC0], [0xC1, 0x80], [0xF5],
      [0xC3, 0xA9, 0x80],
      [0xE2, 0x41], [0x41, 0x5B, 0x33], [0x5B], [0x1B, 0x5B, 0x33, 0x6D, 0x33], [0x1B, 0x5D, 0x30],
    ] as [[UInt8]]
  )
  func `what can get no meaning is not waited for`(bytes: [UInt8]) {
    #expect(Self.held(bytes) == 0)
  }

  @Test func `a sequence too long for a rendition is not waited for`() {
    for digits in 0...100 {
      let bytes = Array("x\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "3"), count: digits)
      #expect(Self.held(bytes) == (digits <= 62 ? digits + 2 : 0), "\(digits)")
    }
  }
}
