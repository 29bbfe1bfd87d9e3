import Foundation
import SiltSystem
import Testing

struct StartPointTests {
  /// What GNU tail would print, worked out on the whole text.
  private func naive(_ point: StartPoint, _ text: [UInt8], from base: Int) -> Int {
    switch point {
    case .beginning: return base
    case .byte(let number): return min(base + max(number - 1, 0), text.count)
    case .lastBytes(let count): return max(text.count - count, base)
    case .line(let number):
      var offset = base
      for _ in 1..<max(number, 1) {
        guard let end = text[offset...].firstIndex(of: 0x0a) else { return text.count }
        offset = end + 1
      }
      return offset
    case .lastLines(let count):
      let starts = [base] + text.indices.dropFirst(base).filter { text[$0] == 0x0a }.map { $0 + 1 }
      let lines = starts.filter { $0 < text.count }
      return count == 0 ? text.count : lines.suffix(count).first ?? text.count
    }
  }

  private func find(
    _ point: StartPoint,
    in text: [UInt8],
    from base: Int = 0,
    blockSize: Int
  ) throws -> Int {
    let directory = try LogDirectory()
    try directory.write(text, to: "file")
    let file = try Descriptor(opening: directory.path("file"), for: .reading)
    var search = StartPointSearch(point, from: base, blockSize: blockSize)
    return try search.finish(in: file.borrowed)
  }

  private static let points: [StartPoint] =
    [.beginning]
    + [0, 1, 2, 3, 10, 1000, .max].flatMap { count -> [StartPoint] in
      [.lastLines(count), .lastBytes(count), .line(count), .byte(min(count, 1 << 40))]
    }

  @Test(arguments: [
    "", "\n", "a", "a\n", "a\nb", "a\nb\n", "\n\n\n", "a\n\nb\n\n", "one\ntwo\nthree\nfour\nfive",
  ])
  func `every point of a small file is where tail begins`(text: String) throws {
    let bytes = Array(text.utf8)
    for point in Self.points where point != .line(.max) {
      for base in 0...min(bytes.count, 3) {
        let found = try find(point, in: bytes, from: base, blockSize: 64)
        #expect(found == naive(point, bytes, from: base), "\(point) from \(base)")
      }
    }
  }

  @Test(arguments: [1024, 8192, 65_536], [-1, 0, 1])
  func `a line end beside a block's border is found`(block: Int, shift: Int) throws {
    // Lines of changing length around an end that lies at the border, and a tail after it.
    var text = [UInt8](repeating: 0x61, count: block + shift)
    for position in stride(from: 5, to: text.count, by: 97) { text[position] = 0x0a }
    for ending in ["\n", "b\n", "b", "\n\nc"] {
      let bytes = text + Array(ending.utf8)
      for point in Self.points where point != .line(.max) {
        let found = try find(point, in: bytes, blockSize: block)
        #expect(found == naive(point, bytes, from: 0), "\(point), \(ending.debugDescription)")
      }
    }
  }

  @Test(arguments: [64, 4096])
  func `random texts begin where tail begins`(blockSize: Int) throws {
    var random = SystemRandom(seed: 7)
    for round in 0..<60 {
      let size = Int(random.next() % 700)
      let bytes = (0..<size).map { _ in random.next() % 9 == 0 ? UInt8(0x0a) : 0x61 }
      let count = Int(random.next() % 40)
      for point in [StartPoint.lastLines(count), .line(count), .lastBytes(count), .byte(count)] {
        let found = try find(point, in: bytes, blockSize: blockSize)
        #expect(found == naive(point, bytes, from: 0), "round \(round), \(point)")
      }
    }
  }

  @Test func `a file whose size reads 0 is read through`() throws {
    let file = try Descriptor(opening: "/proc/self/status", for: .reading)
    guard try file.borrowed.status().size == 0 else {
      Issue.record("/proc/self/status has a size here")
      return
    }
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let lines = text.split(separator: "\n")
    var lastTwo = StartPointSearch(.lastLines(2), blockSize: 64)
    let start = try lastTwo.finish(in: file.borrowed)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      let read = try? unsafe file.borrowed.read(
        into: UnsafeMutableRawBufferPointer(buffer),
        at: Int64(start)
      )
      count = read ?? 0
    }
    let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.prefix { $0 != ":" } }
    #expect(names == lines.suffix(2).map { $0.prefix { $0 != ":" } })
  }

  @Test func `a search stops at its budget and goes on later`() throws {
    let directory = try LogDirectory()
    try directory.write([UInt8](repeating: 0x61, count: 64 * 100), to: "file")
    let file = try Descriptor(opening: directory.path("file"), for: .reading)
    var search = StartPointSearch(.lastLines(1), blockSize: 64)
    var turns = 1
    while true {
      if let offset = try search.advance(in: file.borrowed, budget: 640) {
        #expect(offset == 0)
        break
      }
      turns += 1
    }
    #expect((10...11).contains(turns))
  }
}
