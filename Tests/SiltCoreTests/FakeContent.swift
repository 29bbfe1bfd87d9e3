import SiltTestSupport

@testable import SiltCore

/// A content of lines that are nothing but lengths, which may answer any look-up with 'not yet'.
struct FakeContent: Content {
  struct Line {
    let item: Item
    var length: Int
  }

  static let segment = SegmentID(rawValue: 0)

  /// The lines and notes that are held.
  private(set) var lines: [Line] = []
  /// The position of the line that is not finished.
  private(set) var tail: Position?
  private var nextOffset = 0
  private var nextNote = 0
  private(set) var finishedLines = 0
  private(set) var dropped = 0
  var footerRows = 0
  var columns = 10
  /// How many of ten look-ups are put off.
  var reluctance = 0
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  var tailCount: Int { tail.map { length(of: .line($0)) } ?? 0 }

  mutating func grow(by count: Int) {
    let position = tail ?? Position(segment: Self.segment, offset: nextOffset)
    if let index = lines.firstIndex(where: { $0.item == .line(position) }) {
      lines[index].length += count
    } else {
      lines.append(Line(item: .line(position), length: count))
      tail = position
    }
    nextOffset += count
  }

  mutating func finishLine() {
    if tail == nil { grow(by: 0) }
    tail = nil
    nextOffset += 1
    finishedLines += 1
  }

  mutating func addNote() {
    lines.append(Line(item: .note(NoteID(rawValue: nextNote)), length: 5))
    nextNote += 1
  }

  /// Drops the oldest lines, the unfinished one excepted; the note about it takes their place.
  mutating func drop(_ count: Int) {
    if lines.first?.item == .note(.dropped) { lines.removeFirst() }
    let unfinished = lines.firstIndex { line in tail.map { line.item == .line($0) } == true }
    let count = min(count, unfinished ?? lines.count)
    dropped += count
    lines.removeFirst(count)
    if dropped > 0 { lines.insert(Line(item: .note(.dropped), length: 5), at: 0) }
  }

  func holds(_ item: Item) -> Bool {
    lines.contains { $0.item == item }
  }

  func length(of item: Item) -> Int {
    lines.first { $0.item == item }?.length ?? 0
  }

  func starts(length: Int) -> [Int] {
    Array(stride(from: 0, to: max(length, 1), by: columns))
  }

  /// Where an item's rows begin, known at once.
  func shownStarts(of item: Item, limit: Int?) -> [Int] {
    starts(length: min(length(of: item), limit ?? .max))
  }

  mutating func rowStarts(of item: Item, limit: Int?) -> Answer<ContiguousArray<Int>> {
    if Int.random(in: 0..<10, using: &random) < reluctance {
      return .needs(BlockID(segment: Self.segment, index: 8))
    }
    return .value(ContiguousArray(shownStarts(of: item, limit: limit)))
  }

  private mutating func putOff() -> Lookup? {
    guard Int.random(in: 0..<10, using: &random) < reluctance else { return nil }
    return Bool.random(using: &random)
      ? .later : .needs(BlockID(segment: Self.segment, index: 7))
  }

  mutating func item(before item: Item?, budget: inout Int) -> Lookup {
    if let answer = putOff() { return answer }
    guard let item else { return lines.last.map { .item($0.item) } ?? .end }
    guard let index = lines.firstIndex(where: { $0.item == item }), index > 0 else { return .end }
    return .item(lines[index - 1].item)
  }

  mutating func item(after item: Item?, budget: inout Int) -> Lookup {
    if let answer = putOff() { return answer }
    guard let item else { return lines.first.map { .item($0.item) } ?? .end }
    guard let index = lines.firstIndex(where: { $0.item == item }), index + 1 < lines.count else {
      return .end
    }
    return .item(lines[index + 1].item)
  }
}
