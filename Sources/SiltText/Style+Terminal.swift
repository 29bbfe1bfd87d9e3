extension Style {
  /// How a cell looks while this is set: what blinks is bold, what is concealed is dim, and text is
  /// never of its background's colour.
  var shown: Style {
    var style = self
    if style.attributes.remove(.blinking) != nil { style.attributes.insert(.bold) }
    if style.attributes.remove(.concealed) != nil { style.attributes.insert(.dim) }
    style.makeReadable()
    return style
  }

  /// What is set behind a terminal's text that begins while this is set.
  ///
  /// - Parameter text: Whole lines, or whole pieces of long ones.
  /// - Returns: What is set; it is not how a cell looks.
  /// - Complexity: O(*n*), where *n* is the length of the text; without an ESC it is only searched
  ///   for one, eight bytes at a time.
  package func after(_ text: Span<UInt8>) -> Style {
    guard var escape = ASCII.firstEscape(text, from: 0) else { return self }
    var state = SGRState(startingWith: self)
    var parameters = SGRParameters()
    while true {
      var end = escape + 1
      if let sequence = EscapeSequence(text, at: escape) {
        end = sequence.end
        if sequence.resetsStyle {
          state = SGRState()
        } else if sequence.kind == .rendition,
          parameters.read(text.extracting(escape + 2..<end - 1))
        {
          state.apply(parameters)
        }
      }
      guard let next = ASCII.firstEscape(text, from: end) else { return state.carried }
      escape = next
    }
  }
}
