import Testing

@testable import SiltSystem

struct FileMovesTests {
  private typealias Moves = FileMoves<Int, String>

  /// Where the files are that stood for `log` in directory 1, after some moves: `from to`, each a
  /// directory's number and an entry.
  private func places(after steps: [String]) -> [String] {
    var moves = Moves()
    for (cookie, step) in steps.enumerated() {
      let parts = step.split(separator: " ").map { $0.split(separator: "/") }
      let from = (key: Int(parts[0][0]) ?? 0, entry: Array(parts[0][1].utf8))
      let watches = from.key == 1 && parts[0][1] == "log" ? ["log"] : []
      moves.entry(from.entry, of: from.key, left: UInt32(cookie), wasWatchedBy: watches)
      guard parts.count > 1 else { continue }
      moves.entry(Array(parts[1][1].utf8), of: Int(parts[1][0]) ?? 0, came: UInt32(cookie))
    }
    return moves.take()["log", default: []].map {
      "\($0.key)/\(String(decoding: $0.entry, as: UTF8.self))"
    }
  }

  @Test(arguments: [
    (["1/log 1/log.1"], ["1/log.1"]),
    (["1/log 1/log.1", "1/log.1 2/old"], ["2/old"]),
    (["1/log 1/log.1", "1/log 1/log.2"], ["1/log.1", "1/log.2"]),
    // As rotation does it: each takes the place of the one before.
    (["1/log 1/log.1", "1/log.1 1/log.2", "1/log 1/log.1"], ["1/log.2", "1/log.1"]),
    // The first one is gone: another was moved over it.
    (["1/log 1/log.1", "1/log 1/log.1"], ["1/log.1"]),
    (["1/log 1/log.1", "1/log.1"], []),
    (["1/other 1/log.1", "2/log 2/log.1"], []),
    (["1/new 1/log"], []),
  ])
  func `files are followed through their moves`(steps: [String], expected: [String]) {
    #expect(places(after: steps) == expected)
  }

  @Test func `one that is on its way is waited for`() {
    var moves = Moves()
    moves.entry([1], of: 1, left: 7, wasWatchedBy: ["log"])
    #expect(moves.take().isEmpty)
    moves.entry([2], of: 1, came: 7)
    #expect(moves.take()["log"] == [Moves.Place(key: 1, entry: [2])])
    #expect(moves.take().isEmpty)
  }
}
