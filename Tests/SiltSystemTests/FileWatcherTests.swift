import Foundation
import Synchronization
import Testing

@testable import SiltSystem

struct FileWatcherTests {
  let directory: LogDirectory
  let queue = SystemQueue()

  init() throws {
    directory = try LogDirectory()
  }

  /// What a path's places are, as `directory/entry` or `directory` alone, without the test's own.
  private func places(_ name: String) -> [String] {
    FileWatcherPlace.along(directory.bytes(name)).compactMap { place in
      let path = String(decoding: place.directory, as: UTF8.self)
      guard path.hasPrefix(directory.path) else { return nil }
      let entry = place.entry.map { ":" + String(decoding: $0, as: UTF8.self) } ?? ""
      return path.dropFirst(directory.path.count) + entry
    }
  }

  @Test func `the places of a name are the directories and entries that lead to it`() throws {
    try directory.makeDirectory("a")
    try directory.makeDirectory("a/b")
    try directory.make("a/b/log")
    #expect(places("a/b/log") == ["", "/a", "/a/b", "/a/b:log"])
    #expect(places("a//./b/log") == ["", "/a", "/a/b", "/a/b:log"])
    #expect(places("a/../a/log") == ["", "/a", "/a/..", "/a/../a", "/a/..:a", "/a/../a:log"])
    #expect(places("a/none/log") == ["", "/a", ":a", "/a:none"])
    #expect(places("a/b/log/x") == ["", "/a", "/a/b", "/a/b:log"])
    try directory.symlink("link", to: "a/b/log")
    #expect(places("link") == ["", ":link", "/a", "/a/b", "/a/b:log"])
    try directory.symlink("current", to: directory.path("a/b"))
    #expect(places("current/log") == ["", ":current", "", "/a", "/a/b", "/a/b:log"])
    try directory.symlink("loop", to: "loop")
    #expect(places("loop").count == 42)
  }

  @Test func `only what leads to the name tells, however busy a directory on the way is`() throws {
    try directory.makeDirectory("a")
    try directory.make("a/log")
    let told = Counter()
    let watcher = queue.sync { FileWatcher(on: queue) }
    let watch = queue.sync { watcher.watchName(directory.bytes("a/log"), told.add) }
    #expect(queue.sync { watcher.isComplete(watch) })
    for number in 0..<50 {
      try directory.make("noise \(number)")
      try directory.make("a/noise \(number)")
      try directory.append("x", to: "a/log")
    }
    try directory.move("a/log", to: "a/log.1")
    eventually { told.count > 0 }
    queue.sync {}
    #expect(told.count <= 2, "told \(told.count) times of one rename")
    queue.sync { watcher.stop() }
  }

  @Test func `a watch of one name keeps on when another with the same directory goes`() throws {
    try directory.make("one")
    try directory.make("two")
    let one = Counter()
    let two = Counter()
    let watcher = queue.sync { FileWatcher(on: queue) }
    let first = queue.sync { watcher.watchName(directory.bytes("one"), one.add) }
    _ = queue.sync { watcher.watchName(directory.bytes("two"), two.add) }
    let count = queue.sync { watcher.count }
    queue.sync { watcher.cancel(first) }
    #expect(queue.sync { watcher.count } == count)
    try directory.remove("one")
    try directory.remove("two")
    eventually { two.count > 0 }
    #expect(one.count == 0)
    queue.sync { watcher.stop() }
  }

  @Test func `the contents of a file are watched, whatever its name`() throws {
    try directory.make("log")
    let told = Counter()
    let watcher = queue.sync { FileWatcher(on: queue) }
    let file = try Descriptor(opening: directory.path("log"), for: .reading)
    let borrowed = file.borrowed
    let watch = queue.sync {
      watcher.watchContents(of: borrowed, at: directory.bytes("log"), told.add)
    }
    #expect(queue.sync { watcher.isComplete(watch) })
    try directory.move("log", to: "other")
    try directory.append("x", to: "other")
    eventually { told.count > 0 }
    queue.sync { watcher.cancel(watch) }
    #expect(queue.sync { watcher.count } == 0)
    queue.sync { watcher.stop() }
  }

  @Test(arguments: [0, 1])
  func `a name that cannot be watched whole is not called so`(limit: Int) throws {
    try directory.make("log")
    let watcher = queue.sync { FileWatcher(on: queue, limit: limit) }
    let watch = queue.sync { watcher.watchName(directory.bytes("log")) {} }
    #expect(!queue.sync { watcher.isComplete(watch) })
    #expect(queue.sync { watcher.count } <= limit)
    queue.sync { watcher.stop() }
  }

  #if os(Linux)
  @Test func `when events are lost everybody is told`() throws {
    try directory.make("log")
    let told = Counter()
    let watcher = queue.sync { FileWatcher(on: queue) }
    _ = queue.sync { watcher.watchName(directory.bytes("log"), told.add) }
    let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let limit = try #require(Int(text.prefix { $0 != "\n" }))
    // While the queue is busy nobody takes the events, until the system's own queue is full. What
    // is made and removed is of no interest, so only the loss is told.
    queue.sync {
      for number in 0...(limit / 2) {
        let name = directory.path("noise \(number)")
        let file = unsafe open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        close(file)
        unsafe unlink(name)
      }
    }
    eventually { told.count > 0 }
    queue.sync { watcher.stop() }
  }
  #endif

  private func eventually(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () -> Bool
  ) {
    let end = Date() + 30
    while !holds() {
      guard Date() < end else {
        Issue.record("never", sourceLocation: sourceLocation)
        return
      }
      usleep(1000)
    }
  }
}

/// Counts how often something was told.
private final class Counter: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  var add: @Sendable () -> Void {
    { @Sendable [self] in value.withLock { $0 += 1 } }
  }
}
