import Foundation
import SiltFollow
import Testing

@testable import SiltSystem

struct FileFollowerTests {
  let directory: LogDirectory
  let bed = FileFollowerTestBed()

  init() throws {
    directory = try LogDirectory()
  }

  private func lines(_ range: Range<Int>) -> String {
    range.map { "line \($0)\n" }.joined()
  }

  @Test func `a growing file is given as it grows, and nothing is armed while it rests`() throws {
    try directory.make("log", lines(0..<1000))
    bed.follow(directory.bytes("log"))
    var text = lines(0..<1000)
    bed.eventually { bed.texts == [text] }
    for number in 0..<5 {
      bed.eventually("idle") { bed.isIdle }
      try directory.append("more \(number)\n", to: "log")
      text += "more \(number)\n"
      bed.eventually { bed.texts == [text] }
    }
    bed.eventually("idle") { bed.isIdle }
    let looks = bed.lookCount
    usleep(60_000)
    #expect(bed.lookCount == looks)
    #expect(bed.notes == [])
    #expect(bed.now.segments.map(\.reason) == [.first])
    bed.stop()
    #expect(directory.openDescriptors == 0)
  }

  @Test func `the first file begins where it is told, and only that one`() throws {
    try directory.make("log", lines(0..<1000))
    bed.follow(directory.bytes("log"), from: .lastLines(2))
    bed.eventually { bed.texts == [lines(998..<1000)] }
    #expect(bed.now.segments.first?.offset == lines(0..<998).utf8.count)
    try directory.make("new", lines(0..<50))
    try directory.move("new", to: "log")
    bed.eventually { bed.texts == [lines(998..<1000), lines(0..<50)] }
    bed.stop()
  }

  @Test func `a rotation by rename loses no line of the late writer`() throws {
    try directory.make("log", lines(0..<1000))
    let writer = try directory.writer("log")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == [lines(0..<1000)] }
    try directory.move("log", to: "log.1")
    for number in 1000..<1050 { try writer.write(contentsOf: Data("line \(number)\n".utf8)) }
    try directory.make("log", lines(2000..<2050))
    bed.eventually { bed.texts == [lines(0..<1050), lines(2000..<2050)] }
    #expect(bed.noteNames == ["rotated"])
    bed.eventually("the old one is closed") { bed.openFiles == 1 }
    bed.stop()
  }

  @Test func `an atomic replacement is a new file`() throws {
    try directory.make("log", "old\n")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == ["old\n"] }
    try directory.make("new", "new and longer\n")
    try directory.move("new", to: "log")
    bed.eventually { bed.texts == ["old\n", "new and longer\n"] }
    #expect(bed.noteNames == ["rotated"])
    bed.stop()
  }

  @Test func `a hard link over the name is a new file`() throws {
    try directory.make("log", "old\n")
    try directory.make("other", "other\n")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == ["old\n"] }
    try directory.link("other", as: "link")
    try directory.move("link", to: "log")
    bed.eventually { bed.texts == ["old\n", "other\n"] }
    bed.stop()
  }

  @Test func `a truncated file begins anew`() throws {
    try directory.make("log", lines(0..<100))
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == [lines(0..<100)] }
    try directory.truncate("log")
    bed.eventually { bed.noteNames == ["truncated"] }
    try directory.append("new\n", to: "log")
    bed.eventually { bed.texts == [lines(0..<100), "new\n"] }
    bed.stop()
  }

  @Test func `a missing file is waited for, in a missing directory too`() throws {
    bed.follow(directory.bytes("a/b/log"))
    bed.eventually { bed.noteNames == ["waiting"] }
    #expect(bed.isIdle)
    try directory.makeDirectory("a")
    try directory.makeDirectory("a/b")
    usleep(20_000)
    try directory.make("a/b/log", "here\n")
    bed.eventually { bed.texts == ["here\n"] }
    #expect(bed.noteNames == ["waiting", "back"])
    try directory.append("more\n", to: "a/b/log")
    bed.eventually { bed.texts == ["here\nmore\n"] }
    bed.stop()
  }

  @Test func `a file deleted and made again is read from its start`() throws {
    try directory.make("log", "old\n")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == ["old\n"] }
    try directory.remove("log")
    bed.eventually { bed.noteNames == ["gone"] }
    bed.eventually("idle") { bed.isIdle }
    try directory.make("log", "new\n")
    bed.eventually { bed.texts == ["old\n", "new\n"] }
    #expect(bed.noteNames == ["gone", "back"])
    #expect(bed.now.segments.map(\.reason) == [.first, .back])
    bed.stop()
  }

  @Test func `a directory moved away and made again is followed again`() throws {
    try directory.makeDirectory("logs")
    try directory.make("logs/log", "old\n")
    bed.follow(directory.bytes("logs/log"))
    bed.eventually { bed.texts == ["old\n"] }
    try directory.move("logs", to: "moved")
    bed.eventually { bed.noteNames == ["gone"] }
    // Whoever has it open still writes it.
    try directory.append("late\n", to: "moved/log")
    bed.eventually { bed.texts == ["old\nlate\n"] }
    try directory.makeDirectory("logs")
    try directory.make("logs/log", "new\n")
    bed.eventually { bed.texts == ["old\nlate\n", "new\n"] }
    // One after the other: what is removed while a file that was in it is open tells nothing itself.
    try directory.remove("logs/log")
    bed.eventually { bed.noteNames == ["gone", "back", "gone"] }
    bed.eventually("idle") { bed.isIdle }
    try directory.remove("logs")
    try directory.makeDirectory("logs")
    try directory.make("logs/log", "newest\n")
    bed.eventually { bed.texts == ["old\nlate\n", "new\n", "newest\n"] }
    bed.stop()
  }

  @Test(arguments: ["link", "current/log"])
  func `a link whose target changes is followed to the new one`(name: String) throws {
    try directory.makeDirectory("one")
    try directory.makeDirectory("two")
    try directory.make("one/log", "one\n")
    try directory.make("two/log", "two\n")
    let isFile = name == "link"
    let (place, target) = isFile ? ("link", "/log") : ("current", "")
    try directory.symlink(place, to: "one" + target)
    bed.follow(directory.bytes(name))
    bed.eventually { bed.texts == ["one\n"] }
    try directory.symlink(place, to: "two" + target)
    bed.eventually { bed.texts == ["one\n", "two\n"] }
    // The target itself is replaced, in its own directory.
    try directory.make("two/new", "three\n")
    try directory.move("two/new", to: "two/log")
    bed.eventually { bed.texts == ["one\n", "two\n", "three\n"] }
    bed.stop()
  }

  @Test func `a hundred quick rotations lose nothing and leak nothing`() throws {
    try directory.make("log")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.now.caughtUp == 1 }
    bed.eventually("idle") { bed.isIdle }
    let watches = bed.queue.sync { bed.watcher.count }
    var text = ""
    for round in 0..<100 {
      let some = (0..<20).map { "round \(round) line \($0)\n" }.joined()
      text += some
      try directory.append(some, to: "log")
      if round < 99 {
        try directory.move("log", to: "log.\(round)")
        try directory.make("log")
        usleep(12_000)
        // A machine that is too busy to run us at all would hide a file from anybody.
        bed.eventually("file \(round + 1) is seen") {
          bed.now.segments.count + bed.openFiles - 1 >= round + 2
        }
      }
    }
    bed.eventually("all lines") { bed.texts.joined() == text }
    bed.eventually("idle") { bed.isIdle }
    #expect(bed.openFiles == 1)
    #expect(directory.openDescriptors == 1)
    #expect(bed.queue.sync { bed.watcher.count } == watches)
    #expect(systemWatches == watches)
    #expect(Set(bed.noteNames) == ["rotated"])
    bed.stop()
    #expect(directory.openDescriptors == 0)
  }

  /// How many watches the kernel counts for the bed's watcher.
  private var systemWatches: Int? {
    let number = bed.queue.sync { bed.watcher.events?.descriptor.rawValue } ?? -1
    let info = try? String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)
    return info?.split(separator: "\n").count { $0.hasPrefix("inotify ") }
  }

  @Test func `without watches the file is polled`() throws {
    let bed = FileFollowerTestBed(watches: 0)
    var options = FollowMachine.Options()
    options.pollInterval = .milliseconds(20)
    try directory.make("log", "old\n")
    bed.follow(directory.bytes("log"), options)
    bed.eventually { bed.texts == ["old\n"] && bed.noteNames == ["polling"] }
    try directory.append("more\n", to: "log")
    bed.eventually { bed.texts == ["old\nmore\n"] }
    try directory.move("log", to: "log.1")
    try directory.make("log", "new\n")
    bed.eventually { bed.texts == ["old\nmore\n", "new\n"] }
    #expect(bed.noteNames == ["polling", "rotated"])
    bed.stop()
  }

  @Test func `an open file is followed from its offset, whatever its name`() throws {
    try directory.make("log", "before\nafter\n")
    let file = try Descriptor(opening: directory.path("log"), for: .reading)
    try file.borrowed.seek(to: 7)
    try bed.follow(file.borrowed)
    bed.eventually { bed.texts == ["after\n"] }
    try directory.move("log", to: "other")
    try directory.append("more\n", to: "other")
    bed.eventually { bed.texts == ["after\nmore\n"] }
    #expect(try file.borrowed.offset() == 18)
    bed.stop()
    #expect(try file.borrowed.offset() == 18, "it is still open")
  }

  @Test func `without following a file is read once, in turns`() throws {
    let text = lines(0..<20_000)
    try directory.make("log", text)
    var options = FollowMachine.Options(mode: .once)
    options.readLimit = 4096
    bed.follow(directory.bytes("log"), options)
    bed.eventually { bed.now.hasEnded }
    #expect(bed.texts == [text])
    #expect(directory.openDescriptors == 0)
  }

  @Test func `an owner who holds gets nothing until it resumes`() throws {
    try directory.make("log", "one\n")
    bed.follow(directory.bytes("log"))
    bed.eventually { bed.texts == ["one\n"] }
    bed.onQueue { $0.hold() }
    try directory.append("two\n", to: "log")
    usleep(30_000)
    #expect(bed.texts == ["one\n"])
    bed.onQueue { $0.resume() }
    bed.eventually { bed.texts == ["one\ntwo\n"] }
    bed.stop()
  }

  @Test func `what cannot be read is given up with its reason`() throws {
    bed.follow(directory.bytes(""))
    bed.eventually { bed.now.failure != nil }
    let path = directory.path("")
    #expect(bed.now.failure?.description == "error reading '\(path)': Is a directory")
    let other = FileFollowerTestBed()
    other.follow(directory.bytes("none"), .init(mode: .once))
    let name = directory.path("none")
    let expected = "cannot open '\(name)' for reading: No such file or directory"
    #expect(other.now.failure?.description == expected)
  }

  @Test func `a FIFO is handed over without waiting for its writer`() throws {
    let result = unsafe mkfifo(directory.path("fifo"), 0o600)
    try #require(result == 0)
    bed.follow(directory.bytes("fifo"))
    #expect(bed.now.stream == .pipe)
  }

  @Test func `a flood is read to its last byte`() throws {
    try directory.make("log")
    bed.follow(directory.bytes("log"))
    let writer = try directory.writer("log")
    let block = lines(0..<100)
    let begin = Date()
    for _ in 0..<2000 { try writer.write(contentsOf: Data(block.utf8)) }
    let size = block.utf8.count * 2000
    bed.eventually { bed.now.segments.first?.text.count == size }
    bed.eventually("idle") { bed.isIdle }
    // A look asks for the time a handful of times, and there is one each 8 ms.
    let milliseconds = Date().timeIntervalSince(begin) * 1000
    #expect(Double(bed.lookCount) < 100 + milliseconds / 4 * 8, "looks are coalesced")
    bed.stop()
  }
}
