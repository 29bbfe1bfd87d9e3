/// Why a pattern cannot be used: one line that says what is wrong, where, and what was expected.
package struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, without an end; nothing in it can act on a terminal.
  package let message: String

  package var description: String { message }

  /// - Parameters:
  ///   - problem: What is wrong; it names the place's text.
  ///   - index: The place: an index into the pattern's code points.
  ///   - expectation: What would be right.
  init(_ problem: String, at index: Int, expected expectation: String) {
    message = "\(problem) at character \(index + 1): expected \(expectation)"
  }

  /// What cannot be said of one place.
  init(_ message: String) {
    self.message = message
  }

  /// A part of the pattern as it can be shown: controls and what is not ASCII by their numbers.
  static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in scalars {
      if (0x20..<0x7F).contains(scalar.value) {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
      }
    }
    return text
  }
}
