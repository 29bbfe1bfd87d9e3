import Foundation
import SiltFollow
import Synchronization
import Testing

@testable import SiltSystem

/// A small seeded generator: splitmix64.
struct SystemRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// A directory of a test's own, gone with its owner.
final class LogDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "silt-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func path(_ name: String) -> String { path + "/" + name }

  func bytes(_ name: String) -> [UInt8] { Array(path(name).utf8) }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  /// Makes a file at its place, not by a rename, and then writes it.
  func make(_ name: String, _ text: String = "") throws {
    try append(text, to: name)
  }

  func append(_ text: String, to name: String) throws {
    try writer(name).write(contentsOf: Data(text.utf8))
  }

  /// Opens a file for appending.
  func writer(_ name: String) throws -> FileHandle {
    let number = unsafe open(path(name), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    try #require(number >= 0)
    return FileHandle(fileDescriptor: number, closeOnDealloc: true)
  }

  /// Moves a file, over another one if need be.
  func move(_ name: String, to other: String) throws {
    let result = unsafe rename(path(name), path(other))
    try #require(result == 0)
  }

  /// Gives a file another name.
  func link(_ name: String, as other: String) throws {
    try FileManager.default.linkItem(atPath: path(name), toPath: path(other))
  }

  /// Makes a symbolic link, over another one if need be.
  func symlink(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name + ".new"),
      withDestinationPath: target
    )
    try move(name + ".new", to: name)
  }

  func truncate(_ name: String) throws {
    try writer(name).truncate(atOffset: 0)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name),
      withIntermediateDirectories: false
    )
  }

  /// How many descriptors of this process are open on files in here, removed ones included.
  var openDescriptors: Int {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.count { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/" + number
      )
      return target?.hasPrefix(path) ?? false
    }
  }
}

/// A follower of a real file, with all it gives.
final class FileFollowerTestBed: Sendable {
  struct Log {
    var segments: [(offset: Int, reason: GenerationReason, text: [UInt8])] = []
    var notes: [FollowNote] = []
    var caughtUp = 0
    var failure: SystemError?
    var hasEnded = false
    /// Of more unread bytes than this only the last ones are wanted, so many.
    var mostUnread = Int.max
    var stream: DescriptorKind?
  }

  let queue: SystemQueue
  let watcher: FileWatcher
  private let log = Mutex(Log())
  private let looks = Mutex(0)
  private let follower = Mutex<FileFollower?>(nil)

  init(watches: Int = .max) {
    let queue = SystemQueue()
    self.queue = queue
    watcher = queue.sync { FileWatcher(on: queue, limit: watches) }
  }

  /// Follows beside others.
  init(sharing watcher: FileWatcher, on queue: SystemQueue) {
    self.queue = queue
    self.watcher = watcher
  }

  /// Ends the following.
  func stop() {
    queue.sync {
      follower.withLock { $0?.stop() }
      watcher.stop()
    }
  }

  func follow(
    _ path: [UInt8],
    from start: StartPoint = .beginning,
    _ options: FollowMachine.Options = .init(),
    skipsHoles: Bool = false
  ) {
    queue.sync {
      begin(
        FileFollower(
          path: path,
          from: start,
          options: options,
          skipsHoles: skipsHoles,
          watcher: watcher,
          queue: queue,
          clock: clock,
          handlers: handlers
        )
      )
    }
  }

  func follow(
    _ descriptor: BorrowedDescriptor,
    from start: StartPoint = .beginning,
    _ options: FollowMachine.Options = .init(mode: .descriptor)
  ) throws {
    try queue.sync {
      begin(
        try FileFollower(
          descriptor: descriptor,
          from: start,
          options: options,
          watcher: watcher,
          queue: queue,
          clock: clock,
          handlers: handlers
        )
      )
    }
  }

  private func begin(_ new: FileFollower) {
    follower.withLock { $0 = new }
    new.start()
  }

  private var clock: @Sendable () -> UInt64 {
    { @Sendable [self] in
      looks.withLock { $0 += 1 }
      return SystemClock.now()
    }
  }

  private var handlers: FileFollower.Handlers {
    unsafe FileFollower.Handlers(
      began: { @Sendable [self] offset, reason in
        log.withLock { $0.segments.append((offset, reason, [])) }
      },
      wanted: { @Sendable [self] unread in
        let most = now.mostUnread
        return unread.count > most ? unread.upperBound - most : unread.lowerBound
      },
      receive: { @Sendable [self] read in
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1000) { buffer, count in
          count = unsafe read(UnsafeMutableRawBufferPointer(buffer))
        }
        log.withLock { $0.segments[$0.segments.count - 1].text += bytes }
      },
      caughtUp: { @Sendable [self] in log.withLock { $0.caughtUp += 1 } },
      note: { @Sendable [self] note in log.withLock { $0.notes.append(note) } },
      failed: { @Sendable [self] error in log.withLock { $0.failure = error } },
      ended: { @Sendable [self] in log.withLock { $0.hasEnded = true } },
      opened: { @Sendable [self] _, kind in log.withLock { $0.stream = kind } }
    )
  }

  /// From now on, of more unread bytes than this only the last ones are wanted, so many.
  func leaveOut(beyond mostUnread: Int) {
    log.withLock { $0.mostUnread = mostUnread }
  }

  // MARK: - What it gave

  var now: Log { log.withLock { $0 } }

  /// The text by segment.
  var texts: [String] { now.segments.map { String(decoding: $0.text, as: UTF8.self) } }

  var notes: [FollowNote] { now.notes }

  /// The notes without their reasons.
  var noteNames: [String] {
    notes.map { note in
      switch note {
      case .rotated: "rotated"
      case .truncated: "truncated"
      case .gone: "gone"
      case .waiting: "waiting"
      case .back: "back"
      case .polling: "polling"
      case .hole(let bytes): "hole \(bytes)"
      }
    }
  }

  /// Whether nothing is armed or left to do.
  var isIdle: Bool {
    queue.sync {
      follower.withLock { follower in
        guard let follower else { return true }
        return follower.timer?.isArmed != true && follower.pending.isEmpty
      }
    }
  }

  /// How often the follower had something to do.
  var lookCount: Int { looks.withLock { $0 } }

  var openFiles: Int {
    queue.sync { follower.withLock { $0?.files.count ?? 0 } }
  }

  func onQueue(_ body: (FileFollower) -> Void) {
    queue.sync { follower.withLock { $0.map(body) } }
  }

  func onQueueAlready(_ body: (FileFollower) -> Void) {
    follower.withLock { $0.map(body) }
  }

  /// Waits until something holds, for a long time on a slow machine.
  func eventually(
    _ what: String = "",
    seconds: Double = 30,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () -> Bool
  ) {
    let end = Date() + seconds
    while !holds() {
      guard Date() < end else {
        Issue.record("never: \(what) \(noteNames) \(texts)", sourceLocation: sourceLocation)
        return
      }
      usleep(1000)
    }
  }
}
