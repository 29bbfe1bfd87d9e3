/// Walks over four pieces of a block at once.
///
/// Where the next entry of a table is depends on the last one, so that a single walk waits for
/// memory at each byte: four that do not depend on each other take little longer than one.
struct Sieve: Sendable {
  static let laneCount = 4

  /// The pieces to walk over, in order: whole lines, or a line's rest with its newline.
  var pieces: ContiguousArray<Range<Int>> = []
  private var nextPiece = 0
  private var index = SIMD4<Int>(repeating: 0)
  private var end = SIMD4<Int>(repeating: 0)
  private var state = SIMD4<Int32>(repeating: 0)
  /// Whether a piece's last line has no newline and is still to be decided.
  private var isOpen = SIMD4<UInt8>(repeating: 0)
  /// The lines each lane found.
  private var found = ContiguousArray<ContiguousArray<Range<Int>>>(
    repeating: [],
    count: laneCount
  )

  /// Walks over the pieces, and forgets them.
  ///
  /// - Parameters:
  ///   - block: What they are of.
  ///   - automaton: One for `anyMatch`.
  ///   - lines: Takes the lines with a match, in order, without their newlines.
  /// - Complexity: O(*n*), where *n* is the number of bytes in the pieces.
  mutating func sift(
    _ block: RawSpan,
    _ automaton: inout Automaton,
    into lines: inout ContiguousArray<Range<Int>>
  ) {
    nextPiece = 0
    // A lane without a piece has a state, too: all are kept when the table is thrown away.
    state = SIMD4(repeating: automaton.start(isSearch: true, isStart: true))
    var live = 0
    // The lanes that have a piece stand before the others.
    while live < Self.laneCount, begin(live, block, &automaton) { live += 1 }
    while live == Self.laneCount {
      let left = end &- index
      let fewest = min(left[0], left[1], left[2], left[3])
      if fewest > 0 {
        rush(block, &automaton, fewest)
        continue
      }
      for lane in 0..<Self.laneCount where left[lane] == fewest {
        finish(lane, block, &automaton)
        if !begin(lane, block, &automaton) {
          live -= 1
          exchange(lane, live)
        }
        break
      }
    }
    for lane in 0..<live {
      repeat { finish(lane, block, &automaton) } while begin(lane, block, &automaton)
    }
    pieces.removeAll(keepingCapacity: true)
    merge(into: &lines)
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    guard one != other else { return }
    (index[one], index[other]) = (index[other], index[one])
    (end[one], end[other]) = (end[other], end[one])
    (state[one], state[other]) = (state[other], state[one])
    (isOpen[one], isOpen[other]) = (isOpen[other], isOpen[one])
    found.swapAt(one, other)
  }

  /// Gives a lane the next piece, if there is one.
  private mutating func begin(
    _ lane: Int,
    _ block: RawSpan,
    _ automaton: inout Automaton
  ) -> Bool {
    guard nextPiece < pieces.count else { return false }
    let piece = pieces[nextPiece]
    nextPiece += 1
    index[lane] = piece.lowerBound
    end[lane] = piece.upperBound
    isOpen[lane] = block.unsafeLoadByte(at: piece.upperBound - 1) == LineEnds.newline ? 0 : 1
    makeRoom(&automaton)
    state[lane] = automaton.start(at: piece.lowerBound, of: block, isSearch: true, mayFlush: false)
    return true
  }

  /// Lets a state be made without another lane's being thrown away.
  private mutating func makeRoom(_ automaton: inout Automaton) {
    if !automaton.hasRoom { automaton.flush(keeping: &state) }
  }

  /// Walks on with all lanes for so many bytes, or until there is something to know.
  private mutating func rush(_ block: RawSpan, _ automaton: inout Automaton, _ count: Int) {
    guard let entries = automaton.rush(block, &index, &state, count) else { return }
    // What is known first: where the table is thrown away below, these states are kept.
    for lane in 0..<Self.laneCount where entries[lane] >= 0 { state[lane] = entries[lane] }
    for lane in 0..<Self.laneCount where entries[lane] < 0 {
      take(entries[lane], lane, block, &automaton)
    }
  }

  /// Walks on with one lane to its end.
  private mutating func finish(_ lane: Int, _ block: RawSpan, _ automaton: inout Automaton) {
    while index[lane] < end[lane] {
      var place = index[lane]
      var current = state[lane]
      let entry = automaton.rush(block, &place, upTo: end[lane], &current)
      index[lane] = place
      state[lane] = current
      take(entry, lane, block, &automaton)
    }
    guard isOpen[lane] != 0 else { return }
    makeRoom(&automaton)
    let entry = automaton.entry(of: state[lane], automaton.columns.end, mayFlush: false)
    guard entry == Automaton.matched else { return }
    let line = LineEnds.lineStart(in: block, before: end[lane])..<end[lane]
    found[lane].append(line)
  }

  private mutating func take(
    _ entry: Int32,
    _ lane: Int,
    _ block: RawSpan,
    _ automaton: inout Automaton
  ) {
    var entry = entry
    if entry == Automaton.unknown {
      makeRoom(&automaton)
      let byte = block.unsafeLoadByte(at: index[lane] - 1)
      let column = Int(automaton.columns.column[Int(byte)])
      entry = automaton.fill(state[lane], column, mayFlush: false)
    }
    if entry >= 0 {
      state[lane] = entry
      return
    }
    // The line is decided.
    let read = index[lane] - 1
    let isAtEnd = block.unsafeLoadByte(at: read) == LineEnds.newline
    let lineEnd = isAtEnd ? read : LineEnds.next(in: block, from: read + 1)
    if entry == Automaton.matched {
      found[lane].append(LineEnds.lineStart(in: block, before: read)..<lineEnd)
    }
    index[lane] = min(lineEnd + 1, end[lane])
    if index[lane] == end[lane] { isOpen[lane] = 0 }
    makeRoom(&automaton)
    state[lane] = automaton.start(isSearch: true, isStart: true, mayFlush: false)
  }

  /// Writes down what the lanes found, in order.
  private mutating func merge(into lines: inout ContiguousArray<Range<Int>>) {
    var heads = SIMD4<Int>(repeating: 0)
    while true {
      // The lane whose next line is first, and up to where it stays that.
      var first: Int?
      var least = Int.max
      var bound = Int.max
      for lane in 0..<Self.laneCount where heads[lane] < found[lane].count {
        let start = found[lane][heads[lane]].lowerBound
        if start < least {
          bound = least
          least = start
          first = lane
        } else {
          bound = min(bound, start)
        }
      }
      guard let first else { break }
      var head = heads[first]
      while head < found[first].count, found[first][head].lowerBound < bound {
        lines.append(found[first][head])
        head += 1
      }
      heads[first] = head
    }
    for lane in 0..<Self.laneCount { found[lane].removeAll(keepingCapacity: true) }
  }
}
