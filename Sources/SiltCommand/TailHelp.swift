/// The texts of `tail --help` and `tail --version`, made from the table of options.
enum TailHelp {
  /// The first line ends in the version, where scripts look for it.
  static let version = "tail (silt) \(Help.version)\n"

  /// The whole text of `--help`.
  static var text: String {
    let options = TailOptions.table.compactMap(\.help).map { names, summary in
      // Names that reach into the summary have a line of their own.
      let gap = names.count + 4 <= column ? spaces(column - 2 - names.count) : "\n" + spaces(column)
      return "  " + names + gap + wrapped(summary)
    }
    return introduction + options.joined(separator: "\n") + closing
  }

  private static let column = 34

  private static let introduction = """
    Usage: tail [OPTION]... [FILE]...
    Print the last 10 lines of each FILE to standard output. With more than one
    FILE, a header with its name comes before each. With no FILE, or where FILE is
    -, standard input is read.


    """

  private static let closing = """


    NUM may have a suffix: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024, and
    so on for G, T, P, E, Z, Y; KiB is K, MiB is M, and so on.
    With --follow (-f) the file that was opened is followed whatever becomes of its
    name; to follow a name, such as that of a log that is rotated, use
    --follow=name, or -F, which also waits for files that are missing.

    """

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// A summary in lines that fit behind the column of names.
  private static func wrapped(_ summary: String) -> String {
    var lines = [""]
    for word in summary.split(separator: " ") {
      if column + lines[lines.count - 1].count + 1 + word.count > 80 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.joined(separator: "\n" + spaces(column))
  }
}
