/// What the leader tells of its command through a pipe: two numbers each, in one write.
///
/// A pipe tells exactly what the leader's own end could not: the start's error apart from the
/// command's status, the command's signal without dying of it (and leaving a second core), and the
/// end of the command before that of the leader, which some systems hold up until its terminal's
/// output was read.
enum CommandReport: Hashable {
  /// The command runs, in that process.
  case started(Int32)
  /// It could not be started, by that `errno` value.
  case failed(Int32)
  /// It ended, with that status of `waitpid`.
  case ended(Int32)

  private static let size = 2 * MemoryLayout<Int32>.size

  private var numbers: [Int32] {
    switch self {
    case .started(let process): [0, process]
    case .failed(let code): [1, code]
    case .ended(let status): [2, status]
    }
  }

  /// Sends the report; nobody is left to be told where that fails.
  func write(to descriptor: BorrowedDescriptor) {
    unsafe numbers.withUnsafeBytes { _ = try? unsafe descriptor.writeAll($0.bytes) }
  }

  /// Waits for a report.
  ///
  /// - Returns: The report; nil when the leader ended without one.
  static func read(from descriptor: BorrowedDescriptor) -> Self? {
    var numbers: [Int32] = [0, 0]
    // So few bytes are written and read in one piece.
    let count = unsafe numbers.withUnsafeMutableBytes { try? unsafe descriptor.read(into: $0) }
    guard count == size else { return nil }
    return switch numbers[0] {
    case 0: .started(numbers[1])
    case 1: .failed(numbers[1])
    default: .ended(numbers[1])
    }
  }
}
