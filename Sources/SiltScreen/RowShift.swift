import SiltText

/// A move of neighbouring rows up or down among themselves.
struct RowShift: Hashable {
  /// The rows that take part.
  var rows: Range<Int>
  /// How many rows each moves; as many become blank at the other end.
  var distance: Int
  /// Whether rows move up.
  var isUp: Bool

  private init(rows: Range<Int>, distance: Int, isUp: Bool) {
    self.rows = rows
    self.distance = distance
    self.isUp = isUp
  }

  /// The rows from the first to the last that differs; `nil` when none does.
  static func changedRows(from old: [StyledRow], to new: [StyledRow]) -> Range<Int>? {
    guard let first = new.indices.first(where: { old[$0] != new[$0] }),
      let last = new.indices.last(where: { old[$0] != new[$0] })
    else { return nil }
    return first..<last + 1
  }

  /// Finds the shift after which the most text is in its place; `nil` when none is better than to
  /// leave the rows where they are.
  ///
  /// Rows are compared by their hashes, so this is a good guess and no proof.
  ///
  /// - Complexity: O(*n*²) comparisons of hashes, where *n* is the number of rows.
  init?(from old: [StyledRow], to new: [StyledRow], in rows: Range<Int>) {
    guard rows.count > 1 else { return nil }
    if let distance = Self.scroll(from: old, to: new, in: rows) {
      self.init(rows: rows, distance: distance, isUp: true)
      return
    }
    let oldHashes = ContiguousArray(old[rows].map(\.hashValue))
    let newHashes = ContiguousArray(new[rows].map(\.hashValue))
    // What it costs, about, to write a row: nothing that is blank needs a shift.
    let costs = ContiguousArray(new[rows].map { $0.utf8.count + 8 * $0.runs.count })
    func saved(_ offset: Int) -> Int {
      var saved = 0
      for index in max(0, -offset)..<min(rows.count, rows.count - offset)
      where newHashes[index] == oldHashes[index + offset] {
        saved += costs[index]
      }
      return saved
    }
    var best = (offset: 0, saved: saved(0))
    for distance in 1..<rows.count {
      for offset in [distance, -distance] {
        let saved = saved(offset)
        if saved > best.saved {
          best = (offset, saved)
        }
      }
    }
    guard best.offset != 0 else { return nil }
    self.init(rows: rows, distance: abs(best.offset), isUp: best.offset > 0)
  }

  /// How far all rows moved up but the new ones and the last one, which tells of the others: what a
  /// frame of a growing log does.
  ///
  /// - Returns: The distance; nil when less than half of them moved so.
  private static func scroll(
    from old: [StyledRow],
    to new: [StyledRow],
    in rows: Range<Int>
  ) -> Int? {
    (1..<max(1, rows.count / 2)).first { distance in
      (rows.lowerBound..<rows.upperBound - 1 - distance).allSatisfy {
        new[$0] == old[$0 + distance]
      }
    }
  }

  /// The rows as they stand after the shift.
  func applied(to old: [StyledRow]) -> [StyledRow] {
    let blank = repeatElement(StyledRow(), count: distance)
    var moved = old
    if isUp {
      moved.replaceSubrange(rows, with: old[rows].dropFirst(distance) + blank)
    } else {
      moved.replaceSubrange(rows, with: blank + old[rows].dropLast(distance))
    }
    return moved
  }
}
