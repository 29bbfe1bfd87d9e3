extension Color {
  /// An entry of the palette, nil when there is none of that number.
  init?(palette number: Int) {
    guard let entry = UInt8(exactly: number) else { return nil }
    self = .palette(entry)
  }

  /// A true colour, nil when a part is out of range.
  init?(_ red: Int, _ green: Int, _ blue: Int) {
    guard let red = UInt8(exactly: red), let green = UInt8(exactly: green),
      let blue = UInt8(exactly: blue)
    else { return nil }
    self = .rgb(red: red, green: green, blue: blue)
  }

  /// Its parts where they are known: true colours, and the palette's cube and greys.
  ///
  /// The 16 others
  /// and the standard ones are the user's.
  private var parts: (red: Int, green: Int, blue: Int)? {
    switch self {
    case .standard: return nil
    case .rgb(let red, let green, let blue): return (Int(red), Int(green), Int(blue))
    case .palette(let entry):
      guard entry >= 16 else { return nil }
      guard entry < 232 else {
        let grey = 8 + (Int(entry) - 232) * 10
        return (grey, grey, grey)
      }
      let index = Int(entry) - 16
      func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + step * 40 }
      return (level(index / 36), level(index / 6 % 6), level(index % 6))
    }
  }

  /// Whether both are certain to look the same.
  fileprivate func looksLike(_ other: Color) -> Bool {
    if self == other { return true }
    guard let mine = parts, let theirs = other.parts else { return false }
    return mine == theirs
  }

  /// Black or white, whichever stands out against this colour.
  fileprivate var contrast: Color {
    let black = Color.palette(16)
    let white = Color.palette(231)
    guard let parts else {
      // Of the user's 16 the usual dark ones are black, red, blue, magenta and dark grey.
      switch self {
      case .palette(0), .palette(1), .palette(4), .palette(5), .palette(8): return white
      default: return black
      }
    }
    // Rec. 601 luma, in thousandths.
    let luma = parts.red * 299 + parts.green * 587 + parts.blue * 114
    return luma < 128_000 ? white : black
  }
}

extension Style {
  /// Gives text of its background's colour one that can be read.
  mutating func makeReadable() {
    guard background != .standard, foreground.looksLike(background) else { return }
    foreground = background.contrast
  }
}
