import SiltTestSupport
import SiltText
import Testing

@testable import SiltCore

/// The bytes of all lines that can be reached.
struct LogBytesTests {
  private static let source = SourceID(rawValue: 0)

  /// The bytes of parts that lie in the ring.
  private static func held(_ parts: [LogBytes]) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .held(let held):
        held.withBytes { span in unsafe span.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        }
      case .newline: bytes.append(10)
      case .history: break
      }
    }
    return bytes
  }

  @Test(arguments: 0..<60)
  func `those of one source are its reachable end, and stay as they are`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ring = Ring(capacity: 4096, chunkBytes: 512)
    let content = LogLines.one(SourceLines(of: Self.source, in: ring))
    // Another source writes in between, and belongs to none of it.
    let other = ring.beginSegment(of: SourceID(rawValue: 1))
    var segment = ring.beginSegment(of: Self.source)
    var all: [UInt8] = []
    var kept: [(parts: [LogBytes], bytes: [UInt8])] = []
    for step in 0..<80 {
      let comment: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        ring.close(segment)
        if let last = all.last, last != 10 { all.append(10) }
        segment = ring.beginSegment(of: Self.source)
      case 1, 2: _ = ring.receive(randomText(&random, longest: 60), from: other)
      default:
        let text = randomText(&random, longest: 200)
        _ = ring.receive(text, from: segment)
        all += text
      }
      let parts = content.bytes
      let bytes = Self.held(parts)
      // A newline that a closed last line gets is there once another line follows.
      let expected = bytes.last == 10 || all.last != 10 ? all[...] : all.dropLast()
      #expect(bytes == Array(expected.suffix(bytes.count)), comment)
      if ring.droppedLines == 0 { #expect(bytes.count == expected.count, comment) }
      kept.append((parts, bytes))
    }
    #expect(ring.droppedLines > 0)
    for (parts, bytes) in kept { #expect(Self.held(parts) == bytes, "seed \(seed)") }
  }

  @Test(arguments: 0..<40)
  func `those of several sources stand in the order of their lines`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // No line is so long that it comes in pieces.
    let ring = Ring(capacity: 1 << 15, chunkBytes: 1 << 12)
    var model = MergedModel(sources: 3, ring: ring)
    for step in 0..<300 {
      let number = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: model.rotate(number)
      case 1: model.addNote(of: number)
      default:
        let word = (0..<Int.random(in: 0...60, using: &random)).map { _ in
          UInt8.random(in: 97...122, using: &random)
        }
        model.write(word + (Int.random(in: 0..<4, using: &random) > 0 ? [10] : []), to: number)
      }
      guard step % 5 == 0 else { continue }
      var lines = model.lines
      var expected: [UInt8] = []
      for case .line(let position) in lines.walkedDown() {
        expected += try #require(ring.line(at: position))
        expected.append(10)
      }
      // Behind them what is not finished, the newest last.
      let open = model.sources.filter { source in
        source.tailStart < source.segment.start + source.segment.bytes.count
      }
      let tails = open.sorted { $0.lastWrite < $1.lastWrite }.map { source in
        source.segment.bytes[(source.tailStart - source.segment.start)...]
      }
      expected += tails.joined(separator: [10])
      let bytes = Self.held(LogLines.merged(lines).bytes)
      #expect(bytes == expected, "seed \(seed), step \(step)")
    }
  }

  @Test func `short runs that lie together are one part`() {
    let ring = Ring(capacity: 1 << 20)
    var model = MergedModel(sources: 2, ring: ring)
    for _ in 0..<1000 {
      model.write([97, 10], to: 0)
      model.write([98, 10], to: 1)
    }
    let parts = LogLines.merged(model.lines).bytes
    #expect(parts.count == ring.chunks.count)
    #expect(Self.held(parts).count == 4000)
  }

  @Test func `a file's are its offsets from the first byte to the last, in the ring or not`() {
    let ring = Ring(capacity: 4096, chunkBytes: 512)
    let first = ring.beginSegment(of: Self.source, at: 7, hasHistory: true)
    ring.skip(first, to: 5000)
    _ = ring.receive([UInt8](repeating: 97, count: 600), from: first)
    ring.close(first)
    let second = ring.beginSegment(of: Self.source, hasHistory: true)
    _ = ring.receive([98, 10], from: second)
    let parts = LogLines.one(SourceLines(of: Self.source, in: ring)).bytes
    guard parts.count == 3, case .history(first, 7..<5600) = parts[0], case .newline = parts[1],
      case .history(second, 0..<2) = parts[2]
    else {
      Issue.record("\(parts)")
      return
    }
  }
}
