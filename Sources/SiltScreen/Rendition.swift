import SiltText

extension [UInt8] {
  /// Appends the shortest SGR sequence that leads from one style to another; it leaves links alone.
  ///
  /// Numbers as in ECMA-48, 8.3.117; 90 to 107 are aixterm's, 38 and 48 xterm's. Sub-parameters
  /// are used only where there is no older form: a terminal that does not know `58:5:1` skips it
  /// whole, while `58;5;1` would make it blink.
  mutating func appendRendition(from style: Style, to next: Style) {
    var (style, next) = (style, next)
    (style.link, next.link) = (nil, nil)
    guard style != next else { return }
    guard next != .plain else { return append(contentsOf: ControlSequence.plainStyle) }
    let start = count
    append(contentsOf: "\u{1B}[".utf8)
    appendParameters(from: style, to: next)
    append(UInt8(ascii: "m"))
    let middle = count
    append(contentsOf: "\u{1B}[0;".utf8)
    appendParameters(from: .plain, to: next)
    append(UInt8(ascii: "m"))
    if count - middle < middle - start {
      removeSubrange(start..<middle)
    } else {
      removeSubrange(middle...)
    }
  }

  private mutating func appendParameters(from style: Style, to next: Style) {
    let start = count
    func separate(_ bytes: inout [UInt8]) {
      if bytes.count > start {
        bytes.append(UInt8(ascii: ";"))
      }
    }
    func add(_ number: Int, to bytes: inout [UInt8]) {
      separate(&bytes)
      bytes.appendDecimal(number)
    }
    let intensity: Style.Attributes = [.bold, .dim]
    var attributes = style.attributes
    // One number ends both bold and dim.
    if !attributes.intersection(intensity).subtracting(next.attributes).isEmpty {
      add(22, to: &self)
      attributes.subtract(intensity)
    }
    for (attribute, on, off) in switches {
      if next.attributes.contains(attribute), !attributes.contains(attribute) {
        add(on, to: &self)
      } else if attributes.contains(attribute), !next.attributes.contains(attribute) {
        add(off, to: &self)
      }
    }
    if style.underline != next.underline {
      switch next.underline {
      case .none: add(24, to: &self)
      case .single: add(4, to: &self)
      case .double, .curly, .dotted, .dashed:
        add(4, to: &self)
        append(UInt8(ascii: ":"))
        appendDecimal(Int(next.underline.rawValue))
      }
    }
    if style.foreground != next.foreground {
      separate(&self)
      appendColor(next.foreground, base: 30)
    }
    if style.background != next.background {
      separate(&self)
      appendColor(next.background, base: 40)
    }
    if style.underlineColor != next.underlineColor {
      separate(&self)
      appendUnderlineColor(next.underlineColor)
    }
  }

  private mutating func appendColor(_ color: Color, base: Int) {
    switch color {
    case .standard:
      appendDecimal(base + 9)
    case .palette(let index) where index < 8:
      appendDecimal(base + Int(index))
    case .palette(let index) where index < 16:
      appendDecimal(base + 60 + Int(index) - 8)
    case .palette(let index):
      appendDecimal(base + 8)
      append(contentsOf: ";5;".utf8)
      appendDecimal(Int(index))
    case .rgb(let red, let green, let blue):
      appendDecimal(base + 8)
      append(contentsOf: ";2".utf8)
      for component in [red, green, blue] {
        append(UInt8(ascii: ";"))
        appendDecimal(Int(component))
      }
    }
  }

  private mutating func appendUnderlineColor(_ color: Color) {
    switch color {
    case .standard:
      appendDecimal(59)
    case .palette(let index):
      append(contentsOf: "58:5:".utf8)
      appendDecimal(Int(index))
    case .rgb(let red, let green, let blue):
      // The empty sub-parameter is the colour space.
      append(contentsOf: "58:2:".utf8)
      for component in [red, green, blue] {
        append(UInt8(ascii: ":"))
        appendDecimal(Int(component))
      }
    }
  }
}

/// The numbers that turn an attribute on and off.
private let switches: [(Style.Attributes, on: Int, off: Int)] = [
  (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.reverse, 7, 27), (.struck, 9, 29),
  (.overlined, 53, 55),
]
