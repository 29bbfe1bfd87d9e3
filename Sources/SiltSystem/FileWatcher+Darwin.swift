#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
import Dispatch

/// The system's file events: a Dispatch source a directory or file.
///
/// Sendable unchecked: its state is touched only on its queue, which `FileWatcher` asserts.
final class FileEvents: @unchecked Sendable {
  /// A directory or file that is watched; it never has two sources.
  typealias Key = FileWatcherDarwinKey

  enum Event: Hashable, Sendable {
    /// Something about it changed; the entry is never known here.
    case changed(Key, entry: [UInt8]?)
    // Moves are told as changes here.
    /// An entry of a directory was moved away; what has the same cookie says where to.
    case movedAway(Key, entry: [UInt8], cookie: UInt32)
    /// An entry of a directory is one that was moved there.
    case movedHere(Key, entry: [UInt8], cookie: UInt32)
    /// The system gave it up: the directory or file is gone.
    case ended(Key)
    /// Events were lost: anything may have changed.
    case lost
  }

  private let queue: SystemQueue
  private let handler: @Sendable ([Event]) -> Void
  /// Never suspended, so letting them go after `cancel()` is safe; each owns a descriptor that its
  /// cancel handler closes.
  private var sources: [Key: any DispatchSourceFileSystemObject] = [:]

  /// Creates an instance.
  ///
  /// - Parameters:
  ///   - queue: Where `handler` is called.
  ///   - handler: Called with each event.
  init?(on queue: SystemQueue, _ handler: @escaping @Sendable ([Event]) -> Void) {
    self.queue = queue
    self.handler = handler
  }

  /// Watches a directory.
  ///
  /// - Returns: The watch, the same one for the same directory, or nil when it cannot be watched.
  func add(_ directory: [UInt8], _ wanted: FileWatcherInterests) -> Key? {
    add(directory, isContents: false)
  }

  /// Watches the bytes of an open file.
  ///
  /// - Returns: The watch, the same one for the same file, or nil when it cannot be watched.
  func add(contentsOf file: BorrowedDescriptor, at path: [UInt8]?) -> Key? {
    // By its descriptor, so that it is this file whatever its name is now.
    add(Array("/dev/fd/\(file.rawValue)".utf8), isContents: true)
      ?? path.flatMap { add($0, isContents: true) }
  }

  /// Does nothing: a source always tells all it can.
  func narrow(_ key: Key, at directory: [UInt8], to wanted: FileWatcherInterests) {}

  /// Ends a watch.
  func remove(_ key: Key) {
    sources.removeValue(forKey: key)?.cancel()
  }

  /// Reads nothing: the system keeps its events until the queue's next turn.
  func readPending() -> [Event] { [] }

  /// Ends all watches.
  func stop() {
    for source in sources.values { source.cancel() }
    sources = [:]
  }

  private func add(_ path: [UInt8], isContents: Bool) -> Key? {
    let number = retryingInterrupted {
      unsafe withPath(path) { unsafe open($0, O_EVTONLY | O_CLOEXEC) }
    }
    guard number >= 0 else { return nil }
    guard let status = try? BorrowedDescriptor(number).status() else {
      systemClose(number)
      return nil
    }
    let key = Key(device: status.device, inode: status.inode, isContents: isContents)
    guard sources[key] == nil else {
      systemClose(number)
      return key
    }
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: number,
      eventMask: isContents ? [.write, .extend] : [.write, .rename, .delete, .revoke, .attrib],
      queue: queue.queue
    )
    let handler = self.handler
    source.setEventHandler { @Sendable in handler([.changed(key, entry: nil)]) }
    source.setCancelHandler { @Sendable in systemClose(number) }
    sources[key] = source
    source.activate()
    return key
  }
}

/// Names a watched directory or file.
struct FileWatcherDarwinKey: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let isContents: Bool
}
#endif
