internal import SiltScreen
internal import SiltText

/// A line that is typed in the status row.
struct Prompt: Hashable, Sendable {
  /// What a key made of it.
  enum Progress: Hashable, Sendable {
    case typing
    /// Enter was pressed.
    case entered
    /// Esc was pressed.
    case cancelled
  }

  /// More than this many scalars are not taken: no name and no pattern is as long.
  static let limit = 4096

  /// What stands in front of the text.
  let label: String
  private(set) var text: String

  /// Begins to ask.
  ///
  /// - Parameters:
  ///   - label: What is asked for.
  ///   - text: What is typed already.
  init(_ label: String, text: String = "") {
    self.label = label
    self.text = text
  }

  /// Takes in a key; those that mean nothing here do nothing.
  mutating func pressed(_ key: Key) -> Progress {
    switch (key.modifiers.subtracting(.shift), key.code) {
    case ([], .enter): return .entered
    case ([], .escape): return .cancelled
    case ([], .backspace), (.control, .character("h")): _ = text.popLast()
    case (.control, .character("u")): text = ""
    case ([], .character(let scalar)): type(scalar)
    default: break
    }
    return .typing
  }

  /// Takes in text that was pasted, up to its first line's end.
  mutating func pasted(_ bytes: [UInt8]) {
    let line = bytes.prefix { $0 != 10 && $0 != 13 }
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars { type(scalar) }
  }

  private mutating func type(_ scalar: Unicode.Scalar) {
    // Nobody types a control character, and none of them can be seen.
    guard scalar.properties.generalCategory != .control, text.unicodeScalars.count < Self.limit
    else { return }
    text.unicodeScalars.append(scalar)
  }

  /// The row, with a cursor of its own: where others write to the terminal its cursor is not ours.
  ///
  /// Of what is too long the end shows.
  ///
  /// - Parameters:
  ///   - columns: The text columns, at least 1.
  ///   - ambiguousIsWide: Whether East Asian ambiguous characters take 2 cells.
  /// - Returns: A row of no more columns.
  func row(columns: Int, ambiguousIsWide: Bool) -> StyledRow {
    var row = StyledRow()
    var shown = Substring(label + text)
    // No character takes less than a cell but one that stands alone, so the rest is enough.
    shown = shown.suffix(columns)
    while !shown.isEmpty {
      row = StyledRow()
      let fits = row.append(
        text: String(shown),
        maxColumns: columns - 1,
        ambiguousIsWide: ambiguousIsWide
      )
      if fits { break }
      row = StyledRow()
      shown = shown.dropFirst()
    }
    row.append(" ".utf8, columns: 1, style: Style(attributes: .reverse), at: row.columns)
    return row
  }
}
