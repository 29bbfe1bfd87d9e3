/// What a program needed for a row's work.
struct Figure {
  /// Who did it, as a person would name it: `silt`, `tail -f`.
  let name: String
  let spread: Spread
}

/// A bound that a row's figures have to keep.
struct Bound {
  /// Which way is good.
  enum Direction {
    case atMost
    case atLeast
  }

  /// What is compared, such as `silt / tail -f`.
  let subject: String
  let measured: Double
  let direction: Direction
  let limit: Double
  let unit: String
  /// Whether the outcome is the program's alone: counts and ratios within one process are, times
  /// beside another program are not on a busy machine.
  let isSteady: Bool

  /// States a bound.
  init(
    _ subject: String,
    _ measured: Double,
    _ direction: Direction,
    _ limit: Double,
    _ unit: String,
    isSteady: Bool = false
  ) {
    self.subject = subject
    self.measured = measured
    self.direction = direction
    self.limit = limit
    self.unit = unit
    self.isSteady = isSteady
  }

  var holds: Bool {
    switch direction {
    case .atMost: measured <= limit
    case .atLeast: measured >= limit
    }
  }

  /// `silt / tail -f is 0.05 x, at most 0.15 x`.
  var sentence: String {
    let side = direction == .atMost ? "at most" : "at least"
    return "\(subject): \(measured.readable) \(unit), \(side) \(limit.readable) \(unit)"
  }
}

/// What became of a row.
struct Outcome {
  let unit: String
  var figures: [Figure] = []
  var bounds: [Bound] = []
  /// What a reader has to know, such as a peer that failed.
  var remarks: [String] = []

  /// Begins with nothing measured.
  ///
  /// - Parameter unit: The unit of all figures.
  init(unit: String) {
    self.unit = unit
  }

  /// The median of a program's figures; nil where it has none.
  func median(of name: String) -> Double? {
    figures.first { $0.name == name }?.spread.median
  }

  /// Adds the bound that one program's median, divided by another's, has to keep.
  mutating func bound(
    _ name: String,
    over other: String,
    _ direction: Bound.Direction,
    _ limit: Double
  ) {
    guard let one = median(of: name), let two = median(of: other), two > 0 else { return }
    bounds.append(Bound("\(name) / \(other)", one / two, direction, limit, "x"))
  }

  /// Adds the bound that the best of some work's figures, divided by the best of another's in the
  /// same process, has to keep: what else the machine does makes figures worse, never better.
  mutating func steadyBound(
    _ name: String,
    over other: String,
    _ direction: Bound.Direction,
    _ limit: Double
  ) {
    func best(of name: String) -> Double? {
      let spread = figures.first { $0.name == name }?.spread
      // Where the bound is a greatest one, the less the better.
      return direction == .atMost ? spread?.minimum : spread?.maximum
    }
    guard let one = best(of: name), let two = best(of: other), two > 0 else { return }
    let subject = "\(name) / \(other), the best of each"
    bounds.append(Bound(subject, one / two, direction, limit, "x", isSteady: true))
  }
}

/// A row that was run.
struct Result {
  let row: Row
  let outcome: Outcome
  /// Why it could not be measured.
  let failure: String?

  /// The bounds that are missed.
  func misses(onlySteady: Bool) -> [Bound] {
    outcome.bounds.filter { !$0.holds && ($0.isSteady || !onlySteady) }
  }
}
