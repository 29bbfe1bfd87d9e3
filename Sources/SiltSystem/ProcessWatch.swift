#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Waits until some processes are gone, whoever's children they are.
///
/// It looks again and again: no system tells of the end of another one's child in a way that all of
/// them have.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
package final class ProcessWatch: @unchecked Sendable {
  private let queue: SystemQueue
  private let interval: Duration
  private let whenGone: @Sendable () -> Void
  private var processes: [Int32]
  private var timer: QueueTimer?

  /// Begins to wait; called on the queue.
  ///
  /// - Parameters:
  ///   - processes: The processes' numbers.
  ///   - interval: The time between two looks.
  ///   - queue: Where it lives.
  ///   - whenGone: Called once, later, when none of them is there.
  package init(
    for processes: [Int32],
    every interval: Duration,
    on queue: SystemQueue,
    _ whenGone: @escaping @Sendable () -> Void
  ) {
    self.processes = processes
    self.interval = interval
    self.queue = queue
    self.whenGone = whenGone
    timer = queue.after(.zero) { [weak self] in self?.look() }
  }

  /// Waits no longer.
  package func stop() {
    queue.assertIsCurrent()
    timer?.cancel()
  }

  private func look() {
    // One that may not be signalled by us is there all the same.
    processes.removeAll { kill($0, 0) != 0 && errno == ESRCH }
    if processes.isEmpty {
      whenGone()
    } else {
      timer = queue.after(interval) { [weak self] in self?.look() }
    }
  }
}
