/// A mistake in how the program was called: one line that names it and says what was expected.
package struct UsageError: Error, Equatable {
  /// The line without `silt: ` in front and without its end; nothing in it can act on a terminal.
  package var message: String

  package init(_ message: String) {
    self.message = message
  }
}
