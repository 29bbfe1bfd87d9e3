internal import SiltText

/// The help in the region: the keys that work, in as many rows as there are, scrolled when there are
/// more than the region has.
struct HelpScreen: Hashable, Sendable {
  /// The first row that shows.
  private(set) var top = 0

  private let keys: [Entry]

  private struct Entry: Hashable, Sendable {
    var keys: String
    var action: String

    init(_ keys: String, _ action: String) {
      self.keys = keys
      self.action = action
    }
  }

  /// Creates the help, its first row on top.
  ///
  /// - Parameter arrows: What the arrow keys are called.
  init(arrows: Signs.Arrows) {
    keys = [
      Entry("j \(arrows.down) Enter   k \(arrows.up) y", "a row down, up"),
      Entry("Enter", "at the bottom, following: a marker"),
      Entry("Space f PgDn   b PgUp", "a page down, up"),
      Entry("d   u", "half a page down, up"),
      Entry("g < Home   G > End", "first line; last line, and follow"),
      Entry("F Ctrl-Q   Ctrl-S", "follow; pause where it is"),
      Entry("q Q ZZ", "leave"),
      Entry("h", "this help; any other key closes it"),
      Entry("100g   50%", "line 100; half of the bytes"),
      Entry("\(arrows.right)   \(arrows.left)", "sideways, when lines are cut"),
      Entry("ma   'a", "mark the bottom line, go there"),
      Entry("S   L", "wrap or cut long lines; line numbers"),
      Entry("t", "what was overwritten in a line, or not"),
      Entry("= Ctrl-G", "position, size"),
      Entry("s", "save all lines; Esc cancels"),
      Entry("Tab", "inline, full"),
      Entry("r Ctrl-L", "repaint"),
      Entry("Ctrl-Z", "stop; fg goes on"),
      Entry("Ctrl-C", "interrupt"),
    ]
  }

  /// Moves by rows, as far as there are some.
  ///
  /// - Parameters:
  ///   - rows: How many rows down; up when below 0.
  ///   - height: The rows that show.
  mutating func scroll(by rows: Int, height: Int) {
    top = max(0, min(top + rows, keys.count - height))
  }

  /// Whether there are rows above the first one that shows.
  var continuesAbove: Bool { top > 0 }

  /// Whether there are rows below those that show.
  ///
  /// - Parameter height: The rows that show.
  /// - Returns: The answer.
  func continuesBelow(height: Int) -> Bool { top + height < keys.count }

  /// The rows that show.
  ///
  /// - Parameters:
  ///   - height: How many at the most.
  ///   - columns: The text columns.
  ///   - ambiguousIsWide: Whether East Asian ambiguous characters take 2 cells.
  /// - Returns: At most `height` rows.
  func rows(height: Int, columns: Int, ambiguousIsWide: Bool) -> [StyledRow] {
    let room = keys.map { StyledRow.columns(of: $0.keys) }.max() ?? 0
    // A narrow pane gives the explanation its place right behind the keys.
    let place = room + 2 + 20 <= columns ? room + 2 : 0
    return keys.dropFirst(top).prefix(height).map { entry in
      var row = StyledRow()
      row.append(
        text: entry.keys,
        style: Style(attributes: .bold),
        maxColumns: columns,
        ambiguousIsWide: ambiguousIsWide
      )
      let start = max(place, row.columns + 2)
      row.append(
        text: entry.action,
        maxColumns: max(columns - start, 0),
        at: start,
        ambiguousIsWide: ambiguousIsWide
      )
      return row
    }
  }
}
