#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Keeps the number of files that are open at once within what the process may have.
///
/// A follower asks for room before it opens a file. Where there is none, the file that was used
/// least lately is closed for the time being (`FileFollower.park(_:)`), and opened again by its
/// follower when it changes. So any number of files can be followed.
///
/// Sendable unchecked: its state is touched only on its queue, which its followers assert.
package final class DescriptorBudget: @unchecked Sendable {
  /// A file that is open.
  struct Holding: Hashable {
    let follower: ObjectIdentifier
    let file: Int
  }

  private struct Use {
    let park: () -> Bool
    var time: Int
  }

  /// How many files may be open.
  private let limit: Int
  private var uses: [Holding: Use] = [:]
  private var time = 0

  /// How many descriptors are left to everything but followed files: the terminal, standard input
  /// and output, the system's event descriptors, signals, an output file.
  private static let reserve = 32

  /// Creates a budget.
  ///
  /// - Parameter limit: How many files may be open; nil for what the process's limit leaves.
  package init(limit: Int? = nil) {
    self.limit = max(limit ?? Self.systemLimit - Self.reserve, 4)
  }

  private static var systemLimit: Int {
    var limits = rlimit()
    // The constant's type differs from the function's on Linux.
    let result = unsafe getrlimit(descriptorLimit, &limits)
    return result == 0 ? Int(clamping: limits.rlim_cur) : 256
  }

  /// Closes files for the time being until another one can be opened, as far as that can be done.
  ///
  /// - Complexity: O(1) as long as there is room, else O(*n* log *n*) for *n* open files.
  func makeRoom() {
    guard uses.count >= limit else { return }
    for (holding, use) in uses.sorted(by: { $0.value.time < $1.value.time }) {
      guard uses.count >= limit else { return }
      if use.park() { uses[holding] = nil }
    }
  }

  /// A file was opened.
  ///
  /// - Parameters:
  ///   - holding: The file.
  ///   - park: Closes it for the time being if that can be done now, and says whether.
  func opened(_ holding: Holding, park: @escaping () -> Bool) {
    time += 1
    uses[holding] = Use(park: park, time: time)
  }

  /// A file is used.
  func used(_ holding: Holding) {
    time += 1
    uses[holding]?.time = time
  }

  /// A file was closed.
  func closed(_ holding: Holding) {
    uses[holding] = nil
  }
}
