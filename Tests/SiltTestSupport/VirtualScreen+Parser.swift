import SiltText

extension VirtualScreen {
  /// What is unfinished between two bytes.
  struct Parser: Sendable {
    enum State: Sendable {
      case ground
      case escape
      case sequence
      case string
      case stringEscape
    }

    var state = State.ground
    var held: [UInt8] = []
  }

  mutating func parse(_ byte: UInt8) {
    switch parser.state {
    case .ground where byte >= 0x80 || !parser.held.isEmpty:
      takeOfScalar(byte)
    case .ground:
      takeFirst(byte)
    case .escape:
      takeAfterEscape(byte)
    case .sequence:
      takeOfSequence(byte)
    case .string:
      switch byte {
      case 0x07: endString(byte)
      case 0x1B: parser.state = .stringEscape
      default: parser.held.append(byte)
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") {
        endString(byte)
      } else {
        unexpected.append("cut off string")
        parser = Parser(state: .escape)
        takeAfterEscape(byte)
      }
    }
  }

  /// Acts on a string: the one we write is OSC 8, ended by ST.
  private mutating func endString(_ end: UInt8) {
    let string = parser.held
    parser = Parser()
    guard string.starts(with: "]8;".utf8), end != 0x07,
      let parts = String(validating: string.dropFirst(3), as: UTF8.self)?
        .split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false),
      parts.count == 2, string.allSatisfy({ (0x21...0x7E).contains($0) }), string.count < 2500,
      parts[0].isEmpty || parts[0].hasPrefix("id=silt-"),
      parts[1].isEmpty || parts[1].contains(":")
    else {
      return unexpected.append("string \(String(decoding: string.prefix(40), as: UTF8.self))")
    }
    style.link = parts[1].isEmpty ? nil : Link(body: ContiguousArray(string.dropFirst(3)))
  }

  private mutating func takeFirst(_ byte: UInt8) {
    switch byte {
    case 0x08: moveCursor(row: grid.row, column: grid.column - 1)
    case 0x09:
      unexpected.append("HT")
      moveCursor(row: grid.row, column: grid.column / 8 * 8 + 8)
    case 0x0A: lineFeed()
    case 0x0D: moveCursor(row: grid.row, column: 0)
    case 0x1B: parser.state = .escape
    case 0x20...0x7E: put(Unicode.Scalar(byte))
    default: unexpected.append("control \(byte)")
    }
  }

  /// UTF-8; whatever is not valid becomes one replacement character.
  private mutating func takeOfScalar(_ byte: UInt8) {
    let length: Int
    switch parser.held.first ?? byte {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return takeInvalid()
    }
    guard parser.held.isEmpty || byte & 0xC0 == 0x80 else {
      takeInvalid()
      return parse(byte)
    }
    parser.held.append(byte)
    guard parser.held.count == length else { return }
    let text = String(validating: parser.held, as: UTF8.self)
    guard let scalar = text?.unicodeScalars.first else { return takeInvalid() }
    parser.held = []
    if scalar.value < 0xA0 {
      unexpected.append("control \(scalar.value)")
    } else {
      put(scalar)
    }
  }

  private mutating func takeInvalid() {
    unexpected.append("invalid UTF-8")
    parser.held = []
    put("\u{FFFD}")
  }

  private mutating func takeAfterEscape(_ byte: UInt8) {
    switch byte {
    case 0x1B:
      unexpected.append("cut off sequence")
    case UInt8(ascii: "["):
      parser.state = .sequence
      parser.held = []
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      parser = Parser(state: .string, held: [byte])
    case UInt8(ascii: "\\"):
      // ST ends a string; without one it does nothing.
      parser.state = .ground
    default:
      unexpected.append("ESC \(Unicode.Scalar(byte))")
      parser.state = .ground
    }
  }

  private mutating func takeOfSequence(_ byte: UInt8) {
    switch byte {
    case 0x20...0x3F:
      parser.held.append(byte)
    case 0x40...0x7E:
      let parameters = String(decoding: parser.held, as: UTF8.self)
      parser = Parser()
      act(parameters, Character(Unicode.Scalar(byte)))
    default:
      unexpected.append("cut off sequence")
      parser = Parser()
      parse(byte)
    }
  }

  private mutating func act(_ parameters: String, _ final: Character) {
    if parameters.hasPrefix("?") {
      for number in parameters.dropFirst().split(separator: ";", omittingEmptySubsequences: false) {
        setMode(Int(number), final)
      }
      return
    }
    if final == "m" {
      return setRendition(parameters)
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.isEmpty ? nil : Int($0) ?? -1
    }
    guard !numbers.contains(-1) else {
      return unexpected.append("CSI \(parameters) \(final)")
    }
    let first = numbers.isEmpty ? nil : numbers[0]
    let count = max(1, first ?? 1)
    if first == 0, !"JK".contains(final) {
      unexpected.append("CSI 0 \(final), which is taken for 1")
    }
    switch final {
    case "A": moveCursor(row: grid.row - count, column: grid.column)
    case "B": moveCursor(row: grid.row + count, column: grid.column)
    case "C": moveCursor(row: grid.row, column: grid.column + count)
    case "D": moveCursor(row: grid.row, column: grid.column - count)
    case "G": moveCursor(row: grid.row, column: count - 1)
    case "H":
      let column = numbers.count > 1 ? max(1, numbers[1] ?? 1) : 1
      moveCursor(row: count - 1, column: column - 1)
    case "J": eraseInDisplay(first ?? 0)
    case "K": eraseInRow(first ?? 0)
    case "L": insertRows(count)
    case "M": deleteRows(count)
    default: unexpected.append("CSI \(parameters) \(final)")
    }
  }

  private mutating func setMode(_ number: Int?, _ final: Character) {
    let known = [7, 25, 1000, 1002, 1003, 1006, 1007, 1049, 2004, 2026]
    guard let number, known.contains(number), "hlsr".contains(final) else {
      return unexpected.append("CSI ? \(number ?? -1) \(final)")
    }
    let isOn: Bool
    switch final {
    case "s":
      savedModes[number] = modes.contains(number)
      return
    case "r": isOn = savedModes[number] ?? modes.contains(number)
    default: isOn = final == "h"
    }
    switch number {
    case 1049:
      showAlternate(isOn)
    case 2026 where isOn != isSynchronized && !isOn:
      synchronizedUpdates += 1
    default:
      break
    }
    if isOn {
      modes.insert(number)
    } else {
      modes.remove(number)
    }
  }

  private mutating func showAlternate(_ isOn: Bool) {
    if isOn, ordinary == nil {
      var alternate = Grid(rows: rows, columns: columns, keepsScrollback: false)
      (alternate.row, alternate.column) = (grid.row, grid.column)
      ordinary = grid
      grid = alternate
    } else if !isOn, let saved = ordinary {
      grid = saved
      ordinary = nil
    }
  }
}
