import SiltText

extension ByteString {
  /// The bytes as text that no terminal acts on and that hides nothing.
  package var inert: String {
    String(decoding: SiltText.inert(bytes.span), as: UTF8.self)
  }
}

/// A name, value or other foreign text as it stands in a message: between quotes and inert.
///
/// - Parameter text: The bytes as they are.
/// - Returns: Text that no terminal acts on.
package func quoted(_ text: ByteString) -> String {
  "'\(text.inert)'"
}
