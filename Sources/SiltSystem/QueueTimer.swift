import Dispatch

/// A one-shot timer of a queue, made by `SystemQueue.after`.
///
/// Nothing is scheduled with the system but while it is armed: cancelling disarms at once, so
/// that an idle program is not woken for a timer nobody waits for.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
package final class QueueTimer: @unchecked Sendable {
  private let queue: SystemQueue
  private var source: (any DispatchSourceTimer)?

  init(on queue: SystemQueue, nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) {
    self.queue = queue
    let source = DispatchSource.makeTimerSource(flags: .strict, queue: queue.queue)
    self.source = source
    let delay = Int(clamping: nanoseconds)
    source.schedule(deadline: .now() + .nanoseconds(delay), leeway: .nanoseconds(0))
    // The handler holds the timer while it is armed; firing and cancelling break the circle.
    source.setEventHandler { @Sendable in
      guard self.isArmed else { return }
      self.cancel()
      work()
    }
    source.activate()
  }

  /// Whether it has neither fired nor been cancelled.
  package var isArmed: Bool {
    queue.assertIsCurrent()
    return source != nil
  }

  /// Disarms the timer, so that its work will not run.
  ///
  /// Does nothing when it is not armed.
  package func cancel() {
    queue.assertIsCurrent()
    source?.setEventHandler(handler: nil)
    source?.cancel()
    source = nil
  }
}
