import Synchronization

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Where the handler writes; -1 while no pipe is installed.
private let signalWriteEnd = Atomic<Int32>(-1)

/// How many SIGCONT the handler saw.
private let continueCount = Atomic<Int>(0)

/// The handler of all signals that are listened to: it sends the number through the pipe.
private func signalled(_ signal: Int32) {
  let saved = errno
  if signal == SIGCONT { continueCount.wrappingAdd(1, ordering: .relaxed) }
  var byte = UInt8(truncatingIfNeeded: signal)
  // A full pipe already holds thousands of signals nobody looked at; one more tells nothing new.
  _ = unsafe write(signalWriteEnd.load(ordering: .relaxed), &byte, 1)
  errno = saved
}

/// Brings signals to the queue: their handlers write a byte into a pipe, which a source reads.
///
/// A Dispatch signal source would not do: after going back to a signal's default action and on
/// again (as stopping does) it is not reliable.
///
/// One at a time in a process, since handlers are the process's. Sendable unchecked: its state is
/// touched only on its queue, and every entry asserts it.
package final class SignalPipe: @unchecked Sendable {
  /// The signals that stay ignored when they were at the start: by `nohup`, by a shell without
  /// job control for a background job, by whoever does not want us to stop.
  package static let keptIgnored = Signals.deadly + [SIGTSTP]

  /// How long `stopProcessGroup` waits, in milliseconds.
  private static let stopMilliseconds = 50

  private let queue: SystemQueue
  private let writeEnd: Descriptor
  private let readEnd: BorrowedDescriptor
  private var source: EventSource?

  /// The signals that are listened to: those asked for, without the ones that stay ignored.
  package let signals: [Int32]

  /// Installs handlers; called on the queue.
  ///
  /// - Parameters:
  ///   - signals: The signals to listen to.
  ///   - queue: Where `receive` is called.
  ///   - receive: Called with each signal's number, in the order they came.
  /// - Throws: The system's reason; then no handler is installed.
  package init(
    _ signals: [Int32],
    on queue: SystemQueue,
    _ receive: @escaping @Sendable (_ signal: Int32) -> Void
  ) throws(SystemError) {
    let pipe = try PipeEnds(isNonBlocking: true)
    let number = pipe.writeEnd.rawValue
    let (free, _) = signalWriteEnd.compareExchange(
      expected: -1,
      desired: number,
      ordering: .acquiringAndReleasing
    )
    precondition(free, "signals are listened to once in a process")
    self.queue = queue
    self.signals = signals.filter { !(Self.keptIgnored.contains($0) && Signals.isIgnored($0)) }
    let readEnd = pipe.readEnd.borrowed
    self.readEnd = readEnd
    writeEnd = pipe.writeEnd
    source = EventSource(owning: pipe.readEnd, for: .reading, on: queue) {
      Self.drain(readEnd, receive)
    }
    source?.resume()
    for signal in self.signals { listen(to: signal) }
  }

  deinit {
    if source != nil { uninstall() }
  }

  /// Gives all signals their default action and stops listening; called on the queue.
  package func cancel() {
    queue.assertIsCurrent()
    guard source != nil else { return }
    uninstall()
    source?.cancel()
    source = nil
  }

  /// Stops our whole process group as Ctrl-Z does, and waits until it goes on; called on the
  /// queue, after the terminal was given back.
  ///
  /// The system throws the stop away where nobody could continue us (an orphaned process group),
  /// and it does nothing where SIGTSTP was ignored at the start.
  ///
  /// - Returns: Whether we stopped and were continued; false when we still ran 50 ms later. The
  ///   SIGCONT is reported as well, as every one is, provided it is listened to.
  package func stopProcessGroup() -> Bool {
    queue.assertIsCurrent()
    precondition(signals.contains(SIGCONT), "who stops listens for being continued")
    let before = continueCount.load(ordering: .relaxed)
    let isListening = signals.contains(SIGTSTP)
    if isListening { Signals.setDefault(SIGTSTP) }
    kill(0, SIGTSTP)
    // By count, not by the clock, which goes on while we are stopped: after the continuation the
    // other thread on which SIGCONT arrives still has the remaining rounds to be scheduled.
    var rounds = Self.stopMilliseconds
    while rounds > 0 && continueCount.load(ordering: .relaxed) == before {
      usleep(1000)
      rounds -= 1
    }
    if isListening { listen(to: SIGTSTP) }
    return continueCount.load(ordering: .relaxed) != before
  }

  /// The signals that came and were not reported yet; they are not reported any more.
  ///
  /// For work that keeps the queue: it looks here whether somebody wants it to stop.
  ///
  /// - Returns: Their numbers in the order they came; none after `cancel()`.
  package func takePending() -> [Int32] {
    queue.assertIsCurrent()
    guard source != nil else { return [] }
    var pending: [Int32] = []
    Self.drain(readEnd) { pending.append($0) }
    return pending
  }

  private func listen(to signal: Int32) {
    Signals.set(signal, to: action(calling: signalled, flags: Int32(SA_RESTART)))
  }

  private func uninstall() {
    for signal in signals { Signals.setDefault(signal) }
    signalWriteEnd.store(-1, ordering: .releasing)
  }

  private static func drain(
    _ readEnd: BorrowedDescriptor,
    _ receive: (Int32) -> Void
  ) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while let count = try? unsafe readEnd.read(into: buffer), count > 0 {
        for index in 0..<count { receive(unsafe Int32(buffer[index])) }
      }
    }
  }
}
