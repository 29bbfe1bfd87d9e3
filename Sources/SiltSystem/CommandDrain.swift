#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// The reading after a command's end: of what it wrote, as far as that can be told from what its
/// background children go on writing.
///
/// It ends when nothing more is there; while others write, after 100 ms or 1 MiB. But what the system
/// held at the command's end is read, however slowly it is taken.
struct CommandDrain {
  /// Nothing came for so many milliseconds: on some systems a terminal hands over what was written a
  /// little later.
  private static let quietMilliseconds: Int32 = 5

  /// So long others are waited for, in nanoseconds.
  static let nanoseconds: UInt64 = 100_000_000

  /// After so many bytes the reading ends with its turn, if the system did not hold more.
  private static let bytes = 1 << 20

  /// A terminal holds up to so many bytes without telling of them.
  private static let unseenBytes = 64 << 10

  private let descriptor: BorrowedDescriptor
  private let began: UInt64
  private let held: Int

  /// The bytes that were read since the command's end.
  var taken = 0

  /// Begins at the command's end.
  ///
  /// - Parameters:
  ///   - descriptor: What is read.
  ///   - now: The monotonic clock in nanoseconds.
  init(of descriptor: BorrowedDescriptor, at now: UInt64) {
    self.descriptor = descriptor
    began = now
    var count: Int32 = 0
    let result = unsafe ioctl(descriptor.rawValue, readableBytesRequest, &count)
    held = max(result == 0 ? Int(count) : 0, Self.unseenBytes)
  }

  /// Whether all was read that is the command's; waits up to 5 ms for the answer.
  ///
  /// - Parameter now: The monotonic clock in nanoseconds.
  /// - Returns: Whether the reading ends.
  func isDone(at now: UInt64) -> Bool {
    let isLate = now - began >= Self.nanoseconds
    if taken >= (isLate ? held : max(held, Self.bytes)) { return true }
    return !descriptor.isReady(for: .reading, within: isLate ? 0 : Self.quietMilliseconds)
  }
}
