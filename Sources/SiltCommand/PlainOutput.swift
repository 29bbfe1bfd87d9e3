import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Bytes that go through unchanged.
enum PlainOutput {
  /// Writes the inputs to standard output, follows the files among them, and ends the process.
  ///
  /// - Parameters:
  ///   - inputs: What is read, one after the other; then files are followed side by side. A command
  ///     is alone.
  ///   - options: Where the content begins, and whether more is waited for.
  ///   - content: What of a stream is written.
  ///   - output: What gets a copy of every byte, if anything does.
  static func run(
    _ inputs: [Plan.Input],
    _ options: Options,
    _ content: PlainContent,
    _ output: OutputFile?
  ) -> Never {
    output?.whenFailed = { StandardError.write($0.description) }
    if case .command(let words) = inputs.first {
      PlainCommand.run(words, content, needsBytes: options.begin != .standard, output)
    }
    if output != nil { OutputFile.ignoreSignalsOfFailedWrites() }
    let wantsNothing = options.begin == .lastLines(0) || options.begin == .lastBytes(0)
    if wantsNothing && !options.follows && output == nil { exit(0) }
    guard inputs.allSatisfy({ $0 == .stream }) else {
      PlainFollow.run(inputs, options, content, output)
    }
    var writer = PlainWriter(inputs, options, output)
    for index in inputs.indices {
      writer.copy(.standardInput, of: index, content)
    }
    writer.end()
  }
}
