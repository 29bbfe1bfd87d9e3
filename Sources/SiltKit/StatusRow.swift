internal import SiltCore
package import SiltText

/// The last row of the region: what is watched, how it is doing, and what is new.
package struct StatusRow: Hashable, Sendable {
  /// The name, as bytes of anyone's making.
  package var name: ContiguousArray<UInt8>
  package var state: String
  /// What is new while the view is paused.
  package var news: String?
  /// What stands at the right end.
  package var right: String?
  /// Whether the right end is a hint for who sees it the first time.
  package var rightIsHint = false
  /// A message takes the place of everything.
  package var message: String?

  /// Creates a status.
  ///
  /// - Parameters:
  ///   - name: What is watched.
  ///   - state: How it is doing.
  package init(name: ContiguousArray<UInt8>, state: String) {
    self.name = name
    self.state = state
  }

  private static let gap = 2

  /// The row for a width: the right side goes first, then the name is cut, then the news goes, and
  /// the state last.
  ///
  /// - Parameters:
  ///   - columns: The text columns, at least 1.
  ///   - ambiguousIsWide: Whether East Asian ambiguous characters take 2 cells.
  /// - Returns: A row of no more columns.
  package func row(columns: Int, ambiguousIsWide: Bool) -> StyledRow {
    var row = StyledRow()
    if let message {
      row.append(text: message, maxColumns: columns, ambiguousIsWide: ambiguousIsWide)
      return row
    }
    func width(_ text: String?) -> Int {
      text.map { StyledRow.columns(of: $0, ambiguousIsWide: ambiguousIsWide) } ?? 0
    }
    let fixed = width(state)
    var news = news
    if let text = news, fixed + Self.gap + width(text) > columns { news = nil }
    let rest = fixed + (news == nil ? 0 : Self.gap + width(news))
    let nameRoom = columns - rest - Self.gap
    if nameRoom > 0 {
      row.append(
        text: name.span,
        style: Style(attributes: .bold),
        maxColumns: nameRoom,
        ambiguousIsWide: ambiguousIsWide
      )
    }
    append(state, to: &row, columns: columns, ambiguousIsWide: ambiguousIsWide)
    if let news {
      let style = Style(attributes: .bold)
      append(news, style, to: &row, columns: columns, ambiguousIsWide: ambiguousIsWide)
    }
    let start = columns - width(right)
    if let right, start >= row.columns + Self.gap {
      row.append(
        text: right,
        style: rightIsHint ? .dim : .plain,
        maxColumns: columns - start,
        at: start,
        ambiguousIsWide: ambiguousIsWide
      )
    }
    return row
  }

  private func append(
    _ text: String,
    _ style: Style = .plain,
    to row: inout StyledRow,
    columns: Int,
    ambiguousIsWide: Bool
  ) {
    let start = row.columns == 0 ? 0 : row.columns + Self.gap
    row.append(
      text: text,
      style: style,
      maxColumns: max(columns - start, 0),
      at: start,
      ambiguousIsWide: ambiguousIsWide
    )
  }
}

/// A rate of lines for people: `850/s`, `1.2k/s`, `3.4M/s`.
package func rateText(_ rate: Int) -> String {
  func scaled(_ unit: Int, _ letter: String) -> String {
    // Rounded down: a rate is never shown as more than it was.
    let tenths = rate / (unit / 10)
    return tenths < 1000 ? "\(tenths / 10).\(tenths % 10)\(letter)/s" : "\(tenths / 10)\(letter)/s"
  }
  return switch rate {
  case ..<1000: "\(rate)/s"
  case ..<1_000_000: scaled(1000, "k")
  default: scaled(1_000_000, "M")
  }
}

/// A number of bytes for people: `812 B`, `9.3 GiB`.
package func sizeText(_ bytes: Int) -> String {
  guard bytes >= 1024 else { return "\(bytes) B" }
  var names = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"][...]
  var unit = 1024
  while bytes / unit >= 1024 {
    unit *= 1024
    names.removeFirst()
  }
  // Rounded down: a size is never shown as more than it was.
  let tenths = bytes / (unit / 1024) * 10 / 1024
  return "\(tenths / 10).\(tenths % 10) \(names.first ?? "")"
}

/// Text of anyone's making as text that is safe anywhere.
func inertText(_ bytes: ContiguousArray<UInt8>) -> String {
  String(decoding: inert(bytes.span), as: UTF8.self)
}

/// Text of anyone's making as text that is safe anywhere.
func inertText(_ text: String) -> String { inertText(ContiguousArray(text.utf8)) }

/// A number of lines for people: `1 line`, `12,345 lines`.
package func lineCountText(_ count: Int) -> String {
  count == 1 ? "1 line" : "\(count.groupedByThousands) lines"
}
