/// What Select Graphic Rendition sequences have set (ECMA-48 8.3.117 and what terminals added).
struct SGRState: Hashable {
  /// What is set: it goes on in the next line.
  private(set) var carried: Style

  /// The style of a cell now.
  private(set) var style: Style

  /// Creates the state of a line that begins with a style.
  init(startingWith carried: Style = .plain) {
    self.carried = carried
    style = carried.shown
  }

  /// Acts on one sequence.
  ///
  /// - Parameter parameters: Its parameters; numbers that are not known are ignored.
  mutating func apply(_ parameters: SGRParameters) {
    var index = 0
    while index < parameters.count {
      let next = parameters.nextGroup(after: index)
      if next > index + 1 {
        applyGroup(parameters, index, next)
        index = next
      } else {
        index = applySingle(parameters, index)
      }
    }
    style = carried.shown
  }

  /// Acts on a number with sub-parameters (`4:3`, `38:5:n`, `38:2::r:g:b`).
  private mutating func applyGroup(_ parameters: SGRParameters, _ start: Int, _ end: Int) {
    let count = end - start
    switch parameters[start] {
    case 4:
      if count == 2, let line = Style.Underline(rawValue: UInt8(clamping: parameters[start + 1])) {
        carried.underline = line
      }
    case 38, 48, 58:
      let target = parameters[start]
      switch (parameters[start + 1], count) {
      case (5, 3...):
        set(target, Color(palette: parameters[start + 2]))
      case (2, 5):
        set(target, Color(parameters[start + 2], parameters[start + 3], parameters[start + 4]))
      case (2, 6...):
        // The number after the 2 names a colour space, of which there is one.
        set(target, Color(parameters[start + 3], parameters[start + 4], parameters[start + 5]))
      default:
        break
      }
    default:
      break
    }
  }

  /// Acts on a number without sub-parameters.
  ///
  /// - Returns: The index of the next number: a colour takes those that follow.
  private mutating func applySingle(_ parameters: SGRParameters, _ index: Int) -> Int {
    let number = parameters[index]
    switch number {
    case 0: carried = .plain
    case 1: carried.attributes.insert(.bold)
    case 2: carried.attributes.insert(.dim)
    case 3: carried.attributes.insert(.italic)
    case 4: carried.underline = .single
    case 5, 6: carried.attributes.insert(.blinking)
    case 7: carried.attributes.insert(.reverse)
    case 8: carried.attributes.insert(.concealed)
    case 9: carried.attributes.insert(.struck)
    case 21: carried.underline = .double
    case 22: carried.attributes.subtract([.bold, .dim])
    case 23: carried.attributes.remove(.italic)
    case 24: carried.underline = .none
    case 25: carried.attributes.remove(.blinking)
    case 27: carried.attributes.remove(.reverse)
    case 28: carried.attributes.remove(.concealed)
    case 29: carried.attributes.remove(.struck)
    case 30...37: carried.foreground = .palette(UInt8(number - 30))
    case 39: carried.foreground = .standard
    case 40...47: carried.background = .palette(UInt8(number - 40))
    case 49: carried.background = .standard
    case 53: carried.attributes.insert(.overlined)
    case 55: carried.attributes.remove(.overlined)
    case 59: carried.underlineColor = .standard
    case 90...97: carried.foreground = .palette(UInt8(number - 90 + 8))
    case 100...107: carried.background = .palette(UInt8(number - 100 + 8))
    case 38, 48, 58: return applyColor(parameters, index)
    default: break
    }
    return index + 1
  }

  /// Acts on `38;5;n` and `38;2;r;g;b`; a colour that is cut short takes what there is of it.
  private mutating func applyColor(_ parameters: SGRParameters, _ index: Int) -> Int {
    guard index + 1 < parameters.count else { return index + 1 }
    switch parameters[index + 1] {
    case 5:
      if index + 2 < parameters.count {
        set(parameters[index], Color(palette: parameters[index + 2]))
      }
      return min(index + 3, parameters.count)
    case 2:
      if index + 4 < parameters.count {
        set(
          parameters[index],
          Color(parameters[index + 2], parameters[index + 3], parameters[index + 4])
        )
      }
      return min(index + 5, parameters.count)
    default:
      return index + 1
    }
  }

  private mutating func set(_ target: Int, _ color: Color?) {
    guard let color else { return }
    switch target {
    case 38: carried.foreground = color
    case 48: carried.background = color
    default: carried.underlineColor = color
    }
  }
}

/// The numbers of one SGR sequence.
struct SGRParameters {
  /// More than these in one sequence are not SGR but text.
  static let limit = 32

  private var values: ContiguousArray<Int> = []
  /// Bit *i* is set when number *i* is a sub-parameter of the one before.
  private var isSub: UInt32 = 0

  /// Reads the numbers between `CSI` and `m`; one left out is 0.
  ///
  /// - Parameter text: Digits, `;` and `:`.
  /// - Returns: Whether there are no more numbers than the limit.
  mutating func read(_ text: Span<UInt8>) -> Bool {
    values.removeAll(keepingCapacity: true)
    isSub = 0
    var value = 0
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") {
        guard values.count + 1 < Self.limit else { return false }
        values.append(value)
        value = 0
        if byte == UInt8(ascii: ":") { isSub |= 1 << UInt32(values.count) }
      } else {
        // Far above every number that has a meaning, far below overflow.
        value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 0xFFFF)
      }
    }
    values.append(value)
    return true
  }

  var count: Int { values.count }

  subscript(index: Int) -> Int { values[index] }

  /// The index of the next number that is not a sub-parameter.
  func nextGroup(after index: Int) -> Int {
    var next = index + 1
    while next < values.count, isSub & 1 << UInt32(next) != 0 { next += 1 }
    return next
  }
}
