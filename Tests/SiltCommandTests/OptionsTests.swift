import SiltKit
import Testing

@testable import SiltCommand

struct OptionsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var line: String
    var change: @Sendable (inout Options) -> Void
    var testDescription: String { line }

    init(_ line: String, _ change: @escaping @Sendable (inout Options) -> Void) {
      self.line = line
      self.change = change
    }
  }

  @Test(
    arguments: [
      Case("", { _ in }),
      Case("-H 12", { $0.height = .rows(12) }),
      Case("-H2", { $0.height = .rows(2) }),
      Case("--height=40%", { $0.height = .percent(40) }),
      Case("--height 250%", { $0.height = .percent(100) }),
      Case("--hei full", { $0.height = .full }),
      Case("-n 5", { $0.begin = .lastLines(5) }),
      Case("-n -5", { $0.begin = .lastLines(5) }),
      Case("-n0", { $0.begin = .lastLines(0) }),
      Case("-n+5", { $0.begin = .line(5) }),
      Case("-n +0", { $0.begin = .line(1) }),
      Case("--lines=2K", { $0.begin = .lastLines(2048) }),
      Case("--lines=2kB", { $0.begin = .lastLines(2000) }),
      Case("-c 3b", { $0.begin = .lastBytes(1536) }),
      Case("-c 0Y", { $0.begin = .lastBytes(0) }),
      Case("-c +1MiB", { $0.begin = .byte(1_048_576) }),
      Case("--bytes 7MB", { $0.begin = .lastBytes(7_000_000) }),
      Case("-c 18446744073709551615", { $0.begin = .lastBytes(.max) }),
      Case("-5", { $0.begin = .lastLines(5) }),
      Case("-50f", { $0.begin = .lastLines(50) }),
      Case(
        "-S12N",
        {
          $0.chopsLines = true
          $0.begin = .lastLines(12)
          $0.numbersLines = true
        }
      ),
      Case("-n 5 -c 6", { $0.begin = .lastBytes(6) }),
      Case(
        "-Sn5",
        {
          $0.chopsLines = true
          $0.begin = .lastLines(5)
        }
      ),
      Case(
        "-kNSF",
        {
          $0.staysOpen = true
          $0.numbersLines = true
          $0.chopsLines = true
        }
      ),
      Case("--no-follow", { $0.follows = false }),
      Case("--no-f", { $0.follows = false }),
      Case("--no-follow -f", { _ in }),
      Case("--follow=descriptor", { $0.followsDescriptor = true }),
      Case("--follow=d -f", { $0.followsDescriptor = true }),
      Case("--follow=descriptor -F", { _ in }),
      Case("--follow=descriptor --follow=name", { _ in }),
      Case("--retry", { $0.retries = true }),
      Case("-q", { $0.headers = .never }),
      Case("--silent", { $0.headers = .never }),
      Case("-qv", { $0.headers = .always }),
      Case("-v --quiet", { $0.headers = .never }),
      Case("-v --no-verbose", { $0.headers = .ofSeveral }),
      Case("-z", { $0.endsLinesWithNUL = true }),
      Case("--max-unchanged-stats=7", { _ in }),
      Case("--pid 12 --pid=34", { $0.writers = [12, 34] }),
      Case("-s.1", { $0.sleepInterval = .milliseconds(100) }),
      Case("-s 2", { $0.sleepInterval = .seconds(2) }),
      Case("-s 1.", { $0.sleepInterval = .seconds(1) }),
      Case("--sleep-interval=1e-1", { $0.sleepInterval = .milliseconds(100) }),
      Case("-s 0x10", { $0.sleepInterval = .seconds(16) }),
      Case("-s inf", { $0.sleepInterval = .seconds(86_400) }),
      Case("-s 0", { $0.sleepInterval = .zero }),
      Case("--no-follow --follow=name", { _ in }),
      Case("--fo=n --no-fo", { $0.follows = false }),
      Case("--plain", { $0.isPlain = true }),
      Case("--plain --no-plain", { _ in }),
      Case("--chop --no-chop -N --no-line-numbers -k --no-keep", { _ in }),
      Case("--color=never", { $0.color = .never }),
      Case("--color never --color al", { $0.color = .always }),
      Case("--fill ~", { $0.fill = "~" }),
      Case("--fill=", { _ in }),
      Case("--fill=a=b", { $0.fill = "a=b" }),
      Case("--buffer 1M", { $0.bufferSize = 1 << 20 }),
      Case("--buffer=2g", { $0.bufferSize = 2 << 30 }),
      Case("--buffer 1048576", { $0.bufferSize = 1 << 20 }),
      Case("--leave 0", { $0.leave = .lines(0) }),
      Case("--leave none", { $0.leave = .lines(0) }),
      Case("--leave=all", { $0.leave = .all }),
      Case("--leave 10", { $0.leave = .lines(10) }),
      Case("-o f", { $0.output = "f" }),
      Case("-of -o - --output=g", { $0.output = "g" }),
      Case(
        "--out f --ap",
        {
          $0.output = "f"
          $0.appends = true
        }
      ),
      Case(
        "-ao f",
        {
          $0.output = "f"
          $0.appends = true
        }
      ),
      Case("-a --no-append --mouse --no-mouse --no-pty --pty", { _ in }),
      Case("--mouse", { $0.usesMouse = true }),
      Case("--spill", { $0.spills = true }),
      Case("--ambiguous-wide", { $0.ambiguousIsWide = true }),
      Case("--ambiguous-wide --no-ambiguous-wide", { _ in }),
      Case("--no-pt", { $0.usesTerminal = false }),
      Case("-- make", { $0.command = ["make"] }),
      Case(
        "-S -- make -n -- --help",
        {
          $0.chopsLines = true
          $0.command = ["make", "-n", "--", "--help"]
        }
      ),
      Case(
        "-o -- -- -",
        {
          $0.output = "--"
          $0.command = ["-"]
        }
      ),
      Case(
        "a -S b - +5",
        {
          $0.chopsLines = true
          $0.names = ["a", "b", "-", "+5"]
        }
      ),
    ]
  )
  func `a command line becomes a value`(case: Case) throws {
    var expected = Options()
    `case`.change(&expected)
    #expect(try Options.parse(words(`case`.line)) == .run(expected))
  }

  @Test(
    arguments: [
      ("-x", "unknown option '-x'; expected one that --help lists"),
      ("-Sx", "unknown option '-x'; expected one that --help lists"),
      ("--colour=never", "unknown option '--colour'; expected one that --help lists"),
      ("--=x", "unknown option '--'; expected one that --help lists"),
      ("-\u{1b}[2J", "unknown option '-^['; expected one that --help lists"),
      ("--\u{9b}J", "unknown option '--<U+009B>J'; expected one that --help lists"),
      (
        "--no",
        "option '--no' is ambiguous; expected one of --no-follow, --no-retry, --no-quiet,"
          + " --no-silent, --no-verbose, --no-zero-terminated, --no-plain, --no-chop,"
          + " --no-line-numbers, --no-ignore-case, --no-ambiguous-wide, --no-spill, --no-append,"
          + " --no-keep, --no-mouse, --no-pty"
      ),
      ("--le --l", "invalid value '--l' for '--leave'; expected N, all or none"),
      ("--l 5", "option '--l' is ambiguous; expected one of --lines, --line-numbers, --leave"),
      (
        "--max-unchanged-stats x",
        "invalid number: 'x' for '--max-unchanged-stats'; expected N"
      ),
      ("--no-fill", "unknown option '--no-fill'; expected one that --help lists"),
      ("-n", "option '-n' needs a value; expected [+]N"),
      ("-Sn", "option '-n' needs a value; expected [+]N"),
      ("--height", "option '--height' needs a value; expected N|N%|full"),
      ("--buf", "option '--buffer' needs a value; expected SIZE"),
      ("--plain=yes", "unexpected value 'yes' for '--plain'; expected none"),
      ("--no-follow=name", "unexpected value 'name' for '--no-follow'; expected none"),
      ("--help=x", "unexpected value 'x' for '--help'; expected none"),
      ("--follow=bogus", "invalid value 'bogus' for '--follow'; expected name, descriptor"),
      ("--pid abc", "invalid PID: 'abc'; expected the number of a process"),
      ("--pid=0", "invalid PID: '0'; expected the number of a process"),
      ("--pid=99999999999", "invalid PID: '99999999999'; expected the number of a process"),
      (
        "-s 1..1", "invalid number of seconds: '1..1'; expected at least 0, such as 2 or 0.5"
      ),
      ("-s -1", "invalid number of seconds: '-1'; expected at least 0, such as 2 or 0.5"),
      ("-s nan", "invalid number of seconds: 'nan'; expected at least 0, such as 2 or 0.5"),
      ("--follow=", "invalid value '' for '--follow'; expected name, descriptor"),
      ("--color=a", "invalid value 'a' for '--color'; expected auto, always, never"),
      ("--color=blue", "invalid value 'blue' for '--color'; expected auto, always, never"),
      (
        "-H 1",
        "invalid height: '1'; expected N of at least 2, N% of at least 1%, or full"
      ),
      ("-H0%", "invalid height: '0%'; expected N of at least 2, N% of at least 1%, or full"),
      ("-H %", "invalid height: '%'; expected N of at least 2, N% of at least 1%, or full"),
      ("-H -3", "invalid height: '-3'; expected N of at least 2, N% of at least 1%, or full"),
      (
        "-H 99999999999999999999",
        "height too large: '99999999999999999999'; expected N, N% or full"
      ),
      ("-n x", "invalid number of lines: 'x'; expected N or +N, such as 20, +5 or 2K"),
      ("-n=5", "invalid number of lines: '=5'; expected N or +N, such as 20, +5 or 2K"),
      ("-n --5", "invalid number of lines: '--5'; expected N or +N, such as 20, +5 or 2K"),
      ("-c 1.5", "invalid number of bytes: '1.5'; expected N or +N, such as 20, +5 or 2K"),
      ("-c 5kiBs", "invalid number of bytes: '5kiBs'; expected N or +N, such as 20, +5 or 2K"),
      (
        "-n 18446744073709551616",
        "number of lines too large: '18446744073709551616'; expected less than 2^64"
      ),
      (
        "-18446744073709551616",
        "number of lines too large: '18446744073709551616'; expected less than 2^64"
      ),
      ("-c +16E", "number of bytes too large: '+16E'; expected less than 2^64"),
      ("--buffer 1023K", "invalid buffer size: '1023K'; expected at least 1M, such as 64M or 2G"),
      ("--buffer 4kB", "invalid buffer size: '4kB'; expected at least 1M, such as 64M or 2G"),
      (
        "--buffer 9223372036854775808",
        "buffer size too large: '9223372036854775808'; expected a size such as 64M"
      ),
      ("--leave some", "invalid value 'some' for '--leave'; expected N, all or none"),
      ("--", "nothing behind '--'; expected a command, such as: silt -- make -j8"),
      ("f --", "nothing behind '--'; expected a command, such as: silt -- make -j8"),
      ("f -S g -- make", "unexpected 'f' before '--'; expected files or a command, not both"),
      ("- -- make", "unexpected '-' before '--'; expected files or a command, not both"),
      ("-o", "option '-o' needs a value; expected FILE"),
      ("--no-output", "unknown option '--no-output'; expected one that --help lists"),
      ("--append=f", "unexpected value 'f' for '--append'; expected none"),
      (
        "f -H 1 --help", "invalid height: '1'; expected N of at least 2, N% of at least 1%, or full"
      ),
    ]
  )
  func `a mistake is named together with what was expected`(
    line: String,
    message: String
  ) {
    let error = #expect(throws: UsageError.self) { try Options.parse(words(line)) }
    #expect(error?.message == message)
  }

  @Test
  func `help and version act where they stand`() throws {
    #expect(try Options.parse(words("a -h --bogus")) == .help)
    #expect(try Options.parse(words("-SV")) == .version)
    #expect(try Options.parse(words("--vers -n x")) == .version)
  }

  @Test
  func `names keep the bytes that are not text`() throws {
    let name = ByteString([0x66, 0xff, 0xc3])
    var expected = Options()
    expected.names = [name]
    #expect(try Options.parse([name]) == .run(expected))
    #expect(quoted(name) == "'f<FF><C3>'")
  }

  @Test
  func `every name of the table is taken, in full and shortened`() throws {
    for definition in OptionDefinition.table {
      let value = try #require(sampleValues[definition.word], "no sample for \(definition.word)")
      let names =
        definition.letters.map { "-\($0)" } + ["--\(definition.word)"]
        + (definition.negatedWord.map { ["--\($0)"] } ?? [])
      for name in names {
        let takesValue = !value.isEmpty && !name.hasPrefix("--no-")
        let arguments = [ByteString(name.utf8)] + (takesValue ? [ByteString(value.utf8)] : [])
        _ = try Options.parse(arguments)
        guard name.hasPrefix("--") else { continue }
        // A shortened word either does the same or is said to be ambiguous.
        for count in 3...name.utf8.count {
          var shortened = arguments
          shortened[0] = ByteString(name.utf8.prefix(count))
          do {
            #expect(try Options.parse(shortened) == Options.parse(arguments))
          } catch {
            #expect("\(error)".contains("ambiguous"))
          }
        }
      }
    }
  }

  @Test
  func `letters and words of the table are unique`() {
    let letters = OptionDefinition.table.flatMap { Array($0.letters) }
    #expect(Set(letters).count == letters.count)
    let words = OptionDefinition.table.flatMap { [$0.word] + [$0.negatedWord].compactMap(\.self) }
    #expect(Set(words).count == words.count)
  }
}

struct HelpTests {
  @Test
  func `help fits 80 columns and its lines end`() {
    for line in Help.text.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.count <= 80)
      #expect(line.last != " ")
    }
    #expect(Help.text.hasSuffix("\n") && !Help.text.hasSuffix("\n\n"))
  }

  @Test
  func `every option that help names is taken, and every option is named`() throws {
    var named: Set<String> = []
    for line in Help.text.split(separator: "\n") where line.hasPrefix("  ") {
      for token in line.prefix(32).split(whereSeparator: { $0 == " " || $0 == "," }) {
        guard token.hasPrefix("-"), token.contains(where: \.isLetter) else { continue }
        let name = String(token.prefix { $0 != "[" })
        named.insert(name)
        let word = name.drop { $0 == "-" }
        let definition = try #require(
          OptionDefinition.table.first {
            $0.word == word || $0.negatedWord == String(word) || $0.letters.contains(word)
          }
        )
        let value = sampleValues[definition.word] ?? ""
        _ = try Options.parse(words("\(name) \(value)"))
      }
    }
    let all = OptionDefinition.table.flatMap { definition in
      definition.letters.map { "-\($0)" } + ["--\(definition.word)"]
    }
    #expect(named == Set(all + ["--no-follow", "--no-pty"]))
  }
}

/// A value for each option, empty where none is needed.
private let sampleValues = [
  "height": "10", "lines": "+3", "bytes": "9", "follow": "", "plain": "", "ambiguous-wide": "",
  "chop": "", "line-numbers": "", "filter": "x", "exclude": "x", "ignore-case": "",
  "context": "2", "color": "never", "fill": "~", "buffer": "8M", "spill": "", "keep": "",
  "leave": "3",
  "retry": "", "pid": "1", "sleep-interval": "0.5",
  "max-unchanged-stats": "3", "quiet": "", "silent": "", "verbose": "", "zero-terminated": "",
  "output": "f", "append": "", "mouse": "", "pty": "", "help": "", "version": "",
]

private func words(_ line: String) -> [ByteString] {
  line.split(separator: " ").map { ByteString($0.utf8) }
}
