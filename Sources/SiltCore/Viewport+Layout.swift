extension Viewport {
  /// A row of the region that shows content.
  package struct Row: Hashable, Sendable {
    package var place: Place
    /// Which of the place's rows it is.
    package var row: Int
    /// How many bytes of the line are shown; nil for all.
    package var limit: Int?
  }

  /// Which row stands where.
  package struct Layout: Hashable, Sendable {
    /// The rows with content, from top to bottom; they stand at the bottom of the region.
    package var shown: ContiguousArray<Row> = []
    /// How many blank rows stand above them: `max(rows - content's rows, 0)`.
    package var topInset = 0
    /// Content goes on above the first row.
    package var continuesAbove = false
    /// Content goes on below the last row.
    package var continuesBelow = false
    /// What the rows still blank wait for.
    package var want: Want?
  }

  /// Lays out the rows that show, from the bottom upward, until the region is full.
  ///
  /// - Parameters:
  ///   - content: What the view looks at.
  ///   - budget: How many bytes may be looked at.
  /// - Returns: The rows.
  /// - Complexity: O(*r*), where *r* is the number of the region's rows.
  package func layout<C: Content>(of content: inout C, budget: inout Int) -> Layout {
    var layout = Layout(topInset: rows)
    guard rows > 0 else { return layout }
    var limit: Limit?
    if case .paused(let pause) = mode { limit = pause.limit }
    var walk = Walk(limit: limit)
    let bottom: Cursor
    switch walk.cursor(of: self, on: &content, budget: &budget) {
    case .stopped(let want):
      layout.want = want
      return layout
    case .at(let cursor): bottom = cursor
    }
    if case .paused = mode {
      // A line that grew since, and what cannot be answered yet, counts as going on.
      switch walk.isEnd(bottom, on: &content, budget: &budget) {
      case .yes: layout.continuesBelow = grew(since: limit, on: content) || content.footerRows > 0
      case .no, .stopped: layout.continuesBelow = true
      }
    }
    var reversed: ContiguousArray<Row> = []
    if isFollowing {
      for row in (0..<content.footerRows).suffix(rows).reversed() {
        reversed.append(Row(place: .footer, row: row))
      }
    }
    var cursor = bottom
    while bottom.place != .top {
      if reversed.count == rows {
        layout.continuesAbove = true
        break
      }
      var limit: Int?
      if case .item(let item) = cursor.place { limit = walk.limit(of: item) }
      reversed.append(Row(place: cursor.place, row: cursor.row, limit: limit))
      let isFull = reversed.count == rows
      if cursor.row > 0 {
        if isFull {
          layout.continuesAbove = true
          break
        }
        cursor.row -= 1
        continue
      }
      let above = walk.above(cursor.place, on: &content, budget: &budget)
      if case .end = above { break }
      layout.continuesAbove = isFull
      if isFull { break }
      switch above {
      case .place(let place):
        switch walk.lastRow(of: place, on: &content) {
        case .at(let last):
          cursor = last
          continue
        case .stopped(let want): layout.want = want
        }
      case .stopped(let want): layout.want = want
      case .end: break
      }
      break
    }
    layout.shown = ContiguousArray(reversed.reversed())
    layout.topInset = rows - layout.shown.count
    return layout
  }

  /// Whether the line that was unfinished has come further than what is shown of it.
  private func grew(since limit: Limit?, on content: some Content) -> Bool {
    guard let limit else { return false }
    return content.tail != limit.position || content.tailCount > limit.bytes
  }
}
