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
      content = LogContent(
        .one(SourceLines(of: source, in: ring)),
        layout: TextLayout(columns: columns)
      )
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
    log.content.layout.showsOverwritten = true
    log.append("50%\r0123456789abcdef\n")
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

  @Test func `lines of several sources have their names, and a line goes on behind its own`() {
    let ring = Ring(capacity: 1 << 20)
    let segments = (0..<2).map { ring.beginSegment(of: SourceID(rawValue: $0)) }
    func append(_ text: String, to source: Int) {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        _ = unsafe ring.receive(from: segments[source], atMost: rest.count, at: 0) { memory in
          let count = min(memory.count, rest.count)
          unsafe memory.copyBytes(from: rest.prefix(count))
          rest = rest.dropFirst(count)
          return count
        }
      }
    }
    // A piece of the long line is finished, and the rest of it comes behind another's line.
    let piece = String(repeating: "x", count: ring.pieceBytes)
    append("one\n\(piece)\(piece)", to: 0)
    append("other\n", to: 1)
    append("rest\n", to: 0)
    append("last", to: 1)
    for segment in segments { ring.close(segment) }
    var content = LogContent(.merged(MergedLines(in: ring)), layout: TextLayout(columns: 10))
    content.lines.addNote("ended")
    var lines = LinePrinter(
      .all,
      of: content,
      encoder: RowEncoder(colorDepth: .sixteen),
      names: SourceColumn(
        ["a", "bcd"],
        within: nil,
        ellipsis: "…",
        isColored: false,
        ambiguousIsWide: false
      )
    )
    var bytes: [UInt8] = []
    while case let next = lines.nextBytes(), !next.isEmpty { bytes += next }
    let text = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let xs = text.dropFirst().first?.dropFirst(4).count ?? 0
    #expect(xs >= ring.pieceBytes)
    let rest = String(repeating: "x", count: 2 * ring.pieceBytes - xs)
    #expect(
      text == [
        "a   one", "a   \(String(repeating: "x", count: xs))", "bcd other", "a   \(rest)rest",
        "bcd last",
      ]
    )
  }
}
