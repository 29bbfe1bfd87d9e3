import SiltSystem

/// Files that are larger than the ring.
extension Bench {
  /// From the key `=` to the exact count of a large log's lines, beside `wc -l` as a whole process.
  func historyCount() throws -> Outcome {
    let log = try log(ofBytes: options.size)
    var contenders = [
      Contender(name: "silt") {
        let program = try self.onTerminal([self.silt, log], rows: 24, columns: 120)
        try program.wait(for: Self.lastMark)
        try program.forget()
        let start = SystemClock.now()
        try program.type("=")
        // What stands there while it counts is never all.
        return Double(try program.wait(for: "100%") - start) / 1e6
      }
    ]
    if let wc = peers["wc"] {
      contenders.append(
        Contender(name: "wc -l") {
          let start = SystemClock.now()
          let program = try PlainProgram([wc, "-l", log], environment: self.environment)
          return Double(try program.waitForEnd() - start) / 1e6
        }
      )
    }
    var outcome = Outcome(unit: "ms")
    try alternate(rounds(15, short: 3), contenders, into: &outcome)
    if let ours = outcome.median(of: "silt"), let peer = outcome.median(of: "wc -l") {
      outcome.bounds.append(Bound("silt / wc -l", ours / peer, .atMost, 1.1, "x"))
    }
    outcome.remarks.append("\(options.size >> 20) MiB")
    return outcome
  }

  /// From the keys `g` and `G` to the first and the last line of a log that is far larger than the ring.
  func historyEnds(logBytes: Int) throws -> Outcome {
    let log = try log(ofBytes: logBytes)
    let program = try onTerminal([silt, "--buffer", "4M", log], rows: 24, columns: 120)
    try program.wait(for: Self.lastMark)
    func until(_ text: String, _ key: String) throws -> Double {
      try program.forget()
      let start = SystemClock.now()
      try program.type(key)
      return Double(try program.wait(for: text) - start) / 1e6
    }
    var outcome = Outcome(unit: "ms")
    try alternate(
      rounds(30, short: 5),
      [
        Contender(name: "g") { try until(Self.firstMark, "g") },
        Contender(name: "G") { try until(Self.lastMark, "G") },
      ],
      into: &outcome
    )
    for name in ["g", "G"] {
      guard let ours = outcome.median(of: name) else { continue }
      outcome.bounds.append(Bound(name, ours, .atMost, 50, "ms"))
    }
    outcome.remarks.append("\(logBytes >> 20) MiB, --buffer 4M")
    return outcome
  }

  /// The most memory that is held while somebody goes all through a log and counts its lines.
  func historyMemory(logBytes: Int, ringMebibytes: Int) throws -> Outcome {
    let log = try log(ofBytes: logBytes)
    var outcome = Outcome(unit: "MiB")
    try alternate(
      rounds(1, short: 1),
      [
        Contender(name: "silt") {
          let program = try self.onTerminal(
            [self.silt, "--buffer", "\(ringMebibytes)M", log],
            rows: 24,
            columns: 120
          )
          try program.wait(for: Self.lastMark)
          for percent in stride(from: 95, through: 0, by: -5) {
            try program.type("\(percent)%" + String(repeating: " ", count: 20))
            try program.drain(for: 50_000_000)
          }
          try program.forget()
          try program.type("g")
          try program.wait(for: Self.firstMark)
          try program.forget()
          try program.type("G")
          try program.wait(for: Self.lastMark)
          try program.type(String(repeating: "b", count: 200))
          try program.forget()
          try program.type("G=")
          try program.wait(for: "100%")
          return Double(try ProcessFacts.peakMemory(of: program.processID)) / Double(1 << 20)
        }
      ],
      into: &outcome
    )
    if let peak = outcome.figures.first?.spread.maximum {
      outcome.bounds = [
        Bound("silt", peak, .atMost, Double(ringMebibytes) * 1.1 + 16, "MiB", isSteady: true)
      ]
    }
    outcome.remarks.append("\(logBytes >> 20) MiB, --buffer \(ringMebibytes)M")
    return outcome
  }

  /// From the start of a program that appends a large log until its last line shows.
  func appendedLog() throws -> Outcome {
    let log = try log(ofBytes: options.size)
    /// Appends the log to a file that somebody may follow.
    func append(followedBy command: [String]?) throws -> Double {
      let path = path(of: "appended to")
      let file = try Descriptor(opening: path, for: .overwriting)
      try file.borrowed.writeAll("the first line\n")
      let program = try command.map { try onTerminal($0 + [path]) }
      try program?.wait(for: "the first line")
      let end = try Descriptor(opening: path, for: .appending)
      let start = SystemClock.now()
      let writer = try PlainProgram(
        ["/usr/bin/env", "cat", log],
        environment: environment,
        output: end.rawValue
      )
      let shown = try program?.wait(for: Self.lastMark)
      let written = try writer.waitForEnd()
      return Double((shown ?? written) - start) / 1e6
    }
    var contenders = [
      Contender(name: "silt") { try append(followedBy: [self.silt]) },
      Contender(name: "cat LOG >>FILE alone") { try append(followedBy: nil) },
    ]
    if let tail = peers["tail"] {
      contenders.append(
        Contender(name: "tail -f", limit: 2) { try append(followedBy: [tail, "-f"]) }
      )
    }
    var outcome = Outcome(unit: "ms")
    try alternate(rounds(5, short: 1), contenders, into: &outcome)
    outcome.remarks.append("\(options.size >> 20) MiB")
    return outcome
  }
}
