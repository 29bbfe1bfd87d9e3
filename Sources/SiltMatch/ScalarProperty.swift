/// A class of code points that has a name.
enum ScalarProperty: Hashable, Sendable {
  /// Letters, marks, decimal digits and what connects words: `\w`, and what `\b` looks at.
  case word
  /// Decimal digits of any script: `\d`.
  case decimal
  /// White space: `\s`.
  case space
  case letter
  case letterOrDigit
  case capital
  case small
  case punctuation
  case control
  case graphic
  case printable
  case blank

  func contains(_ value: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return false }
    let properties = scalar.properties
    switch self {
    case .word:
      if properties.isAlphabetic { return true }
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
        return true
      default:
        return properties.isJoinControl
      }
    case .decimal: return properties.generalCategory == .decimalNumber
    case .space: return properties.isWhitespace
    case .letter: return properties.isAlphabetic
    case .letterOrDigit:
      return properties.isAlphabetic || properties.generalCategory == .decimalNumber
    case .capital: return properties.isUppercase
    case .small: return properties.isLowercase
    case .punctuation: return isPunctuation(scalar)
    case .control: return properties.generalCategory == .control
    case .graphic: return isGraphic(scalar)
    case .printable: return isGraphic(scalar) || properties.generalCategory == .spaceSeparator
    case .blank: return value == 0x09 || properties.generalCategory == .spaceSeparator
    }
  }

  private func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      true
    default:
      false
    }
  }

  private func isGraphic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      false
    default:
      true
    }
  }
}
