package import SiltText

/// How many colours a terminal has.
package enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
  /// No colour at all; bold, dim, reverse and the like are still there.
  case none
  /// The palette's first 16.
  case sixteen
  /// The palette of 256.
  case palette
  /// Red, green and blue of 8 bits each.
  case trueColor

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Reads from the environment what the terminal has.
  ///
  /// `COLORTERM` is believed first: terminals set it to `truecolor` or `24bit`. It does not survive
  /// `ssh` and `sudo`, so names of terminals that are known to have true colour count too. A
  /// terminal that is not known has the 16 colours that every colour terminal of today has.
  ///
  /// - Parameter environment: Looks a variable up; `nil` where it is not set.
  package init(environment: (String) -> String?) {
    let terminal = environment("TERM") ?? ""
    let base = terminal.prefix { $0 != "-" }
    if ["", "dumb", "unknown", "network", "emacs"].contains(terminal)
      || terminal.hasSuffix("-m") || terminal.hasSuffix("-mono")
      || base.dropFirst(2).allSatisfy(\.isNumber) && base.hasPrefix("vt")
    {
      self = .none
    } else if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "")
      || terminal.hasSuffix("-direct") || terminal.hasSuffix("-truecolor")
      || ["alacritty", "contour", "foot", "ghostty", "wezterm"].contains(base)
      || ["xterm-ghostty", "xterm-kitty"].contains(terminal)
    {
      self = .trueColor
    } else if terminal.hasSuffix("256color") {
      self = .palette
    } else {
      self = .sixteen
    }
  }

  /// Gives the style as near to the one asked for as this depth can show.
  ///
  /// Text never disappears: where foreground and background differed and would become one colour,
  /// the foreground becomes black or white. Underlines of other shapes and colours are newer than
  /// the palette of 256, so a terminal of fewer colours gets the single one.
  package func reduced(_ style: Style) -> Style {
    guard self < .trueColor else { return style }
    var reduced = style
    reduced.foreground = self.reduced(style.foreground)
    reduced.background = self.reduced(style.background)
    // A terminal without colours is an old one, or pretends to be, and may show what it does not know.
    if self == .none { reduced.link = nil }
    reduced.underlineColor = self >= .palette ? self.reduced(style.underlineColor) : .standard
    if self < .palette, style.underline != .none {
      reduced.underline = .single
    }
    if reduced.foreground == reduced.background, reduced.foreground != .standard,
      style.foreground != style.background
    {
      let light = reduced.background.components.map { 2 * $0.red + 5 * $0.green + $0.blue > 1020 }
      reduced.foreground = .palette(light ?? false ? 0 : 15)
    }
    return reduced
  }

  private func reduced(_ color: Color) -> Color {
    guard let components = color.components else { return .standard }
    switch (self, color) {
    case (.none, _): return .standard
    case (.trueColor, _), (.palette, .palette), (.sixteen, .palette(0...15)): return color
    case (.palette, _): return .palette(Palette.nearest(to: components, in: 16...255))
    case (.sixteen, _): return .palette(Palette.nearest(to: components, in: 0...15))
    }
  }
}

/// Red, green and blue, each from 0 to 255.
private typealias Components = (red: Int, green: Int, blue: Int)

extension Color {
  /// What the colour looks like; `nil` for the terminal's own.
  fileprivate var components: Components? {
    switch self {
    case .standard: nil
    case .palette(let index): Palette.components(of: Int(index))
    case .rgb(let red, let green, let blue): (Int(red), Int(green), Int(blue))
    }
  }
}

/// The palette of 256 as xterm defines it; people change the first 16, so those are a guess.
private enum Palette {
  private static let first: [Int] = [
    0x00_0000, 0xCD_0000, 0x00_CD00, 0xCD_CD00, 0x00_00EE, 0xCD_00CD, 0x00_CDCD, 0xE5_E5E5,
    0x7F_7F7F, 0xFF_0000, 0x00_FF00, 0xFF_FF00, 0x5C_5CFF, 0xFF_00FF, 0x00_FFFF, 0xFF_FFFF,
  ]
  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  static func components(of index: Int) -> Components {
    switch index {
    case ..<16:
      return (first[index] >> 16, first[index] >> 8 & 0xFF, first[index] & 0xFF)
    case ..<232:
      let place = index - 16
      return (cubeLevels[place / 36], cubeLevels[place / 6 % 6], cubeLevels[place % 6])
    default:
      let level = 8 + 10 * (index - 232)
      return (level, level, level)
    }
  }

  static func nearest(to color: Components, in indices: ClosedRange<Int>) -> UInt8 {
    var nearest = indices.lowerBound
    var least = Int.max
    for index in indices {
      let candidate = components(of: index)
      let red = candidate.red - color.red
      let green = candidate.green - color.green
      let blue = candidate.blue - color.blue
      let distance = red * red + green * green + blue * blue
      if distance < least {
        (nearest, least) = (index, distance)
      }
    }
    return UInt8(nearest)
  }
}
