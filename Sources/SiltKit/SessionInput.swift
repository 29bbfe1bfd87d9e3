internal import SiltBytes
internal import SiltSystem

/// What keeps a session's bytes coming: a followed file or a stream.
///
/// It lives on the session's queue and calls it there. The session owns it.
final class SessionInput {
  private let queue: SystemQueue
  private let watcher: FileWatcher?
  private var follower: FileFollower?
  private var stream: StreamInput?
  private let ioQueue = IOQueue()

  init(follower: FileFollower, watcher: FileWatcher, queue: SystemQueue) {
    self.follower = follower
    self.watcher = watcher
    self.queue = queue
  }

  init(stream: StreamInput, queue: SystemQueue) {
    self.stream = stream
    watcher = nil
    self.queue = queue
  }

  /// A FIFO or a device was behind the name: it is a stream from now on.
  func replaceFollower(by stream: StreamInput) {
    follower?.stop()
    follower = nil
    self.stream = stream
  }

  /// Stops for good; nothing is delivered any more.
  func stop() {
    follower?.stop()
    watcher?.stop()
    stream?.cancel()
    (follower, stream) = (nil, nil)
  }

  /// Counts the lines in front of an offset of the followed file, in the background.
  ///
  /// - Parameters:
  ///   - offset: Where to stop.
  ///   - completion: Called on the queue with the number; nil when the file cannot be read.
  func countLines(above offset: Int, then completion: @escaping @Sendable (Int?) -> Void) {
    guard let descriptor = follower?.descriptor,
      let file = try? Descriptor(duplicating: descriptor)
    else {
      queue.async { completion(nil) }
      return
    }
    // Shared, so that the job on the other queue may keep it; read by position, so that the
    // follower's own reads are not disturbed.
    let shared = SharedDescriptor(file)
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
