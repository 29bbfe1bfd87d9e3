import SiltBytes
import SiltTestSupport
import Testing

@testable import SiltKit

struct StreamSkipTests {
  private static let text = Array("one\n\ntwo\r\nthree\nno end".utf8)

  private static func kept(_ skip: StreamSkip, _ pieces: [[UInt8]]) -> (String, StreamSkip) {
    var skip = skip
    var kept: [UInt8] = []
    for piece in pieces {
      let bytes = ContiguousArray(piece)
      let skipped = unsafe skip.skip(bytes.span.bytes)
      kept += bytes[skipped...]
    }
    return (String(decoding: kept, as: UTF8.self), skip)
  }

  /// What is left, by a simpler way.
  private static func expected(lines: Int, bytes: Int) -> String {
    var rest = text[min(bytes, text.count)...]
    for _ in 0..<lines {
      guard let newline = rest.firstIndex(of: 10) else { return "" }
      rest = rest[(newline + 1)...]
    }
    return String(decoding: rest, as: UTF8.self)
  }

  @Test func `every split of a stream leaves out the same`() {
    for lines in 0...6 {
      for bytes in 0...Self.text.count + 2 {
        let expected = Self.expected(lines: lines, bytes: bytes)
        for first in 0...Self.text.count {
          for second in first...Self.text.count {
            let pieces = [
              Array(Self.text[..<first]), Array(Self.text[first..<second]),
              Array(Self.text[second...]),
            ]
            let (kept, _) = Self.kept(StreamSkip(lines: lines, bytes: bytes), pieces)
            #expect(kept == expected, "\(lines) lines, \(bytes) bytes, \(first), \(second)")
          }
        }
      }
    }
  }

  @Test func `it is done when all was left out that was asked for`() {
    #expect(StreamSkip().isDone)
    let pieces = [Self.text]
    #expect(Self.kept(StreamSkip(lines: 4), pieces).1.isDone)
    #expect(!Self.kept(StreamSkip(lines: 5), pieces).1.isDone)
    #expect(Self.kept(StreamSkip(bytes: Self.text.count), pieces).1.isDone)
    #expect(!Self.kept(StreamSkip(bytes: Self.text.count + 1), pieces).1.isDone)
  }
}
