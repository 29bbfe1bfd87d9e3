/// What several runs of the same measurement gave.
struct Spread: Equatable {
  /// From the least to the greatest; at least one.
  let values: [Double]

  /// Takes the figures of one or more runs.
  init(_ values: [Double]) {
    precondition(!values.isEmpty, "a spread of nothing")
    self.values = values.sorted()
  }

  /// The middle one, or the mean of the two in the middle.
  var median: Double {
    let middle = values.count / 2
    return values.count.isMultiple(of: 2)
      ? (values[middle - 1] + values[middle]) / 2 : values[middle]
  }

  var minimum: Double { values[0] }
  var maximum: Double { values[values.count - 1] }

  /// The least value that so many percent of all do not exceed (nearest rank).
  ///
  /// - Parameter percent: From 1 to 100.
  /// - Returns: One of the values.
  func percentile(_ percent: Int) -> Double {
    values[max(0, (values.count * percent + 99) / 100 - 1)]
  }
}
