/// A number with a suffix for its unit, as users of `tail` and `dd` write it.
enum Quantity: Equatable {
  case number(UInt64)
  case notANumber
  case tooLarge

  /// Which suffixes a number may have.
  enum Suffixes {
    /// None.
    case none
    /// `K`, `M` and `G`, in capitals or not, for powers of 1024.
    case sizes
    /// Those of `tail`: `b` for 512, `kB` for 1000, `K` and `KiB` for 1024, and so on to `Y`.
    case tail

    /// The factors that a suffix stands for.
    ///
    /// - Parameter suffix: What follows the digits.
    /// - Returns: A base and how often it is to be multiplied, or nothing for an unknown suffix.
    func factors(of suffix: String) -> (base: UInt64, power: Int)? {
      if suffix.isEmpty { return (1, 0) }
      switch self {
      case .none:
        return nil
      case .sizes:
        return "KMG".powers(of: suffix.uppercased()).map { (1024, $0) }
      case .tail:
        if suffix == "b" { return (512, 1) }
        let letter = String(suffix.prefix(1))
        let unit = letter == "k" || letter == "m" ? letter.uppercased() : letter
        guard let power = "KMGTPEZY".powers(of: unit) else { return nil }
        switch suffix.dropFirst() {
        case "", "iB": return (1024, power)
        case "B", "D": return (1000, power)
        default: return nil
        }
      }
    }
  }

  /// Reads a number: decimal digits and at most one suffix.
  ///
  /// - Parameters:
  ///   - text: The bytes as typed.
  ///   - suffixes: Which suffixes are known.
  init(_ text: some Collection<UInt8>, suffixes: Suffixes) {
    let digits = text.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let suffix = String(decoding: text.dropFirst(digits.count), as: UTF8.self)
    guard !digits.isEmpty, let (base, power) = suffixes.factors(of: suffix) else {
      self = .notANumber
      return
    }
    var number: UInt64 = 0
    var isTooLarge = false
    func apply(_ result: (partialValue: UInt64, overflow: Bool)) {
      number = result.partialValue
      isTooLarge = isTooLarge || result.overflow
    }
    for digit in digits {
      apply(number.multipliedReportingOverflow(by: 10))
      apply(number.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0"))))
    }
    for _ in 0..<power {
      apply(number.multipliedReportingOverflow(by: base))
    }
    self = isTooLarge ? .tooLarge : .number(number)
  }
}

extension String {
  /// Where a letter stands among these, from 1.
  fileprivate func powers(of letter: String) -> Int? {
    guard letter.count == 1, let index = firstIndex(of: Character(letter)) else { return nil }
    return distance(from: startIndex, to: index) + 1
  }
}
