import SiltText

extension VirtualScreen {
  /// Acts on SGR.
  mutating func setRendition(_ parameters: String) {
    var numbers: [[Int]] = []
    for part in parameters.split(separator: ";", omittingEmptySubsequences: false) {
      let values = part.split(separator: ":", omittingEmptySubsequences: false).map {
        $0.isEmpty ? 0 : Int($0) ?? -1
      }
      numbers.append(values.isEmpty ? [0] : values)
    }
    if numbers.isEmpty {
      numbers = [[0]]
    }
    var index = 0
    while index < numbers.count {
      let values = numbers[index]
      index += 1
      if values.count == 1, values[0] == 38 || values[0] == 48 {
        let rest = numbers[index...].prefix(4).map { $0[0] }
        guard let (color, count) = Self.color(rest) else {
          return unexpected.append("SGR \(parameters)")
        }
        index += count
        setColor(values[0], color)
      } else if !apply(values) {
        return unexpected.append("SGR \(parameters)")
      }
    }
  }

  private static func color(_ values: [Int]) -> (Color, Int)? {
    if values.count >= 2, values[0] == 5, let index = UInt8(exactly: values[1]) {
      return (.palette(index), 2)
    }
    if values.count >= 4, values[0] == 2 {
      let parts = values[1..<4].compactMap(UInt8.init(exactly:))
      guard parts.count == 3 else { return nil }
      return (.rgb(red: parts[0], green: parts[1], blue: parts[2]), 4)
    }
    return nil
  }

  private mutating func setColor(_ which: Int, _ color: Color) {
    switch which {
    case 38: style.foreground = color
    case 48: style.background = color
    default: style.underlineColor = color
    }
  }

  /// Acts on one number with its sub-parameters.
  ///
  /// - Returns: Whether it is known.
  private mutating func apply(_ values: [Int]) -> Bool {
    if values.count > 1 {
      switch values[0] {
      case 4:
        guard values.count == 2, let raw = UInt8(exactly: values[1]),
          let underline = Style.Underline(rawValue: raw)
        else { return false }
        style.underline = underline
      case 38, 48, 58:
        // `2:SPACE:R:G:B`, with the colour space left empty.
        let parts = values[1] == 2 && values.count == 6 ? [2] + values[3...] : values.dropFirst()
        guard let (color, count) = Self.color(Array(parts)), count == parts.count else {
          return false
        }
        setColor(values[0], color)
      default:
        return false
      }
      return true
    }
    let switches: [Int: (Style.Attributes, Bool)] = [
      1: (.bold, true), 2: (.dim, true), 3: (.italic, true), 7: (.reverse, true),
      9: (.struck, true), 53: (.overlined, true), 22: ([.bold, .dim], false),
      23: (.italic, false), 27: (.reverse, false), 29: (.struck, false), 55: (.overlined, false),
    ]
    if let (attributes, isOn) = switches[values[0]] {
      if isOn {
        style.attributes.formUnion(attributes)
      } else {
        style.attributes.subtract(attributes)
      }
      return true
    }
    switch values[0] {
    case 0: style = Style(link: style.link)
    case 4: style.underline = .single
    case 24: style.underline = .none
    case 30...37: style.foreground = .palette(UInt8(values[0] - 30))
    case 39: style.foreground = .standard
    case 40...47: style.background = .palette(UInt8(values[0] - 40))
    case 49: style.background = .standard
    case 59: style.underlineColor = .standard
    case 90...97: style.foreground = .palette(UInt8(values[0] - 82))
    case 100...107: style.background = .palette(UInt8(values[0] - 92))
    default: return false
    }
    return true
  }
}
