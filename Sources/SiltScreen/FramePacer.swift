/// Decides when the next frame is due.
///
/// The first change after quiet is painted at once; then frames keep their distance, in time and in
/// bytes, each painted from the newest state. What a key causes never waits. Nothing is due, and so
/// no timer is needed, while nothing changed.
///
/// Instants are durations since any fixed moment.
package struct FramePacer: Hashable, Sendable {
  /// The least time from one frame to the next that nobody asked for: 30 a second by default.
  package let interval: Duration

  /// The least time between frames unless told otherwise: 30 a second.
  package static let usualInterval = Duration.microseconds(33_334)
  /// How many bytes a second frames that nobody asked for may cost.
  package let bytesPerSecond: Int

  /// When the frame is due that shows the changes so far; `nil` when there are none.
  package private(set) var due: Duration?
  private var isAsked = false
  /// Whether the frame that is due shows nothing but the passing of time.
  private var isAside = false
  /// Before this no frame is painted that nobody asked for.
  private var quietUntil: Duration?

  /// Creates a pacer; nothing is due.
  ///
  /// - Parameters:
  ///   - interval: The least time between frames.
  ///   - bytesPerSecond: The byte budget, at least 1.
  package init(interval: Duration = usualInterval, bytesPerSecond: Int = 40_000) {
    self.interval = interval
    self.bytesPerSecond = bytesPerSecond
  }

  /// Takes note that what is shown changed by itself.
  ///
  /// - Parameter now: The present instant.
  /// - Returns: When a frame is due, not before `now`.
  @discardableResult
  package mutating func changed(at now: Duration) -> Duration {
    isAside = false
    return dueNext(at: now)
  }

  /// Takes note that only what goes by the clock changed, such as a rate.
  ///
  /// Its frame keeps its distance from those before, but what comes behind does not wait for it: a
  /// line that arrives right after it is still the first change after quiet.
  ///
  /// - Parameter now: The present instant.
  /// - Returns: When a frame is due, not before `now`.
  @discardableResult
  package mutating func clockTurned(at now: Duration) -> Duration {
    if due == nil { isAside = true }
    return dueNext(at: now)
  }

  private mutating func dueNext(at now: Duration) -> Duration {
    let instant = max(now, due ?? quietUntil ?? now)
    due = instant
    return instant
  }

  /// Takes note that somebody asked for a frame: a key, a resize.
  ///
  /// - Parameter now: The present instant.
  /// - Returns: When a frame is due, which is now.
  @discardableResult
  package mutating func keyPressed(at now: Duration) -> Duration {
    isAsked = true
    due = now
    return now
  }

  /// Takes note that a frame was handed to the writer.
  ///
  /// - Parameters:
  ///   - bytes: What it cost; 0 when it was the frame shown already, which costs no time either.
  ///   - now: The present instant.
  package mutating func painted(bytes: Int, at now: Duration) {
    if bytes > 0 {
      let cost = Duration.seconds(1) * bytes / bytesPerSecond
      let next = now + (isAsked ? interval : isAside ? cost : max(interval, cost))
      quietUntil = max(next, quietUntil ?? next)
    }
    due = nil
    isAsked = false
    isAside = false
  }
}
