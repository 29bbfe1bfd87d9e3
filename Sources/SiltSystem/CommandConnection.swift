/// What a command's standard output and error lead to.
///
/// Its standard input follows from it. A pseudo-terminal is that, too, where our own standard input
/// is a terminal; with a pipe the command then gets an empty input, since the keys are ours and a
/// read by its background group would stop it. What is no terminal is handed over as it is, never
/// copied: a terminal's line discipline would change the bytes.
package enum CommandConnection: Hashable, Sendable {
  /// A pseudo-terminal of that size, which controls the command's session.
  ///
  /// Its line discipline is the system's default one for UTF-8, but does not turn a line feed into
  /// a carriage return and a line feed: what is read is what was written.
  case terminal(rows: Int, columns: Int)

  /// One pipe for both, with `LINES` and `COLUMNS` set for who asks them; the command leads a
  /// process group of its own.
  case pipe(rows: Int, columns: Int)

  /// Our own ones, all three, and our process group: nothing is read.
  case inherited

  /// Whether it is a pseudo-terminal.
  var isTerminal: Bool {
    if case .terminal = self { true } else { false }
  }

  /// The connection as one word of a command line.
  var word: String {
    switch self {
    case .terminal: "terminal"
    case .pipe(let rows, let columns): "pipe:\(rows):\(columns)"
    case .inherited: "inherited"
    }
  }

  /// Reads what `word` gave; a terminal knows its size itself, here it has none.
  init?(word: String) {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("terminal", 1):
      self = .terminal(rows: 0, columns: 0)
    case ("inherited", 1):
      self = .inherited
    case ("pipe", 3):
      guard let rows = Int(parts[1]), let columns = Int(parts[2]) else { return nil }
      self = .pipe(rows: rows, columns: columns)
    default:
      return nil
    }
  }
}
