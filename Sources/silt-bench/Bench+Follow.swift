import SiltSystem

extension Bench {
  /// From the write of one line to the terminal's bytes.
  func appendedLine() throws -> Outcome {
    // Two programs in turns, so that each is quiet for twice this time: longer than the distance
    // of two frames.
    let quiet: UInt64 = 40_000_000
    var outcome = Outcome(unit: "ms")
    var contenders = [try follower("silt", [silt])]
    if let tail = peers["tail"] { contenders.append(try follower("tail -f", [tail, "-f"])) }
    for (name, command) in [("less", ["+F"]), ("lnav", []), ("multitail", [])] {
      guard let path = peers[name] else { continue }
      let shown = ([name] + command).joined(separator: " ")
      do {
        // They look at the file once a second or so.
        contenders.append(try follower(shown, [path] + command, limit: 5))
      } catch BenchError.interrupted(let signal) {
        throw BenchError.interrupted(signal)
      } catch {
        outcome.remarks.append("\(shown): \(error)")
      }
    }
    try alternate(
      rounds(300, short: 20),
      contenders.map { contender in
        Contender(name: contender.name, limit: contender.limit) {
          try contender.program.drain(for: quiet)
          return try contender.run()
        }
      },
      into: &outcome
    )
    if let ours = outcome.figures.first?.spread {
      outcome.bounds += [
        Bound("silt, median", ours.median, .atMost, 0.3, "ms"),
        Bound("silt, 98 %", ours.percentile(98), .atMost, 2, "ms"),
      ]
    }
    return outcome
  }

  /// A program that follows a file, and what appends a line to it and waits for it to show.
  private struct Follower {
    let name: String
    let limit: Int
    let program: TerminalProgram
    let run: () throws -> Double
  }

  private func follower(
    _ name: String,
    _ command: [String],
    limit: Int = .max
  ) throws -> Follower {
    let path = path(of: "followed by \(name)")
    let file = try Descriptor(opening: path, for: .appending)
    try file.borrowed.writeAll("the first line\n")
    let shared = SharedDescriptor(file)
    let program = try onTerminal(command + [path])
    try program.wait(for: "the first line")
    var number = 1_000_000
    return Follower(name: name, limit: limit, program: program) {
      number += 1
      let text = "an appended line, number \(number)"
      let line = ContiguousArray("\(text)\n".utf8)
      try program.forget()
      let start = SystemClock.now()
      try shared.borrowed.writeAll(line)
      return Double(try program.wait(for: text, patience: 5_000_000_000) - start) / 1e6
    }
  }

  /// The processor time for following a file that grows by 100 MB/s.
  func followedFlood() throws -> Outcome {
    let seconds = options.isShort ? 1.0 : 3.0
    var contenders = [
      Contender(name: "silt") { try self.followFlood([self.silt], for: seconds) }
    ]
    if let tail = peers["tail"] {
      // Nowhere, so that only the reading counts: the harder comparison.
      contenders.append(
        Contender(name: "tail -f >/dev/null") {
          try self.followFlood([tail, "-f"], for: seconds, outputGoesNowhere: true)
        }
      )
      contenders.append(
        Contender(name: "tail -f", limit: 2) {
          try self.followFlood([tail, "-f"], for: seconds)
        }
      )
    }
    if let less = peers["less"] {
      contenders.append(
        Contender(name: "less +F", limit: 1) { try self.followFlood([less, "+F"], for: seconds) }
      )
    }
    for name in ["lnav", "multitail"] {
      guard let path = peers[name] else { continue }
      contenders.append(
        Contender(name: name, limit: 1) { try self.followFlood([path], for: seconds) }
      )
    }
    var outcome = Outcome(unit: "% of a core")
    try alternate(rounds(3, short: 1), contenders, into: &outcome)
    outcome.bound("silt", over: "tail -f >/dev/null", .atMost, 0.15)
    return outcome
  }

  /// Follows a growing file with a program, and returns the processor time in percent of the time.
  private func followFlood(
    _ command: [String],
    for seconds: Double,
    outputGoesNowhere: Bool = false
  ) throws -> Double {
    let bytesPerSecond = 100_000_000.0
    let path = path(of: "growing")
    // A new file each time: the one before is that long already.
    let file = try Descriptor(opening: path, for: .overwriting)
    try file.borrowed.writeAll("the first line\n")
    let nowhere = try Descriptor(opening: "/dev/null", for: .appending)
    let program = try onTerminal(
      command + [path],
      output: outputGoesNowhere ? nowhere.rawValue : nil
    )
    // It has read what there is and waits for more.
    if outputGoesNowhere {
      try program.drain(for: 300_000_000)
    } else {
      try program.wait(for: "the first line")
    }
    // As a program writes whose output is buffered; with larger writes all have less to do.
    let block = LogText.block(ofBytes: 4096)
    let before = try ProcessFacts.processorTime(of: program.processID)
    let start = SystemClock.now()
    var written = 0
    try program.drain(for: UInt64(seconds * 1e9)) {
      let due = Double(SystemClock.now() - start) / 1e9 * bytesPerSecond
      guard Double(written + block.count) <= due else { return }
      try file.borrowed.writeAll(block)
      written += block.count
    }
    // What is under way is part of the work.
    try program.drain(for: 200_000_000)
    let after = try ProcessFacts.processorTime(of: program.processID)
    guard Double(written) > 0.9 * seconds * bytesPerSecond else {
      throw BenchError.late("a file of that speed")
    }
    return Double(after - before) / 1e9 / seconds * 100
  }
}
