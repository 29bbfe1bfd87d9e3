/// One row of a screen as a value: printable UTF-8 and the runs of style that it is made of.
///
/// A row holds nothing that a terminal would act on: no control, no escape sequence, no invalid
/// UTF-8. Whoever appends to it answers for that; `TextLayout` and `inert(_:)` make such text.
/// Cells that no run covers are blank.
package struct StyledRow: Hashable, Sendable {
  /// Neighbouring cells of one style.
  package struct Run: Hashable, Sendable {
    package var style: Style
    /// The first cell's column, from 0.
    package var column: Int
    /// How many cells the run takes.
    package var columns: Int
    /// How many bytes of the row's text belong to the run.
    package var utf8Count: Int
    /// Whether terminals disagree on the width of the run's last cluster, so that what follows has
    /// to be placed by its column.
    ///
    /// A doubtful cluster is always the last of its run.
    package var isDoubtful: Bool
  }

  /// The text of all runs, one after the other.
  package private(set) var utf8: ContiguousArray<UInt8> = []
  /// The runs from left to right; they never overlap.
  package private(set) var runs: ContiguousArray<Run> = []

  /// Creates a blank row.
  package init() {}

  /// The column after the last cell that is not blank.
  package var columns: Int {
    guard let last = runs.last else { return 0 }
    return last.column + last.columns
  }

  /// Appends printable text, one or more whole clusters.
  ///
  /// - Parameters:
  ///   - text: UTF-8 without a control or an escape sequence.
  ///   - columns: The cells that the text takes.
  ///   - style: How it looks.
  ///   - column: Where it begins; by default where the row ends. A gap is blank.
  ///   - isDoubtful: Whether terminals disagree on the width of its last cluster.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package mutating func append(
    _ text: some Sequence<UInt8>,
    columns: Int,
    style: Style = .plain,
    at column: Int? = nil,
    isDoubtful: Bool = false
  ) {
    let before = utf8.count
    utf8.append(contentsOf: text)
    appendRun(utf8.count - before, columns, style, column, isDoubtful)
  }

  /// Appends printable text, one or more whole clusters; parameters as for a sequence.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package mutating func append(
    _ text: Span<UInt8>,
    columns: Int,
    style: Style = .plain,
    at column: Int? = nil,
    isDoubtful: Bool = false
  ) {
    utf8.append(text)
    appendRun(text.count, columns, style, column, isDoubtful)
  }

  /// Gives the text just appended its run, the last one if that has its style and goes on there.
  private mutating func appendRun(
    _ utf8Count: Int,
    _ columns: Int,
    _ style: Style,
    _ column: Int?,
    _ isDoubtful: Bool
  ) {
    let end = self.columns
    let column = column ?? end
    precondition(column >= end, "runs of a row overlap")
    if column == end, let last = runs.indices.last, !runs[last].isDoubtful,
      runs[last].style == style
    {
      runs[last].columns += columns
      runs[last].utf8Count += utf8Count
      runs[last].isDoubtful = isDoubtful
    } else {
      runs.append(
        Run(
          style: style,
          column: column,
          columns: columns,
          utf8Count: utf8Count,
          isDoubtful: isDoubtful
        )
      )
    }
  }

  /// Appends another row's cells.
  ///
  /// - Parameters:
  ///   - row: The row to append.
  ///   - column: Where its column 0 comes to stand.
  /// - Complexity: O(*n*), where *n* is the length of that row's text.
  package mutating func append(_ row: StyledRow, at column: Int) {
    var start = row.utf8.startIndex
    for run in row.runs {
      let end = start + run.utf8Count
      append(
        row.utf8[start..<end],
        columns: run.columns,
        style: run.style,
        at: column + run.column,
        isDoubtful: run.isDoubtful
      )
      start = end
    }
  }
}
