import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Writes what several inputs give to standard output, with a header where the input changes.
struct PlainWriter {
  /// The inputs' names as headers show them.
  private let names: [ByteString]
  private let output: OutputFile?
  private let showsHeaders: Bool
  /// The input that was written last.
  private var current: Int?
  /// Whether something could not be read.
  private var hasFailed = false

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - inputs: All inputs, in the order in which they are shown.
  ///   - options: When there are headers.
  ///   - output: What gets a copy of every byte, without the headers, if anything does.
  init(_ inputs: [Plan.Input], _ options: Options, _ output: OutputFile?) {
    names = inputs.map(\.name)
    showsHeaders = options.headers.showsHeaders(ofFiles: inputs.count)
    self.output = output
  }

  /// Writes the header of an input, where there are headers, unless it was written last.
  ///
  /// - Parameter index: Which input's bytes come next, if any do.
  mutating func turn(to index: Int) {
    guard showsHeaders, current != index else { return }
    // The name goes out as it is: plain output is for programs.
    let name = Array(names[index].bytes)
    let header = ContiguousArray((current == nil ? "==> " : "\n==> ").utf8) + name + " <==\n".utf8
    StandardOutput.write(header.span)
    current = index
  }

  /// Writes what was read.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - index: Which input they are of.
  ///   - content: What of them is written; the copy gets all of them.
  mutating func write(_ bytes: Span<UInt8>, of index: Int, _ content: inout PlainContent) {
    // First, since the program ends when standard output fails. Bytes have no padding to be read.
    unsafe output?.write(bytes.bytes)
    content.take(bytes) { put($0, of: index) }
  }

  /// Writes what was held back of an input.
  mutating func put(_ bytes: Span<UInt8>, of index: Int) {
    turn(to: index)
    StandardOutput.write(bytes)
  }

  /// Copies a stream to its end.
  ///
  /// - Parameters:
  ///   - stream: What to read.
  ///   - index: Which input it is.
  ///   - content: What of it is written.
  mutating func copy(_ stream: BorrowedDescriptor, of index: Int, _ content: PlainContent) {
    turn(to: index)
    do throws(SystemError) {
      try copyStream(stream, content, output)
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

  /// Ends the program, with a status that says whether all was read and written.
  func end() -> Never {
    output?.finish()
    exit(hasFailed || output?.hasFailed == true ? 1 : 0)
  }
}
