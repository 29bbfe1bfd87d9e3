import Foundation
import SiltCore
import SiltSystem
import SiltTestSupport
import Synchronization
import Testing

@testable import SiltKit

/// Saving all lines to a file.
struct SessionSaveTests {
  /// Types a name, and waits for what the status row says then.
  private static func save(_ bed: SessionBed, _ name: String) throws {
    try bed.press("s")
    try type(bed, name + "\r")
  }

  private static func type(_ bed: SessionBed, _ text: String) throws {
    for character in text { try bed.press(String(character)) }
  }

  private static func wait(_ bed: SessionBed, for status: String, line: Int = #line) throws {
    var last = ""
    let isThere = bed.wait {
      last = bed.look().last ?? ""
      return last.contains(status)
    }
    try #require(isThere, "line \(line): \(status) is not in \(last)")
  }

  private static func content(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  private static func bed(
    columns: Int = 200,
    _ configure: (inout Session.Options) -> Void = { _ in }
  ) throws -> SessionBed {
    try SessionViewTests.bed(columns: columns, configure)
  }

  @Test func `all lines are saved as they came, notes left out`() throws {
    let directory = try TemporaryDirectory()
    let bed = try Self.bed()
    let bytes = Array("one\r\n\u{1B}[31mtwo\n".utf8) + [0xFF, 0x00, 10] + Array("unfinished".utf8)
    bed.append(bytes)
    bed.queue.sync { bed.session.addNote("a note") }
    let path = directory.path(of: "saved")
    try Self.save(bed, path)
    try Self.wait(bed, for: "saved 27 B to '\(path)'")
    #expect(try Self.content(path) == bytes)
    #expect(!bed.hasLeft)
    try bed.press("k")
    try Self.wait(bed, for: "log  paused")
  }

  @Test func `the name is edited in the status row`() throws {
    let directory = try TemporaryDirectory()
    let bed = try Self.bed()
    bed.append("one\n")
    try bed.press("s")
    #expect(bed.look().last == "save to:")
    try Self.type(bed, "qGh")
    #expect(bed.look().last == "save to: qGh")
    try bed.press("\u{7F}", "\u{15}")
    try bed.press("\u{1B}[200~\(directory.path(of: "pasted"))\u{1B}[201~")
    #expect(bed.look().last == "save to: \(directory.path(of: "pasted"))")
    bed.append("two\n")
    #expect(bed.look()[3] == "two")
    try bed.press("\r")
    try Self.wait(bed, for: "saved 8 B")
    try bed.press("s", "x", "\u{1B}")
    try Self.wait(bed, for: "log  following")
    try bed.press("s", "\r")
    try Self.wait(bed, for: "log  following")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["pasted"])
  }

  @Test func `a file that is there is overwritten only when its name is typed again with !`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", "precious, and longer\n")
    let bed = try Self.bed()
    bed.append("one\n")
    try Self.save(bed, path)
    try Self.wait(bed, for: "'\(path)' exists, again with !")
    #expect(try Self.content(path) == Array("precious, and longer\n".utf8))
    // Once more without it is no yes.
    try Self.type(bed, path + "\r")
    try Self.wait(bed, for: "'\(path)' exists, again with !")
    try Self.type(bed, path + "!\r")
    try Self.wait(bed, for: "saved 4 B to '\(path)'")
    #expect(try Self.content(path) == Array("one\n".utf8))
    // What was not refused is a name as any other.
    try Self.save(bed, path + "!")
    try Self.wait(bed, for: "saved 4 B to '\(path)!'")
    bed.append("two\n")
    try Self.save(bed, path)
    try Self.wait(bed, for: "'\(path)' exists, again with !")
    try bed.press("\u{1B}")
    #expect(try Self.content(path) == Array("one\n".utf8))
  }

  @Test func `what cannot be opened or written is told`() throws {
    let directory = try TemporaryDirectory()
    let bed = try Self.bed()
    bed.append("one\n")
    let path = directory.path(of: "none/f")
    try Self.save(bed, path)
    try Self.wait(bed, for: "cannot open '\(path)' for writing: No such file or directory")
    if FileManager.default.fileExists(atPath: "/dev/full") {
      try Self.save(bed, "/dev/full")
      try Self.wait(bed, for: "exists, again with !")
      try bed.press("!", "\r")
      try Self.wait(bed, for: "error writing '/dev/full': No space left on device")
    }
    try bed.press("q")
    #expect(try bed.waitUntilLeft() == .asked)
  }

  @Test func `a file with history is saved whole, whatever the ring holds`() throws {
    let directory = try TemporaryDirectory()
    let text = (1...600_000).map { "line \($0)\n" }.joined()
    let path = try directory.write("log", text)
    let bed = try SessionBed(.file, name: "log", columns: 200)
    bed.queue.sync { try? bed.session.follow([.path(Array(path.utf8))], from: .beginning) }
    try Self.wait(bed, for: "log  following")
    // The old generation is above the new one, with the newline that it lacks.
    try directory.append("log", "last")
    #expect(bed.wait { bed.look()[3] == "last" })
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try directory.write("log", "new\n")
    #expect(
      bed.wait {
        bed.clock.advance(milliseconds: 10)
        return bed.look()[3] == "new"
      }
    )
    let target = directory.path(of: "saved")
    try Self.save(bed, target)
    try Self.wait(bed, for: "saved 6.7 MiB")
    #expect(try Self.content(target) == Array((text + "last\nnew\n").utf8))
    // What is watched is never overwritten, nor what it was before.
    for watched in [path, path + ".1"] {
      try Self.save(bed, watched)
      try Self.wait(bed, for: "exists, again with !")
      try bed.press("!", "\r")
      try Self.wait(bed, for: "'\(watched)' is what is watched")
    }
    #expect(try Self.content(path) == Array("new\n".utf8))
  }

  @Test func `Esc ends a save that takes long, and it is told that not all is there`() throws {
    let directory = try TemporaryDirectory()
    let fifo = directory.path(of: "fifo")
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    let reader = try Descriptor(opening: fifo, for: .nonBlockingReading)
    let bed = try Self.bed { $0.lastLines = .count(0) }
    bed.appendLines(1...60_000)
    try Self.save(bed, fifo)
    try Self.wait(bed, for: "exists, again with !")
    try bed.press("!", "\r")
    try Self.wait(bed, for: "saving 0%  Esc cancels")
    // Keys do what they always do.
    try bed.press("k")
    try Self.wait(bed, for: "saving 0%")
    #expect(!bed.queue.sync { bed.session.viewport.isFollowing })
    try bed.press("G", "q")
    try Self.wait(bed, for: "saving 0%, then leaving  Esc cancels")
    try bed.press("\u{1B}")
    try Self.wait(bed, for: "cancelled: '\(fifo)' is incomplete")
    #expect(!bed.hasLeft)
    // Read to its end: the write that waits would be one without a reader.
    var memory = [UInt8](repeating: 0, count: 1 << 16)
    let isClosed = bed.wait {
      let read = unsafe memory.withUnsafeMutableBytes { try? unsafe reader.borrowed.read(into: $0) }
      return read == 0
    }
    #expect(isClosed)
  }

  @Test func `whoever leaves meanwhile leaves when all is saved`() throws {
    let directory = try TemporaryDirectory()
    let fifo = directory.path(of: "fifo")
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    let reader = try Descriptor(opening: fifo, for: .nonBlockingReading)
    let bed = try Self.bed { $0.lastLines = .count(0) }
    bed.appendLines(1...60_000)
    try Self.save(bed, fifo)
    try Self.wait(bed, for: "exists, again with !")
    try bed.press("!", "\r")
    try Self.wait(bed, for: "saving 0%")
    // Not the end of the input either.
    bed.queue.sync { bed.session.inputEnded() }
    try bed.press("q")
    try Self.wait(bed, for: "saving 0%, then leaving")
    #expect(!bed.hasLeft)
    var count = 0
    var memory = [UInt8](repeating: 0, count: 1 << 16)
    let isRead = bed.wait {
      let read = unsafe memory.withUnsafeMutableBytes { try? unsafe reader.borrowed.read(into: $0) }
      count += read ?? 0
      return count == 648_894
    }
    #expect(isRead)
    #expect(try bed.waitUntilLeft() == .asked)
  }

  @Test func `a pipe that floods waits for its save, and all that was held is saved`() throws {
    let directory = try TemporaryDirectory()
    let fifo = directory.path(of: "fifo")
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    let reader = try Descriptor(opening: fifo, for: .nonBlockingReading)
    let pipe = try InputPipe()
    let bed = try SessionBed(.pipe, name: "pipe", columns: 200) { $0.capacity = 16 << 20 }
    bed.queue.sync { try? bed.session.read(stream: pipe.reader) }
    let goesOn = Atomic(false)
    let hasWritten = Atomic(false)
    let writer = Thread { [end = pipe.writer] in
      // More than the ring of 16 MiB holds; as much again while it is saved.
      for first in stride(from: 1, to: 3_200_000, by: 1000) {
        while first > 1_600_000, !goesOn.load(ordering: .sequentiallyConsistent) { usleep(1000) }
        let lines = ContiguousArray((first..<first + 1000).map { "line \($0)\n" }.joined().utf8)
        guard (try? unsafe end.writeAll(lines.span.bytes)) != nil else { return }
      }
      hasWritten.store(true, ordering: .sequentiallyConsistent)
    }
    writer.start()
    #expect(bed.wait { bed.queue.sync { bed.session.receivedBytes > 17 << 20 } })
    try Self.save(bed, fifo)
    try Self.wait(bed, for: "exists, again with !")
    try bed.press("!", "\r")
    try Self.wait(bed, for: "saving 0%")
    goesOn.store(true, ordering: .sequentiallyConsistent)
    // Nobody reads what is saved: the flood stands still before it drops too much of it.
    var before = -1
    let isHeld = bed.wait {
      let now = bed.queue.sync { bed.session.receivedBytes }
      defer { before = now }
      return now == before && bed.queue.sync { bed.session.save?.holdsInput == true }
    }
    #expect(isHeld)
    var saved: [UInt8] = []
    var memory = [UInt8](repeating: 0, count: 1 << 16)
    let isSaved = bed.wait {
      while true {
        let read = unsafe memory.withUnsafeMutableBytes {
          try? unsafe reader.borrowed.read(into: $0)
        }
        guard let count = read ?? nil, count > 0 else { break }
        saved += memory[..<count]
      }
      return bed.queue.sync { bed.session.save == nil }
    }
    #expect(isSaved)
    let lines = saved.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    let numbers = lines.dropFirst().dropLast().compactMap { Int($0.dropFirst(5)) }
    #expect(numbers.count == lines.count - 2 && numbers.count > 1_000_000)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
    // And then it goes on to its end.
    try #require(bed.wait { hasWritten.load(ordering: .sequentiallyConsistent) })
    pipe.close()
    #expect(bed.wait { bed.queue.sync { bed.session.hasEnded } })
  }
}
