import SiltSystem

extension Bench {
  /// The most memory that is held while an endless pipe is read.
  func memory(ringMebibytes: Int) throws -> Outcome {
    let ring = Double(ringMebibytes)
    var outcome = Outcome(unit: "MiB")
    try alternate(
      rounds(1, short: 1),
      [
        Contender(name: "silt") {
          let pair = try self.pipeline(
            ["/usr/bin/env", "yes"],
            to: [self.silt, "--buffer", "\(ringMebibytes)M"]
          )
          try pair.reader.wait(for: "following")
          // On a slow machine the ring is full late; only from then on there is something to see.
          let deadline = SystemClock.now() + TerminalProgram.patience
          let process = pair.reader.processID
          while try ProcessFacts.peakMemory(of: process) < ringMebibytes << 20 {
            guard SystemClock.now() < deadline else { throw BenchError.late("a full ring") }
            try pair.reader.drain(for: 100_000_000)
          }
          try pair.reader.drain(for: self.options.isShort ? 1_000_000_000 : 4_000_000_000)
          return Double(try ProcessFacts.peakMemory(of: process)) / Double(1 << 20)
        }
      ],
      into: &outcome
    )
    if let peak = outcome.figures.first?.spread.maximum {
      outcome.bounds = [
        Bound("silt", peak, .atMost, ring * 1.1 + 16, "MiB", isSteady: true)
      ]
    }
    return outcome
  }

  /// Starts silt on a screen, with a log again and again through its pipe.
  private func flood(
    _ arguments: [String] = [],
    rows: Int = 24,
    columns: Int = 80
  ) throws -> (writer: PlainProgram, reader: TerminalProgram, start: UInt64) {
    let log = try log(ofBytes: 16 << 20)
    return try pipeline(
      ["/bin/sh", "-c", "while cat \"$0\"; do :; done", log],
      to: [silt] + arguments,
      rows: rows,
      columns: columns
    )
  }

  /// How much is written to the terminal while every row of it changes all the time.
  func floodBytes() throws -> Outcome {
    let seconds = options.isShort ? 3.0 : 5.0
    var outcome = Outcome(unit: "KB/s")
    // A frame that was just painted is paid for by the wait behind it, so the time looked at may
    // hold one frame more than its share.
    var share = 0.0
    try alternate(
      rounds(1, short: 1),
      [
        Contender(name: "silt") {
          let rows = 51
          let columns = 120
          let pair = try self.flood(["--height", "full"], rows: rows, columns: columns)
          try pair.reader.wait(for: "following")
          try pair.reader.drain(for: 1_000_000_000)
          let before = pair.reader.byteCount
          try pair.reader.drain(for: UInt64(seconds * 1e9))
          share = Double(rows * columns) / seconds / 1000
          return Double(pair.reader.byteCount - before) / seconds / 1000
        }
      ],
      into: &outcome
    )
    if let rate = outcome.figures.first?.spread.maximum {
      outcome.bounds = [
        Bound("silt", rate, .atMost, 40 + share, "KB/s", isSteady: true),
        Bound("silt", rate, .atLeast, 1, "KB/s", isSteady: true),
      ]
      outcome.remarks.append("40 KB/s and one frame, by which the time looked at may be off")
    }
    return outcome
  }

  /// From a key to its frame while a pipe floods.
  func floodKeys() throws -> Outcome {
    let pair = try flood()
    let program = pair.reader
    try program.wait(for: "following")
    try program.drain(for: 500_000_000)
    var outcome = Outcome(unit: "ms")
    // Pauses of many lengths, so that keys meet frames and reads at every point.
    var pause: UInt64 = 0
    func key(_ key: String, showing state: String) throws -> Double {
      pause = (pause + 13) % 50
      try program.drain(for: (10 + pause) * 1_000_000)
      try program.forget()
      let start = SystemClock.now()
      try program.type(key)
      return Double(try program.wait(for: state) - start) / 1e6
    }
    var values: [Double] = []
    // Each state is shown only once its key was taken.
    for _ in 0..<rounds(100, short: 10) {
      values.append(try key("k", showing: "paused"))
      values.append(try key("G", showing: "following"))
    }
    let spread = Spread(values)
    outcome.figures = [Figure(name: "silt", spread: spread)]
    outcome.bounds = [
      Bound("silt, median", spread.median, .atMost, 10, "ms"),
      Bound("silt, 98 %", spread.percentile(98), .atMost, 50, "ms"),
    ]
    return outcome
  }
}
