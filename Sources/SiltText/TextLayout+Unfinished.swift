extension TextLayout {
  /// The bytes of a sequence that are waited for; what is longer is no rendition.
  private static let sequenceLimit = EscapeSequence.renditionLimit

  /// How many bytes of a line that may still grow can be shown already.
  ///
  /// A read may end in the middle of a character or of a control sequence. What is there of it is
  /// held back until the rest comes, so that no `<E6>` or `^[[3` flashes by: at most 3 bytes of a
  /// character, and of a sequence as many as a rendition or a link may have. In a terminal's line
  /// every sequence is waited for, since none of them is shown.
  ///
  /// - Parameters:
  ///   - line: The line as far as it is there.
  ///   - origin: Who wrote it for whom.
  /// - Returns: The number of bytes in front of an incomplete character or sequence at its end.
  /// - Complexity: O(1): at most as many bytes as a sequence may have are looked at.
  package static func settledCount(_ line: Span<UInt8>, origin: Origin = .stream) -> Int {
    switch origin {
    case .stream:
      characterStart(line) ?? linkStart(line) ?? sequenceStart(line) ?? line.count
    // A character may be a part of a sequence.
    case .terminal: openSequenceStart(line) ?? characterStart(line) ?? line.count
    }
  }

  /// Where the incomplete sequence at the end of a terminal's line begins.
  private static func openSequenceStart(_ line: Span<UInt8>) -> Int? {
    let lowest = max(0, line.count - EscapeSequence.limit)
    var opened: Int?
    var escapes = 0
    var index = line.count - 1
    // An ESC at the very end may be a half of what ends the sequence before it.
    while index >= lowest, escapes < 2 {
      if line[index] == ASCII.escape {
        escapes += 1
        if EscapeSequence.isOpen(line, at: index) { opened = index }
      }
      index -= 1
    }
    return opened
  }

  /// Where an incomplete character at the end begins.
  private static func characterStart(_ line: Span<UInt8>) -> Int? {
    for count in 1...3 where count <= line.count {
      let index = line.count - count
      switch line[index] {
      case 0x80...0xBF: continue
      case 0xC2...0xDF: return count < 2 ? index : nil
      case 0xE0...0xEF: return count < 3 ? index : nil
      case 0xF0...0xF4: return index
      default: return nil
      }
    }
    return nil
  }

  /// Where an incomplete link at the end begins: `ESC ] 8 ;` or a part of it, and printable ASCII.
  private static func linkStart(_ line: Span<UInt8>) -> Int? {
    let prefix: [UInt8] = [ASCII.escape] + "]8;".utf8
    // An ESC at the very end may be a half of the string's end.
    var index = line.count - (line.count > 1 && line[line.count - 1] == ASCII.escape ? 2 : 1)
    let lowest = max(0, index - prefix.count - Link.bodyLimit)
    while index > lowest, ASCII.isPrintable(line[index]) { index -= 1 }
    guard index >= lowest, line[index] == ASCII.escape, index + 1 < line.count else { return nil }
    for offset in 1..<min(prefix.count, line.count - index)
    where line[index + offset] != prefix[offset] { return nil }
    return index
  }

  /// Where an ESC or an incomplete control sequence at the end begins.
  private static func sequenceStart(_ line: Span<UInt8>) -> Int? {
    var index = line.count - 1
    let lowest = max(0, line.count - sequenceLimit)
    if index >= lowest, line[index] == ASCII.escape { return index }
    while index > lowest, (0x20...0x3F).contains(line[index]) { index -= 1 }
    guard index > lowest, line[index] == UInt8(ascii: "["), line[index - 1] == ASCII.escape else {
      return nil
    }
    return index - 1
  }
}
