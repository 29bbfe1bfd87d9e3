import Dispatch

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Writes to a terminal without ever waiting on the queue.
///
/// Bytes once taken are always written, in their order: what the terminal does not take at once
/// is kept and goes out when it can. Whoever draws looks at `isBusy` first, and drops the frames
/// it has not begun.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
final class TerminalOutput: @unchecked Sendable {
  /// How bytes get to the terminal.
  private enum Route {
    /// A non-blocking description of our own, watched while bytes are pending.
    case direct(EventSource)
    /// An inherited, blocking one: a thread of its own blocks in the writes.
    case thread(DispatchQueue, DispatchGroup)
  }

  private let queue: SystemQueue
  private let descriptor: BorrowedDescriptor
  private var route: Route?

  /// The bytes kept for a terminal that takes no more, from `sent` on.
  private var pending: ContiguousArray<UInt8> = []
  private var sent = 0

  /// How many writes the thread has not reported yet.
  private var writesInFlight = 0

  /// Called when the last pending byte was written.
  var whenDrained: @Sendable () -> Void = {}

  /// Called when a write failed: the terminal is gone.
  var whenFailed: @Sendable () -> Void = {}

  /// Writes to a non-blocking description of our own.
  init(direct descriptor: SharedDescriptor, on queue: SystemQueue) {
    self.queue = queue
    self.descriptor = descriptor.borrowed
    let source = EventSource(sharing: descriptor, for: .writing, on: queue) { [weak self] in
      self?.continueWriting()
    }
    route = .direct(source)
  }

  /// Writes to an inherited descriptor, whose flags are not ours to change, from a thread.
  init(blocking descriptor: BorrowedDescriptor, on queue: SystemQueue) {
    self.queue = queue
    self.descriptor = descriptor
    route = .thread(DispatchQueue(label: "silt.terminal"), DispatchGroup())
  }

  /// Whether bytes are pending.
  var isBusy: Bool {
    queue.assertIsCurrent()
    return sent < pending.count || writesInFlight > 0
  }

  /// Takes bytes: writes them now as far as that does not block, and keeps the rest.
  func write(_ bytes: RawSpan) {
    queue.assertIsCurrent()
    switch route {
    case .direct(let source):
      var start = 0
      if !isBusy {
        guard let count = send(bytes) else { return fail() }
        start = count
      }
      guard start < bytes.byteCount else { return }
      unsafe bytes.extracting(start..<bytes.byteCount).withUnsafeBytes {
        unsafe pending.append(contentsOf: $0)
      }
      source.resume()
    case .thread(let thread, let group):
      let copy = unsafe bytes.withUnsafeBytes { unsafe ContiguousArray($0) }
      write(copy, on: thread, group)
    case nil:
      break
    }
  }

  /// Waits until all bytes are written.
  ///
  /// - Parameter nanoseconds: How long, at most.
  /// - Returns: Whether they are; where not, they are still pending.
  func finish(within nanoseconds: UInt64) -> Bool {
    queue.assertIsCurrent()
    if case .thread(_, let group) = route {
      return group.wait(timeout: .now() + .nanoseconds(Int(clamping: nanoseconds))) == .success
    }
    let deadline = SystemClock.now() + nanoseconds
    while isBusy {
      let now = SystemClock.now()
      guard now < deadline else { return false }
      let milliseconds = Int32(clamping: (deadline - now + 999_999) / 1_000_000)
      if descriptor.isReady(for: .writing, within: milliseconds) { continueWriting() }
    }
    return true
  }

  /// Drops what is pending and writes nothing more.
  func cancel() {
    queue.assertIsCurrent()
    if case .direct(let source) = route { source.cancel() }
    route = nil
    pending = []
    sent = 0
  }

  private func continueWriting() {
    guard case .direct(let source) = route, sent < pending.count else { return }
    let rest = sent..<pending.count
    guard let count = unsafe send(pending.span.bytes.extracting(rest)) else { return fail() }
    sent += count
    guard sent == pending.count else { return }
    pending.removeAll(keepingCapacity: true)
    sent = 0
    source.suspend()
    whenDrained()
  }

  /// Writes until the terminal takes no more.
  ///
  /// - Returns: How many bytes it took; nil when it is gone.
  private func send(_ bytes: RawSpan) -> Int? {
    var start = 0
    do throws(SystemError) {
      while start < bytes.byteCount {
        let rest = bytes.extracting(start..<bytes.byteCount)
        guard let count = try descriptor.write(rest) else { break }
        start += count
      }
    } catch {
      return nil
    }
    return start
  }

  private func write(
    _ bytes: ContiguousArray<UInt8>,
    on thread: DispatchQueue,
    _ group: DispatchGroup
  ) {
    writesInFlight += 1
    thread.async(group: group) { @Sendable [self] in
      let failed = (try? unsafe descriptor.writeAll(bytes.span.bytes)) == nil
      queue.async { self.finishedWrite(failed: failed) }
    }
  }

  private func finishedWrite(failed: Bool) {
    writesInFlight -= 1
    guard route != nil else { return }
    if failed {
      fail()
    } else if writesInFlight == 0 {
      whenDrained()
    }
  }

  private func fail() {
    cancel()
    whenFailed()
  }
}
