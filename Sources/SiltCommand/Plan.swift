package import SiltKit

/// What is read, and how it is shown: the options and the surroundings brought together.
package enum Plan: Equatable, Sendable {
  /// Where bytes come from.
  package enum Input: Hashable, Sendable {
    /// A file that is followed by its name.
    case file(ByteString)
    /// Standard input where that is a regular file: followed by its descriptor, from its offset.
    case openFile
    /// Standard input as it comes, to its end.
    case stream
    /// What a command writes: the command and its arguments, never empty.
    case command([ByteString])

    /// The name as headers and messages show it, not made inert.
    package var name: ByteString {
      switch self {
      case .file(let name): name
      case .openFile, .stream: "standard input"
      case .command(let words): ByteString(words.map(\.bytes).joined(separator: " ".utf8))
      }
    }
  }

  /// Bytes go through unchanged.
  case plain([Input])
  /// A region of the terminal shows the inputs: any number of files, or one of another kind.
  case region([Input], height: HeightChoice)

  /// Decides what is to be done.
  ///
  /// - Parameters:
  ///   - options: What was asked for.
  ///   - surroundings: The world it was asked in.
  /// - Throws: A mistake that only the two together show.
  package init(_ options: Options, in surroundings: Surroundings) throws(UsageError) {
    let isPlain = options.isPlain || !surroundings.canDraw
    let inputs = try Self.inputs(options, isPlain: isPlain, surroundings.standardInput)
    if isPlain {
      self = .plain(inputs)
      return
    }
    guard options.filters.isEmpty && options.excludes.isEmpty else {
      throw UsageError("a region has no filters; expected --plain beside --filter and --exclude")
    }
    var standard = HeightChoice.rowsWithinHalf(12)
    switch inputs[0] {
    case .file, .openFile: standard = .full
    case .stream: try Self.checkBegin(options.begin, of: "a pipe")
    case .command: try Self.checkBegin(options.begin, of: "a command")
    }
    guard inputs.count == 1 || !inputs.contains(.stream) else {
      throw UsageError("'-' is a pipe; expected it alone, or --plain beside files")
    }
    guard inputs.count(where: { $0 == .openFile }) < 2 else {
      throw UsageError("'-' given twice; expected it once in a region")
    }
    self = .region(inputs, height: options.height ?? standard)
  }

  /// What is read.
  package var inputs: [Input] {
    switch self {
    case .plain(let inputs), .region(let inputs, _): inputs
    }
  }

  /// What was asked for and has no effect here, as `tail` says it.
  ///
  /// - Parameter options: What was asked for.
  /// - Returns: A sentence for each.
  package func warnings(_ options: Options) -> [String] {
    let followsFiles =
      options.follows
      && inputs.contains { input in
        switch input {
        case .file, .openFile: true
        case .stream, .command: false
        }
      }
    guard !followsFiles else { return [] }
    var warnings: [String] = []
    if options.retries {
      warnings.append("warning: --retry ignored; --retry is useful only when following")
    }
    if !options.writers.isEmpty {
      warnings.append("warning: PID ignored; --pid=PID is useful only when following")
    }
    return warnings
  }

  private static func inputs(
    _ options: Options,
    isPlain: Bool,
    _ standardInput: Surroundings.StandardInput
  ) throws(UsageError) -> [Input] {
    if let command = options.command { return [.command(command)] }
    guard !options.names.isEmpty else {
      switch standardInput {
      case .terminal:
        throw UsageError(
          "no input; expected a file, '-- command', or a pipe: command | silt (see silt --help)"
        )
      case .regularFile: return [.openFile]
      case .stream: return [.stream]
      }
    }
    var inputs: [Input] = []
    for name in options.names {
      if name != "-" {
        inputs.append(.file(name))
      } else if isPlain {
        // A dash is written whole, like `cat` does, even where it is a regular file.
        inputs.append(.stream)
      } else {
        switch standardInput {
        case .terminal:
          throw UsageError("'-' is the terminal itself; expected a pipe: command | silt")
        case .regularFile: inputs.append(.openFile)
        case .stream: inputs.append(.stream)
        }
      }
    }
    return inputs
  }

  /// Of a stream only its beginning is known, so nothing can be counted from its end.
  private static func checkBegin(
    _ begin: Options.Begin,
    of input: String
  ) throws(UsageError) {
    let unit: String
    switch begin {
    case .standard, .line, .byte: return
    case .lastLines: unit = "lines"
    case .lastBytes: unit = "bytes"
    }
    throw UsageError("the last \(unit) of \(input) are not known in a region; expected +N")
  }
}
