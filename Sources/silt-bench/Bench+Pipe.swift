import SiltSystem

extension Bench {
  private static let cat = "/bin/cat"

  /// A large log through a pipe into the region, beside `cat`.
  func pipe() throws -> Outcome {
    let log = try log(ofBytes: options.size)
    var outcome = Outcome(unit: "ms")
    let bare = "cat FILE | cat >/dev/null"
    try alternate(
      rounds(7, short: 2),
      [
        Contender(name: "silt") {
          let pair = try self.pipeline([Self.cat, log], to: [self.silt])
          return Double(try pair.reader.waitForEnd() - pair.start) / 1e6
        },
        Contender(name: bare) { try self.throughPipe(log, to: [Self.cat]) },
      ],
      into: &outcome
    )
    outcome.bound("silt", over: bare, .atMost, ProcessFacts.pipesCanBeEnlarged ? 0.8 : 1.3)
    outcome.remarks.append("\(options.size >> 20) MiB")
    return outcome
  }

  /// A large log through a pipe, as plain output.
  func plain() throws -> Outcome {
    let log = try log(ofBytes: options.size)
    var outcome = Outcome(unit: "ms")
    try alternate(
      rounds(5, short: 1),
      [
        Contender(name: "silt --plain") { try self.throughPipe(log, to: [self.silt, "--plain"]) },
        Contender(name: "cat") { try self.throughPipe(log, to: [Self.cat]) },
      ],
      into: &outcome
    )
    outcome.remarks.append("\(options.size >> 20) MiB to /dev/null; it has no bound")
    return outcome
  }

  /// Runs `cat` of a log into a program whose output goes nowhere; returns milliseconds.
  func throughPipe(_ log: String, to command: [String]) throws -> Double {
    let ends = try PipeEnds()
    let start = SystemClock.now()
    let writer = try plainly([Self.cat, log], output: ends.writeEnd.rawValue)
    let reader = try plainly(command, input: ends.readEnd.rawValue)
    // Our own ends would keep the pipe open.
    _ = consume ends
    let end = try reader.waitForEnd()
    try writer.waitForEnd()
    return Double(end - start) / 1e6
  }

  /// Beside pagers, which get less of a log and are compared by the size.
  func pipeBesidePagers() throws -> Outcome {
    let small = min(options.size, (options.isShort ? 8 : 64) << 20)
    let smallLog = try log(ofBytes: small)
    let largeLog = try log(ofBytes: options.size)
    func untilLastLine(_ log: String, _ command: [String]) throws -> Double {
      let pair = try pipeline([Self.cat, log], to: command)
      let end = try pair.reader.wait(for: Self.lastMark)
      return Double(end - pair.start) / 1e6
    }
    func perGibibyte(_ bytes: Int) -> Double { Double(1 << 30) / Double(bytes) }
    var contenders = [
      Contender(name: "silt") {
        let time = try untilLastLine(largeLog, [self.silt])
        return time * perGibibyte(self.options.size)
      }
    ]
    for (name, arguments) in [("less", ["+G"]), ("lnav", [])] {
      guard let path = peers[name] else { continue }
      contenders.append(
        Contender(name: name) {
          try untilLastLine(smallLog, [path] + arguments) * perGibibyte(small)
        }
      )
    }
    var outcome = Outcome(unit: "ms/GiB")
    try alternate(rounds(3, short: 1), contenders, into: &outcome)
    for name in ["less", "lnav"] { outcome.bound(name, over: "silt", .atLeast, 20) }
    outcome.remarks.append("silt \(options.size >> 20) MiB, the others \(small >> 20) MiB")
    return outcome
  }
}
