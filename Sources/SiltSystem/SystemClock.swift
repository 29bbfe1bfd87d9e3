#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// The system's clocks, as functions to pass where a clock is a parameter.
package enum SystemClock {
  /// Returns the monotonic clock in nanoseconds; only differences mean something.
  package static func now() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Returns the wall clock in seconds since 1970.
  package static func wallSeconds() -> Int64 {
    Int64(time(nil))
  }

  /// Returns a moment's local time of day as `HH:MM:SS`.
  ///
  /// - Parameter seconds: Seconds since 1970; now when left out.
  /// - Returns: Two digits each, by the local time zone.
  package static func timeOfDay(at seconds: Int64 = wallSeconds()) -> String {
    var moment = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&moment, &parts) != nil else { return "--:--:--" }
    return unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}
