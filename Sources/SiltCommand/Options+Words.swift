extension Options {
  private enum Quote: UInt8 {
    case single = 0x27  // '
    case double = 0x22  // "
  }

  /// Splits a variable's value into words, as a shell splits a line without expanding anything.
  ///
  /// Words stand between blanks. What is in `'…'` stands for itself, and so does the byte behind a
  /// `\`; in `"…"` a `\` is one only before `"`, `\`, `$` and `` ` ``, and stays elsewhere.
  ///
  /// - Parameter text: The value.
  /// - Returns: The words, without their quotes.
  /// - Throws: When a quote has no end, or nothing stands behind a `\`.
  static func words(_ text: ByteString) throws(UsageError) -> [ByteString] {
    let backslash = UInt8(ascii: "\\")
    var words: [ByteString] = []
    /// The word that is being read; quotes make one even of nothing.
    var word: ByteString?
    var quote: Quote?
    var rest = text.bytes[...]
    func take(_ byte: UInt8) {
      word = word ?? ""
      word?.bytes.append(byte)
    }
    while let byte = rest.popFirst() {
      if byte == quote?.rawValue {
        quote = nil
      } else if quote == .single {
        take(byte)
      } else if byte == backslash {
        let isQuoting = quote == nil || rest.first.map("\"\\$`".utf8.contains) ?? false
        guard isQuoting else {
          take(byte)
          continue
        }
        guard let next = rest.popFirst() else {
          throw UsageError("nothing behind the last '\\'; expected what it quotes")
        }
        take(next)
      } else if quote == nil, let opened = Quote(rawValue: byte) {
        quote = opened
        word = word ?? ""
      } else if quote == nil, " \t\n".utf8.contains(byte) {
        words += word.map { [$0] } ?? []
        word = nil
      } else {
        take(byte)
      }
    }
    if let quote {
      let sign = String(UnicodeScalar(quote.rawValue))
      throw UsageError("a quote is not closed; expected another \(sign)")
    }
    return words + (word.map { [$0] } ?? [])
  }
}
