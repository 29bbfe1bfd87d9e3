import Foundation
import SiltFollow
import Testing

@testable import SiltSystem

/// What makes other followers lose, repeat or invent lines.
struct FileFollowerLossTests {
  let directory: LogDirectory

  init() throws {
    directory = try LogDirectory()
  }

  private func lines(_ range: Range<Int>, _ word: String = "line") -> String {
    range.map { "\(word) \($0)\n" }.joined()
  }

  @Test func `a thousand lines, a rename, fifty late ones and fifty new ones come once`() throws {
    let bed = FileFollowerTestBed()
    try directory.make("log", lines(0..<1000))
    let late = try directory.writer("log")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == [lines(0..<1000)] }
    try directory.move("log", to: "log.1")
    for number in 1000..<1050 {
      try late.write(contentsOf: Data("line \(number)\n".utf8))
      if number == 1020 { try directory.make("log", lines(1050..<1100)) }
    }
    bed.eventually { bed.texts.joined() == lines(0..<1100) }
    #expect(bed.noteNames == ["rotated"])
    bed.stop()
  }

  @Test(arguments: [1, 300, 400, 5000])
  func `copied, truncated and regrown to any size is read from its start`(count: Int) throws {
    let bed = FileFollowerTestBed()
    try directory.make("log", lines(0..<300, "old"))
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == [lines(0..<300, "old")] }
    // In one go, so that nobody can look in between.
    bed.queue.sync {
      try? directory.truncate("log")
      try? directory.append(lines(0..<count, "new"), to: "log")
    }
    bed.eventually { bed.texts == [lines(0..<300, "old"), lines(0..<count, "new")] }
    #expect(bed.noteNames == ["truncated"])
    bed.stop()
  }

  @Test func `a file that only grows is never said to be truncated`() throws {
    let bed = FileFollowerTestBed()
    try directory.make("log")
    bed.follow(directory.bytes("log"), from: .lastLines(3))
    var random = SystemRandom(seed: 3)
    var text: [UInt8] = []
    for _ in 0..<400 {
      let count = Int.random(in: 1..<600, using: &random)
      let bytes =
        (0..<count).map { _ in [0, 0x0a, 0x61, 0xff].randomElement(using: &random) ?? 0 }
        as [UInt8]
      text += bytes
      try directory.writer("log").write(contentsOf: Data(bytes))
    }
    bed.eventually { bed.now.segments.flatMap(\.text) == text }
    #expect(bed.notes == [])
    bed.stop()
  }

  @Test func `a file whose start was left out is told from another one, too`() throws {
    let bed = FileFollowerTestBed()
    try directory.make("log", lines(0..<300, "old"))
    bed.follow(directory.bytes("log"), from: .lastLines(2))
    bed.eventually { bed.texts == [lines(298..<300, "old")] }
    bed.queue.sync {
      try? directory.truncate("log")
      try? directory.append(lines(0..<300, "new"), to: "log")
    }
    bed.eventually { bed.texts == [lines(298..<300, "old"), lines(0..<300, "new")] }
    bed.stop()
  }

  @Test func `a writer that goes on behind a truncation leaves a hole, which is left out`() throws {
    let bed = FileFollowerTestBed()
    try directory.make("log", "start\n")
    bed.follow(directory.bytes("log"), skipsHoles: true)
    bed.eventually { bed.texts == ["start\n"] }
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: directory.path("log")))
    try writer.truncate(atOffset: 0)
    try writer.seek(toOffset: 1 << 30)
    try writer.write(contentsOf: Data("far behind\n".utf8))
    bed.eventually("the line behind the hole") { bed.texts.last == "far behind\n" }
    #expect(bed.noteNames == ["truncated", "hole \(1 << 30)"])
    #expect(bed.now.segments.last?.offset == 1 << 30)
    try writer.write(contentsOf: Data("more\n".utf8))
    bed.eventually { bed.texts.last == "far behind\nmore\n" }
    // A second hole, whose end is not at a block's border.
    try writer.seek(toOffset: 1 << 30 + 1 << 22 + 77)
    try writer.write(contentsOf: Data("farther\n".utf8))
    bed.eventually { bed.texts.last == "farther\n" }
    #expect(bed.now.segments.last?.offset == 1 << 30 + 1 << 22 + 77)
    bed.stop()
  }

  @Test func `who wants every byte gets the hole's, too`() throws {
    let bed = FileFollowerTestBed()
    try directory.make("log", "start\n")
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: directory.path("log")))
    try writer.seek(toOffset: 1 << 20)
    try writer.write(contentsOf: Data("end\n".utf8))
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.now.segments.first?.text.count == 1 << 20 + 4 }
    #expect(bed.notes == [])
    bed.stop()
  }

  @Test(.timeLimit(.minutes(2)))
  func `a thousand rotations under a writer that never stops lose and leak nothing`() throws {
    let bed = FileFollowerTestBed()
    try directory.make("log")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.now.caughtUp == 1 }
    bed.eventually("idle") { bed.isIdle }
    let watches = bed.queue.sync { bed.watcher.count }
    var text = ""
    for round in 0..<1000 {
      let writer = try directory.writer("log")
      let lines = (0..<5).map { "round \(round) line \($0)\n" }
      text += lines.joined()
      for (index, line) in lines.enumerated() {
        // The file loses its name in mid-write.
        if index == 3, round < 999 {
          try directory.move("log", to: "log.\(round)")
          try directory.make("log")
        }
        try writer.write(contentsOf: Data(line.utf8))
      }
      usleep(5000)
    }
    bed.eventually("all lines", seconds: 60) {
      bed.now.segments.flatMap(\.text) == Array(text.utf8)
    }
    bed.eventually("idle") { bed.isIdle }
    #expect(bed.openFiles == 1)
    #expect(directory.openDescriptors == 1)
    #expect(bed.queue.sync { bed.watcher.count } == watches)
    bed.stop()
    #expect(directory.openDescriptors == 0)
  }

  @Test func `files that were moved on before anybody looked are found and read in order`() throws {
    let bed = FileFollowerTestBed()
    try directory.make("log", "zero\n")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == ["zero\n"] }
    bed.queue.sync {
      for number in 1...5 {
        // As rotation does it: each takes the place of the one before.
        if number > 1 { try? directory.move("log.1", to: "log.2") }
        try? directory.move("log", to: "log.1")
        try? directory.make("log", "new \(number)\n")
        if number > 1 { try? directory.move("log.2", to: "log.\(number).old") }
      }
    }
    bed.eventually { bed.texts == ["zero\n"] + (1...5).map { "new \($0)\n" } }
    bed.eventually("idle") { bed.isIdle }
    #expect(bed.openFiles == 1)
    bed.stop()
    #expect(directory.openDescriptors == 0)
  }

  @Test func `three hundred files are followed with few descriptors`() throws {
    let queue = SystemQueue()
    let watcher = queue.sync {
      FileWatcher(on: queue, descriptors: DescriptorBudget(limit: 20))
    }
    let beds = try (0..<300).map { number in
      try directory.make("log \(number)", "first of \(number)\n")
      return FileFollowerTestBed(sharing: watcher, on: queue)
    }
    for (number, bed) in beds.enumerated() { bed.follow(directory.bytes("log \(number)")) }
    for (number, bed) in beds.enumerated() {
      bed.eventually { bed.texts == ["first of \(number)\n"] }
    }
    #expect(directory.openDescriptors <= 21)
    for number in stride(from: 299, through: 0, by: -1) {
      try directory.append("more of \(number)\n", to: "log \(number)")
    }
    for (number, bed) in beds.enumerated() {
      bed.eventually { bed.texts == ["first of \(number)\nmore of \(number)\n"] }
      #expect(bed.notes == [])
    }
    #expect(directory.openDescriptors <= 21)
    // Closed for the time being, renamed, and written by who has it open.
    let late = try directory.writer("log 0")
    for number in 1..<60 { try directory.append("again\n", to: "log \(number)") }
    beds[59].eventually { beds[59].texts.last?.hasSuffix("again\n") == true }
    try directory.move("log 0", to: "log 0.1")
    try late.write(contentsOf: Data("late\n".utf8))
    try late.close()
    beds[0].eventually { beds[0].texts == ["first of 0\nmore of 0\nlate\n"] }
    // Cut and regrown meanwhile.
    queue.sync {
      try? directory.truncate("log 200")
      try? directory.append(lines(0..<20, "new"), to: "log 200")
    }
    beds[200].eventually { beds[200].texts.last == lines(0..<20, "new") }
    #expect(beds[200].noteNames == ["truncated"])
    for bed in beds { bed.stop() }
    #expect(directory.openDescriptors == 0)
  }

  @Test func `files that are rotated all at once with few descriptors lose nothing`() throws {
    let queue = SystemQueue()
    let watcher = queue.sync {
      FileWatcher(on: queue, descriptors: DescriptorBudget(limit: 20))
    }
    let beds = try (0..<200).map { number in
      try directory.make("log \(number)", "first\n")
      return FileFollowerTestBed(sharing: watcher, on: queue)
    }
    for (number, bed) in beds.enumerated() { bed.follow(directory.bytes("log \(number)")) }
    for bed in beds { bed.eventually { bed.texts == ["first\n"] } }
    for number in beds.indices {
      try directory.append("last\n", to: "log \(number)")
      try directory.move("log \(number)", to: "log \(number).1")
      try directory.make("log \(number)", "fresh\n")
    }
    for bed in beds {
      bed.eventually { bed.texts == ["first\nlast\n", "fresh\n"] }
      #expect(bed.noteNames == ["rotated"])
      bed.eventually("idle") { bed.isIdle }
    }
    for bed in beds { bed.stop() }
    #expect(directory.openDescriptors == 0)
  }

  @Test func `what is not wanted is not read, and the file is still known by its bytes`() throws {
    let bed = FileFollowerTestBed()
    bed.leaveOut(beyond: 1000)
    let first = lines(0..<300, "first")
    try directory.make("log", first)
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == [String(first.suffix(1000))] }
    // Little is read as it is, and what does not fit begins where it is wanted.
    try directory.append("little\n", to: "log")
    bed.eventually { bed.texts == [first.suffix(1000) + "little\n"] }
    let more = lines(0..<300, "more")
    try directory.append(more, to: "log")
    bed.eventually { bed.texts == [first.suffix(1000) + "little\n" + more.suffix(1000)] }
    // Cut and regrown past where it was read.
    let new = lines(0..<900, "new")
    bed.queue.sync {
      try? directory.truncate("log")
      try? directory.append(new, to: "log")
    }
    bed.eventually { bed.texts.last == String(new.suffix(1000)) }
    #expect(bed.noteNames == ["truncated"])
    bed.stop()
    #expect(directory.openDescriptors == 0)
  }

  @Test func `a file that was renamed and put back is still known by its bytes`() throws {
    let bed = FileFollowerTestBed()
    try directory.make("log", lines(0..<300, "old"))
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == [lines(0..<300, "old")] }
    // Each opening of it that is not needed is closed again.
    for _ in 0..<3 {
      try directory.move("log", to: "other")
      try directory.move("other", to: "log")
    }
    bed.eventually("idle") { bed.isIdle }
    bed.queue.sync {
      try? directory.truncate("log")
      try? directory.append(lines(0..<400, "new"), to: "log")
    }
    bed.eventually { bed.texts == [lines(0..<300, "old"), lines(0..<400, "new")] }
    bed.stop()
  }

  @Test func `a file system that tells nothing is polled, by its type`() throws {
    let bed = FileFollowerTestBed()
    bed.follow(Array("/proc/self/limits".utf8))
    bed.eventually { bed.noteNames == ["polling"] && bed.now.caughtUp > 0 }
    #expect(bed.texts.first?.hasPrefix("Limit") == true)
    bed.stop()
  }

  @Test(arguments: [
    (0x6969, false), (0xff53_4d42, false), (0xfe53_4d42, false), (0x6573_5546, false),
    (0x0102_1997, false), (0x9fa0, false), (0xef53, true), (0x5846_5342, true),
    (0x9123_683e, true), (0x0102_1994, true), (0x794c_7630, true),
  ])
  func `network file systems are known by their number, and local ones, too`(
    type: UInt32,
    isTold: Bool
  ) {
    #expect(FileSystemEvents.areTold(byType: type) == isTold)
  }

  @Test func `when the writers are gone their last words are read and it ends`() throws {
    let bed = FileFollowerTestBed()
    try directory.make("log", "first\n")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == ["first\n"] }
    bed.queue.sync {
      try? directory.append("last\n", to: "log")
      bed.onQueueAlready { $0.writersEnded() }
    }
    bed.eventually { bed.now.hasEnded }
    #expect(bed.texts == ["first\nlast\n"])
    #expect(directory.openDescriptors == 0)
  }
}
