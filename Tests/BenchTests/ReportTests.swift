import Testing

@testable import silt_bench

@Suite struct ReportTests {
  @Test(
    arguments: [
      ([3.0], 3.0, 3.0), ([4, 1], 2.5, 4), ([9, 1, 5], 5, 9),
      ((1...100).map(Double.init), 50.5, 98), ((1...50).map(Double.init), 25.5, 49),
    ] as [([Double], Double, Double)]
  ) func `a spread knows its middle and its percentiles`(
    values: [Double],
    median: Double,
    percentile98: Double
  ) {
    let spread = Spread(values.shuffled())
    #expect(spread.median == median)
    #expect(spread.percentile(98) == percentile98)
    #expect(spread.percentile(100) == spread.maximum)
    #expect(spread.minimum == values.min())
  }

  @Test(
    arguments: [
      (0, "0"), (0.0004, "0.000"), (0.1234, "0.123"), (1.005, "1.00"), (9.996, "10.00"),
      (12.34, "12.3"), (1234.5, "1235"), (-0.25, "-0.250"), (.infinity, "-"), (.nan, "-"),
    ] as [(Double, String)]
  ) func `numbers have as many decimals as say something`(number: Double, text: String) {
    #expect(number.readable == text)
  }

  @Test(arguments: [(1.0, true), (2, true), (2.1, false)])
  func `a bound holds up to its limit`(measured: Double, holds: Bool) {
    #expect(Bound("x", measured, .atMost, 2, "ms").holds == holds)
    #expect(Bound("x", -measured, .atLeast, -2, "ms").holds == holds)
  }

  /// A row's result with one steady bound and one that is not.
  private func result(steady: Double, other: Double, failure: String? = nil) throws -> Result {
    var outcome = Outcome(unit: "ms")
    outcome.figures = [Figure(name: "a \"b\"\n", spread: Spread([1, 2]))]
    outcome.bounds = [
      Bound("steady", steady, .atMost, 1, "x", isSteady: true),
      Bound("other", other, .atMost, 1, "x"),
    ]
    return Result(row: try #require(Row.all.first), outcome: outcome, failure: failure)
  }

  @Test func `a check lists what misses its bound and what failed`() throws {
    var report = Report(missing: [], isShort: false)
    report.results = [try result(steady: 1, other: 1)]
    #expect(report.misses(onlySteady: false) == [])
    report.results = [try result(steady: 2, other: 3, failure: "broken")]
    #expect(
      report.misses(onlySteady: false) == [
        "start: steady: 2.00 x, at most 1.00 x", "start: other: 3.00 x, at most 1.00 x",
        "start: broken",
      ]
    )
    #expect(
      report.misses(onlySteady: true) == [
        "start: steady: 2.00 x, at most 1.00 x", "start: broken",
      ]
    )
  }

  @Test func `a bound compares medians, a steady one the best`() {
    var outcome = Outcome(unit: "ns")
    outcome.figures = [
      Figure(name: "a", spread: Spread([2, 6, 9])), Figure(name: "b", spread: Spread([1, 2, 3])),
    ]
    outcome.bound("a", over: "b", .atMost, 5)
    outcome.steadyBound("a", over: "b", .atMost, 5)
    outcome.steadyBound("a", over: "b", .atLeast, 5)
    outcome.bound("a", over: "missing", .atMost, 5)
    #expect(outcome.bounds.map(\.measured) == [3, 2, 3])
  }

  @Test func `quotes and controls in a name leave the JSON whole`() throws {
    var report = Report(missing: ["lnav"], isShort: true)
    report.results = [try result(steady: 1, other: .infinity)]
    let json = report.json
    #expect(json.contains(#""program": "a \"b\"\u000a""#))
    #expect(json.contains(#""measured": null,"#))
    #expect(json.contains(#""missing": ["lnav"]"#))
  }
}
