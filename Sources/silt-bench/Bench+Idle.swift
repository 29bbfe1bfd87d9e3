import SiltSystem

extension Bench {
  /// What a program does that nothing happens to: it wakes, uses processor time, or writes.
  func idle() throws -> Outcome {
    let settling: UInt64 = (options.isShort ? 9 : 15) * 1_000_000_000
    let watching: UInt64 = (options.isShort ? 2 : 5) * 1_000_000_000
    let path = path(of: "idle")
    let ends = try PipeEnds()
    let file = try Descriptor(opening: path, for: .overwriting)
    let programs = [
      (name: "file", program: try onTerminal([silt, path]), feed: file.borrowed),
      (
        name: "pipe",
        program: try onTerminal([silt], input: ends.readEnd.rawValue),
        feed: ends.writeEnd.borrowed
      ),
    ]
    for (_, program, feed) in programs {
      for line in ["the first line", "the second line", Self.lastMark] {
        try feed.writeAll("\(line)\n")
        try program.wait(for: line)
      }
    }
    // They run side by side: while one is waited for, the other's last frames wait for us.
    try programs[0].program.drain(for: settling)
    let before = try programs.map { try Activity(of: $0.program) }
    try programs[0].program.drain(for: watching)
    let after = try programs.map { try Activity(of: $0.program) }

    var outcome = Outcome(unit: "")
    for ((name, _, _), (before, after)) in zip(programs, zip(before, after)) {
      let facts = [
        ("context switches", after.switches(since: before)),
        ("ns of processor time", Int(after.processorTime - before.processorTime)),
        ("bytes written", after.bytes - before.bytes),
      ]
      for (fact, value) in facts {
        let subject = "silt, \(name), \(fact)"
        outcome.figures.append(Figure(name: subject, spread: Spread([Double(value)])))
        outcome.bounds.append(Bound(subject, Double(value), .atMost, 0, "", isSteady: true))
      }
    }
    outcome.remarks.append(
      "from \(settling / 1_000_000_000) s after the last byte, \(watching / 1_000_000_000) s long"
    )
    return outcome
  }

  /// What a program has done so far.
  private struct Activity {
    let switches: [String: Int]
    let processorTime: UInt64
    let bytes: Int

    init(of program: TerminalProgram) throws {
      try program.drain()
      switches = try ProcessFacts.switches(of: program.processID)
      processorTime = try ProcessFacts.processorTime(of: program.processID)
      bytes = program.byteCount
    }

    /// How often its threads went to sleep or woke; one that began or ended did so, too.
    func switches(since before: Activity) -> Int {
      Set(switches.keys).union(before.switches.keys).reduce(0) {
        $0 + abs((switches[$1] ?? 0) - (before.switches[$1] ?? 0))
      }
    }
  }
}
