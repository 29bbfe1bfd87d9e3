#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A descriptor that somebody else owns: an inherited one, or a `Descriptor`'s for a while.
///
/// Nothing here ever changes an inherited descriptor's flags: they belong to the open file
/// description, which the shell and others share.
package struct BorrowedDescriptor: Hashable, Sendable {
  /// The descriptor's number.
  package let rawValue: Int32

  /// Names an open descriptor.
  package init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let standardInput = Self(0)
  package static let standardOutput = Self(1)
  package static let standardError = Self(2)

  /// Reads once, straight into the caller's memory.
  ///
  /// - Returns: How many bytes, 0 at the end, nil where it would block (non-blocking ones only).
  /// - Throws: The system's reason.
  @unsafe
  package func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int? {
    try count(unsafe systemRead(rawValue, buffer), .read)
  }

  /// Reads once at an offset, without moving the descriptor's own.
  ///
  /// - Returns: How many bytes, 0 at or behind the end.
  /// - Throws: The system's reason.
  @unsafe
  package func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int64
  ) throws(SystemError) -> Int {
    try count(unsafe systemPread(rawValue, buffer, offset), .read) ?? 0
  }

  /// Writes once.
  ///
  /// - Returns: How many bytes were taken, nil where it would block (non-blocking ones only).
  /// - Throws: The system's reason.
  package func write(_ bytes: RawSpan) throws(SystemError) -> Int? {
    let written = unsafe bytes.withUnsafeBytes { unsafe systemWrite(rawValue, $0) }
    return try count(written, .write)
  }

  /// Writes everything, waiting where it would block.
  ///
  /// - Throws: The system's reason; some bytes may have been written before.
  package func writeAll(_ bytes: RawSpan) throws(SystemError) {
    var start = 0
    while start < bytes.byteCount {
      if let count = try write(bytes.extracting(start..<bytes.byteCount)) {
        start += count
      } else {
        _ = isReady(for: .writing, within: -1)
      }
    }
  }

  private func count(
    _ result: Int,
    _ operation: SystemError.Operation
  ) throws(SystemError) -> Int? {
    guard result < 0 else { return result }
    let code = errno
    guard code == EAGAIN || code == EWOULDBLOCK else { throw SystemError(operation, code: code) }
    return nil
  }

  /// What a descriptor is waited for.
  package enum Direction: Sendable {
    case reading
    case writing
  }

  /// Finds out whether a read or write would not block.
  ///
  /// Regular files and devices that cannot be waited for are always ready.
  ///
  /// - Parameters:
  ///   - direction: What would be done.
  ///   - milliseconds: How long to wait for it: 0 not at all, -1 for ever.
  /// - Returns: Whether there is room or data, or the end or an error to be told.
  package func isReady(for direction: Direction, within milliseconds: Int32 = 0) -> Bool {
    let events = direction == .reading ? Int32(POLLIN) : Int32(POLLOUT)
    return systemPoll(rawValue, events, milliseconds) != 0
  }

  /// Whether the other side is gone: no writer of a pipe, a terminal that hung up.
  package var isHungUp: Bool { systemPoll(rawValue, 0, 0) & Int32(POLLHUP) != 0 }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Returns what the system says about the file behind the descriptor.
  ///
  /// - Throws: The system's reason, for one that is not open above all.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard unsafe fstat(rawValue, &status) == 0 else { throw SystemError(.status, code: errno) }
    return FileStatus(status) { isTerminal }
  }

  /// Returns what the descriptor refers to.
  ///
  /// - Throws: The system's reason, for one that is not open above all.
  package func kind() throws(SystemError) -> DescriptorKind {
    try status().kind
  }

  /// Returns the offset where the next plain read of a regular file begins.
  ///
  /// - Throws: The system's reason; a pipe or terminal has no offset.
  package func offset() throws(SystemError) -> Int64 {
    let offset = lseek(rawValue, 0, SEEK_CUR)
    guard offset >= 0 else { throw SystemError(.seek, code: errno) }
    return Int64(offset)
  }

  /// Finds where the next bytes stand that were ever written, at an offset or behind it.
  ///
  /// The descriptor's own offset is moved.
  ///
  /// - Returns: The offset, `Int.max` where there are none; nil where the file system cannot tell.
  func firstData(from offset: Int) -> Int? {
    let found = lseek(rawValue, off_t(offset), seekToData)
    if found >= 0 { return Int(found) }
    return errno == ENXIO ? .max : nil
  }

  /// Finds where the bytes that were written end, from an offset where there are some.
  ///
  /// The descriptor's own offset is moved.
  ///
  /// - Returns: The offset of a hole or the file's end; nil where the file system cannot tell.
  func firstHole(from offset: Int) -> Int? {
    let found = lseek(rawValue, off_t(offset), seekToHole)
    return found >= 0 ? Int(found) : nil
  }

  /// Moves the offset where the next plain read of a regular file begins.
  ///
  /// - Throws: The system's reason; a pipe or terminal has no offset.
  package func seek(to offset: Int64) throws(SystemError) {
    guard lseek(rawValue, off_t(offset), SEEK_SET) >= 0 else {
      throw SystemError(.seek, code: errno)
    }
  }
}
