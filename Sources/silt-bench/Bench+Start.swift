import SiltSystem

extension Bench {
  /// From the start of the program to the first frame, or to the last line of `tail`.
  ///
  /// - Parameters:
  ///   - logBytes: The size of the log.
  ///   - besidePagers: Whether pagers are measured, too, which read all of it.
  /// - Returns: The figures.
  /// - Throws: When silt cannot be run.
  func start(logBytes: Int, besidePagers: Bool = true) throws -> Outcome {
    let log = try log(ofBytes: logBytes)
    // A screen of 50 rows of log and the status row: both show 50 lines.
    let rows = 51
    let columns = 120
    func untilLastLine(_ command: [String]) throws -> Double {
      let start = SystemClock.now()
      let program = try onTerminal(command, rows: rows, columns: columns)
      let end = try program.wait(for: Self.lastMark)
      return Double(end - start) / 1e6
    }
    var contenders = [
      Contender(name: "silt") { try untilLastLine([self.silt, log]) }
    ]
    if let tail = peers["tail"] {
      contenders.append(
        Contender(name: "tail -n 50") {
          try untilLastLine([tail, "-n", "50", log])
        }
      )
    }
    if besidePagers, let less = peers["less"] {
      contenders.append(
        Contender(name: "less +G", limit: 10) {
          try untilLastLine([less, "+G", log])
        }
      )
    }
    if besidePagers, let lnav = peers["lnav"] {
      contenders.append(
        Contender(name: "lnav", limit: 2) { try untilLastLine([lnav, log]) }
      )
    }
    var outcome = Outcome(unit: "ms")
    try alternate(rounds(30, short: 5), contenders, into: &outcome)
    if let ours = outcome.median(of: "silt"), let peer = outcome.median(of: "tail -n 50") {
      outcome.bounds.append(Bound("silt - tail -n 50", ours - peer, .atMost, 4, "ms"))
    }
    outcome.remarks.append("\(logBytes >> 20) MiB")
    return outcome
  }
}
