import SiltCore
import SiltScreen
import SiltSystem
import SiltTestSupport
import SiltText
import Testing

@testable import SiltKit

/// What is said of a command, and its lines that are printed while more come.
struct SessionCommandTests {
  @Test(arguments: [
    (UInt64(0), "0.0 s"), (99_999_999, "0.0 s"), (100_000_000, "0.1 s"),
    (12_345_000_000, "12.3 s"), (59_999_999_999, "59.9 s"), (60_000_000_000, "1 min 00 s"),
    (185_000_000_000, "3 min 05 s"), (3_599_999_999_999, "59 min 59 s"),
    (3_600_000_000_000, "1 h 00 min"), (3_720_000_000_000, "1 h 02 min"),
    (363_600_000_000_000, "101 h 00 min"), (.max, "5124095 h 34 min"),
  ])
  func `durations are told as people tell them`(nanoseconds: UInt64, expected: String) {
    #expect(durationText(nanoseconds: nanoseconds) == expected)
  }

  @Test(arguments: [
    (CommandExit.code(0), "exit 0", Int32(0)), (.code(2), "exit 2", 2),
    (.code(255), "exit 255", 255),
    (.signal(11), "signal SEGV", 139), (.signal(9), "signal KILL", 137),
    (.signal(15), "signal TERM", 143), (.signal(2), "signal INT", 130),
  ])
  func `an end has a name and a status`(exit: CommandExit, expected: String, status: Int32) throws {
    let bed = try SessionBed()
    let process = CommandProcess([Array("x".utf8)], .inherited, on: bed.queue)
    bed.queue.sync {
      bed.session.command = Session.Command(process: process, hasTerminal: false, start: 0)
      #expect(bed.session.commandState == "running")
      #expect(bed.session.summary == nil)
      bed.session.command?.end = (exit, 1_500_000_000)
      #expect(bed.session.commandState == expected)
      let dot = bed.session.options.signs.dot
      var row = StyledRow()
      row.append(text: "\(expected) \(dot) 1.5 s \(dot) 0 lines", style: .dim)
      #expect(bed.session.summary == row)
    }
    #expect(exit.status == status)
  }

  // MARK: Printing on

  /// A ring whose lines are printed while more come.
  private final class Log {
    let ring: Ring
    let segment: SegmentID
    var content: LogContent
    var printer: LinePrinter?

    init(capacity: Int = 1 << 20, origin: TextLayout.Origin = .terminal) {
      ring = Ring(capacity: capacity)
      let source = SourceID(rawValue: 0)
      segment = ring.beginSegment(of: source)
      content = LogContent(.one(SourceLines(of: source, in: ring)), layout: TextLayout(columns: 10))
      content.layout.origin = origin
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

    /// Begins to print.
    func begin(_ amount: Session.Options.LastLines) {
      let encoder = RowEncoder(colorDepth: .trueColor)
      printer = LinePrinter(amount, of: content, encoder: encoder, isFollowing: true)
    }

    /// What is printed now.
    func printed() -> String {
      var bytes: [UInt8] = []
      while let piece = printer?.nextBytes(), !piece.isEmpty { bytes += piece }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// What is printed once nothing more comes.
    func printedAtEnd() -> String {
      ring.close(segment)
      return printed()
    }
  }

  @Test(arguments: [
    (0, ""), (1, ""), (2, "b\r\n"), (3, "a\r\nb\r\n"), (9, "a\r\nb\r\n"),
  ])
  func `the unfinished line waits, and is one of the last`(count: Int, expected: String) {
    let log = Log()
    log.append("a\nb\nun")
    log.begin(.count(count))
    #expect(log.printed() == expected)
    #expect(log.printed() == "")
    log.append("fin")
    #expect(log.printed() == "")
    log.append("ished\nc\nla")
    #expect(log.printed() == "unfinished\r\nc\r\n")
    log.append("st")
    #expect(log.printedAtEnd() == "last\r\n")
    #expect(log.printed() == "")
  }

  @Test func `from nothing, all that comes is printed`() {
    let log = Log()
    log.begin(.count(10))
    #expect(log.printed() == "")
    log.append("a")
    #expect(log.printed() == "")
    log.append("\nb\n")
    #expect(log.printed() == "a\r\nb\r\n")
    #expect(log.printedAtEnd() == "")
  }

  @Test func `what overwrites itself is printed in its last state, and colours carry over`() {
    let log = Log()
    log.append("\u{1B}[31m10%\r")
    log.begin(.all)
    log.append("20%\r")
    #expect(log.printed() == "")
    log.append("100%\nred\u{1B}[m\nplain\n")
    #expect(log.printed() == "\u{1B}[31m100%\u{1B}[m\r\n\u{1B}[31mred\u{1B}[m\r\nplain\r\n")
  }

  @Test(arguments: [UInt64](1...8))
  func `each line is printed once and in order, however it comes`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let log = Log()
    var text = ""
    for number in 0..<400 {
      // Some are longer than a piece of the ring.
      let length = Int.random(in: 0..<12, using: &generator) == 0 ? 70_000 : 12
      let filler = String(repeating: "x", count: Int.random(in: 0...length, using: &generator))
      text += "\(number) \(filler)\n"
    }
    let expected = text.replacing("\n", with: "\r\n")
    log.begin(.all)
    var printed = ""
    var rest = text[...]
    while !rest.isEmpty {
      let part = rest.prefix(Int.random(in: 1...40_000, using: &generator))
      rest = rest.dropFirst(part.count)
      log.append(String(part))
      if Bool.random(using: &generator) { printed += log.printed() }
      // No more than the ring holds is ever left to print.
      if log.ring.byteCount(of: SourceID(rawValue: 0)) > 500_000 { printed += log.printed() }
    }
    printed += log.printedAtEnd()
    #expect(printed == expected, "seed \(seed)")
  }
}
