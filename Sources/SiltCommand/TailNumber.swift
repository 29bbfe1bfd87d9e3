#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// How `tail` reads the numbers of its options.
enum TailNumber {
  /// Why a number is none.
  enum Mistake: Error, Equatable {
    case notANumber
    /// It is larger than its type, or than a maximum beyond half of it.
    case tooLarge
  }

  /// Reads a whole number: blanks, a plus sign, digits, and at most one suffix, which alone is 1 of
  /// it.
  ///
  /// - Parameters:
  ///   - text: The bytes as typed.
  ///   - suffixes: Which suffixes are known.
  ///   - maximum: The largest number there can be.
  /// - Returns: The number.
  /// - Throws: What is wrong with it.
  static func whole(
    _ text: some Collection<UInt8>,
    suffixes: Quantity.Suffixes = .none,
    maximum: UInt64 = .max
  ) throws(Mistake) -> UInt64 {
    let blanks = Set(" \t\n\u{b}\u{c}\r".utf8)
    var rest = Array(text.drop { blanks.contains($0) })[...]
    let isSigned = rest.first == UInt8(ascii: "+")
    if isSigned { rest.removeFirst() }
    let hasDigits = rest.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
    // Only a suffix that stands for itself may be without a number: no blank, no sign, no nothing.
    let isSuffix = !hasDigits && rest.count == text.count && !rest.isEmpty
    switch Quantity(isSuffix ? [UInt8(ascii: "1")] + rest : rest, suffixes: suffixes) {
    case .number(let number) where number <= maximum: return number
    case .number, .tooLarge: throw .tooLarge
    case .notANumber: throw .notANumber
    }
  }

  /// Reads a number of seconds, as `strtod` reads numbers.
  ///
  /// - Returns: At least 0 and maybe infinite; nil where it is no such number.
  static func seconds(_ text: ByteString) -> Double? {
    let number = unsafe text.withCString { start -> Double? in
      var end: UnsafeMutablePointer<CChar>?
      errno = 0
      let value = unsafe strtod(start, &end)
      guard let end = unsafe end, unsafe UnsafePointer(end) != start, unsafe end.pointee == 0
      else { return nil }
      // What is too small is 0, but what is too large was meant otherwise.
      return value != 0 && errno == ERANGE ? nil : value
    }
    // Not a number is not at least 0.
    return number.flatMap { $0 >= 0 ? $0 : nil }
  }
}
