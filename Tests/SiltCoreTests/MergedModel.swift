import SiltTestSupport

@testable import SiltCore

/// Several sources that write into one ring, and the obvious version of their merged lines: a list
/// that whatever is finished is put behind.
struct MergedModel {
  struct Entry: Equatable {
    var item: Item
    /// The line's bytes; empty for a note.
    var text: [UInt8]
  }

  struct Source {
    let id: SourceID
    var segment: NaiveSegment
    /// Where what is not finished begins.
    var tailStart: Int
    var lastWrite = 0
  }

  let ring: Ring
  var lines: MergedLines
  var sources: [Source]
  private(set) var entries: [Entry] = []
  private(set) var newlines = 0
  private var writes = 0

  init(sources count: Int, ring: Ring, noteCapacity: Int = 1000) {
    self.ring = ring
    lines = MergedLines(in: ring, noteCapacity: noteCapacity)
    sources = []
    for number in 0..<count {
      let id = SourceID(rawValue: number)
      let segment = NaiveSegment(id: ring.beginSegment(of: id), start: 0)
      sources.append(Source(id: id, segment: segment, tailStart: 0))
    }
  }

  /// - Returns: How many lines the ring dropped.
  @discardableResult
  mutating func write(_ bytes: [UInt8], to number: Int) -> Int {
    // As the ring takes them: a read that brings less than there is, is one of several.
    let dropped = ring.receive(bytes, from: sources[number].segment.id).dropped
    guard !bytes.isEmpty else { return dropped }
    sources[number].segment.bytes += bytes
    writes += 1
    sources[number].lastWrite = writes
    newlines += bytes.count { $0 == 10 }
    takeFinished(number)
    return dropped
  }

  /// A look at a file that brings nothing.
  ///
  /// - Returns: How many lines the ring dropped.
  @discardableResult
  mutating func readNothing(_ number: Int) -> Int {
    unsafe ring.receive(from: sources[number].segment.id, atMost: 100, at: 0) { _ in 0 }.dropped
  }

  /// Closes a source's segment and begins the next.
  @discardableResult
  mutating func rotate(_ number: Int, at start: Int = 0) -> Int {
    sources[number].segment.isClosed = true
    let segment = sources[number].segment
    if let last = segment.bytes.last, last != 10 { newlines += 1 }
    takeFinished(number)
    let dropped = ring.close(segment.id)
    let next = ring.beginSegment(of: sources[number].id, at: start)
    sources[number].segment = NaiveSegment(id: next, start: start)
    sources[number].tailStart = start
    return dropped
  }

  @discardableResult
  mutating func addNote(of number: Int) -> Int {
    let segment = sources[number].segment
    let before = lines.notes
    let position = Position(segment: segment.id, offset: segment.start + segment.bytes.count)
    let dropped = lines.addNote("note", at: position)
    var after = before
    entries.append(Entry(item: .note(after.add("note", at: position)), text: []))
    return dropped
  }

  private mutating func takeFinished(_ number: Int) {
    let segment = sources[number].segment
    let borders = segment.borders(pieceBytes: ring.pieceBytes)
    for (start, end) in zip(borders, borders.dropFirst()) where start >= sources[number].tailStart {
      let position = Position(segment: segment.id, offset: start)
      entries.append(Entry(item: .line(position), text: segment.line(start..<end)))
      sources[number].tailStart = end
    }
  }

  /// The unfinished line that was written last, and its bytes.
  var unfinished: (position: Position, text: [UInt8])? {
    let open = sources.filter { $0.tailStart < $0.segment.start + $0.segment.bytes.count }
    return open.max { $0.lastWrite < $1.lastWrite }.map { source in
      let segment = source.segment
      let end = segment.start + segment.bytes.count
      return (
        Position(segment: segment.id, offset: source.tailStart),
        segment.line(source.tailStart..<end)
      )
    }
  }
}
