package import SiltFollow
package import SiltKit
package import SiltSystem

/// What the command line asks for, whatever the world it is asked in.
package struct Options: Equatable, Sendable {
  /// Where the content begins.
  package enum Begin: Hashable, Sendable {
    /// As usual: everything in a region and for a pipe, 10 lines of a file in plain output.
    case standard
    /// That many lines before the end.
    case lastLines(UInt64)
    /// At that line, the first being 1.
    case line(UInt64)
    /// That many bytes before the end.
    case lastBytes(UInt64)
    /// At that byte, the first being 1.
    case byte(UInt64)

    /// Where a file is begun.
    ///
    /// - Parameter standard: What `.standard` means.
    /// - Returns: The same, with counts that are larger than any file cut down.
    package func startPoint(standard: StartPoint) -> StartPoint {
      switch self {
      case .standard: standard
      case .lastLines(let count): .lastLines(Int(clamping: count))
      case .line(let line): .line(Int(clamping: line))
      case .lastBytes(let count): .lastBytes(Int(clamping: count))
      case .byte(let byte): .byte(Int(clamping: byte))
      }
    }
  }

  /// Which last lines stay in the terminal's scrollback on leaving.
  package enum Leave: Hashable, Sendable {
    /// 10 lines, and more when a command failed.
    case standard
    /// That many lines in every case.
    case lines(Int)
    /// All that is held.
    case all
  }

  /// When colours are shown.
  package enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  /// The names as given, `-` for standard input among them.
  package var names: [ByteString] = []
  /// The command and its arguments, as given behind `--`, or nothing; never empty.
  package var command: [ByteString]?
  /// The height as given, or nothing: it then depends on the input.
  package var height: HeightChoice?
  package var begin = Begin.standard
  /// Whether more is waited for.
  package var follows = true
  /// Whether a file is followed whatever becomes of its name.
  package var followsDescriptor = false
  /// Whether a missing file is waited for although it is followed by its descriptor.
  package var retries = false
  /// The processes that write; following ends when all of them are gone, if any are given.
  package var writers: [Int32] = []
  /// The time between looks where the system tells nothing.
  package var sleepInterval = Duration.seconds(1)
  /// When plain output has headers.
  package var headers = HeaderChoice.ofSeveral
  /// Whether lines end with NUL where plain output counts them.
  package var endsLinesWithNUL = false
  /// Whether no region is wanted.
  package var isPlain = false
  /// Whether long lines are cut at the right edge.
  package var chopsLines = false
  package var numbersLines = false
  /// The choice as given on the command line, or nothing.
  package var color: ColorChoice?
  /// The choice as given in `SILT_OPTIONS`, or nothing.
  package var usualColor: ColorChoice?
  /// What marks a row of the inset at its left edge; bytes as typed, not made inert.
  package var fill: ByteString = ""
  /// The ring's capacity in bytes.
  package var bufferSize = defaultBufferSize
  /// Whether the whole of a pipe or command is kept in a temporary file.
  package var spills = false
  /// Only lines are shown that match one of these, if there are any.
  package var filters: [ByteString] = []
  /// No line is shown that matches one of these.
  package var excludes: [ByteString] = []
  /// Whether patterns ignore case also where they have a capital.
  package var ignoresCase = false
  /// How many lines around a matching one are shown, too.
  package var context = 0
  /// Whether the view stays open at the end of the input.
  package var staysOpen = false
  package var leave = Leave.standard
  /// The file that gets every byte that is read, or nothing.
  package var output: ByteString?
  /// Whether that file's content stays and the bytes come behind it.
  package var appends = false
  /// Whether the mouse's wheel is silt's.
  package var usesMouse = false
  /// Whether East Asian ambiguous characters take 2 cells.
  package var ambiguousIsWide = false
  /// Whether a command in a region gets a pseudo-terminal.
  package var usesTerminal = true

  /// The ring's capacity unless told otherwise.
  package static let defaultBufferSize = 64 << 20
  /// The smallest capacity that is accepted.
  package static let leastBufferSize = 1 << 20

  package init() {}

  /// Whether headers are never written; taken back, they are as usual.
  var isQuiet: Bool {
    get { headers == .never }
    set { headers = newValue ? .never : .ofSeveral }
  }

  /// Whether headers are always written; taken back, they are as usual.
  var isVerbose: Bool {
    get { headers == .always }
    set { headers = newValue ? .always : .ofSeveral }
  }

  /// What ends a line where plain output counts lines.
  var delimiter: UInt8 { endsLinesWithNUL ? 0 : UInt8(ascii: "\n") }

  /// How a file is followed.
  ///
  /// - Parameter byName: Whether it has a name: standard input has none.
  /// - Returns: What its follower is told.
  package func followOptions(byName: Bool) -> FollowMachine.Options {
    let isByName = byName && !followsDescriptor
    var options = FollowMachine.Options(mode: !follows ? .once : isByName ? .name : .descriptor)
    options.waitsForFirst = follows && byName && (isByName || retries)
    // As `tail -F` does; a name that cannot be read may be allowed to us later.
    options.waitsForDenied = follows && isByName
    options.pollInterval = max(sleepInterval, .milliseconds(1))
    return options
  }

  /// When colours are shown in a region.
  ///
  /// - Parameter noColor: The variable `NO_COLOR`; set and not empty it means never. It beats what
  ///   `SILT_OPTIONS` says, and the command line beats both.
  /// - Returns: The choice that holds.
  package func colorChoice(noColor: String?) -> ColorChoice {
    if let color { return color }
    if let noColor, !noColor.isEmpty { return .never }
    return usualColor ?? .auto
  }
}
