import SiltKit

/// How the options' values are read.
extension OptionDefinition {
  /// One of some words, which may be shortened as long as it stays the only one.
  static func keyword(
    _ value: ByteString,
    among words: [String],
    for option: String
  ) throws(UsageError) -> String {
    let candidates = words.filter { !value.bytes.isEmpty && $0.utf8.starts(with: value.bytes) }
    guard candidates.count == 1 else {
      let expected = words.joined(separator: ", ")
      throw UsageError("invalid value \(quoted(value)) for '\(option)'; expected \(expected)")
    }
    return candidates[0]
  }

  /// A height: rows, a share of the screen, or all of it.
  static func height(_ value: ByteString) throws(UsageError) -> HeightChoice {
    if value == "full" { return .full }
    let isShare = value.bytes.last == UInt8(ascii: "%")
    let least = isShare ? 1 : 2
    switch Quantity(value.bytes.dropLast(isShare ? 1 : 0), suffixes: .none) {
    case .number(let number) where number >= least:
      // Nothing is higher than the screen, so a larger number says no more than this one.
      return isShare ? .percent(Int(min(number, 100))) : .rows(Int(min(number, 1 << 30)))
    case .tooLarge:
      throw UsageError("height too large: \(quoted(value)); expected N, N% or full")
    case .number, .notANumber:
      throw UsageError(
        "invalid height: \(quoted(value)); expected N of at least 2, N% of at least 1%, or full"
      )
    }
  }

  /// A number of lines or bytes: `N` or `-N` counted from the end, `+N` from the start.
  static func count(
    _ value: ByteString,
    of unit: String
  ) throws(UsageError) -> (number: UInt64, isFromStart: Bool) {
    let sign = value.bytes.first
    let isFromStart = sign == UInt8(ascii: "+")
    let digits = value.bytes.dropFirst(isFromStart || sign == UInt8(ascii: "-") ? 1 : 0)
    switch Quantity(digits, suffixes: .tail) {
    case .number(let number):
      return (number, isFromStart)
    case .tooLarge:
      throw UsageError("number of \(unit) too large: \(quoted(value)); expected less than 2^64")
    case .notANumber:
      throw UsageError(
        "invalid number of \(unit): \(quoted(value)); expected N or +N, such as 20, +5 or 2K"
      )
    }
  }

  /// A ring's capacity in bytes.
  static func bufferSize(_ value: ByteString) throws(UsageError) -> Int {
    switch Quantity(value.bytes, suffixes: .sizes) {
    case .number(let number) where number >= UInt64(Options.leastBufferSize):
      guard let size = Int(exactly: number) else { fallthrough }
      return size
    case .tooLarge:
      throw UsageError("buffer size too large: \(quoted(value)); expected a size such as 64M")
    case .number, .notANumber:
      throw UsageError(
        "invalid buffer size: \(quoted(value)); expected at least 1M, such as 64M or 2G"
      )
    }
  }

  /// A number of lines around others.
  static func context(_ value: ByteString) throws(UsageError) -> Int {
    switch Quantity(value.bytes, suffixes: .none) {
    case .number(let number): return Int(clamping: number)
    case .tooLarge, .notANumber:
      throw UsageError("invalid context: \(quoted(value)); expected a number of lines, such as 3")
    }
  }

  /// A process's number.
  static func processID(_ value: ByteString) throws(UsageError) -> Int32 {
    if case .number(let number) = Quantity(value.bytes, suffixes: .none),
      let process = Int32(exactly: number), process > 0
    {
      return process
    }
    throw UsageError("invalid PID: \(quoted(value)); expected the number of a process")
  }

  /// A time in seconds, as `strtod` reads numbers.
  static func seconds(_ value: ByteString) throws(UsageError) -> Duration {
    let number = Double(String(decoding: value.bytes, as: UTF8.self))
    guard let number, number >= 0 else {
      throw UsageError(
        "invalid number of seconds: \(quoted(value)); expected at least 0, such as 2 or 0.5"
      )
    }
    // A day is as good as for ever.
    return .seconds(min(number, 86_400))
  }

  /// How many lines stay.
  static func leave(_ value: ByteString) throws(UsageError) -> Options.Leave {
    if value == "all" { return .all }
    if value == "none" { return .lines(0) }
    switch Quantity(value.bytes, suffixes: .none) {
    case .number(let number):
      // No more than all can stay.
      return Int(exactly: number).map { .lines($0) } ?? .all
    case .tooLarge:
      throw UsageError("number of lines too large: \(quoted(value)); expected N, all or none")
    case .notANumber:
      throw UsageError("invalid value \(quoted(value)) for '--leave'; expected N, all or none")
    }
  }
}
