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
  ///   - inputs: What is read, one after the other; then files are followed side by side.
  ///   - options: Where the content begins, and whether more is waited for.
  static func run(_ inputs: [Plan.Input], _ options: Options) -> Never {
    let wantsNothing = options.begin == .lastLines(0) || options.begin == .lastBytes(0)
    if wantsNothing && !options.follows { exit(0) }
    guard inputs.allSatisfy({ $0 == .stream }) else { PlainFollow.run(inputs, options) }
    var writer = PlainWriter(inputs)
    for index in inputs.indices {
      writer.copy(.standardInput, of: index, from: options.begin)
    }
    exit(writer.status)
  }
}
