import Foundation
import SiltSystem
import SiltTestSupport
import SiltText
import Testing

@testable import SiltKit

/// Several files in one region.
struct SessionFilesTests {
  /// A session that follows some files of a directory.
  private struct Bed: ~Copyable {
    let directory: TemporaryDirectory
    let session: SessionBed

    init(
      _ files: KeyValuePairs<String, String>,
      missing: [String] = [],
      follows: Bool = true,
      rows: Int = 10,
      columns: Int = 40,
      _ configure: (inout Session.Options) -> Void = { _ in }
    ) throws {
      let directory = try TemporaryDirectory()
      var paths: [String] = []
      for (name, text) in files {
        let path = directory.path(of: name)
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
        try FileManager.default.createDirectory(
          atPath: folder,
          withIntermediateDirectories: true
        )
        paths.append(try directory.write(name, text))
      }
      paths += missing.map { [path = directory.path] in path + "/" + $0 }
      let all = paths
      let bed = try SessionBed(
        .file,
        name: "\(all.count) files",
        rows: rows + 1,
        columns: columns,
        height: .rows(rows),
        configure
      )
      bed.queue.sync {
        try? bed.session.follow(
          all.map { .path(Array($0.utf8)) },
          from: .beginning,
          .init(follows: follows)
        )
      }
      session = bed
      self.directory = directory
    }

    /// Waits for the rows with something in them, times of notes and edge marks left out.
    func wait(for rows: [String], line: Int = #line) throws {
      var last: [String] = []
      let isThere = session.wait {
        // A rotation takes its time.
        session.clock.advance(milliseconds: 10)
        last = shown
        return last == rows
      }
      try #require(isThere, "line \(line): \(last)")
    }

    var shown: [String] {
      session.look().dropLast().filter { !$0.isEmpty }.map { row in
        row.replacing(/\ \d\d:\d\d:\d\d ──/, with: "").replacing(/\ *[▲▼]$/, with: "")
      }
    }
  }

  @Test func `what is there comes file by file, then each line as it arrives`() throws {
    let bed = try Bed(["a.log": "a1\na2\n", "long.log": "b1\n"])
    try bed.wait(for: ["a.log    a1", "a.log    a2", "long.log b1"])
    #expect(bed.session.look().last == "2 files  following      h help  q leave")
    try bed.directory.append("a.log", "a3\n")
    try bed.wait(for: ["a.log    a1", "a.log    a2", "long.log b1", "a.log    a3"])
    try bed.directory.append("long.log", "b2\n")
    try bed.directory.append("a.log", "un")
    let lines = [
      "a.log    a1", "a.log    a2", "long.log b1", "a.log    a3", "long.log b2", "a.log    un",
    ]
    try bed.wait(for: lines)
    // The unfinished line stays the last one.
    try bed.directory.append("long.log", "b3\n")
    try bed.wait(for: lines.dropLast() + ["long.log b3", "a.log    un"])
    try bed.directory.append("a.log", "finished\n")
    try bed.wait(for: lines.dropLast() + ["long.log b3", "a.log    unfinished"])
  }

  @Test func `a name stands at a line's first row only, in a colour`() throws {
    let bed = try Bed(["a": "0123456789012345678901234567890123456789\n", "b": "short\n"])
    try bed.wait(for: ["a 0123456789012345678901234567890123456", "  789", "b short"])
    let screen = bed.session.screen
    let row = try #require(screen.text.firstIndex { $0.hasPrefix("a 01") })
    let name = screen.cell(row: row, column: 0).style
    #expect(name.foreground == .palette(6))
    #expect(screen.cell(row: row, column: 2).style == .plain)
    #expect(screen.cell(row: row + 2, column: 0).style.foreground == .palette(3))
  }

  @Test func `without colours names have none`() throws {
    let bed = try Bed(["a": "one\n", "b": "two\n"]) { $0.keepsColors = false }
    try bed.wait(for: ["a one", "b two"])
    let screen = bed.session.screen
    let row = try #require(screen.text.firstIndex { $0.hasPrefix("a one") })
    #expect(screen.cell(row: row, column: 0).style == .plain)
  }

  @Test func `where there is no room there is no column`() throws {
    let bed = try Bed(["first.log": "one\n", "second.log": "two\n"], columns: 12)
    try bed.wait(for: ["one", "two"])
    try bed.session.resize(rows: 11, columns: 30)
    try bed.wait(for: ["first.log one", "…cond.log two"])
  }

  @Test func `numbers are a file's own`() throws {
    let bed = try Bed(["a": "a1\na2\n", "b": "b1\n"]) { $0.numbersLines = true }
    try bed.wait(for: ["a    1 a1", "a    2 a2", "b    1 b1"])
    try bed.directory.append("b", "b2\n")
    try bed.wait(for: ["a    1 a1", "a    2 a2", "b    1 b1", "b    2 b2"])
    try bed.directory.append("a", "a3\n")
    try bed.wait(for: ["a    1 a1", "a    2 a2", "b    1 b1", "b    2 b2", "a    3 a3"])
  }

  @Test func `files of one name are told apart, in notes too`() throws {
    let bed = try Bed(["x/f": "x1\n", "y/f": "y1"])
    try bed.wait(for: ["x/f x1", "y/f y1"])
    try bed.directory.append("x/f", "x2\n")
    try bed.wait(for: ["x/f x1", "x/f x2", "y/f y1"])
    let path = bed.directory.path(of: "y/f")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try bed.directory.write("y/f", "new\n")
    // What was not finished ends with its file.
    try bed.wait(for: ["x/f x1", "x/f x2", "y/f y1", "── y/f rotated", "y/f new"])
  }

  @Test func `a missing file is waited for while others go on`() throws {
    let bed = try Bed(["a": "a1\n"], missing: ["b"])
    try bed.wait(for: ["a a1", "── b waiting"])
    try bed.directory.append("a", "a2\n")
    try bed.wait(for: ["a a1", "── b waiting", "a a2"])
    try bed.directory.write("b", "b1\n")
    try bed.wait(for: ["a a1", "── b waiting", "a a2", "── b back", "b b1"])
  }

  @Test func `what cannot be read is told of, and counts at the end`() throws {
    let bed = try Bed(["dir/x": "", "a": "a1\n"], missing: ["dir"])
    try bed.wait(for: ["a   a1", "── dir: Is a directory"])
    try bed.directory.append("a", "a2\n")
    try bed.wait(for: ["a   a1", "── dir: Is a directory", "a   a2"])
    #expect(bed.session.look().last?.hasPrefix("3 files  following") == true)
    try bed.session.press("q")
    #expect(try bed.session.waitUntilLeft().errors.map(\.reason) == ["Is a directory"])
    #expect(bed.session.screen.allText == ["a   a1", "a   a2"])
  }

  @Test func `where none can be read it is left at once`() throws {
    let directory = try TemporaryDirectory()
    // Whatever was asked for: there is nothing to look at.
    let bed = try SessionBed(.file, name: "2 files", columns: 40) { $0.staysOpen = true }
    let path = Array(directory.path.utf8)
    bed.queue.sync {
      try? bed.session.follow([.path(path), .path(path)], from: .beginning, .init(follows: true))
    }
    let ending = try bed.waitUntilLeft()
    #expect(ending == .failed([SystemError](repeating: ending.errors[0], count: 2)))
    #expect(ending.errors[0].description.hasSuffix("Is a directory"))
  }

  @Test func `what is not followed stays, also when another could not be read`() throws {
    let bed = try Bed(["dir/x": "x1\n"], missing: ["dir"], follows: false)
    try bed.wait(for: ["x   x1", "── dir: Is a directory"])
    #expect(bed.session.look().last?.hasPrefix("2 files  ended") == true)
    try bed.session.press("q")
    #expect(try bed.session.waitUntilLeft().errors.count == 1)
  }

  @Test func `files that are not followed stay until the user leaves`() throws {
    let bed = try Bed(["a": "a1", "b": "b1"], follows: false)
    try bed.wait(for: ["a a1", "b b1"])
    #expect(bed.session.look().last == "2 files  ended          h help  q leave")
    try bed.session.press("q")
    #expect(try bed.session.waitUntilLeft() == .asked)
    #expect(bed.session.screen.allText == ["a a1", "b b1"])
  }

  @Test func `a FIFO beside a file is read as it comes`() throws {
    let directory = try TemporaryDirectory()
    let fifo = directory.path(of: "fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    let file = try directory.write("a", "a1\n")
    let bed = try SessionBed(.file, name: "2 files", columns: 40)
    bed.queue.sync {
      try? bed.session.follow(
        [.path(Array(fifo.utf8)), .path(Array(file.utf8))],
        from: .beginning,
        .init(follows: true)
      )
    }
    #expect(bed.wait { bed.look().contains("a    a1") })
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: fifo))
    try writer.write(contentsOf: Data("from the fifo\n".utf8))
    #expect(bed.wait { bed.look()[3] == "fifo from the fifo" })
    try directory.append("a", "a2\n")
    #expect(bed.wait { bed.look()[3] == "a    a2" })
    try writer.close()
  }

  @Test func `nothing moves while paused, and the bottom line is described`() throws {
    let bed = try Bed(["a": "a1\na2\n", "b": "b1\nb2\nb3\n"], rows: 4, columns: 50)
    try bed.wait(for: ["b b1", "b b2", "b b3"])
    try bed.session.press("k", "k")
    try bed.wait(for: ["a a1", "a a2", "b b1"])
    let before = bed.session.look().dropLast()
    // One after the other: what is written at once may arrive in any order.
    try bed.directory.append("a", "a3\nun")
    #expect(bed.session.wait { bed.session.look().last?.contains("↓ 1 new") == true })
    try bed.directory.append("b", "b4\n")
    #expect(bed.session.wait { bed.session.look().last?.contains("↓ 2 new") == true })
    #expect(bed.session.look().dropLast() == before)
    try bed.session.press("=")
    #expect(bed.session.look().last == "line 1 of 4  25%  12 bytes  b")
    try bed.session.press("G", "=")
    try bed.wait(for: ["a a3", "b b4", "a un"])
    #expect(bed.session.look().last == "line 4 of 4  100%  11 bytes  a")
    // A row up is one row, with an unfinished line too.
    try bed.session.press("k")
    #expect(bed.shown.last == "b b4")
    try bed.session.press("j")
    #expect(bed.shown.last == "a un")
    try bed.session.press("2", "g")
    #expect(bed.shown.first == "a a2")
    try bed.session.press("0", "0", "%", "1", "%")
    #expect(bed.shown.first == "a a1")
  }
}

extension Session.Ending {
  /// What could not be read.
  fileprivate var errors: [SystemError] {
    if case .failed(let errors) = self { errors } else { [] }
  }
}
