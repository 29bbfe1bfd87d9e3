import SiltKit
import Testing

@testable import SiltCommand

struct OptionWordsTests {
  @Test(
    arguments: [
      ("", []),
      (" \t\n ", []),
      ("-S", ["-S"]),
      ("  -S\t-n 5\n--plain ", ["-S", "-n", "5", "--plain"]),
      ("--fill 'a  b'", ["--fill", "a  b"]),
      ("--fill '' -S", ["--fill", "", "-S"]),
      ("--fill=\"a b\"'c d'e", ["--fill=a bc de"]),
      (#"'\a"\'"#, [#"\a"\"#]),
      (#""\"\\\$\`\d'""#, [#""\$`\d'"#]),
      (#"\a\ \'\"\\"#, [#"a '"\"#]),
      (#"a\ b c"#, ["a b", "c"]),
      ("$HOME *", ["$HOME", "*"]),
    ] as [(String, [ByteString])]
  )
  func `words are split at blanks that nothing quotes`(text: String, words: [ByteString]) throws {
    #expect(try Options.words(ByteString(text.utf8)) == words)
  }

  @Test
  func `bytes that are not text stay`() throws {
    let words = try Options.words(ByteString([0xff, 0x20, 0x27, 0xc3, 0x27]))
    #expect(words == [ByteString([0xff]), ByteString([0xc3])])
  }

  @Test(
    arguments: [
      ("-S 'a", "a quote is not closed; expected another '"),
      ("\"a\\\"", "a quote is not closed; expected another \""),
      ("\"a\\", "a quote is not closed; expected another \""),
      ("'", "a quote is not closed; expected another '"),
      ("a\\", "nothing behind the last '\\'; expected what it quotes"),
      ("a", "unexpected 'a'; expected options only"),
      ("-S -", "unexpected '-'; expected options only"),
      ("-S -- make", "unexpected '--'; expected options only"),
      ("''", "unexpected ''; expected options only"),
      ("--bogus", "unknown option '--bogus'; expected one that --help lists"),
      ("-n", "option '-n' needs a value; expected [+]N"),
    ]
  )
  func `a mistake in SILT_OPTIONS names it`(text: String, message: String) {
    let error = #expect(throws: UsageError.self) {
      // What stands on the command line is no value of an option of the variable.
      try Options.parse(["5"], usual: ByteString(text.utf8))
    }
    #expect(error?.message == "SILT_OPTIONS: " + message)
  }

  @Test
  func `options of the command line come after those of SILT_OPTIONS`() throws {
    var expected = Options()
    expected.names = ["f"]
    expected.begin = .lastLines(3)
    expected.appends = true
    let usual: ByteString = "-n 5 -S --append --height 7 --mouse"
    let line: [ByteString] = ["-n", "3", "--no-chop", "-H", "full", "f", "--no-mouse"]
    expected.height = .full
    #expect(try Options.parse(line, usual: usual) == .run(expected))
    #expect(try Options.parse(["-x"], usual: "--help") == .help)
  }

  @Test(
    arguments: [
      (nil, nil, nil, .auto), (nil, "", nil, .auto), (nil, "1", nil, .never),
      (nil, nil, "always", .always), (nil, "", "always", .always), (nil, "1", "always", .never),
      (nil, nil, "never", .never), ("auto", "1", "never", .auto), ("always", "1", nil, .always),
      ("never", nil, "always", .never),
    ] as [(String?, String?, String?, Options.ColorChoice)]
  )
  func `the command line's colours beat NO_COLOR, which beats those of SILT_OPTIONS`(
    line: String?,
    noColor: String?,
    usual: String?,
    expected: Options.ColorChoice
  ) throws {
    let option = { (choice: String) in ByteString("--color=\(choice)".utf8) }
    let request = try Options.parse(line.map { [option($0)] } ?? [], usual: usual.map(option))
    guard case .run(let options) = request else {
      Issue.record("nothing runs")
      return
    }
    #expect(options.colorChoice(noColor: noColor) == expected)
  }
}
