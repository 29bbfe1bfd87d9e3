/// What a run found, as a table for people and as JSON for programs.
struct Report {
  var missing: [String]
  var isShort: Bool
  var results: [Result] = []

  // MARK: Table

  static let heading =
    columns(["", "median", "min", "max", "98 %"])

  private static let nameWidth = 40
  private static let figureWidth = 10
  /// With fewer values the 98th percentile is the greatest.
  private static let leastForPercentile = 50

  private static func columns(_ cells: [String]) -> String {
    let name = cells[0] + blanks(nameWidth - cells[0].count)
    return name + cells.dropFirst().map { blanks(figureWidth - $0.count) + $0 }.joined()
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }

  /// A row's lines.
  static func text(of result: Result) -> String {
    let outcome = result.outcome
    var lines = ["\(result.row.name): \(result.row.title)"]
    for figure in outcome.figures {
      let spread = figure.spread
      let percentile =
        spread.values.count < leastForPercentile ? "" : spread.percentile(98).readable
      let cells = [spread.median, spread.minimum, spread.maximum].map(\.readable) + [percentile]
      lines.append(columns(["  " + figure.name] + cells) + "  " + outcome.unit)
    }
    lines += outcome.bounds.map { "  \($0.holds ? "holds" : "MISSED")  \($0.sentence)" }
    lines += outcome.remarks.map { "  note: \($0)" }
    if let failure = result.failure { lines.append("  FAILED  \(failure)") }
    if result.row.measure == nil { lines.append("  not built yet") }
    return lines.map { trimmed($0) }.joined(separator: "\n") + "\n"
  }

  private static func trimmed(_ line: String) -> Substring {
    line.lastIndex { $0 != " " }.map { line[...$0] } ?? ""
  }

  /// The rows that do not hold, a line each.
  ///
  /// - Parameter onlySteady: Whether only bounds count that depend on nothing but the program.
  /// - Returns: The lines.
  func misses(onlySteady: Bool) -> [String] {
    results.flatMap { result in
      let missed = result.misses(onlySteady: onlySteady).map {
        "\(result.row.name): \($0.sentence)"
      }
      return missed + (result.failure.map { ["\(result.row.name): \($0)"] } ?? [])
    }
  }

  // MARK: JSON

  /// The whole report as JSON.
  var json: String {
    let rows = results.map { result in
      let figures = result.outcome.figures.map { figure in
        Self.object([
          ("program", Self.quoted(figure.name)), ("median", Self.number(figure.spread.median)),
          ("min", Self.number(figure.spread.minimum)), ("max", Self.number(figure.spread.maximum)),
          ("p98", Self.number(figure.spread.percentile(98))),
          ("runs", "\(figure.spread.values.count)"),
        ])
      }
      let bounds = result.outcome.bounds.map { bound in
        Self.object([
          ("subject", Self.quoted(bound.subject)), ("measured", Self.number(bound.measured)),
          (bound.direction == .atMost ? "atMost" : "atLeast", Self.number(bound.limit)),
          ("unit", Self.quoted(bound.unit)), ("steady", "\(bound.isSteady)"),
          ("holds", "\(bound.holds)"),
        ])
      }
      return Self.object([
        ("row", Self.quoted(result.row.name)), ("title", Self.quoted(result.row.title)),
        ("built", "\(result.row.measure != nil)"), ("unit", Self.quoted(result.outcome.unit)),
        ("programs", Self.array(figures)), ("bounds", Self.array(bounds)),
        ("remarks", Self.array(result.outcome.remarks.map(Self.quoted))),
        ("failure", result.failure.map(Self.quoted) ?? "null"),
      ])
    }
    return Self.object([
      ("short", "\(isShort)"),
      ("missing", Self.array(missing.map(Self.quoted))), ("rows", Self.array(rows)),
    ]) + "\n"
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(quoted($0)): \($1)" }.joined(separator: ", ") + "}"
  }

  private static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",\n") + "]"
  }

  private static func number(_ value: Double) -> String {
    value.isFinite ? "\(value)" : "null"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
