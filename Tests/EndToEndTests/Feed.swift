import SiltSystem
import SiltTestSupport

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A window in which silt watches a pipe that the test writes into.
final class Feed {
  let window: Window
  private var writeEnd: Int32?
  /// Kept open, so that a write after the program's end is no SIGPIPE, which would end the tests.
  private let readEnd: Descriptor

  /// Starts silt at the end of a new pipe.
  ///
  /// - Parameters:
  ///   - arguments: What follows its name.
  ///   - rows: The screen's rows.
  ///   - columns: The screen's columns.
  ///   - environment: Variables to set, or with nil to remove.
  /// - Throws: When it cannot be started.
  init(
    _ arguments: [String] = [],
    rows: Int = 24,
    columns: Int = 80,
    environment: [String: String?] = [:]
  ) throws {
    let ends = try PipeEnds()
    window = try Window(
      arguments,
      rows: rows,
      columns: columns,
      input: .descriptor(ends.readEnd.borrowed),
      environment: environment
    )
    writeEnd = ends.writeEnd.release()
    readEnd = ends.readEnd
  }

  deinit {
    end()
  }

  /// Writes into the pipe.
  func write(_ text: String) throws {
    try write(ContiguousArray(text.utf8))
  }

  /// Writes bytes into the pipe.
  func write(_ bytes: ContiguousArray<UInt8>) throws {
    guard let writeEnd else { return }
    try unsafe BorrowedDescriptor(writeEnd).writeAll(bytes.span.bytes)
  }

  /// Closes the pipe: its end.
  func end() {
    if let writeEnd { _ = close(writeEnd) }
    writeEnd = nil
  }
}
