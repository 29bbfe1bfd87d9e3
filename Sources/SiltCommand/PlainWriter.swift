import SiltSystem

/// Writes what several inputs give to standard output, with a header where the input changes.
struct PlainWriter {
  /// The inputs' names as headers show them.
  private let names: [ByteString]
  /// The input that was written last.
  private var current: Int?
  /// Whether something could not be read.
  private(set) var hasFailed = false

  /// Creates a writer.
  ///
  /// - Parameter inputs: All inputs, in the order in which they are shown.
  init(_ inputs: [Plan.Input]) {
    names = inputs.map(\.name)
  }

  /// The status with which the program ends.
  var status: Int32 { hasFailed ? 1 : 0 }

  /// Writes the header of an input unless it is alone or was written last.
  ///
  /// - Parameter index: Which input's bytes come next, if any do.
  mutating func turn(to index: Int) {
    guard names.count > 1, current != index else { return }
    // The name goes out as it is: plain output is for programs.
    let name = Array(names[index].bytes)
    let header = ContiguousArray((current == nil ? "==> " : "\n==> ").utf8) + name + " <==\n".utf8
    StandardOutput.write(header.span)
    current = index
  }

  /// Copies a stream to its end.
  ///
  /// - Parameters:
  ///   - stream: What to read.
  ///   - index: Which input it is.
  ///   - begin: Where its content begins; `.standard` is everything.
  mutating func copy(_ stream: BorrowedDescriptor, of index: Int, from begin: Options.Begin) {
    turn(to: index)
    do throws(SystemError) {
      try copyStream(stream, from: begin)
    } catch {
      fail("\(error.about(names[index].inert))")
    }
  }

  /// Says that an input could not be read; the others go on.
  ///
  /// - Parameter message: What happened, as text that no terminal acts on.
  mutating func fail(_ message: String) {
    hasFailed = true
    StandardError.write(message)
  }
}
