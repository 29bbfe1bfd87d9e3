internal import SiltText

/// The rows of lines that do not change any more, as they were laid out.
///
/// A frame shows again most of what the last one did. And a screen of long lines may need more blocks
/// of history than are held at a time: each line needs its blocks only once, so that, asked for one
/// after the other, the rows of any screen come together, in memory that is bounded by what a screen
/// shows.
struct RowMemo {
  /// What a region of 1,000 rows needs, and a move over it: so many numbers.
  private static let startsCapacity = 1 << 14
  /// Lines with more rows than a region have but a part of them shown: they are the first and the last
  /// of a region, so that their blocks can be held all the time.
  private static let mostStarts = 1 << 11
  /// The bytes of a screen's rows, colours included: a row of 200 columns with 20 colours takes about
  /// 1 KiB.
  private static let rowsCapacity = 1 << 20

  /// What an array takes beside its elements, about.
  private static let arrayBytes = 48

  struct Line: Hashable {
    var position: Position
    /// How many bytes of it are shown; nil for all.
    var limit: Int?
  }

  private struct Stretch: Hashable {
    var line: Line
    var range: Range<Int>
  }

  private var layout: TextLayout?
  private var starts = RecentMap<Line, ContiguousArray<Int>>(capacity: startsCapacity)
  private var rows = RecentMap<Stretch, ContiguousArray<StyledRow>>(capacity: rowsCapacity)

  /// Forgets what was laid out in another way.
  private mutating func use(_ layout: TextLayout) {
    guard layout != self.layout else { return }
    self.layout = layout
    starts.removeAll()
    rows.removeAll()
  }

  mutating func starts(of line: Line, for layout: TextLayout) -> ContiguousArray<Int>? {
    use(layout)
    return starts.value(of: line)
  }

  mutating func keep(_ starts: ContiguousArray<Int>, of line: Line) {
    guard starts.count <= Self.mostStarts else { return }
    self.starts.insert(starts, for: line, cost: starts.count + 4)
  }

  mutating func rows(
    of line: Line,
    in range: Range<Int>,
    for layout: TextLayout
  ) -> ContiguousArray<StyledRow>? {
    use(layout)
    return rows.value(of: Stretch(line: line, range: range))
  }

  mutating func keep(_ rows: ContiguousArray<StyledRow>, of line: Line, in range: Range<Int>) {
    let entry = 3 * MemoryLayout<Stretch>.stride + Self.arrayBytes
    let cost = rows.reduce(entry) { sum, row in
      let own = MemoryLayout<StyledRow>.stride + 2 * Self.arrayBytes + row.utf8.count
      return row.runs.reduce(sum + own) { sum, run in
        sum + MemoryLayout<StyledRow.Run>.stride + (run.style.link?.body.count ?? 0)
      }
    }
    self.rows.insert(rows, for: Stretch(line: line, range: range), cost: cost)
  }
}
