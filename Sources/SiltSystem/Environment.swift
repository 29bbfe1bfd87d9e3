#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Returns an environment variable's value, or nil where it is not set.
///
/// - Parameter name: The variable's name.
/// - Returns: The value, repaired where it is not UTF-8.
package func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}
