import SiltText
import Testing

/// What of a line that may still grow can be shown already.
struct SettledCountTests {
  private static func held(_ bytes: [UInt8]) -> Int {
    let line = ContiguousArray(bytes)
    return line.count - TextLayout.settledCount(line.span)
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
