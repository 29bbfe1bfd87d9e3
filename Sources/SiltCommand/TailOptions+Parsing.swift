extension TailOptions {
  /// Reads a command line as GNU `tail` does.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's own name.
  ///   - isPOSIX: Whether `POSIXLY_CORRECT` is set: the first name ends the options.
  ///   - standard: The version of POSIX that `_POSIX2_VERSION` names, or the default.
  /// - Returns: What is asked for.
  /// - Throws: The first mistake.
  static func parse(
    _ arguments: [ByteString],
    isPOSIX: Bool = false,
    standard: Int = 200_809
  ) throws(TailUsageError) -> Request {
    var options = TailOptions()
    var remaining = arguments[...]
    if let first = arguments.first, try options.takeObsolete(first, arguments, standard) {
      remaining.removeFirst()
    }
    while let argument = remaining.popFirst() {
      let bytes = argument.bytes
      if argument == "--" {
        options.names += remaining
        break
      } else if bytes.first != dash || bytes.count == 1 {
        options.names.append(argument)
        if isPOSIX {
          options.names += remaining
          break
        }
      } else if bytes[1] == dash {
        if let request = try options.takeWord(argument, &remaining) { return request }
      } else if let request = try options.takeLetters(argument, &remaining) {
        return request
      }
    }
    if options.names.isEmpty { options.names = ["-"] }
    return .run(options)
  }

  private static let dash = UInt8(ascii: "-")
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  // MARK: - The obsolete form

  /// Takes `-[N][bcl][f]` or `+[N][bcl][f]` where it is an option: the first argument, followed by at
  /// most one file.
  ///
  /// - Returns: Whether it was one; if not it means something else.
  /// - Throws: When its number is too large.
  private mutating func takeObsolete(
    _ argument: ByteString,
    _ arguments: [ByteString],
    _ standard: Int
  ) throws(TailUsageError) -> Bool {
    let isFileAlone =
      switch arguments.count {
      case 1: true
      case 2: arguments[1] == "-" || arguments[1].bytes.first != Self.dash || arguments[1] == "--"
      case 3: arguments[1] == "--"
      default: false
      }
    // Between these two versions a plus sign began a name only.
    let isOld = standard < 200_112
    let plusIsOption = isOld || standard >= 200_809
    var rest = argument.bytes[...]
    let sign = rest.popFirst()
    guard isFileAlone, sign == Self.dash || sign == UInt8(ascii: "+") && plusIsOption else {
      return false
    }
    // Alone, `-` is standard input and `-c` wants a value.
    if sign == Self.dash, !isOld, rest.isEmpty || rest.elementsEqual("c".utf8) { return false }
    let number = rest.prefix { Self.digits ~= $0 }
    rest = rest.dropFirst(number.count)
    var obsolete = self
    var factor: UInt64 = 1
    switch rest.first {
    case UInt8(ascii: "b"):
      factor = 512
      fallthrough
    case UInt8(ascii: "c"):
      obsolete.unit = .bytes
      fallthrough
    case UInt8(ascii: "l"):
      rest.removeFirst()
    default:
      break
    }
    if rest.first == UInt8(ascii: "f") {
      obsolete.follows = true
      rest.removeFirst()
    }
    guard rest.isEmpty else { return false }
    obsolete.isFromStart = sign == UInt8(ascii: "+")
    if number.isEmpty {
      obsolete.count = 10 * factor
    } else {
      guard case .number(let value) = Quantity(number, suffixes: .none) else {
        throw .invalid("number", argument, reason: ": Numerical result out of range")
      }
      let (count, overflow) = value.multipliedReportingOverflow(by: factor)
      if overflow { throw .invalid("number", argument, reason: "") }
      obsolete.count = count
    }
    self = obsolete
    return true
  }

  // MARK: - Options

  /// Takes `--word`, `--word=value` or `--word value`.
  private mutating func takeWord(
    _ argument: ByteString,
    _ remaining: inout ArraySlice<ByteString>
  ) throws(TailUsageError) -> Request? {
    let equals = argument.bytes.firstIndex(of: UInt8(ascii: "="))
    let typed = argument.bytes[2..<(equals ?? argument.bytes.count)]
    let value = equals.map { ByteString(argument.bytes[($0 + 1)...]) }
    let names = Self.table.flatMap { definition in
      definition.words.map { (definition: definition, word: $0) }
    }
    let fitting = names.filter { $0.word.utf8.starts(with: typed) }
    let exact = fitting.filter { $0.word.utf8.count == typed.count }
    guard let (definition, word) = exact.first ?? fitting.first else {
      throw TailUsageError("unrecognized option '", argument, "'")
    }
    // Words of the same option are no different ones.
    let isAmbiguous = exact.isEmpty && fitting.contains { !definition.words.contains($0.word) }
    guard !isAmbiguous else {
      let possible = fitting.map { " '--\($0.word)'" }.joined()
      throw TailUsageError("option '", argument, "' is ambiguous; possibilities:\(possible)")
    }
    switch definition.action {
    case .set, .show:
      if value != nil { throw TailUsageError("option '--\(word)' doesn't allow an argument") }
    case .value, .optionalValue:
      break
    }
    switch definition.action {
    case .set(let set):
      set(&self)
    case .value(let read):
      guard let value = value ?? remaining.popFirst() else {
        throw TailUsageError("option '--\(word)' requires an argument")
      }
      try read(value, &self)
    case .optionalValue(let read):
      try read(value, &self)
    case .show(let request):
      return request
    }
    return nil
  }

  /// Takes letters behind a single dash.
  private mutating func takeLetters(
    _ argument: ByteString,
    _ remaining: inout ArraySlice<ByteString>
  ) throws(TailUsageError) -> Request? {
    var rest = argument.bytes.dropFirst()
    while let letter = rest.popFirst() {
      if Self.digits ~= letter {
        var error = TailUsageError("option used in invalid context -- ", ByteString([letter]))
        error.pointsToHelp = false
        throw error
      }
      let definition = Self.table.first { $0.letter?.asciiValue == letter }
      guard let definition else {
        throw TailUsageError("invalid option -- '", ByteString([letter]), "'")
      }
      switch definition.action {
      case .set(let set):
        set(&self)
      case .value(let read):
        guard let value = rest.isEmpty ? remaining.popFirst() : ByteString(rest) else {
          throw TailUsageError("option requires an argument -- '", ByteString([letter]), "'")
        }
        try read(value, &self)
        return nil
      case .optionalValue(let read):
        try read(nil, &self)
      case .show(let request):
        return request
      }
    }
    return nil
  }
}
