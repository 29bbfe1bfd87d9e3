extension Viewport {
  /// A row of a place.
  struct Cursor: Hashable, Sendable {
    var place: Place
    var row: Int
    /// Where the row begins in its line.
    var byte: Int
  }

  /// Steps over the rows of a content, from one place to the next.
  struct Walk {
    /// As much of the line that was unfinished as may be shown.
    let limit: Limit?
    /// The place whose rows were asked for last, and these rows.
    private var known: (place: Place, starts: ContiguousArray<Int>)?

    init(limit: Limit?) {
      self.limit = limit
    }

    enum Neighbour {
      case place(Place)
      case end
      case stopped(Want)

      init(_ lookup: Lookup) {
        switch lookup {
        case .item(let item): self = .place(.item(item))
        case .end: self = .end
        case .needs(let block): self = .stopped(.block(block))
        case .later: self = .stopped(.later)
        }
      }
    }

    enum Found {
      case at(Cursor)
      case stopped(Want)
    }

    enum Verdict {
      case yes
      case no
      case stopped(Want)
    }

    /// How far a walk came.
    struct Reach {
      var cursor: Cursor
      /// How many rows it went.
      var rows: Int
      /// Why it went no further, when that is not the content's end.
      var want: Want?
    }

    /// Where the rows of a place begin.
    mutating func starts<C: Content>(
      of place: Place,
      on content: inout C
    ) -> Answer<ContiguousArray<Int>> {
      if let known, known.place == place { return .value(known.starts) }
      var starts: ContiguousArray<Int> = []
      if case .item(let item) = place {
        switch content.rowStarts(of: item, limit: limit(of: item)) {
        case .needs(let block): return .needs(block)
        case .value(let value): starts = value
        }
      }
      known = (place, starts)
      return .value(starts)
    }

    /// The last row of a place.
    mutating func lastRow<C: Content>(of place: Place, on content: inout C) -> Found {
      switch starts(of: place, on: &content) {
      case .needs(let block): .stopped(.block(block))
      case .value(let starts):
        .at(Cursor(place: place, row: max(0, starts.count - 1), byte: starts.last ?? 0))
      }
    }

    /// How many bytes of an item may be shown.
    func limit(of item: Item) -> Int? {
      guard let limit, case .line(limit.position) = item else { return nil }
      return limit.bytes
    }

    /// The place above another one.
    mutating func above<C: Content>(
      _ place: Place,
      on content: inout C,
      budget: inout Int
    ) -> Neighbour {
      switch place {
      case .top: return .end
      case .item(let item): return Neighbour(content.item(before: item, budget: &budget))
      case .footer: return Neighbour(content.item(before: nil, budget: &budget))
      }
    }

    /// The place below another one; the footer is none.
    mutating func below<C: Content>(
      _ place: Place,
      on content: inout C,
      budget: inout Int
    ) -> Neighbour {
      switch place {
      case .top: return Neighbour(content.item(after: nil, budget: &budget))
      case .item(let item): return Neighbour(content.item(after: item, budget: &budget))
      case .footer: return .end
      }
    }

    /// The row of content that stands lowest in a view.
    mutating func cursor<C: Content>(
      of view: Viewport,
      on content: inout C,
      budget: inout Int
    ) -> Found {
      if case .paused(let pause) = view.mode { return cursor(of: pause.anchor, on: &content) }
      switch above(.footer, on: &content, budget: &budget) {
      case .end: return .at(Cursor(place: .top, row: 0, byte: 0))
      case .stopped(let want): return .stopped(want)
      case .place(let place): return lastRow(of: place, on: &content)
      }
    }

    /// The row that holds an anchor's byte.
    mutating func cursor<C: Content>(of anchor: Anchor, on content: inout C) -> Found {
      switch starts(of: anchor.place, on: &content) {
      case .needs(let block): return .stopped(.block(block))
      case .value(let starts):
        let row = starts.lastIndex { $0 <= anchor.byte } ?? 0
        let byte = starts.indices.contains(row) ? starts[row] : 0
        return .at(Cursor(place: anchor.place, row: row, byte: byte))
      }
    }

    /// Whether a row is the last one of the content.
    mutating func isEnd<C: Content>(
      _ cursor: Cursor,
      on content: inout C,
      budget: inout Int
    ) -> Verdict {
      switch starts(of: cursor.place, on: &content) {
      case .needs(let block): return .stopped(.block(block))
      case .value(let starts): if cursor.row < starts.count - 1 { return .no }
      }
      switch below(cursor.place, on: &content, budget: &budget) {
      case .place: return .no
      case .end: return .yes
      case .stopped(let want): return .stopped(want)
      }
    }

    /// Goes up.
    mutating func up<C: Content>(
      from start: Cursor,
      by rows: Int,
      on content: inout C,
      budget: inout Int
    ) -> Reach {
      var reach = Reach(cursor: start, rows: 0)
      while reach.rows < rows {
        if reach.cursor.row > 0 {
          let starts: ContiguousArray<Int>
          switch self.starts(of: reach.cursor.place, on: &content) {
          case .needs(let block):
            reach.want = .block(block)
            return reach
          case .value(let value): starts = value
          }
          let step = min(reach.cursor.row, rows - reach.rows)
          reach.cursor.row -= step
          reach.cursor.byte = starts[reach.cursor.row]
          reach.rows += step
          continue
        }
        switch above(reach.cursor.place, on: &content, budget: &budget) {
        case .end: return reach
        case .stopped(let want):
          reach.want = want
          return reach
        case .place(let place):
          switch lastRow(of: place, on: &content) {
          case .at(let cursor): reach.cursor = cursor
          case .stopped(let want):
            reach.want = want
            return reach
          }
          reach.rows += 1
        }
      }
      return reach
    }

    /// Goes down.
    mutating func down<C: Content>(
      from start: Cursor,
      by rows: Int,
      on content: inout C,
      budget: inout Int
    ) -> Reach {
      var reach = Reach(cursor: start, rows: 0)
      while reach.rows < rows {
        let starts: ContiguousArray<Int>
        switch self.starts(of: reach.cursor.place, on: &content) {
        case .needs(let block):
          reach.want = .block(block)
          return reach
        case .value(let value): starts = value
        }
        let last = starts.count - 1
        if reach.cursor.row < last {
          let step = min(last - reach.cursor.row, rows - reach.rows)
          reach.cursor.row += step
          reach.cursor.byte = starts[reach.cursor.row]
          reach.rows += step
          continue
        }
        switch below(reach.cursor.place, on: &content, budget: &budget) {
        case .end: return reach
        case .stopped(let want):
          reach.want = want
          return reach
        case .place(let place):
          reach.cursor = Cursor(place: place, row: 0, byte: 0)
          reach.rows += 1
        }
      }
      return reach
    }
  }
}
