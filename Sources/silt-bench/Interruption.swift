import SiltSystem
import Synchronization

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Signals that ask us to stop: they are looked for while waiting, so that whatever was made is
/// removed on the way out.
enum Interruption {
  // An atomic is all that a handler may touch; a constant initialiser makes it before `main`.
  private static let pending = Atomic<Int32>(0)

  /// Keeps the signals for `check`, and lets a write to a program that ended be an error.
  static func prepare() {
    Signals.ignore(SIGPIPE)
    pending.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      _ = signal(number) { Interruption.received($0) }
    }
  }

  private static func received(_ number: Int32) {
    pending.store(number, ordering: .relaxed)
  }

  /// Throws when a signal came.
  static func check() throws(BenchError) {
    let number = pending.load(ordering: .relaxed)
    guard number == 0 else { throw .interrupted(number) }
  }
}
