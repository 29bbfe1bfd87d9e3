@testable import SiltCore

/// The obvious version of a ring: all bytes of a segment, cut into lines by looking at all of them.
struct NaiveSegment {
  let id: SegmentID
  let start: Int
  var bytes: [UInt8] = []
  var isClosed = false

  /// Where the lines and pieces begin, and where the last one ends.
  ///
  /// The unfinished one is in the list only when the segment is closed.
  func borders(pieceBytes: Int) -> [Int] {
    var borders = [start]
    var lineOrBorder = start
    for index in bytes.indices {
      let end = start + index + 1
      let isNewline = bytes[index] == 10
      let isBorder =
        end % pieceBytes == 0 && end - pieceBytes >= start
        && !bytes[(index + 1 - pieceBytes)...index].contains(10)
      if isNewline || isBorder {
        borders.append(end)
        lineOrBorder = end
      }
    }
    if isClosed, lineOrBorder < start + bytes.count { borders.append(start + bytes.count) }
    return borders
  }

  /// A line's bytes as they are shown.
  func line(_ range: Range<Int>) -> [UInt8] {
    var line = bytes[range.lowerBound - start..<range.upperBound - start]
    if line.last == 10 {
      line.removeLast()
      if line.last == 13 { line.removeLast() }
    }
    return Array(line)
  }
}

extension Ring {
  /// Receives an array's bytes, in as many reads as it takes.
  func receive(_ bytes: [UInt8], from segment: SegmentID, readsOf size: Int = .max) -> Received {
    var total = Received(bytes: 0, newlines: 0, dropped: 0)
    while total.bytes < bytes.count {
      let rest = bytes[total.bytes...].prefix(size)
      let received = unsafe receive(from: segment, atMost: rest.count, at: 0) { buffer in
        let count = min(buffer.count, rest.count)
        unsafe rest.withUnsafeBytes { source in
          unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
        }
        return count
      }
      total.bytes += received.bytes
      total.newlines += received.newlines
      total.dropped += received.dropped
    }
    return total
  }

  func line(at position: Position) -> [UInt8]? {
    withLine(at: position) { line in line.indices.map { line[$0] } }
  }
}

extension Lines {
  /// All items, by walking down from the first.
  mutating func walkedDown() -> [Item] {
    var items: [Item] = []
    var budget = Int.max
    while case .item(let next) = item(after: items.last, budget: &budget) { items.append(next) }
    return items
  }

  /// All items in the same order, by walking up from the end.
  mutating func walkedUp() -> [Item] {
    var items: [Item] = []
    var budget = Int.max
    while case .item(let next) = item(before: items.last, budget: &budget) { items.append(next) }
    return items.reversed()
  }
}
