import SiltSystem

/// A pipe that a session reads and a test writes.
final class InputPipe {
  private let readEnd: Descriptor
  private var writeEnd: Descriptor?
  /// Where bytes go in, for a thread of its own: it waits while the pipe is full.
  let writer: BorrowedDescriptor

  init() throws {
    let ends = try PipeEnds()
    writer = BorrowedDescriptor(ends.writeEnd.rawValue)
    readEnd = ends.readEnd
    writeEnd = Descriptor(owning: ends.writeEnd.release())
  }

  /// What a session reads; open as long as the pipe is held.
  var reader: BorrowedDescriptor { readEnd.borrowed }

  func send(_ text: String) throws {
    let bytes = ContiguousArray(text.utf8)
    try unsafe writer.writeAll(bytes.span.bytes)
  }

  /// Ends the input.
  func close() {
    writeEnd = nil
  }
}
