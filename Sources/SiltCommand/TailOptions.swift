/// What a call under the name `tail` asks for.
struct TailOptions: Equatable, Sendable {
  enum Unit: Hashable, Sendable {
    case lines
    case bytes
  }

  /// What is followed once a file is open.
  enum FollowMode: Hashable, Sendable {
    case descriptor
    case name
  }

  /// What was asked for.
  enum Request: Equatable {
    case help
    case version
    case run(TailOptions)
  }

  /// The names as given, `-` for standard input among them; standard input alone where none was.
  var names: [ByteString] = []
  /// How many lines or bytes; from the start, the first that is printed, from 1.
  var count: UInt64 = 10
  var unit = Unit.lines
  /// Whether is counted from the start.
  var isFromStart = false
  /// What ends a line.
  var delimiter = UInt8(ascii: "\n")
  var follows = false
  var followMode = FollowMode.descriptor
  /// Whether what cannot be opened is tried again.
  var retries = false
  /// The processes that write; following ends when all of them are gone, if any are given.
  var writers: [Int32] = []
  /// The seconds between two looks where nothing is told; maybe infinite.
  var sleepInterval = 1.0
  var headers = HeaderChoice.ofSeveral
  /// After how many looks at an unchanged file its name is looked at, where nothing is told.
  var unchangedLimit: UInt64 = 5
  /// Whether the system's file events are used where they can be.
  var usesEvents = true
  /// Whether standard input and files are read as pipes are.
  var takesInputForPipes = false
  /// Whether it says how it follows.
  var explains = false

  /// Whether a name's header is written.
  var showsHeaders: Bool { headers.showsHeaders(ofFiles: names.count) }

  /// Where a stream or file begins.
  var begin: Options.Begin {
    switch (unit, isFromStart) {
    case (.lines, false): .lastLines(count)
    case (.lines, true): .line(max(count, 1))
    case (.bytes, false): .lastBytes(count)
    case (.bytes, true): .byte(max(count, 1))
    }
  }

  /// Takes away what has no effect, and says so.
  ///
  /// - Returns: The warnings.
  mutating func settle() -> [String] {
    var warnings: [String] = []
    if retries && !follows {
      retries = false
      warnings.append("warning: --retry ignored; --retry is useful only when following")
    } else if retries && followMode == .descriptor {
      warnings.append("warning: --retry only effective for the initial open")
    }
    if !writers.isEmpty && !follows {
      warnings.append("warning: PID ignored; --pid=PID is useful only when following")
    }
    return warnings
  }
}

/// A mistake in how `tail` was called.
struct TailUsageError: Error, Equatable {
  /// The line without `tail: ` in front and without its end.
  var message: ByteString
  /// The lines below it.
  var details: [String] = []
  /// Whether a last line points to `--help`.
  var pointsToHelp = true

  init(_ before: String, _ subject: ByteString = "", _ after: String = "") {
    message = ByteString(Array(before.utf8) + subject.bytes + Array(after.utf8))
  }

  /// A value that is none, which has no pointer to `--help`.
  ///
  /// - Parameters:
  ///   - what: What it should be.
  ///   - value: What it is.
  ///   - reason: What is wrong with it, behind a colon, or nothing.
  /// - Returns: The mistake.
  static func invalid(_ what: String, _ value: ByteString, reason: String = "") -> Self {
    var error = Self("invalid \(what): ", ShellQuoting.ofLocale.value(value), reason)
    error.pointsToHelp = false
    return error
  }

  /// A number that is none.
  static func invalid(_ what: String, _ value: ByteString, _ mistake: TailNumber.Mistake) -> Self {
    let reason = mistake == .tooLarge ? ": Value too large for defined data type" : ""
    return invalid(what, value, reason: reason)
  }
}
