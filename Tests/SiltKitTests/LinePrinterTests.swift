import SiltCore
import SiltScreen
import SiltText
import Testing

@testable import SiltKit

/// What stays in the scrollback.
struct LinePrinterTests {
  /// A content of a ring of its own.
  private struct Log {
    let ring: Ring
    var content: LogContent
    let segment: SegmentID

    init(capacity: Int = 1 << 20, columns: Int = 10) {
      ring = Ring(capacity: capacity)
      let source = SourceID(rawValue: 0)
      segment = ring.beginSegment(of: source)
      content = LogContent(.one(SourceLines(of: source, in: ring)), layout: TextLayout(columns: columns))
    }

    func append(_ text: String) {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        _ = unsafe ring.receive(from: segment, atMost: rest.count, at: 0) { memory in
          let count = min(memory.count, rest.count)
          for index in 0..<count { unsafe memory[index] = rest[rest.startIndex + index] }
          rest = rest.dropFirst(count)
          return count
        }
      }
    }

    func pieces(_ amount: Session.Options.LastLines) -> [[UInt8]] {
      var lines = LinePrinter(amount, of: content, encoder: RowEncoder(colorDepth: .trueColor))
      var pieces: [[UInt8]] = []
      while true {
        let bytes = lines.nextBytes()
        if bytes.isEmpty { return pieces }
        pieces.append(bytes)
      }
    }

    func text(_ amount: Session.Options.LastLines) -> String {
      String(decoding: pieces(amount).joined(), as: UTF8.self)
    }
  }

  @Test(arguments: [
    (0, ""), (1, "rest\r\n"), (2, "three\r\nrest\r\n"), (3, "\r\nthree\r\nrest\r\n"),
    (5, "one\r\ntwo is longer than a row\r\n\r\nthree\r\nrest\r\n"),
    (6, "one\r\ntwo is longer than a row\r\n\r\nthree\r\nrest\r\n"),
    (1_000_000, "one\r\ntwo is longer than a row\r\n\r\nthree\r\nrest\r\n"),
  ])
  func `so many last lines, unwrapped, each ended`(count: Int, expected: String) {
    let log = Log()
    log.append("one\ntwo is longer than a row\n\nthree\r\nrest")
    #expect(log.text(.count(count)) == expected)
  }

  @Test func `an empty log leaves nothing`() {
    #expect(Log().pieces(.all) == [])
    #expect(Log().pieces(.count(10)) == [])
  }

  @Test func `lines are cut short of nothing by the view's layout`() {
    var log = Log()
    log.content.layout.wraps = false
    log.content.layout.firstColumn = 5
    log.append("0123456789abcdef\n")
    #expect(log.text(.all) == "0123456789abcdef\r\n")
  }

  @Test func `colours stay, all else is inert, notes are left out`() {
    var log = Log()
    log.append("\u{1B}[31mred\n")
    log.content.lines.addNote("rotated")
    log.append("\u{1B}[2J\u{7}\n")
    #expect(log.text(.all) == "\u{1B}[31mred\u{1B}[m\r\n\u{1B}[2m^[[2J^G\u{1B}[m\r\n")
  }

  @Test func `the pieces of a long line are one line`() {
    let log = Log()
    let long = String(repeating: "0123456789", count: 20_000)
    log.append("first\n\(long)\nlast\n")
    #expect(log.text(.count(2)) == "\(long)\r\nlast\r\n")
    #expect(log.text(.all) == "first\r\n\(long)\r\nlast\r\n")
  }

  @Test func `a note between the pieces of a line does not end it`() {
    var log = Log()
    let long = String(repeating: "x", count: 100_000)
    log.append(long)
    log.content.lines.addNote("waiting")
    log.append(long)
    #expect(log.text(.all) == "\(long)\(long)\r\n")
  }

  @Test(arguments: [20, 500, 1 << 20])
  func `a big ring comes in pieces of a bounded size`(lineLength: Int) {
    let log = Log(capacity: 2 << 20)
    let line = String(repeating: "y", count: lineLength) + "\n"
    let count = (1 << 20) / line.utf8.count + 1
    log.append(String(repeating: line, count: count))
    let pieces = log.pieces(.all)
    let ended = String(repeating: String(line.dropLast()) + "\r\n", count: count)
    #expect(pieces.joined().elementsEqual(ended.utf8))
    #expect(pieces.count >= 4)
    #expect(pieces.allSatisfy { $0.count < 700_000 })
  }

  @Test func `a line whose beginning was dropped leaves what is held of it`() {
    let log = Log(capacity: 1 << 20)
    log.append("gone\n" + String(repeating: "z", count: 3 << 20))
    let text = log.text(.count(1))
    #expect(text.hasSuffix("z\r\n"))
    #expect(text.utf8.count > 500_000)
    #expect(text.dropLast().allSatisfy { $0 == "z" })
  }
}
