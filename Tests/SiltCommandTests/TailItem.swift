import Testing

/// One of the behaviours of GNU `tail` 9.1 that hold under its name.
struct TailItem: CustomTestStringConvertible, Sendable {
  let number: Int
  let title: String

  var testDescription: String { "\(number). \(title)" }

  /// All of them.
  static let all = titles.enumerated().map { TailItem(number: $0 + 1, title: $1) }

  /// Those that some records show.
  static func shown(by records: [TailRecord]) -> [TailItem] {
    let numbers = Set(records.map(\.item))
    return all.filter { numbers.contains($0.number) }
  }

  private static let titles = [
    "options may follow names, letters cluster, -- and POSIXLY_CORRECT end them",
    "words may be shortened, an ambiguous one is refused",
    "the texts for wrong options",
    "---disable-inotify, ---presume-input-pipe and --max-unchanged-stats",
    "--help and --version act where they stand",
    "the values of --follow",
    "the last -n or -c holds, and the last of -q and -v",
    "counts from the end and from the start",
    "nothing wanted, nothing opened",
    "suffixes",
    "numbers that are none",
    "NUL, missing newlines, any bytes",
    "block sizes, long lines, many lines, sparse files",
    "a redirected standard input is read from its offset",
    "files that have another size than they say",
    "numbers of seconds",
    "numbers of processes and looks",
    "the obsolete form",
    "the obsolete form stands alone, with one file at the most",
    "elsewhere a digit is no option",
    "elsewhere +N is a name",
    "headers",
    "a missing file has no header, and the order of events is kept",
    "files that cannot be opened",
    "directories",
    "names are quoted in messages",
    "failures to write",
    "a reader that leaves early",
    "warnings of what has no effect",
    "what is appended comes at once, parts of lines too",
    "it sleeps while idle",
    "a header comes only when the file changes",
    "what was gathered while it was stopped is grouped by file",
    "a pipe as the only input ends it",
    "redirected files, FIFOs and devices are followed",
    "it ends when nobody reads its output",
    "a closed standard input",
    "a terminal beside other files",
    "standard input has no name",
    "a missing file is given up, another goes on",
    "directories cannot be followed",
    "truncation",
    "--pid",
    "by descriptor a file is followed whatever becomes of its name",
    "a symbolic link is followed",
    "a missing file is waited for",
    "a file that goes, and one that is replaced",
    "a file moved over another that is followed",
    "a directory where a file was waited for",
    "links to nothing, and links that are turned to another file",
    "a link moved over a file",
    "a directory that is removed and made again",
    "bursts and rotations: none lost, none twice",
    "by name, and without trying again",
    "the first header of a file that was missing",
  ]
}
