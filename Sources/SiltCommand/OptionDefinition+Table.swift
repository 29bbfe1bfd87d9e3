extension OptionDefinition {
  /// All options there are, in the order in which `--help` lists them.
  static let table: [OptionDefinition] = [
    OptionDefinition(
      letters: "H",
      word: "height",
      action: .value(placeholder: "N|N%|full") { value, options throws(UsageError) in
        options.height = try height(value)
      },
      summary: "rows of the region, status row included (default: full for files, else 12, at"
        + " most half the screen)"
    ),
    OptionDefinition(
      letters: "n",
      word: "lines",
      action: .value(placeholder: "[+]N") { value, options throws(UsageError) in
        let (number, isFromStart) = try count(value, of: "lines")
        options.begin = isFromStart ? .line(max(1, number)) : .lastLines(number)
      },
      summary: "begin with the last N lines, or at line N (+N); -5 is -n 5"
    ),
    OptionDefinition(
      letters: "c",
      word: "bytes",
      action: .value(placeholder: "[+]N") { value, options throws(UsageError) in
        let (number, isFromStart) = try count(value, of: "bytes")
        options.begin = isFromStart ? .byte(max(1, number)) : .lastBytes(number)
      },
      summary: "begin with the last N bytes, or at byte N (+N)"
    ),
    OptionDefinition(
      letters: "fF",
      word: "follow",
      action: .choice(words: ["name", "descriptor"]) { choice, options in
        options.follows = choice != .off
        switch choice {
        case .on(letter: "F"), .word("name"): options.followsDescriptor = false
        case .word("descriptor"): options.followsDescriptor = true
        case .on, .word, .off: break
        }
      },
      summary: "follow files by their name, waiting for those that are missing (default), or by"
        + " descriptor: whatever becomes of their names",
      negatedSummary: "show what is there and do not wait for more"
    ),
    OptionDefinition(
      letters: "",
      word: "retry",
      action: .toggle(\.retries),
      summary: "wait for a missing file also with --follow=descriptor"
    ),
    OptionDefinition(
      letters: "",
      word: "pid",
      action: .value(placeholder: "PID") { value, options throws(UsageError) in
        options.writers.append(try processID(value))
      },
      summary: "stop following when the process PID is gone; given several times, all of them"
    ),
    OptionDefinition(
      letters: "s",
      word: "sleep-interval",
      action: .value(placeholder: "S") { value, options throws(UsageError) in
        options.sleepInterval = try seconds(value)
      },
      summary: "look every S seconds where the system tells of no changes, and for --pid"
        + " (default 1)"
    ),
    OptionDefinition(
      letters: "",
      word: "max-unchanged-stats",
      action: .value(placeholder: "N") { value, _ throws(UsageError) in
        // A name is looked at as often as its file.
        guard case .number = Quantity(value.bytes, suffixes: .none) else {
          throw UsageError(
            "invalid number: \(quoted(value)) for '--max-unchanged-stats'; expected N"
          )
        }
      },
      summary: "accepted as in tail, and not needed"
    ),
    OptionDefinition(
      letters: "q",
      word: "quiet",
      action: .toggle(\.isQuiet),
      summary: "no headers in plain output"
    ),
    OptionDefinition(
      letters: "",
      word: "silent",
      action: .toggle(\.isQuiet),
      summary: "the same as --quiet"
    ),
    OptionDefinition(
      letters: "v",
      word: "verbose",
      action: .toggle(\.isVerbose),
      summary: "a header in plain output also for one file"
    ),
    OptionDefinition(
      letters: "z",
      word: "zero-terminated",
      action: .toggle(\.endsLinesWithNUL),
      summary: "lines end with NUL where plain output counts them"
    ),
    OptionDefinition(
      letters: "",
      word: "plain",
      action: .toggle(\.isPlain),
      summary: "no region: bytes go through unchanged (default when standard output is no terminal)"
    ),
    OptionDefinition(
      letters: "S",
      word: "chop",
      action: .toggle(\.chopsLines),
      summary: "cut long lines instead of wrapping them"
    ),
    OptionDefinition(
      letters: "N",
      word: "line-numbers",
      action: .toggle(\.numbersLines),
      summary: "number the lines"
    ),
    OptionDefinition(
      letters: "",
      word: "filter",
      action: .value(placeholder: "PATTERN") { value, options throws(UsageError) in
        options.filters.append(value)
      },
      summary: "show only lines that match PATTERN; given again, one of them (with --plain)"
    ),
    OptionDefinition(
      letters: "",
      word: "exclude",
      action: .value(placeholder: "PATTERN") { value, options throws(UsageError) in
        options.excludes.append(value)
      },
      summary: "show no lines that match PATTERN; may be given again (with --plain)"
    ),
    OptionDefinition(
      letters: "i",
      word: "ignore-case",
      action: .toggle(\.ignoresCase),
      summary: "patterns ignore case (default: those without a capital do)"
    ),
    OptionDefinition(
      letters: "C",
      word: "context",
      action: .value(placeholder: "N") { value, options throws(UsageError) in
        options.context = try context(value)
      },
      summary: "show N lines around each that matches, too"
    ),
    OptionDefinition(
      letters: "",
      word: "color",
      action: .value(placeholder: "auto|always|never") { value, options throws(UsageError) in
        options.color = Options.ColorChoice(
          rawValue: try keyword(
            value,
            among: Options.ColorChoice.allCases.map(\.rawValue),
            for: "--color"
          )
        )
      },
      summary: "when to show colours; beats NO_COLOR, unless given in SILT_OPTIONS"
    ),
    OptionDefinition(
      letters: "",
      word: "fill",
      action: .value(placeholder: "TEXT") { value, options throws(UsageError) in
        options.fill = value
      },
      summary: "mark the blank rows above short content with TEXT"
    ),
    OptionDefinition(
      letters: "",
      word: "ambiguous-wide",
      action: .toggle(\.ambiguousIsWide),
      summary: "East Asian ambiguous characters are 2 cells wide"
    ),
    OptionDefinition(
      letters: "",
      word: "buffer",
      action: .value(placeholder: "SIZE") { value, options throws(UsageError) in
        options.bufferSize = try bufferSize(value)
      },
      summary: "how much of the log is held (default 64M, at least 1M; K, M, G)"
    ),
    OptionDefinition(
      letters: "",
      word: "spill",
      action: .toggle(\.spills),
      summary: "keep the whole of a pipe or command in a temporary file, so that all of it can be"
        + " reached"
    ),
    OptionDefinition(
      letters: "o",
      word: "output",
      action: .value(placeholder: "FILE") { value, options throws(UsageError) in
        options.output = value
      },
      summary: "also write every byte that is read to FILE"
    ),
    OptionDefinition(
      letters: "a",
      word: "append",
      action: .toggle(\.appends),
      summary: "append to FILE instead of overwriting it"
    ),
    OptionDefinition(
      letters: "k",
      word: "keep",
      action: .toggle(\.staysOpen),
      summary: "stay open at the end of the input"
    ),
    OptionDefinition(
      letters: "",
      word: "leave",
      action: .value(placeholder: "N|all|none") { value, options throws(UsageError) in
        options.leave = try leave(value)
      },
      summary: "how many last lines stay in the scrollback on leaving (default 10, more when a"
        + " command failed)"
    ),
    OptionDefinition(
      letters: "",
      word: "mouse",
      action: .toggle(\.usesMouse),
      summary: "the wheel scrolls; selecting is then silt's, not the terminal's"
    ),
    OptionDefinition(
      letters: "",
      word: "pty",
      action: .toggle(\.usesTerminal),
      summary: "run the command in a pseudo-terminal (default)",
      negatedSummary: "run the command on one pipe, in a process group of its own"
    ),
    OptionDefinition(
      letters: "h",
      word: "help",
      action: .show(.help),
      summary: "show this help"
    ),
    OptionDefinition(
      letters: "V",
      word: "version",
      action: .show(.version),
      summary: "show the version"
    ),
  ]
}
