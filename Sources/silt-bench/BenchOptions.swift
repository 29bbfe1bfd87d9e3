import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// What was asked for on the command line.
struct BenchOptions {
  /// The `silt` to run.
  var silt: String
  /// Where the figures go as JSON.
  var json: String?
  /// The rows to run; all when empty.
  var only: [String] = []
  /// How often each row runs, instead of its own count.
  var runs: Int?
  var isShort = false
  var checks = false
  var showsHelp = false
  /// The size of the large log, in bytes.
  var size: Int

  /// What was wrong with the command line.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// The size of the large log, unless told otherwise.
  static let usualSize = 1 << 30
  /// The same in a short run.
  static let shortSize = 128 << 20

  /// Reads the command line.
  ///
  /// - Parameters:
  ///   - arguments: What follows the program's name.
  ///   - program: The program's own path: `silt` lies beside it.
  /// - Throws: What was wrong.
  init(_ arguments: [String], program: String) throws(Mistake) {
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    silt = (folder.isEmpty ? "." : folder.joined(separator: "/")) + "/silt"
    size = 0
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": showsHelp = true
      case "--short": isShort = true
      case "--check": checks = true
      case "--silt": silt = try Self.value(of: word, &rest)
      case "--json": json = try Self.value(of: word, &rest)
      case "--only":
        let name = try Self.value(of: word, &rest)
        guard Row.all.contains(where: { $0.name == name }) else {
          throw Mistake(description: "no row '\(name)'; --help lists them")
        }
        only.append(name)
      case "--runs":
        runs = try Self.number(of: word, &rest, in: 1...1000)
      case "--size":
        size = try Self.number(of: word, &rest, in: 16...65_536) << 20
      default: throw Mistake(description: "unknown option '\(word)'; --help lists them")
      }
    }
    if size == 0 { size = isShort ? Self.shortSize : Self.usualSize }
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    guard let value = rest.popFirst() else {
      throw Mistake(description: "option '\(option)' needs a value")
    }
    return value
  }

  private static func number(
    of option: String,
    _ rest: inout ArraySlice<String>,
    in range: ClosedRange<Int>
  ) throws(Mistake) -> Int {
    let text = try value(of: option, &rest)
    guard let number = Int(text), range.contains(number) else {
      throw Mistake(
        description: "'\(text)' for \(option): expected \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  /// The text of `--help`.
  static var help: String {
    let rows = Row.all.map { row in
      "  \(row.name)" + String(repeating: " ", count: max(2, 18 - row.name.count)) + row.title
    }
    return """
      Usage: silt-bench [options]

      Runs silt and its peers side by side and says whether its budgets hold.

        --only ROW     this row only (repeatable)
        --runs N       so many runs of each, instead of each row's own count
        --size MIB     the size of the large log (default \(usualSize >> 20), short \(shortSize >> 20))
        --short        fewer and smaller runs, under 40 seconds
        --check        exit with 1 and list the rows that miss their bound; with --short only
                       bounds that do not depend on what else the machine does
        --json FILE    the figures as JSON, too
        --silt PATH    the silt to run (default: the one beside this program)
        --help         this text

      Rows:

      """ + rows.joined(separator: "\n") + "\n"
  }
}
