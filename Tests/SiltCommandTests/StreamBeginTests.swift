import SiltTestSupport
import Testing

@testable import SiltCommand

struct StreamBeginTests {
  @Test(
    arguments: [
      .standard, .line(1), .line(2), .line(3), .line(9), .byte(1), .byte(2), .byte(5), .byte(99),
      .lastLines(0), .lastLines(1), .lastLines(2), .lastLines(3), .lastLines(.max), .lastBytes(0),
      .lastBytes(1), .lastBytes(4), .lastBytes(.max),
    ] as [Options.Begin]
  )
  func `a short stream in any pieces begins where it is told to`(begin: Options.Begin) {
    // Every text of up to five bytes of these, cut in one or two pieces at every place.
    var texts: [[UInt8]] = [[]]
    for length in 0..<5 {
      texts += texts.filter { $0.count == length }.flatMap { [$0 + [10], $0 + [97]] }
    }
    for text in texts {
      let expected = naive(text, begin)
      for cut in 0...text.count {
        var stream = StreamBegin(begin)
        let pieces = [ContiguousArray(text[..<cut]), ContiguousArray(text[cut...])]
        #expect(stream.collect(pieces) == expected, "\(text) cut at \(cut)")
      }
    }
  }

  @Test(arguments: [StreamTail.Unit.lines, .bytes], 0..<40 as Range<UInt64>)
  func `a tail in small chunks is that of the whole`(unit: StreamTail.Unit, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
      UInt8.random(in: 0...5, using: &generator) == 0 ? 10 : UInt8(ascii: "x")
    }
    let count = UInt64.random(in: 0...60, using: &generator)
    var tail = StreamTail(unit, count: count, chunkSize: Int.random(in: 1...9, using: &generator))
    var rest = text[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...20, using: &generator))
      rest = rest.dropFirst(piece.count)
      let bytes = ContiguousArray(piece)
      tail.append(bytes.span)
    }
    var held: [UInt8] = []
    tail.forEachPiece { held += Array(copying: $0) }
    let expected = naive(text, unit == .lines ? .lastLines(count) : .lastBytes(count))
    #expect(held == expected, "seed \(seed)")
  }

  /// The content by the plainest means.
  private func naive(_ text: [UInt8], _ begin: Options.Begin) -> [UInt8] {
    let lines = text.split(separator: 10, omittingEmptySubsequences: false)
    let ended = lines.dropLast().map { $0 + [10] }
    let all = ended + (lines.last.map { $0.isEmpty ? [] : [$0] } ?? [])
    return switch begin {
    case .standard: text
    case .line(let line): all.dropFirst(Int(line) - 1).flatMap(\.self)
    case .byte(let byte): Array(text.dropFirst(Int(byte) - 1))
    case .lastLines(let count): all.suffix(Int(clamping: count)).flatMap(\.self)
    case .lastBytes(let count): text.suffix(Int(clamping: count))
    }
  }
}

extension StreamBegin {
  /// What is written of a stream that comes in these pieces.
  fileprivate mutating func collect(_ pieces: [ContiguousArray<UInt8>]) -> [UInt8] {
    var written: [UInt8] = []
    for piece in pieces {
      let skipped = take(piece.span)
      written += piece[skipped...]
    }
    finish { written += Array(copying: $0) }
    return written
  }
}

extension [UInt8] {
  fileprivate init(copying span: Span<UInt8>) {
    self = span.indices.map { span[$0] }
  }
}
