import SiltCore
import Testing

/// Bytes of a source over all its segments.
struct RingShareTests {
  private static let source = SourceID(rawValue: 0)

  private static func append(_ text: String, to segment: SegmentID, of ring: Ring) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      _ = unsafe ring.receive(from: segment, atMost: rest.count, at: 0) { memory in
        let count = min(memory.count, rest.count)
        unsafe memory.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }
    }
  }

  @Test func `every byte is found in its line, over all segments`() {
    let ring = Ring(capacity: 1 << 20)
    var lines: [(position: Position, text: String)] = []
    for (start, texts) in [(100, ["one\n", "two\n"]), (0, []), (0, ["three\n", "no end"])] {
      let segment = ring.beginSegment(of: Self.source, at: start)
      var offset = start
      for text in texts {
        lines.append((Position(segment: segment, offset: offset), text))
        Self.append(text, to: segment, of: ring)
        offset += text.utf8.count
      }
      ring.close(segment)
    }
    #expect(ring.find(byte: 0, of: SourceID(rawValue: 7)) == .notYet)
    var count = 0
    for (position, text) in lines {
      #expect(ring.bytes(before: position) == count)
      for byte in 0..<text.utf8.count {
        #expect(ring.find(byte: count + byte, of: Self.source) == .line(position))
      }
      count += text.utf8.count
    }
    #expect(ring.byteCount(of: Self.source) == count)
    #expect(ring.find(byte: count, of: Self.source) == .notYet)
    #expect(ring.find(byte: count + 99, of: Self.source) == .notYet)
  }

  @Test func `an empty source has no line`() {
    let ring = Ring(capacity: 1 << 20)
    _ = ring.beginSegment(of: Self.source)
    #expect(ring.find(byte: 0, of: Self.source) == .notYet)
  }
}
