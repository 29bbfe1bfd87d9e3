@testable import SiltCore

/// The obvious version of a viewport: it lays out everything there is, each time.
struct NaiveViewport {
  typealias Row = Viewport.Row

  enum Mode: Equatable {
    case following
    case paused(place: Viewport.Place, byte: Int, limit: Viewport.Limit?, finishedBefore: Int)
  }

  var mode: Mode = .following
  var rows: Int

  /// All rows of the content but the footer's, from the first to the last.
  func allRows(_ content: FakeContent, limit: Viewport.Limit?) -> [(row: Row, byte: Int)] {
    var rows: [(row: Row, byte: Int)] = []
    for item in content.lines.map(\.item) {
      var bytes: Int?
      if let limit, item == .line(limit.position) { bytes = limit.bytes }
      for (number, start) in content.shownStarts(of: item, limit: bytes).enumerated() {
        rows.append((Row(place: .item(item), row: number, limit: bytes), start))
      }
    }
    return rows
  }

  var limit: Viewport.Limit? {
    guard case .paused(_, _, let limit, _) = mode else { return nil }
    return limit
  }

  func limit(now content: FakeContent) -> Viewport.Limit? {
    content.tail.map { Viewport.Limit(position: $0, bytes: content.tailCount) }
  }

  /// The index of the row at the bottom; -1 above all rows.
  func bottom(_ all: [(row: Row, byte: Int)]) -> Int {
    guard case .paused(let place, let byte, _, _) = mode else { return all.count - 1 }
    if place == .top { return -1 }
    return all.lastIndex { $0.row.place == place && $0.byte <= byte } ?? all.count - 1
  }

  func shown(_ content: FakeContent) -> [Row] {
    let all = allRows(content, limit: limit)
    var shown = all[...bottom(all)].map(\.row)
    if mode == .following {
      shown += (0..<content.footerRows).map { Row(place: .footer, row: $0, limit: nil) }
    }
    return shown.suffix(rows)
  }

  private mutating func hold(_ index: Int, _ all: [(row: Row, byte: Int)], _ content: FakeContent) {
    var finishedBefore = content.finishedLines
    if case .paused(_, _, _, let before) = mode { finishedBefore = before }
    mode = .paused(
      place: index < 0 ? .top : all[index].row.place,
      byte: index < 0 ? 0 : all[index].byte,
      limit: limit(now: content),
      finishedBefore: finishedBefore
    )
  }

  mutating func scrolledUp(_ count: Int, _ content: FakeContent) {
    let all = allRows(content, limit: limit(now: content))
    let bottom = bottom(all)
    let footer = mode == .following ? min(content.footerRows, rows) : 0
    let moved = min(count - footer, bottom - (max(rows, 1) - 1))
    if moved > 0 {
      hold(bottom - moved, all, content)
    } else if hidesRows(all, content) {
      hold(bottom, all, content)
    }
  }

  /// Whether the footer hides the first rows of a content that would fit without it.
  private func hidesRows(_ all: [(row: Row, byte: Int)], _ content: FakeContent) -> Bool {
    mode == .following && content.footerRows > 0 && !all.isEmpty
      && all.count > rows - content.footerRows
  }

  mutating func scrolledDown(_ count: Int, _ content: FakeContent) {
    guard mode != .following else { return }
    let all = allRows(content, limit: limit(now: content))
    let bottom = bottom(all)
    let target = min(bottom + count, all.count - 1)
    let grew = limit != limit(now: content)
    if target > bottom { hold(target, all, content) }
    if target == all.count - 1, target > bottom || grew || content.footerRows > 0 {
      mode = .following
    }
  }

  mutating func jumped(to item: Item?, _ content: FakeContent) {
    let all = allRows(content, limit: limit(now: content))
    guard !all.isEmpty else { return }
    let first = item.flatMap { item in all.firstIndex { $0.row.place == .item(item) } } ?? 0
    let target = min(first + max(rows, 1) - 1, all.count - 1)
    if mode == .following, target == all.count - 1 {
      let rowsFromFirst = target - first + 1
      if content.footerRows == 0 || rowsFromFirst <= rows - content.footerRows { return }
    }
    hold(target, all, content)
  }

  mutating func returned(to anchor: Viewport.Anchor, _ content: FakeContent) {
    let all = allRows(content, limit: limit(now: content))
    let row = all.lastIndex { $0.row.place == anchor.place && $0.byte <= anchor.byte }
    guard let row, row >= max(rows, 1) - 1 else {
      jumped(to: nil, content)
      return
    }
    if mode == .following, content.footerRows == 0, row == all.count - 1 { return }
    hold(row, all, content)
  }

  mutating func stopped(_ content: FakeContent) {
    guard mode == .following else { return }
    let all = allRows(content, limit: limit(now: content))
    hold(all.count - 1, all, content)
  }

  mutating func dropped(_ content: FakeContent) {
    guard case .paused(.item(let item), _, _, _) = mode else { return }
    let all = allRows(content, limit: limit)
    if content.holds(item), bottom(all) >= max(rows, 1) - 1 { return }
    jumped(to: nil, content)
  }
}
