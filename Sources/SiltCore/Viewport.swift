/// The part of a log that a region of fixed height shows, anchored at the bottom.
///
/// A value without text: it says which rows of which items stand where, and is told in the past
/// tense what happened. It asks for the heights of the items it shows or passes, never of others, so
/// that its cost is the region's rows whatever the log's length.
package struct Viewport: Sendable {
  /// What a row belongs to.
  package enum Place: Hashable, Sendable {
    /// Above the first item: no rows.
    case top
    case item(Item)
    /// A client's rows below the last line; they belong to the end and show only while following.
    case footer
  }

  /// What stands on the bottom row.
  package struct Anchor: Hashable, Sendable {
    package var place: Place
    /// The offset in the line where the bottom row begins, as `TextRows.starts` counts; not a row's
    /// number, so that at another width the row that holds the byte is the anchor.
    package var byte: Int

    package init(place: Place, byte: Int) {
      self.place = place
      self.byte = byte
    }
  }

  /// How much of a line that was not finished is shown while nothing may move.
  package struct Limit: Hashable, Sendable {
    package var position: Position
    package var bytes: Int
  }

  /// What is kept while the view holds still.
  package struct Pause: Hashable, Sendable {
    package var anchor: Anchor
    /// The line that was unfinished when the user last moved, as far as it was there then.
    package var limit: Limit?
    /// How many lines were finished when the pause began.
    package var finishedBefore: Int
  }

  /// Whether the view goes with the end of the content.
  package enum Mode: Hashable, Sendable {
    /// The last row of content stands on the bottom row; that is all there is to know.
    case following
    case paused(Pause)
  }

  /// What happened.
  package enum Event: Hashable, Sendable {
    case scrolledUp(rows: Int)
    case scrolledDown(rows: Int)
    case jumpedToEnd
    /// An item came to stand on the first row; nil for the first item.
    case jumped(to: Item?)
    /// A row came to stand on the bottom row again, as far as there are rows above it to fill the
    /// region; where it was dropped, the first item on the first row.
    case returned(to: Anchor)
    /// The view was stopped where it is.
    case stopped
    case resized(rows: Int)
    /// Lines were dropped at the content's beginning.
    case dropped
    /// A block was loaded, or a new budget given: what is pending goes on.
    case resumed
  }

  /// What a look-up that could not be answered waits for.
  package enum Want: Hashable, Sendable {
    /// A new budget.
    case later
    case block(BlockID)
  }

  /// What came of an event.
  package struct Effect: Hashable, Sendable {
    /// The rows may differ from those shown before.
    package var changed = false
    /// What was asked for is not reached yet; `resumed` goes on when this is there.
    package var want: Want?
    /// The lines in view were dropped, and it moved to the oldest one kept.
    package var movedToOldest = false
  }

  enum Move: Hashable, Sendable {
    case up(rows: Int)
    case down(rows: Int, hasMoved: Bool = false)
    case jump(to: Item?)
    case back(to: Anchor)
  }

  package private(set) var mode: Mode = .following
  /// The rows of the region that show the log; 0 where only a status row fits.
  package private(set) var rows: Int
  /// What a move could not reach yet; a further one in the same direction adds to it, any other takes
  /// its place.
  var pending: Move?

  /// Creates a view that follows.
  ///
  /// - Parameter rows: The rows that show the log.
  package init(rows: Int) {
    self.rows = rows
  }

  /// Whether the view goes with the end of the content.
  package var isFollowing: Bool { mode == .following }

  /// Whether a move waits for something.
  package var isMoving: Bool { pending != nil }

  /// How many lines were finished since the pause began; 0 while following.
  package func newLines(in content: some Content) -> Int {
    guard case .paused(let pause) = mode else { return 0 }
    return content.finishedLines - pause.finishedBefore
  }

  /// Takes in what happened.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - content: What the view looks at.
  ///   - budget: How many bytes may be looked at.
  /// - Returns: What came of it.
  /// - Complexity: O(*r* + *n*), where *r* is the number of the region's rows and *n* the number of
  ///   rows moved over.
  @discardableResult
  package mutating func apply<C: Content>(
    _ event: Event,
    on content: inout C,
    budget: inout Int
  ) -> Effect {
    var effect = Effect()
    switch event {
    case .jumpedToEnd:
      effect.changed = mode != .following
      mode = .following
      pending = nil
    case .stopped:
      pending = nil
      if isFollowing { effect.changed = stop(on: &content, budget: &budget) }
    case .resized(let rows):
      effect.changed = true
      self.rows = rows
    case .dropped:
      effect = linesWereDropped(on: &content, budget: &budget)
    case .scrolledUp(let rows):
      // A key that is pressed again before the move is done asks for as much more.
      var rest = 0
      if case .up(let rows) = pending { rest = rows }
      effect = move(.up(rows: rows + rest), on: &content, budget: &budget)
    case .scrolledDown(let rows):
      var (rest, hasMoved) = (0, false)
      if case .down(let rows, let moved) = pending { (rest, hasMoved) = (rows, moved) }
      effect = move(.down(rows: rows + rest, hasMoved: hasMoved), on: &content, budget: &budget)
    case .jumped(let item):
      effect = move(.jump(to: item), on: &content, budget: &budget)
    case .returned(let anchor):
      effect = move(.back(to: anchor), on: &content, budget: &budget)
    case .resumed:
      if let move = pending { effect = self.move(move, on: &content, budget: &budget) }
    }
    return effect
  }

  // MARK: Moving

  private mutating func move<C: Content>(
    _ move: Move,
    on content: inout C,
    budget: inout Int
  ) -> Effect {
    let before = mode
    let limit = limit(of: content)
    pending = nil
    let progress: Progress
    switch move {
    case .up(let rows):
      progress = moveUp(by: rows, limit: limit, on: &content, budget: &budget)
    case .down(let rows, let hasMoved):
      progress = moveDown(
        by: rows,
        hasMoved: hasMoved,
        limit: limit,
        on: &content,
        budget: &budget
      )
    case .jump(let item):
      progress = jump(to: item, limit: limit, on: &content, budget: &budget)
    case .back(let anchor):
      progress = goBack(to: anchor, limit: limit, on: &content, budget: &budget)
    }
    if case .stopped(let want, let rest) = progress {
      pending = rest
      return Effect(changed: mode != before, want: want)
    }
    return Effect(changed: mode != before)
  }

  private enum Progress {
    case done
    case stopped(Want, rest: Move)
  }

  private mutating func moveUp<C: Content>(
    by count: Int,
    limit: Limit?,
    on content: inout C,
    budget: inout Int
  ) -> Progress {
    // The rest of the view stands above the bottom row, and has to be filled after the move too.
    let above = max(rows, 1) - 1
    // The footer goes first: a paused view has none.
    let footer = isFollowing ? min(content.footerRows, rows) : 0
    var walk = Walk(limit: limit)
    let start: Cursor
    switch walk.cursor(of: self, on: &content, budget: &budget) {
    case .stopped(let want): return .stopped(want, rest: .up(rows: count))
    case .at(let cursor): start = cursor
    }
    let reach = walk.up(from: start, by: above + count, on: &content, budget: &budget)
    var rest = count
    var want = reach.want
    let possible = min(count - footer, reach.rows - above)
    if possible > 0 {
      let bottom = walk.up(from: start, by: possible, on: &content, budget: &budget)
      hold(bottom.cursor, limit: limit, on: content)
      rest = count - footer - bottom.rows
      want = want ?? bottom.want
    } else if isFollowing, want == nil, start.place != .top, content.footerRows > 0,
      reach.rows >= rows - content.footerRows
    {
      // Only the footer goes, or all of the content shows without it.
      hold(start, limit: limit, on: content)
    }
    guard let want else { return .done }
    return .stopped(want, rest: .up(rows: rest))
  }

  private mutating func moveDown<C: Content>(
    by count: Int,
    hasMoved: Bool,
    limit: Limit?,
    on content: inout C,
    budget: inout Int
  ) -> Progress {
    guard case .paused(let pause) = mode else { return .done }
    var walk = Walk(limit: limit)
    let start: Cursor
    switch walk.cursor(of: self, on: &content, budget: &budget) {
    case .stopped(let want):
      return .stopped(want, rest: .down(rows: count, hasMoved: hasMoved))
    case .at(let cursor): start = cursor
    }
    let reach = walk.down(from: start, by: count, on: &content, budget: &budget)
    // More of a line that grew, and the footer, count as rows to scroll onto.
    let hasMoved =
      hasMoved || reach.rows > 0 || pause.limit != limit || content.footerRows > 0
    if reach.rows > 0 { hold(reach.cursor, limit: limit, on: content) }
    let rest = Move.down(rows: count - reach.rows, hasMoved: hasMoved)
    if let want = reach.want { return .stopped(want, rest: rest) }
    switch walk.isEnd(reach.cursor, on: &content, budget: &budget) {
    case .yes where hasMoved: mode = .following
    case .yes, .no: break
    case .stopped(let want): return .stopped(want, rest: rest)
    }
    return .done
  }

  private mutating func jump<C: Content>(
    to item: Item?,
    limit: Limit?,
    on content: inout C,
    budget: inout Int
  ) -> Progress {
    var walk = Walk(limit: limit)
    var first = Cursor(place: .top, row: 0, byte: 0)
    if let item, content.holds(item) {
      first = Cursor(place: .item(item), row: 0, byte: 0)
    } else {
      switch walk.below(.top, on: &content, budget: &budget) {
      case .place(let place): first = Cursor(place: place, row: 0, byte: 0)
      case .end: return .done
      case .stopped(let want): return .stopped(want, rest: .jump(to: item))
      }
    }
    let reach = walk.down(from: first, by: max(rows, 1) - 1, on: &content, budget: &budget)
    if let want = reach.want { return .stopped(want, rest: .jump(to: item)) }
    if isFollowing, content.footerRows == 0 || reach.rows < rows - content.footerRows {
      // What moves nothing changes no state.
      switch walk.isEnd(reach.cursor, on: &content, budget: &budget) {
      case .yes: return .done
      case .no: break
      case .stopped(let want): return .stopped(want, rest: .jump(to: item))
      }
    }
    hold(reach.cursor, limit: limit, on: content)
    return .done
  }

  private mutating func goBack<C: Content>(
    to anchor: Anchor,
    limit: Limit?,
    on content: inout C,
    budget: inout Int
  ) -> Progress {
    guard case .item(let item) = anchor.place, content.holds(item) else {
      return jump(to: nil, limit: limit, on: &content, budget: &budget)
    }
    var walk = Walk(limit: limit)
    let bottom: Cursor
    switch walk.cursor(of: anchor, on: &content) {
    case .stopped(let want): return .stopped(want, rest: .back(to: anchor))
    case .at(let cursor): bottom = cursor
    }
    let above = max(rows, 1) - 1
    let reach = walk.up(from: bottom, by: above, on: &content, budget: &budget)
    if let want = reach.want { return .stopped(want, rest: .back(to: anchor)) }
    if reach.rows < above { return jump(to: nil, limit: limit, on: &content, budget: &budget) }
    if isFollowing, content.footerRows == 0 {
      // What moves nothing changes no state.
      switch walk.isEnd(bottom, on: &content, budget: &budget) {
      case .yes: return .done
      case .no: break
      case .stopped(let want): return .stopped(want, rest: .back(to: anchor))
      }
    }
    hold(bottom, limit: limit, on: content)
    return .done
  }

  /// Stops following where the view is.
  ///
  /// - Returns: Whether it did; not while the end of the content is still looked for.
  private mutating func stop<C: Content>(on content: inout C, budget: inout Int) -> Bool {
    let limit = limit(of: content)
    var walk = Walk(limit: limit)
    guard case .at(let cursor) = walk.cursor(of: self, on: &content, budget: &budget) else {
      return false
    }
    hold(cursor, limit: limit, on: content)
    return true
  }

  private mutating func linesWereDropped<C: Content>(
    on content: inout C,
    budget: inout Int
  ) -> Effect {
    guard case .paused(let pause) = mode else { return Effect(changed: true) }
    if case .item(let item) = pause.anchor.place, content.holds(item) {
      // The bottom row is still there; are the rows above it?
      var walk = Walk(limit: pause.limit)
      guard case .at(let cursor) = walk.cursor(of: self, on: &content, budget: &budget) else {
        return Effect()
      }
      let reach = walk.up(from: cursor, by: max(rows, 1) - 1, on: &content, budget: &budget)
      if reach.want != nil || reach.rows >= max(rows, 1) - 1 { return Effect() }
      // Where nothing stands for lines that went, none did: there was an inset before.
      guard case .item(.note(let note)) = reach.cursor.place, note.standsForLines else {
        return Effect()
      }
    } else if case .item = pause.anchor.place {
      // It went: the oldest one kept takes its place.
    } else {
      return Effect()
    }
    var effect = move(.jump(to: nil), on: &content, budget: &budget)
    effect.movedToOldest = true
    effect.changed = true
    return effect
  }

  /// Pauses, or stays paused, with a row at the bottom.
  private mutating func hold(_ cursor: Cursor, limit: Limit?, on content: some Content) {
    let anchor = Anchor(place: cursor.place, byte: cursor.byte)
    var finishedBefore = content.finishedLines
    if case .paused(let pause) = mode { finishedBefore = pause.finishedBefore }
    mode = .paused(Pause(anchor: anchor, limit: limit, finishedBefore: finishedBefore))
  }

  /// As much of the unfinished line as there is now.
  private func limit(of content: some Content) -> Limit? {
    content.tail.map { Limit(position: $0, bytes: content.tailCount) }
  }
}
