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
  /// Below the ring, one style a block is kept of what passed through, and what stands between that
  /// and the line is looked at.
  ///
  /// - Parameter position: Where a line or piece begins that can be reached.
  /// - Returns: The style to lay the line out with, or the block that has to be loaded to know it.
  /// - Complexity: O(*s*), where *s* is 4 KiB and the length of a line, where somebody has looked
  ///   before; else the bytes since then are looked at, which without an ESC is a search for one.
  package func style(at position: Position) -> Answer<Style> {
    guard let segment = segment(position.segment), holds(position) else { return .value(.plain) }
    if position.offset < segment.ringStart { return styleInHistory(at: position, in: segment) }
    if styles[segment.id] == nil {
      styles[segment.id] = StyleTrack(.init(offset: segment.ringStart, style: .plain))
    }
    return .value(trackStyle(to: position.offset, in: segment).style)
  }

  /// The style at a line that is read back; plain where nobody has looked while it was in the ring.
  private func styleInHistory(at position: Position, in segment: Segment) -> Answer<Style> {
    guard let entry = styles[segment.id]?.last(upTo: position.offset),
      entry.offset <= position.offset
    else { return .value(.plain) }
    if let known = history.style(at: position) { return .value(known) }
    // The line above is often the one that was asked for just before.
    var start = entry
    var budget = Int.max
    if position.offset > entry.offset,
      case .at(let above) = border(ofLineUpTo: position.offset, in: segment, budget: &budget),
      let known = history.style(at: Position(segment: segment.id, offset: above))
    {
      start = StyleTrack.Entry(offset: above, style: known)
    }
    var style = start.style
    var offset = start.offset
    while offset < position.offset {
      let end: Int
      switch border(behindLineAt: offset, in: segment, budget: &budget) {
      case .none: return .value(style)
      case .needs(let block): return .needs(block)
      case .at(let border): end = border
      }
      let next = Position(segment: segment.id, offset: end)
      if let known = history.style(at: next) {
        style = known
      } else {
        switch lend(at: Position(segment: segment.id, offset: offset), { style.after($0) }) {
        case nil: return .value(style)
        case .needs(let block): return .needs(block)
        case .value(let value): style = value
        }
        history.remember(style, at: next)
      }
      offset = end
    }
    return .value(style)
  }

  /// Looks at a segment's bytes up to the end of what is finished, if its style is asked for.
  func trackStyle(of segment: Segment) {
    guard styles[segment.id] != nil else { return }
    _ = trackStyle(to: segment.tailStart, in: segment)
  }

  /// Forgets a segment's style in front of an offset that is still held, but for one a block where it
  /// can be read back.
  func dropStyles(of segment: Segment, before offset: Int) {
    guard styles[segment.id] != nil else { return }
    let entry = trackStyle(to: offset, in: segment)
    if segment.hasHistory {
      styles[segment.id]?.thinEntries(before: entry, step: blockBytes)
    } else {
      styles[segment.id]?.dropEntries(before: entry)
    }
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
