import SiltText

extension VirtualScreen {
  /// The status row, while a region shows: the last row that is not blank.
  package var status: String { text.last { !$0.isEmpty } ?? "" }

  /// The first words of the log rows, in a region that ends at the screen's bottom.
  ///
  /// The signs in the gutter do not matter to most tests.
  package func logWords(count: Int) -> [String] {
    text.dropLast().suffix(count).map { $0.split(separator: " ").first.map(String.init) ?? "" }
  }

  /// The row above the status row, without the gutter's sign.
  package var bottomLogRow: String {
    guard let index = text.lastIndex(where: { !$0.isEmpty }), index > 0 else { return "" }
    return text[index - 1].trimmingSuffix { $0 == "▲" || $0 == "▼" || $0 == " " }
  }

  /// Everything that a program must leave as it was; empty when it did.
  package var traces: [String] {
    let traces: [(String, Bool)] = [
      ("the cursor is hidden", !isCursorVisible),
      ("the alternate screen is shown", isAlternate),
      ("autowrap is off", !isAutowrapOn),
      ("bracketed paste is on", isBracketedPasteOn),
      ("the mouse is tracked", isMouseTracked),
      ("the wheel sends arrows", isAlternateScrollOn),
      ("an update is open", isSynchronized),
      ("a style is set", style != .plain),
    ]
    return traces.filter(\.1).map(\.0) + unexpected
  }
}

extension StringProtocol {
  /// The text without the characters at its end that satisfy a condition.
  package func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    guard let last = lastIndex(where: { !isTrimmed($0) }) else { return "" }
    return String(self[...last])
  }
}
