extension Options {
  /// Reads a command line.
  ///
  /// The conventions are those of GNU: options may follow names, letters cluster (`-Sn5`), words
  /// may be shortened while only one fits, values stand in the same argument or in the next, and a
  /// later option beats an earlier one. `--help` and `--version` act where they stand.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's own name.
  ///   - usual: The variable `SILT_OPTIONS`: options that come before the others, or nothing.
  /// - Returns: What is asked for.
  /// - Throws: The first mistake.
  package static func parse(
    _ arguments: [ByteString],
    usual: ByteString? = nil
  ) throws(UsageError) -> CommandLineRequest {
    var parser = Parser()
    if let usual {
      do throws(UsageError) {
        if let text = try parser.takeUsual(try words(usual)) { return text }
      } catch {
        throw UsageError("SILT_OPTIONS: \(error.message)")
      }
    }
    return try parser.takeAll(arguments) ?? .run(parser.options)
  }

  private struct Parser {
    var options = Options()
    private var remaining: ArraySlice<ByteString> = []

    private static let dash = UInt8(ascii: "-")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Takes the arguments of the command line.
    ///
    /// - Returns: What is asked for in place of running, if it is.
    mutating func takeAll(
      _ arguments: [ByteString]
    ) throws(UsageError) -> CommandLineRequest? {
      remaining = arguments[...]
      while let argument = remaining.popFirst() {
        if argument == "--" {
          try takeCommand()
        } else if !Self.isOption(argument) {
          options.names.append(argument)
        } else if let text = try takeOption(argument) {
          return text
        }
      }
      return nil
    }

    /// Takes the words of the variable, which are options only.
    ///
    /// - Returns: What is asked for in place of running, if it is.
    mutating func takeUsual(_ words: [ByteString]) throws(UsageError) -> CommandLineRequest? {
      remaining = words[...]
      while let word = remaining.popFirst() {
        guard Self.isOption(word), word != "--" else {
          throw UsageError("unexpected \(quoted(word)); expected options only")
        }
        if let text = try takeOption(word) { return text }
      }
      // Between this choice and one of the command line stands another variable.
      options.usualColor = options.color
      options.color = nil
      return nil
    }

    private static func isOption(_ argument: ByteString) -> Bool {
      argument.bytes.first == dash && argument.bytes.count > 1
    }

    /// Takes all that is left as a command and its arguments.
    private mutating func takeCommand() throws(UsageError) {
      guard !remaining.isEmpty else {
        throw UsageError("nothing behind '--'; expected a command, such as: silt -- make -j8")
      }
      if let name = options.names.first {
        throw UsageError(
          "unexpected \(quoted(name)) before '--'; expected files or a command, not both"
        )
      }
      options.command = Array(remaining)
      remaining = []
    }

    /// Takes one option and the value that follows it.
    private mutating func takeOption(
      _ argument: ByteString
    ) throws(UsageError) -> CommandLineRequest? {
      argument.bytes[1] == Self.dash ? try takeWord(argument) : try takeLetters(argument)
    }

    /// Takes `--word`, `--word=value` or `--word value`.
    private mutating func takeWord(
      _ argument: ByteString
    ) throws(UsageError) -> CommandLineRequest? {
      let parts = argument.bytes.dropFirst(2).split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      let word = ByteString(parts[0])
      let value = parts.count > 1 ? ByteString(parts[1]) : nil
      let (definition, isNegated, name) = try Self.find(word)
      switch definition.action {
      case .toggle(let path):
        try Self.refuse(value, for: name)
        options[keyPath: path] = !isNegated
      case .choice(let words, let set):
        if isNegated {
          try Self.refuse(value, for: name)
          set(.off, &options)
        } else if let value {
          set(.word(try OptionDefinition.keyword(value, among: words, for: name)), &options)
        } else {
          set(.on(letter: nil), &options)
        }
      case .value(let placeholder, let read):
        guard let value = value ?? remaining.popFirst() else {
          throw UsageError("option '\(name)' needs a value; expected \(placeholder)")
        }
        try read(value, &options)
      case .show(let text):
        try Self.refuse(value, for: name)
        return text
      }
      return nil
    }

    /// Takes letters behind a single dash; digits among them are a number of lines.
    private mutating func takeLetters(
      _ argument: ByteString
    ) throws(UsageError) -> CommandLineRequest? {
      var rest = argument.bytes.dropFirst()
      while let letter = rest.popFirst() {
        if Self.digits ~= letter {
          let digits = [letter] + rest.prefix { Self.digits ~= $0 }
          rest = rest.dropFirst(digits.count - 1)
          let (number, _) = try OptionDefinition.count(ByteString(digits), of: "lines")
          options.begin = .lastLines(number)
          continue
        }
        let definition = OptionDefinition.table.first { $0.letters.utf8.contains(letter) }
        guard let definition else {
          let shown = letter < 0x80 ? ByteString([Self.dash, letter]) : argument
          throw UsageError("unknown option \(quoted(shown)); expected one that --help lists")
        }
        switch definition.action {
        case .toggle(let path):
          options[keyPath: path] = true
        case .choice(_, let set):
          set(.on(letter: Character(UnicodeScalar(letter))), &options)
        case .value(let placeholder, let read):
          guard let value = rest.isEmpty ? remaining.popFirst() : ByteString(rest) else {
            let name = ByteString([Self.dash, letter])
            throw UsageError("option \(quoted(name)) needs a value; expected \(placeholder)")
          }
          try read(value, &options)
          return nil
        case .show(let text):
          return text
        }
      }
      return nil
    }

    /// Finds the one option that a word names, in full or shortened.
    private static func find(
      _ word: ByteString
    ) throws(UsageError) -> (definition: OptionDefinition, isNegated: Bool, name: String) {
      let names = OptionDefinition.table.flatMap { definition in
        [(definition, false, definition.word)]
          + (definition.negatedWord.map { [(definition, true, $0)] } ?? [])
      }
      let fitting = names.filter { !word.bytes.isEmpty && $0.2.utf8.starts(with: word.bytes) }
      let exact = fitting.filter { $0.2.utf8.count == word.bytes.count }
      let found = exact.isEmpty ? fitting : exact
      let typed = quoted(ByteString("--".utf8 + word.bytes))
      guard let (definition, isNegated, name) = found.first else {
        throw UsageError("unknown option \(typed); expected one that --help lists")
      }
      guard found.count == 1 else {
        let possible = found.map { "--" + $0.2 }.joined(separator: ", ")
        throw UsageError("option \(typed) is ambiguous; expected one of \(possible)")
      }
      return (definition, isNegated, "--" + name)
    }

    private static func refuse(_ value: ByteString?, for name: String) throws(UsageError) {
      guard let value else { return }
      throw UsageError("unexpected value \(quoted(value)) for '\(name)'; expected none")
    }
  }
}
