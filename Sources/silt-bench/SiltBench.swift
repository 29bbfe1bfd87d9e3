import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Runs silt and its peers side by side, and says whether silt keeps its budgets.
@main
enum SiltBench {
  static func main() {
    do {
      let options = try BenchOptions(
        Array(CommandLine.arguments.dropFirst()),
        program: ownPath() ?? CommandLine.arguments[0]
      )
      if options.showsHelp {
        write(BenchOptions.help)
      } else {
        exit(try run(options) ? 0 : 1)
      }
    } catch BenchError.interrupted(let signal) {
      Signals.die(of: signal)
    } catch {
      write("silt-bench: \(error)\n", to: .standardError)
      exit(error is BenchOptions.Mistake ? 2 : 1)
    }
  }

  /// Runs the rows and reports.
  ///
  /// - Parameter options: What was asked for.
  /// - Returns: Whether all that was checked holds.
  /// - Throws: When nothing could be run, or a signal came.
  private static func run(_ options: BenchOptions) throws -> Bool {
    Interruption.prepare()
    let bench = try Bench(options)
    defer { bench.removeAll() }
    assert(saysDebug())
    var report = Report(missing: bench.missing, isShort: options.isShort)
    for name in bench.missing { write("not installed, left out: \(name)\n") }
    write(Report.heading + "\n")
    // Only what a busy machine cannot change can be checked in short runs.
    let onlySteady = options.isShort && options.checks
    for row in Row.all
    where options.only.isEmpty ? row.hasSteadyBound || !onlySteady : options.only.contains(row.name)
    {
      let result = try measure(row, with: bench)
      write(Report.text(of: result))
      report.results.append(result)
    }
    if let path = options.json {
      let file = try Descriptor(opening: path, for: .overwriting)
      try file.borrowed.writeAll(report.json)
    }
    guard options.checks else { return true }
    let misses = report.misses(onlySteady: onlySteady)
    write(misses.isEmpty ? "all bounds hold\n" : "missed:\n")
    for miss in misses { write("  \(miss)\n") }
    return misses.isEmpty
  }

  /// Says that this is a debug build; only such a build calls it.
  private static func saysDebug() -> Bool {
    write("silt-bench: a debug build: its core rows say nothing\n", to: .standardError)
    return true
  }

  private static func measure(_ row: Row, with bench: Bench) throws -> Result {
    guard let measure = row.measure else {
      return Result(row: row, outcome: Outcome(unit: ""), failure: nil)
    }
    do {
      try Interruption.check()
      return Result(row: row, outcome: try measure(bench), failure: nil)
    } catch BenchError.interrupted(let signal) {
      throw BenchError.interrupted(signal)
    } catch {
      return Result(row: row, outcome: Outcome(unit: ""), failure: "\(error)")
    }
  }

  private static func write(_ text: String, to place: BorrowedDescriptor = .standardOutput) {
    // Nobody reads any more: the figures have no other use.
    do { try place.writeAll(text) } catch { exit(1) }
  }
}
