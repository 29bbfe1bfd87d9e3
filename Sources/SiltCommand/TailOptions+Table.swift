extension TailOptions {
  /// An option of `tail`.
  struct Definition: Sendable {
    enum Action: Sendable {
      /// It has no value.
      case set(@Sendable (inout TailOptions) -> Void)
      case value(@Sendable (ByteString, inout TailOptions) throws(TailUsageError) -> Void)
      /// Its word may have a value behind `=`.
      case optionalValue(@Sendable (ByteString?, inout TailOptions) throws(TailUsageError) -> Void)
      case show(Request)
    }

    /// The letter, or nothing.
    var letter: Character?
    /// The words without the dashes in front; the first is the one that `--help` shows.
    var words: [String]
    var action: Action
    /// What `--help` shows in front of the summary, and the summary; none for what is only accepted.
    var help: (names: String, summary: String)?
  }

  /// All options, in the order in which possibilities are listed.
  static let table: [Definition] = [
    Definition(
      letter: "c",
      words: ["bytes"],
      action: .value { value, options throws(TailUsageError) in
        try options.setCount(value, .bytes)
      },
      help: ("-c, --bytes=[+]NUM", "print the last NUM bytes, or from byte NUM on (+NUM)")
    ),
    Definition(
      letter: nil,
      words: ["follow"],
      action: .optionalValue { value, options throws(TailUsageError) in
        options.follows = true
        options.followMode =
          try value.map { value throws(TailUsageError) in
            try followMode(value)
          } ?? .descriptor
      },
      help: (
        "-f, --follow[={name|descriptor}]",
        "print what is appended as the file grows; a bare -f or --follow means the descriptor"
      )
    ),
    Definition(
      letter: "f",
      words: [],
      action: .set { options in
        options.follows = true
        options.followMode = .descriptor
      }
    ),
    Definition(
      letter: "F",
      words: [],
      action: .set { options in
        options.follows = true
        options.followMode = .name
        options.retries = true
      },
      help: ("-F", "the same as --follow=name --retry")
    ),
    Definition(
      letter: "n",
      words: ["lines"],
      action: .value { value, options throws(TailUsageError) in
        try options.setCount(value, .lines)
      },
      help: (
        "-n, --lines=[+]NUM",
        "print the last NUM lines instead of the last 10, or from line NUM on (+NUM)"
      )
    ),
    Definition(
      letter: nil,
      words: ["max-unchanged-stats"],
      action: .value { value, options throws(TailUsageError) in
        options.unchangedLimit = try number(
          value,
          "maximum number of unchanged stats between opens"
        )
      },
      help: (
        "    --max-unchanged-stats=N",
        "with --follow=name where nothing tells of changes: look at the name again after N looks"
          + " at a file that did not change (default 5)"
      )
    ),
    Definition(
      letter: nil,
      words: ["-disable-inotify"],
      action: .set { $0.usesEvents = false }
    ),
    Definition(
      letter: nil,
      words: ["pid"],
      action: .value { value, options throws(TailUsageError) in
        let process = Int32(try number(value, "PID", maximum: UInt64(Int32.max)))
        // 0 is no process, and takes back what was given before.
        options.writers = process == 0 ? [] : options.writers + [process]
      },
      help: (
        "    --pid=PID",
        "with -f, end when the process PID is gone; given several times, all of them"
      )
    ),
    Definition(
      letter: nil,
      words: ["-presume-input-pipe"],
      action: .set { $0.takesInputForPipes = true }
    ),
    Definition(
      letter: "q",
      words: ["quiet", "silent"],
      action: .set { $0.headers = .never },
      help: ("-q, --quiet, --silent", "never print headers with files' names")
    ),
    Definition(
      letter: nil,
      words: ["retry"],
      action: .set { $0.retries = true },
      help: ("    --retry", "keep trying to open a file that cannot be opened")
    ),
    Definition(
      letter: "s",
      words: ["sleep-interval"],
      action: .value { value, options throws(TailUsageError) in
        guard let seconds = TailNumber.seconds(value) else {
          throw .invalid("number of seconds", value)
        }
        options.sleepInterval = seconds
      },
      help: (
        "-s, --sleep-interval=N",
        "with -f, look about every N seconds (default 1) where nothing tells of changes, and"
          + " for --pid"
      )
    ),
    Definition(
      letter: "v",
      words: ["verbose"],
      action: .set { $0.headers = .always },
      help: ("-v, --verbose", "always print headers with files' names")
    ),
    Definition(
      letter: "z",
      words: ["zero-terminated"],
      action: .set { $0.delimiter = 0 },
      help: ("-z, --zero-terminated", "lines end with NUL, not with a newline")
    ),
    Definition(
      letter: nil,
      words: ["help"],
      action: .show(.help),
      help: ("    --help", "show this help")
    ),
    Definition(
      letter: nil,
      words: ["version"],
      action: .show(.version),
      help: ("    --version", "show the version")
    ),
    Definition(
      letter: nil,
      words: ["debug"],
      action: .set { $0.explains = true },
      help: ("    --debug", "say how files are followed")
    ),
  ]

  /// Sets where the content begins.
  private mutating func setCount(_ value: ByteString, _ unit: Unit) throws(TailUsageError) {
    self.unit = unit
    // A plus sign once given holds for a later number without one, too.
    isFromStart = isFromStart || value.bytes.first == UInt8(ascii: "+")
    var shown = value
    if value.bytes.first == UInt8(ascii: "-") { shown.bytes.removeFirst() }
    count = try Self.number(shown, unit == .lines ? "number of lines" : "number of bytes", .tail)
  }

  private static func number(
    _ value: ByteString,
    _ what: String,
    _ suffixes: Quantity.Suffixes = .none,
    maximum: UInt64 = .max
  ) throws(TailUsageError) -> UInt64 {
    do throws(TailNumber.Mistake) {
      return try TailNumber.whole(value.bytes, suffixes: suffixes, maximum: maximum)
    } catch {
      throw .invalid(what, value, error)
    }
  }

  private static func followMode(_ value: ByteString) throws(TailUsageError) -> FollowMode {
    let modes: [(word: String, mode: FollowMode)] = [
      ("descriptor", .descriptor), ("name", .name),
    ]
    let fitting = modes.filter { $0.word.utf8.starts(with: value.bytes) }
    if fitting.count == 1 { return fitting[0].mode }
    let quoting = ShellQuoting.ofLocale
    let option = ByteString(Array(" for ".utf8) + quoting.value("--follow").bytes)
    let kind = fitting.isEmpty ? "invalid" : "ambiguous"
    var error = TailUsageError(
      "\(kind) argument ",
      ByteString(quoting.value(value).bytes + option.bytes)
    )
    error.details =
      ["Valid arguments are:"]
      + modes.map { mode in
        let word = quoting.value(ByteString(mode.word.utf8))
        return "  - " + String(decoding: word.bytes, as: UTF8.self)
      }
    throw error
  }
}
