/// What a complete control sequence of a terminal's input means.
///
/// The encodings are those of xterm, rxvt, the Linux console and kitty's keyboard protocol, as far
/// as terminals send them without being asked.
struct SequenceMeaning {
  /// What it means; `nil` for answers and reports.
  let input: Input?

  /// Whether a dollar sign after these parameters ends the sequence.
  ///
  /// It does where rxvt means Shift; elsewhere it is an intermediate byte.
  static func isShifted(_ parameters: [UInt8]) -> Bool {
    !parameters.isEmpty
      && parameters.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// The meaning of CSI, parameters and a final byte.
  init(parameters bytes: [UInt8], final: UInt8) {
    let parameters = Parameters(bytes)
    let final = Unicode.Scalar(final)
    if parameters.isPrivate || bytes.contains(where: { (0x20...0x2F).contains($0) }) {
      // Answers have such bytes, keys never do.
      let isMouse = bytes.first == UInt8(ascii: "<") && (final == "M" || final == "m")
      self.init(isMouse ? Self.wheel(parameters[0]) : nil)
    } else if parameters.isRelease {
      self.init(nil)
    } else {
      switch final {
      case "c" where bytes.isEmpty:
        // rxvt's, as `a`, `b` and `d`; an answer has parameters.
        self.init(Self.key(letter: "C", .shift))
      case "c", "n", "t", "x", "y", "I", "O":
        self.init(nil)
      case "R" where parameters.count > 1:
        self.init(nil)
      case "M":
        self.init(mouseButton: parameters[0] - 0x20)
      case "u":
        self.init(Self.key(scalar: parameters[0], parameters.modifiers(at: 1)))
      case "~" where parameters[0] == 27:
        self.init(Self.key(scalar: parameters[2], parameters.modifiers(at: 1)))
      case "~" where parameters[0] == 201:
        // The end of a paste that was given up.
        self.init(nil)
      case "~":
        self.init(Self.key(number: parameters[0], parameters.modifiers(at: 1)))
      case "^":
        self.init(Self.key(number: parameters[0], .control))
      case "$":
        self.init(Self.key(number: parameters[0], .shift))
      case "@" where parameters.count == 1 && parameters[0] > 0:
        self.init(Self.key(number: parameters[0], [.shift, .control]))
      case "a", "b", "d":
        self.init(Self.key(letter: Self.upperCase(final), .shift))
      default:
        self.init(Self.key(letter: final, parameters.modifiers(at: parameters.count - 1)))
      }
    }
  }

  /// The meaning of SS3 and a final byte, with parameters as old versions of xterm have them.
  init(parameters bytes: [UInt8], finalOfSingleShift final: UInt8) {
    let parameters = Parameters(bytes)
    let modifiers = parameters.modifiers(at: parameters.count - 1)
    switch Unicode.Scalar(final) {
    case "M":
      self.init(.key(Key(.enter, modifiers)))
    case "I":
      self.init(.key(Key(.tab, modifiers)))
    case "X":
      self.init(.key(Key(.character("="), modifiers)))
    case "a", "b", "c", "d":
      self.init(Self.key(letter: Self.upperCase(Unicode.Scalar(final)), .control))
    case "j"..."y":
      // The keypad: on the wire 64 above what is printed on the key.
      self.init(.key(Key(.character(Unicode.Scalar(final - 64)), modifiers)))
    default:
      self.init(Self.key(letter: Unicode.Scalar(final), modifiers))
    }
  }

  /// The meaning of a mouse report: only the wheel has one.
  init(mouseButton: Int) {
    self.init(Self.wheel(mouseButton))
  }

  private init(_ input: Input?) {
    self.input = input
  }

  private static func wheel(_ button: Int) -> Input? {
    // 4, 8 and 16 are Shift, Alt and Control.
    switch button & ~0b1_1100 {
    case 64: .wheelUp
    case 65: .wheelDown
    default: nil
    }
  }

  private static func upperCase(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(ascii: letter) & 0x5F)
  }

  private static func key(letter: Unicode.Scalar, _ modifiers: Key.Modifiers) -> Input {
    let code: Key.Code
    switch letter {
    case "A": code = .up
    case "B": code = .down
    case "C": code = .right
    case "D": code = .left
    case "F": code = .end
    case "H": code = .home
    case "P": code = .function(1)
    case "Q": code = .function(2)
    case "R": code = .function(3)
    case "S": code = .function(4)
    case "Z": return .key(Key(.tab, modifiers.union(.shift)))
    default: return .unknown
    }
    return .key(Key(code, modifiers))
  }

  private static func key(number: Int, _ modifiers: Key.Modifiers) -> Input {
    let code: Key.Code
    switch number {
    case 1, 7: code = .home
    case 2: code = .insert
    case 3: code = .delete
    case 4, 8: code = .end
    case 5: code = .pageUp
    case 6: code = .pageDown
    // VT220 left gaps between its blocks of function keys.
    case 11...15: code = .function(number - 10)
    case 17...21: code = .function(number - 11)
    case 23...26: code = .function(number - 12)
    case 28, 29: code = .function(number - 13)
    case 31...34: code = .function(number - 14)
    default: return .unknown
    }
    return .key(Key(code, modifiers))
  }

  private static func key(scalar value: Int, _ modifiers: Key.Modifiers) -> Input {
    let code: Key.Code
    switch value {
    case 8, 127: code = .backspace
    case 9: code = .tab
    case 10, 13: code = .enter
    case 27: code = .escape
    // kitty's numbers for keys without a character are private use ones.
    case 0..<32, 127..<160, 57_344...63_743: return .unknown
    default:
      guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else {
        return .unknown
      }
      return .key(Key(character: scalar, modifiers))
    }
    return .key(Key(code, modifiers))
  }
}

extension Key {
  /// The key of a byte below 128 as a terminal sends it; `nil` for bytes from 128 on.
  ///
  /// Control-H is what many terminals send for Backspace, and line feed is what Enter becomes when
  /// somebody else sets the line discipline; neither is told from the key.
  init?(typed byte: UInt8) {
    switch byte {
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0A, 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A: self = .control(Unicode.Scalar(byte | 0x60))
    case 0x00, 0x1C...0x1F: self = .control(Unicode.Scalar(byte | 0x40))
    case 0x20...0x7E: self = .character(Unicode.Scalar(byte))
    default: return nil
    }
  }

  /// The key of a character that a terminal reported with its modifiers, some of which are in the
  /// character itself.
  fileprivate init(character: Unicode.Scalar, _ modifiers: Modifiers) {
    var scalar = character
    if modifiers.contains(.control), ("A"..."Z").contains(scalar) {
      scalar = Unicode.Scalar(UInt8(ascii: scalar) | 0x20)
    } else if !modifiers.contains(.control), modifiers.contains(.shift),
      ("a"..."z").contains(scalar)
    {
      scalar = Unicode.Scalar(UInt8(ascii: scalar) & 0x5F)
    }
    self.init(.character(scalar), modifiers.subtracting(.shift))
  }
}

/// The parameters of a control sequence.
private struct Parameters {
  /// Each with its sub-parameters.
  private var values: [[Int]] = [[0]]
  /// Whether they begin with one of `<`, `=`, `>` and `?`.
  let isPrivate: Bool

  init(_ bytes: [UInt8]) {
    isPrivate = bytes.first.map { (0x3C...0x3F).contains($0) } ?? false
    for byte in bytes {
      let last = values.count - 1
      switch byte {
      case UInt8(ascii: ";"):
        values.append([0])
      case UInt8(ascii: ":"):
        values[last].append(0)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let part = values[last].count - 1
        // Larger than any number that means something.
        values[last][part] = min(values[last][part] * 10 + Int(byte) - 0x30, 1 << 24)
      default:
        continue
      }
    }
  }

  var count: Int { values.count }

  subscript(index: Int) -> Int {
    index < values.count ? values[index][0] : 0
  }

  /// Whether a key was let go, which kitty's protocol can report.
  var isRelease: Bool {
    values.count > 1 && values[1].count > 1 && values[1][1] == 3
  }

  /// The modifiers: a sum that is sent one higher.
  func modifiers(at index: Int) -> Key.Modifiers {
    let bits = max(0, self[index] - 1)
    var modifiers = Key.Modifiers(rawValue: UInt8(bits & 0b111))
    // 8 is Super, 16 Hyper, 32 Meta; 64 and 128 are the lock keys.
    if bits & 0b11_1000 != 0 {
      modifiers.insert(.other)
    }
    return modifiers
  }
}
