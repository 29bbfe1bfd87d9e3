import Foundation
import SiltSystem
import SiltTestSupport
import Testing

@testable import SiltKit

/// Sessions on real files and pipes.
struct SessionSourceTests {
  private static func lines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "line \($0)\n" }.joined()
  }

  private static func wait(_ bed: SessionBed, for row: String) throws {
    var rows: [String] = []
    let isThere = bed.wait {
      // A file that was renamed is watched for a while by the clock.
      bed.clock.advance(milliseconds: 10)
      rows = bed.look()
      return rows.contains(row)
    }
    try #require(isThere, "\(row) is not in \(rows)")
  }

  @Test func `a pipe changes nothing on the terminal before its first byte`() throws {
    let pipe = try InputPipe()
    let bed = try SessionBed(.pipe, name: "pipe", columns: 40)
    bed.queue.sync { try? bed.session.read(stream: pipe.reader) }
    bed.receive()
    #expect(bed.screen.text.joined() == "")
    #expect(bed.isRestored)
    try pipe.send("one\n")
    try Self.wait(bed, for: "one")
    #expect(!bed.isRestored)
    #expect(bed.look().last == "pipe  following         h help  q leave")
  }

  @Test func `the end of a pipe leaves the last lines`() throws {
    let pipe = try InputPipe()
    let bed = try SessionBed(.pipe, columns: 40) { $0.lastLines = .count(3) }
    bed.queue.sync { try? bed.session.read(stream: pipe.reader) }
    try pipe.send(Self.lines(1...40) + "rest")
    pipe.close()
    #expect(try bed.waitUntilLeft() == .inputEnded)
    #expect(bed.screen.allText == ["line 39", "line 40", "rest"])
    #expect(bed.isRestored)
  }

  @Test func `a pipe without a byte leaves without a trace`() throws {
    let bed = try SessionBed(.pipe, columns: 40)
    let pipe = try InputPipe()
    bed.queue.sync { try? bed.session.read(stream: pipe.reader) }
    pipe.close()
    #expect(try bed.waitUntilLeft() == .inputEnded)
    #expect(bed.screen.allText == [])
  }

  @Test func `an interrupted pipe is read to its end`() throws {
    let pipe = try InputPipe()
    let bed = try SessionBed(.pipe, columns: 70)
    bed.queue.sync { try? bed.session.read(stream: pipe.reader) }
    try pipe.send("one\n")
    try Self.wait(bed, for: "one")
    bed.queue.sync { bed.session.interrupted() }
    #expect(bed.look().last == "interrupted: reading on to the end, Ctrl-C again leaves")
    try pipe.send("two\n")
    try Self.wait(bed, for: "two")
    pipe.close()
    #expect(try bed.waitUntilLeft() == .interrupted)
    #expect(bed.screen.allText == ["one", "two"])
  }

  @Test func `lines left out of a pipe's beginning are numbered all the same`() throws {
    let pipe = try InputPipe()
    let bed = try SessionBed(.pipe, columns: 40) { $0.numbersLines = true }
    bed.queue.sync {
      try? bed.session.read(stream: pipe.reader, skipping: StreamSkip(lines: 2000))
    }
    try pipe.send(Self.lines(1...2002))
    try Self.wait(bed, for: "2002 line 2002")
    #expect(bed.look().dropLast() == ["", "", "2001 line 2001", "2002 line 2002"])
  }

  @Test func `numbers of a file that begins in its middle are its own, also once it rotated`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.write("log", Self.lines(1...2000))
    let bed = try SessionBed(.file, columns: 40)
    bed.queue.sync {
      try? bed.session.follow([.path(Array(path.utf8))], from: .lastLines(3), .init(follows: true))
    }
    try Self.wait(bed, for: "line 2000")
    #expect(bed.look().dropLast() == ["", "line 1998", "line 1999", "line 2000"])
    try bed.press("L")
    try Self.wait(bed, for: "2000 line 2000")
    try directory.append("log", "line 2001\n")
    try Self.wait(bed, for: "2001 line 2001")
    try bed.press("\u{13}")
    let paused = bed.look()
    try FileManager.default.moveItem(atPath: path, toPath: directory.path(of: "old"))
    try directory.write("log", "new 1\nnew 2\n")
    try Self.wait(bed, for: "log  paused  ↓ 2 new            6 lines")
    #expect(bed.look()[..<3] == paused[..<3])
    try bed.press("G")
    let rows = bed.look()
    #expect(rows[0] == "2001 line 2001                         ▲")
    #expect(rows[1].hasPrefix("     ── log rotated "))
    #expect(rows[2...3] == ["   1 new 1", "   2 new 2"])
  }

  @Test func `a jump to a line waits until the lines above are counted`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("log", Self.lines(1...3000))
    let bed = try SessionBed(.file, columns: 40)
    bed.queue.sync {
      try? bed.session.follow(
        [.path(Array(path.utf8))],
        from: .lastLines(1000),
        .init(follows: true)
      )
    }
    try Self.wait(bed, for: "line 3000")
    try bed.press("2", "5", "0", "0", "g")
    try Self.wait(bed, for: "line 2500                              ▲")
    #expect(bed.look().last == "log  paused                 1,000 lines")
    try bed.press("7", "g")
    #expect(bed.look()[0] == "line 2001")
    try bed.press("5", "0", "%")
    #expect(bed.look()[0] == "line 2501                              ▲")
    try bed.press("=")
    #expect(bed.look().last?.hasPrefix("line 2,504 of 3,000  50%") == true)
  }

  @Test func `a file that is not followed stays until the user leaves`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("log", "one\ntwo")
    let bed = try SessionBed(.file, columns: 40)
    bed.queue.sync {
      try? bed.session.follow([.path(Array(path.utf8))], from: .beginning, .init(follows: false))
    }
    try Self.wait(bed, for: "two")
    try Self.wait(bed, for: "log  ended              h help  q leave")
    try bed.press("q")
    #expect(try bed.waitUntilLeft() == .asked)
    #expect(bed.screen.allText == ["one", "two"])
  }
}
