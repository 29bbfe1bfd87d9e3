internal import SiltBytes
internal import SiltFollow
internal import SiltSystem

/// What keeps a session's bytes coming: followed files and streams, by the number of their source.
///
/// It lives on the session's queue and calls it there. The session owns it.
final class SessionInput {
  private let queue: SystemQueue
  private let watcher: FileWatcher?
  private var followers: [Int: FileFollower] = [:]
  private(set) var streams: [Int: StreamInput] = [:]
  private var processes: ProcessWatch?
  private let ioQueue = IOQueue()

  /// Creates an input of files.
  ///
  /// - Parameters:
  ///   - followers: Who follows them, by the number of their source.
  ///   - watcher: The watcher of all of them.
  ///   - queue: Where everything happens.
  init(followers: [Int: FileFollower], watcher: FileWatcher, queue: SystemQueue) {
    self.followers = followers
    self.watcher = watcher
    self.queue = queue
  }

  /// Creates an input of one stream.
  init(stream: StreamInput, queue: SystemQueue) {
    streams = [0: stream]
    watcher = nil
    self.queue = queue
  }

  /// Begins with a file.
  func start(_ source: Int) {
    followers[source]?.start()
  }

  /// Leaves a file alone until `resume()`.
  func hold(_ source: Int) {
    followers[source]?.hold()
  }

  /// Goes on with all files.
  func resume() {
    for follower in followers.values { follower.resume() }
  }

  /// Reads nothing until `resumeReading()`.
  func pauseReading() {
    for follower in followers.values { follower.hold() }
    for stream in streams.values { stream.pause() }
  }

  /// Reads on after `pauseReading()`.
  func resumeReading() {
    resume()
    for stream in streams.values { stream.resume() }
  }

  /// Waits until the processes are gone that write.
  ///
  /// - Parameters:
  ///   - writers: The processes' numbers.
  ///   - interval: The time between two looks.
  ///   - whenGone: Called then, on the queue.
  func waitForWriters(
    _ writers: [Int32],
    every interval: Duration,
    whenGone: @escaping @Sendable () -> Void
  ) {
    processes = ProcessWatch(for: writers, every: interval, on: queue, whenGone)
  }

  /// Nobody writes any more: all inputs end when what is there was read.
  func writersEnded() {
    for follower in followers.values { follower.writersEnded() }
    for stream in streams.values { stream.writersEnded() }
  }

  /// A FIFO or a device was behind the name: it is a stream from now on.
  func replaceFollower(of source: Int, by stream: StreamInput) {
    removeFollower(of: source)
    streams[source] = stream
  }

  /// A file has ended.
  func removeFollower(of source: Int) {
    followers.removeValue(forKey: source)?.stop()
  }

  /// Stops for good; nothing is delivered any more.
  func stop() {
    for follower in followers.values { follower.stop() }
    watcher?.stop()
    processes?.stop()
    for stream in streams.values { stream.cancel() }
    (followers, streams) = ([:], [:])
  }

  /// A followed file by a descriptor of its own, which stays open whatever is followed next.
  func duplicateFile(of source: Int) -> SharedDescriptor? {
    guard let descriptor = followers[source]?.descriptor,
      let file = try? Descriptor(duplicating: descriptor)
    else { return nil }
    return SharedDescriptor(file)
  }

  /// A followed file that is open.
  func identity(of source: Int) -> FileIdentity? { followers[source]?.identity }

  /// Counts the lines in front of an offset of the followed file, in the background.
  ///
  /// - Parameters:
  ///   - offset: Where to stop.
  ///   - source: The number of the file's source.
  ///   - completion: Called on the queue with the number; nil when the file cannot be read.
  func countLines(
    above offset: Int,
    of source: Int,
    then completion: @escaping @Sendable (Int?) -> Void
  ) {
    // Shared, so that the job on the other queue may keep it; read by position, so that the
    // follower's own reads are not disturbed.
    guard let shared = duplicateFile(of: source) else {
      queue.async { completion(nil) }
      return
    }
    ioQueue.run(
      { Self.countLines(of: shared.borrowed, above: offset) },
      on: queue,
      then: completion
    )
  }

  private static let countBlock = 256 << 10

  private static func countLines(of file: BorrowedDescriptor, above offset: Int) -> Int? {
    unsafe withUnsafeTemporaryAllocation(byteCount: countBlock, alignment: 64) { block in
      var position = 0
      var lines = 0
      while position < offset {
        let size = min(offset - position, countBlock)
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: block[..<size])
        guard let count = try? unsafe file.read(into: part, at: Int64(position)), count > 0 else {
          return nil
        }
        lines += unsafe NewlineScan.count(
          in: UnsafeRawBufferPointer(rebasing: part[..<count]).bytes
        )
        position += count
      }
      return lines
    }
  }
}
