import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Under the name `tail`, beside the machine's own.
extension Bench {
  /// What is asked of a log: its last lines, very many of them, and all from its middle on.
  private func questions(logBytes: Int) -> [(name: String, arguments: [String])] {
    [
      ("-n 10", ["-n", "10"]), ("-n 1000000", ["-n", "1000000"]),
      ("-c +K", ["-c", "+\(logBytes / 2)"]),
    ]
  }

  /// The path of silt under the name `tail`.
  private func siltAsTail() throws -> String {
    let folder = path(of: "bin")
    let link = folder + "/tail"
    if unsafe access(link, X_OK) == 0 { return link }
    // A path that is relative leads elsewhere from there.
    let target = try realPath(of: silt)
    guard unsafe mkdir(folder, 0o755) == 0, unsafe symlink(target, link) == 0 else {
      throw SystemError(.init("cannot link"), link, code: errno)
    }
    return link
  }

  /// Where a path leads, from the root on.
  private func realPath(of path: String) throws -> String {
    guard let resolved = unsafe realpath(path, nil) else {
      throw SystemError(.init("cannot find"), path, code: errno)
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Lets both answer each question in turns, and states the bounds.
  ///
  /// - Parameters:
  ///   - logBytes: The size of the log.
  ///   - usual: How often each is asked in a whole run.
  ///   - largestShare: The most that the answer with very many lines may take of the peer's time;
  ///     nil where it may take no more than the difference that all may take.
  ///   - measure: Answers with a program and its arguments, and returns milliseconds.
  /// - Returns: The figures.
  /// - Throws: When silt cannot be run.
  private func asTail(
    logBytes: Int,
    usual: Int,
    largestShare: Double?,
    _ measure: @escaping ([String]) throws -> Double
  ) throws -> Outcome {
    let link = try siltAsTail()
    var outcome = Outcome(unit: "ms")
    for (name, arguments) in questions(logBytes: logBytes) {
      var contenders = [Contender(name: "silt \(name)") { try measure([link] + arguments) }]
      if let tail = peers["tail"] {
        contenders.append(Contender(name: "tail \(name)") { try measure([tail] + arguments) })
      }
      try alternate(rounds(usual, short: 2), contenders, into: &outcome)
      let ours = outcome.median(of: "silt \(name)")
      guard let ours, let theirs = outcome.median(of: "tail \(name)") else { continue }
      if let largestShare, name == "-n 1000000" {
        outcome.bound("silt \(name)", over: "tail \(name)", .atMost, largestShare)
      } else {
        outcome.bounds.append(Bound("silt - tail, \(name)", ours - theirs, .atMost, 2.5, "ms"))
      }
    }
    outcome.remarks.append("\(logBytes >> 20) MiB, K in its middle, to /dev/null")
    return outcome
  }

  /// A large file.
  func tailOfFile() throws -> Outcome {
    let bytes = 2 * options.size
    let log = try log(ofBytes: bytes)
    return try asTail(logBytes: bytes, usual: 21, largestShare: 0.6) { command in
      let start = SystemClock.now()
      return Double(try self.plainly(command + [log]).waitForEnd() - start) / 1e6
    }
  }

  /// The same through a pipe.
  func tailOfPipe() throws -> Outcome {
    let bytes = 2 * options.size
    let log = try log(ofBytes: bytes)
    return try asTail(logBytes: bytes, usual: 5, largestShare: nil) { command in
      try self.throughPipe(log, to: command)
    }
  }

  /// How much the memory grows while a file is followed that is flooded.
  func tailMemory() throws -> Outcome {
    let link = try siltAsTail()
    let block = LogText.block(ofBytes: 1 << 20)
    let path = path(of: "flooded")
    var outcome = Outcome(unit: "MiB")
    try alternate(
      1,
      [
        Contender(name: "silt -f, growth") {
          let file = try Descriptor(opening: path, for: .overwriting)
          try file.borrowed.writeAll("the first line\n")
          let ends = try PipeEnds()
          let program = try self.plainly([link, "-f", path], output: ends.writeEnd.rawValue)
          try self.take(15, from: ends.readEnd.borrowed)
          // What it needs at all is there when it has shown a first piece.
          try file.borrowed.writeAll(block)
          try self.take(block.count, from: ends.readEnd.borrowed)
          let before = try ProcessFacts.peakMemory(of: program.processID)
          for _ in 0..<(self.options.isShort ? 100 : 1000) {
            try Interruption.check()
            try file.borrowed.writeAll(block)
            try self.take(block.count, from: ends.readEnd.borrowed)
          }
          let after = try ProcessFacts.peakMemory(of: program.processID)
          return Double(after - before) / Double(1 << 20)
        }
      ],
      into: &outcome
    )
    if let growth = outcome.figures.first?.spread.maximum {
      outcome.bounds = [Bound("silt -f, growth", growth, .atMost, 1, "MiB", isSteady: true)]
    }
    return outcome
  }

  /// Reads so many bytes.
  private func take(_ count: Int, from stream: BorrowedDescriptor) throws {
    var left = count
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while left > 0 {
      guard stream.isReady(for: .reading, within: 10_000) else {
        throw BenchError.late("what was appended")
      }
      let count = try unsafe buffer.withUnsafeMutableBytes { bytes in
        try unsafe stream.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(left)))
      }
      guard let count, count > 0 else { throw BenchError.late("what was appended") }
      left -= count
    }
  }
}
