/// The texts of `--help` and `--version`, made from the table of options.
enum Help {
  /// The program's version.
  static let version = "0.1.0"

  /// The whole text of `--help`, in lines of at most 80 columns.
  static var text: String {
    let options = OptionDefinition.table.flatMap { definition in
      lines(for: "  " + definition.names, summary: definition.summary)
        + (definition.negatedSummary.map {
          lines(for: "      --" + (definition.negatedWord ?? ""), summary: $0)
        } ?? [])
    }
    return introduction + options.joined(separator: "\n") + closing
  }

  private static let introduction = """
    Usage: silt [options] [file ...]
           silt [options] -- command [arg ...]
           command | silt [options]

    Watches logs: new lines settle at the bottom of a region of the terminal.
    Scroll back and the view holds still; come back to the bottom and it follows
    again. 'h' lists the keys, 'q' leaves. '-' is standard input.


    """

  private static let closing = """


    Every switch has a --no- form, words may be shortened, and a later option
    beats an earlier one. SILT_OPTIONS holds options that come before these.
    Exit status: the command's, 128 + n when signal n ended it, 127 when it was
    not found, 126 when it could not be run; else 0; 1 when something could not be
    read or written; 2 for a mistake in how silt was called.

    """

  /// The column in which summaries stand.
  private static let summaryColumn = 32
  private static let columns = 80

  /// An option's lines: its names on the left, its summary wrapped on the right.
  private static func lines(for names: String, summary: String) -> [String] {
    var lines = [""]
    for word in summary.split(separator: " ") {
      let isFirst = lines[lines.count - 1].isEmpty
      if !isFirst, summaryColumn + lines[lines.count - 1].count + 1 + word.count > columns {
        lines.append("")
      }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    // Names that reach into the summary have a line of their own.
    let isLong = names.count + 2 > summaryColumn
    return (isLong ? [names] : [])
      + lines.enumerated().map { index, line in
        let left = index == 0 && !isLong ? names : ""
        return left + String(repeating: " ", count: summaryColumn - left.count) + line
      }
  }
}

extension OptionDefinition {
  /// All names of the option and what its value looks like: `-n, --lines [+]N`.
  fileprivate var names: String {
    let letters = letters.map { "-\($0), " }.joined()
    let indent = letters.isEmpty ? "    " : ""
    switch action {
    case .toggle, .show: return "\(indent)\(letters)--\(word)"
    case .choice(let words, _):
      return "\(indent)\(letters)--\(word)[=\(words.joined(separator: "|"))]"
    case .value(let placeholder, _): return "\(indent)\(letters)--\(word) \(placeholder)"
    }
  }
}
