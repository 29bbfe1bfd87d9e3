internal import SiltCore

/// Lines that were given a letter.
extension Session {
  /// Gives the lowest line in view a letter: the row of it that stands at the bottom.
  ///
  /// Of several files the line that is not finished has no place yet, so the one above it is meant.
  func setMark(_ letter: Unicode.Scalar) {
    var budget = Int.max
    let layout = viewport.layout(of: &content, budget: &budget)
    for row in layout.shown.reversed() {
      guard case .item(.line(let position)) = row.place else { continue }
      // What is shown is loaded; where it is only about to be, the line's beginning is as good.
      let starts = content.rowStarts(of: .line(position), limit: row.limit).value ?? []
      let byte = starts.indices.contains(row.row) ? starts[row.row] : 0
      marks[letter] = Viewport.Anchor(place: row.place, byte: byte)
      return
    }
    message = "no line to mark"
  }

  /// Shows a marked row at the bottom again.
  func jumpToMark(_ letter: Unicode.Scalar) {
    guard let mark = marks[letter] else {
      message = "no mark \(Character(letter))"
      return
    }
    apply(.returned(to: mark))
    guard case .item(let item) = mark.place, !content.holds(item) else { return }
    message = "mark \(Character(letter)) was dropped: this is the oldest"
  }
}
