/// Which code points are one letter in different cases.
///
/// Unicode's simple case folding, as far as the mappings of single code points tell it: two letters
/// are the same when their capitals, or the small letters of these, are.
enum CaseFolding {
  /// Letters beyond ASCII whose other case is within: KELVIN SIGN and LATIN SMALL LETTER LONG S.
  static let kelvin: UInt32 = 0x212A
  static let longS: UInt32 = 0x17F
  /// Folds to `i` in Turkish only.
  private static let dotlessI: UInt32 = 0x131

  /// The other cases of a code point that its own mappings lead to.
  static func variants(of value: UInt32) -> [UInt32] {
    if value < 0x80 {
      return isLetter(value) ? [value ^ 0x20] : []
    }
    guard value != dotlessI else { return [] }
    let small = lower(value)
    let capital = upper(value)
    return [small, capital, lower(capital), upper(small)].filter { $0 != value }
  }

  /// The letters whose own mappings lead to one of ASCII.
  static func variantsBeyondASCII(of value: UInt32) -> [UInt32] {
    switch value | 0x20 {
    case 0x6B where isLetter(value): [kelvin]
    case 0x73 where isLetter(value): [longS]
    default: []
    }
  }

  /// Whether a code point is a letter in upper case.
  static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isUppercase || scalar.properties.generalCategory == .titlecaseLetter
  }

  private static func isLetter(_ value: UInt32) -> Bool {
    (0x61...0x7A).contains(value | 0x20)
  }

  private static func lower(_ value: UInt32) -> UInt32 {
    single(value, \.lowercaseMapping)
  }

  private static func upper(_ value: UInt32) -> UInt32 {
    single(value, \.uppercaseMapping)
  }

  /// A mapping, or the code point itself where that gives several.
  private static func single(
    _ value: UInt32,
    _ mapping: KeyPath<Unicode.Scalar.Properties, String>
  ) -> UInt32 {
    guard let scalar = Unicode.Scalar(value) else { return value }
    let mapped = scalar.properties[keyPath: mapping].unicodeScalars
    guard let first = mapped.first, mapped.count == 1 else { return value }
    return first.value
  }
}
