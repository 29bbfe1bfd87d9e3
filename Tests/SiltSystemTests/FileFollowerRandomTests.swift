import Foundation
import SiltFollow
import Testing

@testable import SiltSystem

/// Random changes of real files at any speed, against what a perfect follower shows.
struct FileFollowerRandomTests {
  /// What was done to the files, with every line unlike all others.
  private struct Story {
    let directory: LogDirectory
    var random: SystemRandom
    var written = 0
    /// The lines of the file that the name stands for, if it does.
    var named: [String]?
    /// Whether all of these were surely there to be read: not cut, not unlinked.
    var isCertain = true
    /// The lines that must come, in the order within each file.
    var files: [[String]] = []
    /// The file that was moved away last, and who still writes to it.
    var old: (writer: FileHandle, lines: [String])?
    var moves = 0

    init(seed: UInt64) throws {
      directory = try LogDirectory()
      random = SystemRandom(seed: seed)
      named = []
      try directory.make("log")
    }

    private mutating func line() -> String {
      written += 1
      let filler = String(repeating: "x", count: Int.random(in: 0..<400, using: &random))
      return "\(written) \(filler)\n"
    }

    mutating func step() throws {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        guard named != nil else { return }
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          let line = line()
          named?.append(line)
          try directory.append(line, to: "log")
        }
      case 4:
        guard let old else { return }
        let line = line()
        try old.writer.write(contentsOf: Data(line.utf8))
        self.old?.lines.append(line)
      case 5: try moveAway()
      case 6:
        guard named == nil else { return }
        try directory.make("log")
        (named, isCertain) = ([], true)
      case 7:
        // Made elsewhere with something in it, and moved to the name.
        try moveAway()
        let line = line()
        try directory.make("new", line)
        try directory.move("new", to: "log")
        (named, isCertain) = ([line], true)
      case 8:
        guard named != nil else { return }
        try directory.truncate("log")
        (named, isCertain) = ([], false)
      default:
        guard named != nil, Int.random(in: 0..<3, using: &random) == 0 else { return }
        try directory.remove("log")
        named = nil
      }
    }

    private mutating func moveAway() throws {
      guard let lines = named else { return }
      let writer = try directory.writer("log")
      moves += 1
      try directory.move("log", to: "log.\(moves)")
      if isCertain { files.append(lines) }
      old = (writer, lines)
      named = nil
    }
  }

  @Test(arguments: UInt64(1)...12)
  func `whatever happens to real files, nothing is lost and nothing comes twice`(
    seed: UInt64
  ) throws {
    var story = try Story(seed: seed)
    let bed = FileFollowerTestBed()
    bed.follow(story.directory.bytes("log"))
    bed.eventually { bed.now.caughtUp > 0 }
    for _ in 0..<150 {
      try story.step()
      usleep([0, 0, 200, 5000].randomElement(using: &story.random) ?? 0)
    }
    if story.named == nil {
      try story.directory.make("log")
      (story.named, story.isCertain) = ([], true)
    }
    let last = "the last line of all\n"
    try story.directory.append(last, to: "log")
    story.named?.append(last)
    bed.eventually("the last line, seed \(seed)") { bed.texts.last?.hasSuffix(last) == true }
    bed.eventually("idle, seed \(seed)") { bed.isIdle }

    let shown = bed.texts.flatMap { $0.split(separator: "\n").map { $0 + "\n" } }
    #expect(Set(shown).count == shown.count, "seed \(seed): a line came twice")
    var places: [String: Int] = [:]
    for (place, line) in shown.enumerated() { places[String(line)] = place }
    for lines in story.files + [story.isCertain ? story.named ?? [] : []] {
      let found = lines.map { places[$0] }
      #expect(!found.contains(nil), "seed \(seed): a line was lost")
      #expect(found.compactMap(\.self) == found.compactMap(\.self).sorted(), "seed \(seed)")
    }
    #expect(bed.openFiles == 1)
    bed.stop()
    try story.old?.writer.close()
    #expect(story.directory.openDescriptors == 0, "seed \(seed)")
  }
}
