/// A colour as SGR can name it.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// An entry of the terminal's palette: 0 to 15 are its own colours, 16 to 255 the fixed ones.
  case palette(UInt8)
  /// A true colour.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// How a cell looks: what a terminal keeps of the SGR and OSC 8 sequences it has seen.
package struct Style: Hashable, Sendable {
  /// The switches of SGR that are on or off.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let bold = Attributes(rawValue: 1 << 0)
    package static let dim = Attributes(rawValue: 1 << 1)
    package static let italic = Attributes(rawValue: 1 << 2)
    package static let reverse = Attributes(rawValue: 1 << 3)
    package static let struck = Attributes(rawValue: 1 << 4)
    package static let overlined = Attributes(rawValue: 1 << 5)
    /// Set by SGR 5 and carried from line to line; no cell has it, it is bold instead.
    package static let blinking = Attributes(rawValue: 1 << 6)
    /// Set by SGR 8 and carried from line to line; no cell has it, it is dim instead.
    package static let concealed = Attributes(rawValue: 1 << 7)
  }

  /// The line below the text; the raw values are the sub-parameters of SGR 4.
  package enum Underline: UInt8, Hashable, Sendable {
    case none
    case single
    case double
    case curly
    case dotted
    case dashed
  }

  package var foreground: Color
  package var background: Color
  package var underlineColor: Color
  package var attributes: Attributes
  package var underline: Underline
  /// Where the cell leads when it is clicked on.
  ///
  /// SGR neither sets nor ends it. It ends with its line in every source: one that a program left
  /// open would make all that follows lead there.
  package var link: Link?

  package init(
    foreground: Color = .standard,
    background: Color = .standard,
    underlineColor: Color = .standard,
    attributes: Attributes = [],
    underline: Underline = .none,
    link: Link? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.underlineColor = underlineColor
    self.attributes = attributes
    self.underline = underline
    self.link = link
  }

  /// The terminal's own look, as after SGR 0.
  package static let plain = Style()
  /// Dim text: notes, marks and whatever stands for an inert byte.
  package static let dim = Style(attributes: .dim)
}
