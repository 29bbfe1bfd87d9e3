import SiltFollow

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// What of following a file asks the file system: values that any queue can work out.
///
/// All of it may block, where the file is on another machine.
enum FileLook {
  // MARK: - Opening

  /// A file that was opened.
  struct Opened: Sendable {
    let descriptor: SharedDescriptor
    let status: FileStatus
    /// Whether the file system tells of changes.
    let isTold: Bool

    var identity: FileIdentity { status.identity }
  }

  /// Opens what a name stands for, without waiting for a FIFO's writer.
  static func open(_ path: [UInt8]) -> Result<Opened, SystemError> {
    do throws(SystemError) {
      let number = try openNumber(path, for: .nonBlockingReading)
      return look(SharedDescriptor(Descriptor(owning: number)))
    } catch {
      return .failure(error)
    }
  }

  /// Looks at a file that is open already.
  static func look(_ descriptor: SharedDescriptor) -> Result<Opened, SystemError> {
    do throws(SystemError) {
      let file = descriptor.borrowed
      let status = try file.status()
      let isTold = FileSystemEvents.areTold(of: file)
      return .success(Opened(descriptor: descriptor, status: status, isTold: isTold))
    } catch {
      return .failure(error)
    }
  }

  /// Opens a file again that was open before, wherever in its directory it is by now.
  ///
  /// - Parameters:
  ///   - path: The name that it had. Whatever has its identity there is taken for it: if it was cut, or
  ///     is another file that got the number of one that is gone, its bytes tell.
  ///   - identity: The file.
  ///   - fingerprint: What was read of it; elsewhere only a file with these bytes is taken for it.
  /// - Returns: The file; nil when it is not to be found.
  /// - Throws: The system's reason when it has no descriptor to give: another try may succeed.
  static func reopen(
    _ path: [UInt8],
    _ identity: FileIdentity,
    _ fingerprint: Fingerprint
  ) throws(SystemError) -> Opened? {
    func candidate(_ path: [UInt8]) throws(SystemError) -> Opened? {
      switch open(path) {
      case .success(let file): return file.identity == identity ? file : nil
      case .failure(let error) where FollowFailure(error, .open).kind == .exhausted: throw error
      case .failure: return nil
      }
    }
    if let file = try candidate(path) { return file }
    let slash = UInt8(ascii: "/")
    let directory = path.lastIndex(of: slash).map { path[...$0] } ?? [UInt8(ascii: "."), slash]
    for name in try names(of: identity.inode, in: Array(directory)) {
      if let file = try candidate(Array(directory) + name),
        isSame(file.descriptor.borrowed, fingerprint)
      {
        return file
      }
    }
    return nil
  }

  /// The entries of a directory that have an inode's number.
  private static func names(
    of inode: UInt64,
    in directory: [UInt8]
  ) throws(SystemError) -> [[UInt8]] {
    guard let stream = unsafe withPath(directory, { name in unsafe opendir(name) }) else {
      let error = SystemError(.openForReading, code: errno)
      if FollowFailure(error, .open).kind == .exhausted { throw error }
      return []
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      guard unsafe UInt64(entry.pointee.d_ino) == inode else { continue }
      // The name ends with a NUL.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
        unsafe [UInt8](name.prefix { $0 != 0 })
      }
      names.append(name)
    }
    return names
  }

  // MARK: - Looking

  /// What a name stands for.
  static func name(_ path: [UInt8]) -> FollowMachine.Check.Name {
    do throws(SystemError) {
      let status = try FileStatus(ofPath: path)
      return .file(status.identity)
    } catch {
      return .failed(FollowFailure(error, .open))
    }
  }

  /// What a file that is being read has become.
  struct Contents: Sendable {
    /// The size in bytes, as `FollowMachine.Check.size` wants it.
    let size: Int
    let isSame: Bool
    let mayHaveHoles: Bool
  }

  /// Looks at a file that is being read.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - offset: Up to where it was read.
  ///   - fingerprint: What was read of it.
  /// - Returns: What it has become; nil when the system does not say.
  static func contents(
    of file: BorrowedDescriptor,
    at offset: Int,
    _ fingerprint: Fingerprint
  ) -> Contents? {
    guard let status = try? file.status() else { return nil }
    let size = Int(status.size)
    if size < offset, hasByte(file, at: offset - 1) {
      // The bytes belie the size, as in `/proc`: what they were does not tell the file there.
      return Contents(size: offset, isSame: true, mayHaveHoles: false)
    }
    return Contents(
      size: size,
      isSame: size < offset || isSame(file, fingerprint),
      mayHaveHoles: status.mayHaveHoles
    )
  }

  private static func hasByte(_ file: BorrowedDescriptor, at offset: Int) -> Bool {
    var byte: UInt8 = 0
    return unsafe withUnsafeMutableBytes(of: &byte) { buffer in
      (try? unsafe file.read(into: buffer, at: Int64(offset))) == 1
    }
  }

  /// Whether a file still holds what was read of it.
  static func isSame(_ file: BorrowedDescriptor, _ fingerprint: Fingerprint) -> Bool {
    let (head, tail) = fingerprint.ranges
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: 2 * Fingerprint.length,
      alignment: 1
    ) { buffer in
      func read(_ range: Range<Int>, to start: Int) -> UnsafeRawBufferPointer? {
        let part = unsafe UnsafeMutableRawBufferPointer(
          rebasing: buffer[start..<start + range.count]
        )
        guard !range.isEmpty else { return UnsafeRawBufferPointer(part) }
        guard let count = try? unsafe file.read(into: part, at: Int64(range.lowerBound)) else {
          return nil
        }
        return unsafe UnsafeRawBufferPointer(rebasing: part[..<count])
      }
      // What cannot be read now is told by the next read.
      guard let first = unsafe read(head, to: 0),
        let last = unsafe read(tail, to: Fingerprint.length)
      else { return true }
      return unsafe fingerprint.matches(first.bytes, last.bytes)
    }
  }

  /// Takes the fingerprint of a file that is read from an offset on.
  static func fingerprint(of file: BorrowedDescriptor, upTo offset: Int) -> Fingerprint {
    var fingerprint = Fingerprint()
    var bytes = [UInt8](repeating: 0, count: Fingerprint.length)
    for start in [0, max(0, offset - Fingerprint.length)] {
      let wanted = min(offset - start, Fingerprint.length)
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        return (try? unsafe file.read(into: part, at: Int64(start))) ?? 0
      }
      unsafe bytes.withUnsafeBytes {
        fingerprint.read(unsafe UnsafeRawBufferPointer(rebasing: $0[..<count]).bytes, at: start)
      }
    }
    return fingerprint
  }

  // MARK: - Reading

  /// What one read gave.
  enum Read: Sendable {
    case bytes(Int)
    /// The file is not what was read any more; what the memory holds is of no use.
    case overtaken
    case failed(SystemError)
  }

  /// Reads once.
  ///
  /// Looked at after the bytes were read, the fingerprint says that these belong to what was read
  /// before: no cut can come between.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - offset: Where to read.
  ///   - fingerprint: What was read before; the bytes are taken note of.
  ///   - room: Where the bytes go.
  /// - Returns: How many bytes came, or why none.
  static func read(
    _ file: BorrowedDescriptor,
    at offset: Int,
    _ fingerprint: inout Fingerprint,
    into room: UnsafeMutableRawBufferPointer
  ) -> Read {
    do throws(SystemError) {
      let count = try unsafe file.read(into: room, at: Int64(offset))
      guard count > 0 else { return .bytes(0) }
      guard isSame(file, fingerprint) else { return .overtaken }
      unsafe fingerprint.read(UnsafeRawBufferPointer(rebasing: room[..<count]).bytes, at: offset)
      return .bytes(count)
    } catch {
      return .failed(error)
    }
  }

  /// What stands at an offset of a file that may have holes.
  enum Stretch: Equatable, Sendable {
    /// Bytes that were written, up to that offset at least.
    case data(end: Int)
    /// Nothing was written up to that offset.
    case hole(end: Int)
  }

  /// Finds out whether a hole begins at an offset, or where the next one does.
  ///
  /// A hole begins and ends at a block's border, and its writers wrote up to some byte before it and
  /// from some byte behind it: the NULs in between belong to the hole as its reader sees it.
  ///
  /// - Parameters:
  ///   - offset: An offset before the file's end.
  ///   - file: The file; its own offset is moved.
  ///   - size: The file's size.
  /// - Returns: What stands there, and up to where.
  static func stretch(at offset: Int, of file: BorrowedDescriptor, size: Int) -> Stretch {
    guard var data = file.firstData(from: offset) else { return .data(end: .max) }
    if data == offset {
      guard let hole = file.firstHole(from: offset), hole < size else { return .data(end: .max) }
      let start = max(offset, hole - blockBytes)
      let nulls = unsafe nulls(of: file, start..<hole) {
        unsafe $0.reversed().prefix { $0 == 0 }.count
      }
      guard hole - nulls == offset else { return .data(end: hole - nulls) }
      data = file.firstData(from: hole) ?? hole
    }
    guard data < size else { return .hole(end: max(size, offset)) }
    let nulls = unsafe nulls(of: file, data..<data + blockBytes) {
      unsafe $0.prefix { $0 == 0 }.count
    }
    return .hole(end: data + nulls)
  }

  /// Counts NULs in a range of a file that is at most a block long; 0 where it cannot be read.
  private static func nulls(
    of file: BorrowedDescriptor,
    _ range: Range<Int>,
    _ count: (Slice<UnsafeMutableRawBufferPointer>) -> Int
  ) -> Int {
    unsafe withUnsafeTemporaryAllocation(byteCount: range.count, alignment: 1) { block in
      let read = (try? unsafe file.read(into: block, at: Int64(range.lowerBound))) ?? 0
      return unsafe count(block[..<read])
    }
  }

  /// Blocks of file systems are not larger, as a rule.
  private static let blockBytes = 4096
}

extension FollowFailure {
  /// What a system's error means for following.
  init(_ error: SystemError, _ operation: Operation) {
    let kind: Kind =
      switch error.code {
      case ENOENT, ENOTDIR: .missing
      case EMFILE, ENFILE, ENOMEM: .exhausted
      case EACCES, EPERM: .denied
      default: .refused
      }
    self.init(kind, operation, code: error.code)
  }
}

/// Opens a path of any bytes.
///
/// - Returns: The descriptor's number; whoever called owns it.
/// - Throws: The system's reason.
func openNumber(_ path: [UInt8], for access: Descriptor.Access) throws(SystemError) -> Int32 {
  try unsafe withPath(path) { name throws(SystemError) in
    try unsafe Descriptor(openingBytes: name, for: access).release()
  }
}
