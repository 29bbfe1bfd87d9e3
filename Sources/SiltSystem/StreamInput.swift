#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Reads a stream of any kind on the queue: a pipe, a FIFO, a socket, a terminal, a device.
///
/// It reads in turns. A turn goes on while there are bytes, to a bound, so that keys and frames
/// have their turn while the stream floods; one that stopped at its bound queues its own
/// continuation. It never waits for the source to fire again: after a hang-up the source may not,
/// and the last bytes would be lost.
///
/// Before each read the descriptor is polled, which makes reads of a blocking one safe without a
/// change of its flags. The source is armed only after the poll said 'not ready'; what cannot be
/// waited for (a regular file, `/dev/null`, `/dev/zero`) is always ready, so it is read in turns
/// to its end and never armed.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
package final class StreamInput: @unchecked Sendable {
  /// Receives bytes: calls `read` with memory of its own, once or more often.
  ///
  /// `read` fills the memory (never an empty one) and returns how many bytes it took: 0 when
  /// there are none, or no more in this turn.
  package typealias Receive =
    @Sendable (_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Void

  /// The bytes of a turn when none are given: some 4 ms of a pipe at full speed.
  package static let defaultTurnBytes = 4 << 20

  /// The time of a turn in nanoseconds when none is given.
  ///
  /// It bounds a turn whose writer feeds it a few bytes at a time, or whose receiver is slow.
  package static let defaultTurnNanoseconds: UInt64 = 8_000_000

  /// What a pipe is enlarged to where the system allows it.
  package static let pipeBytes = 1 << 20

  /// The bytes of a turn from which on the stream floods: then the turn waits a moment for more.
  ///
  /// The writer is faster than the way over the source and the queue, which takes two threads'
  /// wake-ups; without the wait most of the time would go there.
  private static let floodBytes = 64 << 10

  /// How long a turn waits for more of a flood, in milliseconds, with the queue standing still.
  private static let floodMilliseconds: Int32 = 1

  /// How a turn ended before its bound.
  private enum TurnEnd {
    case wouldBlock
    case ended(SystemError?)
  }

  /// Safe: the memory that `receive` hands to `read` is used only during the call.
  @safe
  private struct Handlers {
    var receive: Receive
    var turnEnded: @Sendable () -> Void
    var ended: @Sendable (SystemError?) -> Void
  }

  private let queue: SystemQueue
  private let descriptor: BorrowedDescriptor
  private let turnBytes: Int
  private let turnNanoseconds: UInt64
  private let clock: @Sendable () -> UInt64
  private var source: EventSource?
  private var handlers: Handlers?
  private var isPaused = false
  private var turnIsQueued = false
  /// Nobody writes any more: where nothing is left to read, it ends.
  private var isLastTurn = false

  /// Keeps the reader alive while it reads.
  private var whileReading: StreamInput?

  /// Creates a reader of a descriptor of its own, closed after the end.
  ///
  /// - Parameters:
  ///   - descriptor: What to read.
  ///   - queue: Where it is read.
  ///   - turnBytes: The most bytes of a turn.
  ///   - turnNanoseconds: The time after which a turn begins no further read.
  ///   - clock: The monotonic clock in nanoseconds.
  package convenience init(
    owning descriptor: consuming Descriptor,
    on queue: SystemQueue,
    turnBytes: Int = defaultTurnBytes,
    turnNanoseconds: UInt64 = defaultTurnNanoseconds,
    clock: @escaping @Sendable () -> UInt64 = SystemClock.now
  ) {
    let borrowed = descriptor.borrowed
    self.init(borrowed, queue, turnBytes, turnNanoseconds, clock)
    source = EventSource(owning: descriptor, for: .reading, on: queue) { [weak self] in
      self?.turn()
    }
  }

  /// Creates a reader of an inherited descriptor, which stays open.
  ///
  /// - Parameters:
  ///   - descriptor: What to read.
  ///   - queue: Where it is read.
  ///   - turnBytes: The most bytes of a turn.
  ///   - turnNanoseconds: The time after which a turn begins no further read.
  ///   - clock: The monotonic clock in nanoseconds.
  package convenience init(
    inherited descriptor: BorrowedDescriptor,
    on queue: SystemQueue,
    turnBytes: Int = defaultTurnBytes,
    turnNanoseconds: UInt64 = defaultTurnNanoseconds,
    clock: @escaping @Sendable () -> UInt64 = SystemClock.now
  ) {
    self.init(descriptor, queue, turnBytes, turnNanoseconds, clock)
    source = EventSource(borrowing: descriptor, for: .reading, on: queue) { [weak self] in
      self?.turn()
    }
  }

  private init(
    _ descriptor: BorrowedDescriptor,
    _ queue: SystemQueue,
    _ turnBytes: Int,
    _ turnNanoseconds: UInt64,
    _ clock: @escaping @Sendable () -> UInt64
  ) {
    precondition(turnBytes > 0, "a turn needs room")
    self.descriptor = descriptor
    self.queue = queue
    self.turnBytes = turnBytes
    self.turnNanoseconds = turnNanoseconds
    self.clock = clock
    if (try? descriptor.kind()) == .pipe {
      enlargePipe(descriptor.rawValue, to: Int32(Self.pipeBytes))
    }
  }

  /// Begins to read, with a first turn that is queued; called once, on the queue.
  ///
  /// The reader is held by itself from here to the end or to `cancel()`.
  ///
  /// - Parameters:
  ///   - receive: Takes the bytes of each read.
  ///   - turnEnded: Called after a turn that brought bytes.
  ///   - ended: Called exactly once, after the last bytes, unless cancelled: with nil at the
  ///     end, else with the error that ended it. The descriptor is not used any more; an
  ///     inherited one may be closed.
  package func start(
    receive: @escaping Receive,
    turnEnded: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable (SystemError?) -> Void
  ) {
    queue.assertIsCurrent()
    precondition(handlers == nil && source?.isCancelled == false, "a stream is started once")
    handlers = unsafe Handlers(receive: receive, turnEnded: turnEnded, ended: ended)
    whileReading = self
    queueTurn()
  }

  /// Reads nothing more until `resume()`; the writer then waits.
  package func pause() {
    queue.assertIsCurrent()
    isPaused = true
    source?.suspend()
  }

  /// Reads on after `pause()`.
  package func resume() {
    queue.assertIsCurrent()
    guard isPaused else { return }
    isPaused = false
    if handlers != nil { queueTurn() }
  }

  /// Nobody writes any more: what is there is still read, and then it ends as at the end.
  package func writersEnded() {
    queue.assertIsCurrent()
    isLastTurn = true
    if handlers != nil { queueTurn() }
  }

  /// Stops reading for good, without a call of `ended`.
  ///
  /// - Parameter completion: Called on the queue, later, when the descriptor is not used any more.
  package func cancel(then completion: (@Sendable () -> Void)? = nil) {
    queue.assertIsCurrent()
    handlers = nil
    source?.cancel(then: completion)
    whileReading = nil
  }

  private func queueTurn() {
    // Else the source would fire again and again beside the queued turn.
    source?.suspend()
    guard !turnIsQueued else { return }
    turnIsQueued = true
    queue.async { [weak self] in
      guard let self else { return }
      turnIsQueued = false
      turn()
    }
  }

  private func turn() {
    queue.assertIsCurrent()
    guard !isPaused, let handlers else { return }
    let deadline = clock() + turnNanoseconds
    var taken = 0
    var turnEnd: TurnEnd?
    repeat {
      var wasAsked = false
      unsafe handlers.receive { buffer in
        wasAsked = true
        unsafe precondition(!buffer.isEmpty, "a read needs room")
        guard turnEnd == nil, taken < turnBytes else { return 0 }
        let room = unsafe UnsafeMutableRawBufferPointer(
          rebasing: buffer.prefix(turnBytes - taken)
        )
        let patience = taken < Self.floodBytes ? 0 : Self.floodMilliseconds
        let count = unsafe readOnce(into: room, within: patience, &turnEnd)
        taken += count
        return count
      }
      precondition(wasAsked, "a receiver reads")
    } while turnEnd == nil && !isPaused && taken < turnBytes && clock() < deadline

    if taken > 0 { handlers.turnEnded() }
    // The handlers may have paused or cancelled.
    guard self.handlers != nil else { return }
    if case .wouldBlock = turnEnd, isLastTurn { turnEnd = .ended(nil) }
    switch turnEnd {
    case .ended(let error):
      let ended = handlers.ended
      cancel { ended(error) }
    case .wouldBlock where !isPaused:
      source?.resume()
    case nil where !isPaused:
      queueTurn()
    case .wouldBlock, nil:
      break
    }
  }

  /// Reads once if that cannot block, and returns how many bytes; 0 comes with a reason.
  private func readOnce(
    into room: UnsafeMutableRawBufferPointer,
    within milliseconds: Int32,
    _ turnEnd: inout TurnEnd?
  ) -> Int {
    guard descriptor.isReady(for: .reading, within: milliseconds) else {
      turnEnd = .wouldBlock
      return 0
    }
    do throws(SystemError) {
      let count = try unsafe descriptor.read(into: room)
      if count == nil { turnEnd = .wouldBlock }
      if count == 0 { turnEnd = .ended(nil) }
      return count ?? 0
    } catch {
      // Linux reports a terminal's hang-up so; what was written before has been read by then.
      let isEnd = error.code == EIO && descriptor.isHungUp
      turnEnd = .ended(isEnd ? nil : error)
      return 0
    }
  }
}
