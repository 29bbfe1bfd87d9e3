#if os(Linux)
@unsafe @preconcurrency import Glibc

/// The system's file events: one inotify instance.
///
/// Sendable unchecked: its state is touched only on its queue, which `EventSource` asserts.
final class FileEvents: @unchecked Sendable {
  /// A watch of the system; one directory or file never has two.
  typealias Key = Int32

  enum Event: Hashable, Sendable {
    /// Something about it changed; with the entry's name where one entry of a directory did.
    case changed(Key, entry: [UInt8]?)
    /// An entry of a directory was moved away; what has the same cookie says where to.
    case movedAway(Key, entry: [UInt8], cookie: UInt32)
    /// An entry of a directory is one that was moved there.
    case movedHere(Key, entry: [UInt8], cookie: UInt32)
    /// The system gave it up: the directory or file is gone.
    case ended(Key)
    /// Events were lost: anything may have changed.
    case lost
  }

  let descriptor: BorrowedDescriptor
  private let source: EventSource
  /// What each watch was last asked to tell.
  private var interests: [Key: FileWatcherInterests] = [:]

  /// Creates an instance, or fails where the system has none to give.
  ///
  /// - Parameters:
  ///   - queue: Where `handler` is called.
  ///   - handler: Called with the events of one turn.
  init?(on queue: SystemQueue, _ handler: @escaping @Sendable ([Event]) -> Void) {
    let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard number >= 0 else { return nil }
    let descriptor = BorrowedDescriptor(number)
    self.descriptor = descriptor
    source = EventSource(owning: Descriptor(owning: number), for: .reading, on: queue) {
      @Sendable in
      handler(Self.readEvents(from: descriptor))
    }
    source.resume()
  }

  /// Watches a directory, for what it is watched for already and more.
  ///
  /// - Returns: The watch, the same one for the same directory, or nil when it cannot be watched.
  func add(_ directory: [UInt8], _ wanted: FileWatcherInterests) -> Key? {
    let flags = Self.mask(wanted) | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
    return add(directory, flags, wanted)
  }

  /// Watches the bytes of an open file.
  ///
  /// - Returns: The watch, the same one for the same file, or nil when it cannot be watched.
  func add(contentsOf file: BorrowedDescriptor, at path: [UInt8]?) -> Key? {
    // By its descriptor, so that it is this file whatever its name is now.
    let link = Array("/proc/self/fd/\(file.rawValue)".utf8)
    let flags = Self.mask(.contents)
    if let key = add(link, flags, .contents) { return key }
    return path.flatMap { add($0, flags, .contents) }
  }

  /// Lets a directory's watch tell no more than what is wanted any longer.
  func narrow(_ key: Key, at directory: [UInt8], to wanted: FileWatcherInterests) {
    guard interests[key] != wanted else { return }
    let flags = Self.mask(wanted) | UInt32(IN_ONLYDIR)
    let changed = unsafe withPath(directory) {
      unsafe inotify_add_watch(descriptor.rawValue, $0, flags)
    }
    if changed == key {
      interests[key] = wanted
    } else if changed >= 0, interests[changed] == nil {
      // Another directory stands there by now, and nobody uses this watch.
      _ = inotify_rm_watch(descriptor.rawValue, changed)
    }
  }

  /// Ends a watch.
  func remove(_ key: Key) {
    interests[key] = nil
    _ = inotify_rm_watch(descriptor.rawValue, key)
  }

  /// Reads the events that are there, which the handler will not be called with.
  func readPending() -> [Event] {
    Self.readEvents(from: descriptor)
  }

  /// Ends all watches.
  func stop() {
    source.cancel()
  }

  private func add(_ path: [UInt8], _ mask: UInt32, _ wanted: FileWatcherInterests) -> Key? {
    let key = unsafe withPath(path) {
      unsafe inotify_add_watch(descriptor.rawValue, $0, mask)
    }
    guard key >= 0 else { return nil }
    interests[key, default: []].formUnion(wanted)
    return key
  }

  private static func mask(_ interests: FileWatcherInterests) -> UInt32 {
    var mask = 0
    if interests.contains(.entries) {
      mask |= Int(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB)
    }
    if interests.contains(.itself) { mask |= Int(IN_MOVE_SELF | IN_DELETE_SELF) }
    if interests.contains(.contents) { mask |= Int(IN_MODIFY) }
    return UInt32(mask)
  }

  /// Reads what is there, up to a bound: the source fires again for the rest.
  private static func readEvents(from descriptor: BorrowedDescriptor) -> [Event] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)
    defer { unsafe buffer.deallocate() }
    guard let count = try? unsafe descriptor.read(into: buffer) else { return [] }
    return unsafe parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// Takes a read's bytes apart, as inotify(7) sets them out.
  ///
  /// A record is a watch (4 bytes), a mask (4), a cookie (4), a length (4) and so many bytes of a
  /// name, padded with NULs.
  private static func parse(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    var events: [Event] = []
    var offset = 0
    while offset + 16 <= bytes.count {
      let key = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
      let mask = unsafe bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      let length = unsafe Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      let cookie = unsafe bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)
      let name = unsafe bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
      if mask & UInt32(IN_Q_OVERFLOW) != 0 {
        events.append(.lost)
      } else if mask & UInt32(IN_IGNORED) != 0 {
        events.append(.ended(key))
      } else if mask & UInt32(IN_MOVED_FROM) != 0 {
        events.append(unsafe .movedAway(key, entry: Array(name), cookie: cookie))
      } else if mask & UInt32(IN_MOVED_TO) != 0 {
        events.append(unsafe .movedHere(key, entry: Array(name), cookie: cookie))
      } else {
        events.append(unsafe .changed(key, entry: name.isEmpty ? nil : Array(name)))
      }
      offset += 16 + length
    }
    return events
  }
}
#endif
