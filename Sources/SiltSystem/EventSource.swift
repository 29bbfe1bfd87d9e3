import Dispatch

/// A source of 'can be read' or 'can be written' events on the queue.
///
/// It is the only code that suspends, resumes or cancels a Dispatch source, and it owns what goes
/// wrong otherwise: a suspended source that is released kills the process, one resumed too often
/// too, and a descriptor closed under a live source leaves it watching whatever takes the number
/// next. So `suspend`, `resume` and `cancel` can be called in any state and order, and an owned
/// descriptor closes only in the cancel handler.
///
/// Look at what a descriptor is first: a read source on a regular file spins, and on `/dev/null`
/// it never fires. A handler that does not read what is there is called again at once; nothing may
/// be built on a source firing again after a hang-up (`hangUpShield` tells why it is never told so).
///
/// Sendable unchecked: its state is touched only on its queue, which every entry asserts, and in
/// `deinit`, when nobody else can.
package final class EventSource: @unchecked Sendable {
  private enum State {
    case suspended
    case running
    case cancelled
  }

  /// What happens when Dispatch watches no more; held by the source's cancel handler.
  ///
  /// Sendable unchecked: touched only on the queue.
  private final class Cancellation: @unchecked Sendable {
    var owner: SharedDescriptor?
    var completions: [@Sendable () -> Void] = []
    var isDone = false

    init(owner: SharedDescriptor?) {
      self.owner = owner
    }

    func finish() {
      isDone = true
      owner = nil
      for completion in completions { completion() }
      completions = []
    }
  }

  private let queue: SystemQueue
  private let source: any DispatchSourceProtocol
  private let cancellation: Cancellation
  private var state = State.suspended

  /// The descriptor that is watched.
  package let descriptor: BorrowedDescriptor

  /// Watches a descriptor of its own, closed after the cancellation; begins suspended.
  ///
  /// - Parameters:
  ///   - descriptor: What to watch.
  ///   - direction: The events asked for.
  ///   - queue: Where `handler` is called.
  ///   - handler: Called for each event. It must not hold the source strongly, unless something
  ///     else cancels it.
  package convenience init(
    owning descriptor: consuming Descriptor,
    for direction: BorrowedDescriptor.Direction,
    on queue: SystemQueue,
    _ handler: @escaping @Sendable () -> Void
  ) {
    self.init(sharing: SharedDescriptor(descriptor), for: direction, on: queue, handler)
  }

  /// Watches a descriptor that several sources share, closed after the last one's cancellation;
  /// begins suspended.
  ///
  /// - Parameters:
  ///   - descriptor: What to watch.
  ///   - direction: The events asked for.
  ///   - queue: Where `handler` is called.
  ///   - handler: Called for each event. It must not hold the source strongly, unless something
  ///     else cancels it.
  package convenience init(
    sharing descriptor: SharedDescriptor,
    for direction: BorrowedDescriptor.Direction,
    on queue: SystemQueue,
    _ handler: @escaping @Sendable () -> Void
  ) {
    self.init(descriptor.borrowed, descriptor, direction, queue, handler)
  }

  /// Watches somebody else's descriptor, which must stay open until `cancel(then:)` reports that
  /// it is not watched any more; begins suspended.
  ///
  /// Closed before, it could leave Dispatch deaf for the next file that gets its number.
  ///
  /// - Parameters:
  ///   - descriptor: What to watch.
  ///   - direction: The events asked for.
  ///   - queue: Where `handler` is called.
  ///   - handler: Called for each event. It must not hold the source strongly, unless something
  ///     else cancels it.
  package convenience init(
    borrowing descriptor: BorrowedDescriptor,
    for direction: BorrowedDescriptor.Direction,
    on queue: SystemQueue,
    _ handler: @escaping @Sendable () -> Void
  ) {
    self.init(descriptor, nil, direction, queue, handler)
  }

  private init(
    _ descriptor: BorrowedDescriptor,
    _ owner: SharedDescriptor?,
    _ direction: BorrowedDescriptor.Direction,
    _ queue: SystemQueue,
    _ handler: @escaping @Sendable () -> Void
  ) {
    let cancellation = Cancellation(owner: owner)
    self.cancellation = cancellation
    self.descriptor = descriptor
    self.queue = queue
    let shield = hangUpShield(for: descriptor, direction)
    let watched = shield?.borrowed ?? descriptor
    source =
      switch direction {
      case .writing where shield == nil:
        DispatchSource.makeWriteSource(fileDescriptor: watched.rawValue, queue: queue.queue)
      case .reading, .writing:
        DispatchSource.makeReadSource(fileDescriptor: watched.rawValue, queue: queue.queue)
      }
    source.setEventHandler(handler: handler)
    source.setCancelHandler { @Sendable in
      // Dispatch lets go of this handler after it ran, and with it of the shield.
      withExtendedLifetime(shield) { cancellation.finish() }
    }
  }

  deinit {
    stop()
  }

  /// Whether the source was cancelled.
  package var isCancelled: Bool {
    queue.assertIsCurrent()
    return state == .cancelled
  }

  /// Lets events come; does nothing on a running or cancelled source.
  package func resume() {
    queue.assertIsCurrent()
    guard state == .suspended else { return }
    state = .running
    source.resume()
  }

  /// Holds events back until `resume()`; does nothing on a suspended or cancelled source.
  package func suspend() {
    queue.assertIsCurrent()
    guard state == .running else { return }
    state = .suspended
    source.suspend()
  }

  /// Ends the events for good.
  ///
  /// - Parameter completion: Called on the queue, later, when the descriptor is not watched any
  ///   more; an owned one is closed by then, a borrowed one may be.
  package func cancel(then completion: (@Sendable () -> Void)? = nil) {
    queue.assertIsCurrent()
    if let completion {
      if cancellation.isDone {
        queue.async(completion)
      } else {
        cancellation.completions.append(completion)
      }
    }
    stop()
  }

  private func stop() {
    if state == .suspended { source.resume() }
    if state != .cancelled { source.cancel() }
    state = .cancelled
  }
}
