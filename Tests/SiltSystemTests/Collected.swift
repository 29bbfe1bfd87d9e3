import Foundation
import SiltSystem

/// Values that callbacks leave on one thread and a test waits for on another.
final class Collected<Value: Sendable>: Sendable {
  /// Sendable unchecked: touched only with `condition` locked.
  private final class Storage: @unchecked Sendable {
    let condition = NSCondition()
    var values: [Value] = []
  }

  private let storage = Storage()

  var values: [Value] { storage.condition.withLock { storage.values } }

  func append(_ value: Value) {
    storage.condition.withLock {
      storage.values.append(value)
      storage.condition.broadcast()
    }
  }

  /// Waits until the values satisfy a condition; returns whether they did in time.
  func wait(within seconds: Double = 30, until isSatisfied: ([Value]) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return storage.condition.withLock {
      while !isSatisfied(storage.values) {
        guard storage.condition.wait(until: deadline) else { return isSatisfied(storage.values) }
      }
      return true
    }
  }
}

/// A pipe whose ends a test takes and closes as it likes; the rest is closed with it.
///
/// Sendable unchecked: a test takes its ends on one thread.
final class TestPipe: @unchecked Sendable {
  let reader: BorrowedDescriptor
  let writer: BorrowedDescriptor
  private var ownsReader = true
  private var ownsWriter = true

  init(isNonBlocking: Bool = false) throws {
    let ends = try PipeEnds(isNonBlocking: isNonBlocking)
    writer = BorrowedDescriptor(ends.writeEnd.release())
    reader = BorrowedDescriptor(ends.readEnd.release())
  }

  deinit {
    if ownsReader { _ = takeReader() }
    if ownsWriter { _ = takeWriter() }
  }

  func takeReader() -> Descriptor {
    ownsReader = false
    return Descriptor(owning: reader.rawValue)
  }

  func takeWriter() -> Descriptor {
    ownsWriter = false
    return Descriptor(owning: writer.rawValue)
  }

  func closeWriter() {
    _ = takeWriter()
  }

  func send(_ text: String) throws {
    try writer.writeAll(text)
  }
}

extension BorrowedDescriptor {
  func writeAll(_ text: String) throws {
    try unsafe Array(text.utf8).withUnsafeBytes { try unsafe writeAll($0.bytes) }
  }
}

/// Reads what a descriptor has to give until it is quiet for a while, at its end, or long enough.
func readAvailable(
  _ descriptor: BorrowedDescriptor,
  atLeast count: Int = 0,
  quiet milliseconds: Int32 = 100
) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  let deadline = Date(timeIntervalSinceNow: 30)
  while Date() < deadline {
    guard descriptor.isReady(for: .reading, within: milliseconds) else {
      if bytes.count >= count { break }
      continue
    }
    let got = unsafe buffer.withUnsafeMutableBytes { try? unsafe descriptor.read(into: $0) }
    guard let got, got > 0 else { break }
    bytes += buffer[..<got]
  }
  return bytes
}

/// Closes a descriptor.
func drop(_ descriptor: consuming Descriptor) {}

/// Lets the calling thread receive signals: tests run on threads that have nearly all blocked.
func unblockSignals() {
  var signals = sigset_t()
  unsafe sigfillset(&signals)
  unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
