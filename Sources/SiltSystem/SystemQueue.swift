import Dispatch

/// The one serial queue on which all state lives and every source delivers.
package final class SystemQueue: Sendable {
  let queue: DispatchQueue

  /// Creates a queue.
  ///
  /// - Parameter label: The name debuggers show.
  package init(label: String = "silt") {
    // No quality of service: on Linux a higher one raises the thread's priority where that is
    // allowed (root), and a command started from the queue would inherit it.
    queue = DispatchQueue(label: label)
  }

  /// Runs work on the queue, after what is queued already.
  package func async(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  /// Runs work on the queue and waits for it; never called on the queue.
  ///
  /// - Throws: What `work` throws.
  package func sync<Result>(_ work: () throws -> Result) rethrows -> Result {
    dispatchPrecondition(condition: .notOnQueue(queue))
    return try queue.sync(execute: work)
  }

  /// Runs work once on the queue after a delay; called on the queue.
  ///
  /// - Parameters:
  ///   - nanoseconds: The delay.
  ///   - work: What to run.
  /// - Returns: The armed timer. Letting it go does not disarm it; `cancel()` does.
  @discardableResult
  package func after(
    nanoseconds: UInt64,
    _ work: @escaping @Sendable () -> Void
  ) -> QueueTimer {
    assertIsCurrent()
    return QueueTimer(on: self, nanoseconds: nanoseconds, work)
  }

  /// Runs work once on the queue after a delay; called on the queue.
  ///
  /// - Parameters:
  ///   - delay: The delay; one below zero is none.
  ///   - work: What to run.
  /// - Returns: The armed timer. Letting it go does not disarm it; `cancel()` does.
  @discardableResult
  package func after(_ delay: Duration, _ work: @escaping @Sendable () -> Void) -> QueueTimer {
    let parts = delay.components
    let nanoseconds = parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
    return after(nanoseconds: UInt64(max(nanoseconds, 0)), work)
  }

  /// Traps unless called on the queue; cheap enough for every entry.
  package func assertIsCurrent() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}

/// A queue for work that may block: reads of regular files above all.
///
/// Jobs run one after another, so that one request of an owner is in flight at a time.
package final class IOQueue: Sendable {
  private let queue: DispatchQueue

  /// Creates a queue.
  ///
  /// - Parameter label: The name debuggers show.
  package init(label: String = "silt.io") {
    queue = DispatchQueue(label: label)
  }

  /// Runs a job that may block and posts what it returns.
  ///
  /// - Parameters:
  ///   - job: The work, on this queue.
  ///   - target: Where the result goes.
  ///   - completion: Called on `target` with the result.
  package func run<Result: Sendable>(
    _ job: @escaping @Sendable () -> Result,
    on target: SystemQueue,
    then completion: @escaping @Sendable (Result) -> Void
  ) {
    queue.async {
      let result = job()
      target.async { completion(result) }
    }
  }
}
