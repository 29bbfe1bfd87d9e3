/// A name, value or other foreign text as it stands in a message: between quotes and inert.
///
/// - Parameter text: The bytes as they are.
/// - Returns: Text that no terminal acts on.
package func quoted(_ text: ByteString) -> String {
  "'\(text.inert)'"
}

extension ByteString {
  /// The bytes as text that no terminal acts on: what is not printable shows as `<9B>`.
  package var inert: String {
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      var decoder = UTF8()
      var iterator = rest.makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&iterator), scalar.isHarmless {
        result.unicodeScalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        let digits = String(first, radix: 16, uppercase: true)
        result += first < 16 ? "<0\(digits)>" : "<\(digits)>"
        rest = rest.dropFirst()
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether no terminal acts on it and it hides nothing.
  fileprivate var isHarmless: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}
