package import SiltText

extension Ring {
  /// The bytes between two places where the style is known, lines longer than that left aside.
  private static let styleStep = 4096

  /// What SGR has set where a line of a command's pseudo-terminal begins.
  ///
  /// The first look at a segment begins its track; from then on every byte is looked at once, when
  /// its chunk is full or somebody asks, and what the dropped bytes had set is kept. So it is exact
  /// for every line held, if the first look came before the first line was dropped; after that the
  /// oldest line then held is taken to begin plain.
  ///
  /// - Parameter position: Where a held line or piece begins.
  /// - Returns: The style to lay the line out with.
  /// - Complexity: O(*s*), where *s* is 4 KiB and the length of a line, where somebody has looked
  ///   before; else the bytes since then are looked at, which without an ESC is a search for one.
  package func style(at position: Position) -> Style {
    guard let segment = segment(position.segment), holds(position) else { return .plain }
    if styles[segment.id] == nil {
      styles[segment.id] = StyleTrack(.init(offset: segment.heldStart, style: .plain))
    }
    return trackStyle(to: position.offset, in: segment).style
  }

  /// Looks at a segment's bytes up to the end of what is finished, if its style is asked for.
  func trackStyle(of segment: Segment) {
    guard styles[segment.id] != nil else { return }
    _ = trackStyle(to: segment.tailStart, in: segment)
  }

  /// Forgets a segment's style in front of an offset that is still held.
  func dropStyles(of segment: Segment, before offset: Int) {
    guard styles[segment.id] != nil else { return }
    let entry = trackStyle(to: offset, in: segment)
    styles[segment.id]?.dropEntries(before: entry)
  }

  /// Finds the style at a line, and keeps what is found on the way behind what was known.
  private func trackStyle(to offset: Int, in segment: Segment) -> StyleTrack.Entry {
    guard let track = styles[segment.id] else {
      preconditionFailure("a style of a segment without a track")
    }
    var entry = track.last(upTo: offset)
    let isNew = entry.offset == track.last.offset
    while entry.offset < offset, let place = place(of: entry.offset, in: segment) {
      let end = stepEnd(from: entry.offset, to: min(offset, place.run.end), in: segment)
      guard end > entry.offset else { break }
      let first = place.run.start + entry.offset - place.run.offset
      let style = place.chunk.withBytes(first..<first + end - entry.offset) {
        entry.style.after(Span<UInt8>(_bytes: $0))
      }
      entry = StyleTrack.Entry(offset: end, style: style)
      if isNew { styles[segment.id]?.append(entry) }
    }
    return entry
  }

  /// Where a step from a line's start may end: at a line's or piece's start, with no border of a
  /// piece inside, since a sequence that one cuts is text.
  ///
  /// Such a border has `pieceBytes` bytes without a newline in front of it, which a step that is no
  /// longer than that, and begins behind a newline or a border, has no room for.
  private func stepEnd(from start: Int, to limit: Int, in segment: Segment) -> Int {
    let step = min(Self.styleStep, pieceBytes)
    guard limit - start > step else { return limit }
    var budget = Int.max
    if let line = lineStart(to: start + step + 1, in: segment, budget: &budget), line > start {
      return line
    }
    return lineEnd(from: start, in: segment, budget: &budget) ?? limit
  }
}
