internal import SiltText

/// What a piece of a long line gets from the piece above it.
struct PieceCarry {
  /// The first bytes of a character or of a sequence whose rest it has.
  var bytes: ContiguousArray<UInt8> = []
  /// What SGR has set in front of it.
  var style = Style.plain
  /// How many bytes in front of it were looked through for that, when these are not all of the line.
  var reach = Int.max

  /// Lends the text that a piece shows.
  ///
  /// - Parameters:
  ///   - line: Its bytes.
  ///   - layout: How it is laid out.
  ///   - isCut: Whether it may end in the middle of something, which is left to what follows it.
  ///   - body: Gets the text.
  /// - Returns: What `body` returned.
  func withText<R>(
    of line: Span<UInt8>,
    _ layout: TextLayout,
    isCut: Bool,
    _ body: (Span<UInt8>) -> R
  ) -> R {
    func count(_ text: Span<UInt8>) -> Int {
      isCut ? TextLayout.settledCount(text, origin: layout.origin) : text.count
    }
    guard !bytes.isEmpty else { return body(line.extracting(first: count(line))) }
    let text = joined(with: line)
    return body(text.span.extracting(first: count(text.span)))
  }

  /// What the piece behind this one gets.
  func behind(_ line: Span<UInt8>, _ layout: TextLayout) -> PieceCarry {
    let text = joined(with: line)
    let count = TextLayout.settledCount(text.span, origin: layout.origin)
    return PieceCarry(
      bytes: ContiguousArray(text[count...]),
      style: TextLayout.style(behind: text.span.extracting(first: count), startingWith: style),
      reach: reach == .max ? .max : reach + line.count
    )
  }

  private func joined(with line: Span<UInt8>) -> ContiguousArray<UInt8> {
    var text = bytes
    // The bytes are copied before the span ends.
    unsafe line.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    return text
  }
}

extension LogContent {
  /// So many bytes are looked through for what was set in front of a piece: they fit into the memory
  /// for blocks that are read back.
  private static let carryBytes = 2 << 20

  /// What a piece gets from those above it; nothing for a line's beginning.
  mutating func carry(into position: Position) -> Answer<PieceCarry> {
    let ring = lines.ring
    guard let segment = ring.segment(position.segment) else { return .value(PieceCarry()) }
    var below: [Position] = []
    var place = position
    var carry = PieceCarry()
    var budget = Int.max
    way: while position.offset - place.offset < Self.carryBytes,
      place.offset % ring.pieceBytes == 0,
      !ring.isLineStart(place)
    {
      let distance = position.offset - place.offset
      if let known = carries.value(of: place), known.reach >= Self.carryBytes - distance {
        carry = known
        break
      }
      switch ring.border(ofLineUpTo: place.offset, in: segment, budget: &budget) {
      case .needs(let block): return .needs(block)
      case .none: break way
      case .at(let start):
        below.append(place)
        place.offset = start
        // What is further up is not looked at, or cannot be.
        carry.reach = ring.isLineStart(place) ? .max : 0
      }
    }
    for next in below.reversed() {
      let layout = layout
      let answer = ring.lendPiece(at: place) { line, goesOn in
        goesOn ? carry.behind(line, layout) : PieceCarry()
      }
      switch answer {
      case .needs(let block)?: return .needs(block)
      case .value(let value)?: carry = value
      case nil: carry = PieceCarry()
      }
      carries.insert(carry, for: next)
      place = next
    }
    return .value(carry)
  }
}
