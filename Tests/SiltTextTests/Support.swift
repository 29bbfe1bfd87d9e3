@testable import SiltText

/// Lays out a line given as text.
func rows(_ line: String, columns: Int = 80, _ change: (inout TextLayout) -> Void = { _ in })
  -> ContiguousArray<StyledRow>
{
  rows(bytes: ContiguousArray(line.utf8), columns: columns, change)
}

/// Lays out a line given as bytes.
func rows(
  bytes: ContiguousArray<UInt8>,
  columns: Int = 80,
  _ change: (inout TextLayout) -> Void = { _ in }
) -> ContiguousArray<StyledRow> {
  var layout = TextLayout(columns: columns)
  change(&layout)
  return layout.rows(bytes.span).rows
}

/// The texts of the rows of a line.
func texts(
  _ line: String,
  columns: Int = 80,
  _ change: (inout TextLayout) -> Void = { _ in }
) -> [String] {
  rows(line, columns: columns, change).map(\.text)
}

/// The text of the one row of a line.
func text(_ line: String) -> String {
  texts(line, columns: 1_000).joined(separator: "\n")
}

/// The text of the one row of a line given as bytes.
func text(bytes: ContiguousArray<UInt8>) -> String {
  rows(bytes: bytes, columns: 1_000).map(\.text).joined(separator: "\n")
}

extension StyledRow {
  /// The row's text.
  var text: String { String(decoding: utf8, as: UTF8.self) }

  /// Each run's text and style.
  var pieces: [Piece] {
    var start = utf8.startIndex
    return runs.map { run in
      defer { start += run.utf8Count }
      return Piece(
        String(decoding: utf8[start..<start + run.utf8Count], as: UTF8.self),
        run.style
      )
    }
  }
}

/// Text of one style.
struct Piece: Hashable, CustomStringConvertible {
  var text: String
  var style: Style

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  var description: String { "\(text.debugDescription) \(style)" }
}
