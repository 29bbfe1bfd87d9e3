import Testing

@testable import SiltCommand

/// The grammar of options, the numbers and the quoting under the name `tail`.
struct TailOptionsTests {
  @Test(arguments: [
    ("tail", Personality.tail), ("./tail", .tail), ("/opt/some where/tail", .tail),
    ("tail/", .tail), ("silt", .silt), ("tails", .silt), ("/tail/silt", .silt), ("", .silt),
    ("Tail", .silt), ("-tail", .silt),
  ])
  func `the name decides whose rules hold`(name: String, personality: Personality) {
    #expect(Personality(calledAs: ByteString(name.utf8)) == personality)
  }

  @Test
  func `nothing is asked for but standard input and ten lines`() throws {
    var expected = TailOptions()
    expected.names = ["-"]
    #expect(try TailOptions.parse([]) == .run(expected))
    #expect(expected.begin == .lastLines(10))
    #expect(!expected.follows)
  }

  @Test(arguments: [
    ("-n 5", Options.Begin.lastLines(5)), ("-n +5", .line(5)), ("-n +0", .line(1)),
    ("-c 2K", .lastBytes(2048)), ("-c +1", .byte(1)), ("-7", .lastLines(7)), ("+7", .line(7)),
    ("-2b", .lastBytes(1024)), ("+c", .byte(10)), ("-l", .lastLines(10)),
  ])
  func `counts say where the content begins`(line: String, begin: Options.Begin) throws {
    let words = line.split(separator: " ").map { ByteString($0.utf8) }
    guard case .run(let options) = try TailOptions.parse(words) else {
      Issue.record("not to be run")
      return
    }
    #expect(options.begin == begin)
  }

  @Test(arguments: [
    ("", TailNumber.Mistake.notANumber), ("x", .notANumber), ("1x", .notANumber),
    ("-1", .notANumber), ("+ 1", .notANumber), ("++1", .notANumber), ("1 ", .notANumber),
    ("18446744073709551616", .tooLarge), ("16E", .tooLarge), ("1Z", .tooLarge),
    ("99999999999999999999x", .notANumber),
  ])
  func `what is no number is refused`(text: String, mistake: TailNumber.Mistake) {
    #expect(throws: mistake) { try TailNumber.whole(text.utf8, suffixes: .tail) }
  }

  @Test(arguments: [
    ("0", 0), ("007", 7), (" \t5", 5), ("+5", 5), (" +5", 5), ("K", 1024), ("b", 512),
    ("3kB", 3000),
    ("2KiB", 2048), ("1MD", 1_000_000), ("0Y", 0), ("15E", 15 << 60),
    ("18446744073709551615", UInt64.max),
  ])
  func `numbers have blanks, a sign and a suffix`(text: String, number: UInt64) throws {
    #expect(try TailNumber.whole(text.utf8, suffixes: .tail) == number)
  }

  @Test
  func `a maximum is one`() {
    #expect(throws: TailNumber.Mistake.tooLarge) { try TailNumber.whole("8".utf8, maximum: 7) }
  }

  @Test(arguments: [
    ("f", "'f'"), ("", "''"), ("it's", "\"it's\""), ("a b", "'a b'"), ("\"'", #"'"'\'''"#),
    ("n\nl", #"'n'$'\n''l'"#), ("\u{1}", #"''$'\001'"#), ("\u{e9}", "'\u{e9}'"),
    ("it's \u{e9}", "\"it's \u{e9}\""), ("\u{85}", #"''$'\302\205'"#), ("日本", "'日本'"),
    ("$x'", #"'$x'\'''"#),
  ])
  func `a name is quoted so that a shell takes it back`(name: String, quoted: String) {
    let bytes = ByteString(name.utf8)
    #expect(ShellQuoting(isUTF8: true).shell(bytes) == ByteString(quoted.utf8))
  }

  @Test(arguments: [
    ("f", "f"), ("", "''"), ("a b", "'a b'"), ("a:b", "'a:b'"), ("#a", "'#a'"), ("a#", "a#"),
    ("{", "'{'"), ("{a}", "{a}"), ("it's", "\"it's\""), ("a\u{7f}", #"'a'$'\177'"#),
    ("a=b", "'a=b'"),
  ])
  func `a name at the head of a message is quoted where it has to be`(name: String, quoted: String)
  {
    let bytes = ByteString(name.utf8)
    let shown = ShellQuoting(isUTF8: false).shell(bytes, onlyWhereNeeded: true)
    #expect(shown == ByteString(quoted.utf8))
  }

  @Test
  func `without UTF-8 each byte beyond ASCII is escaped`() {
    let name = ByteString("\u{e9}".utf8)
    #expect(ShellQuoting(isUTF8: false).shell(name) == #"''$'\303\251'"#)
    #expect(ShellQuoting(isUTF8: false).value(name) == #"'\303\251'"#)
    #expect(ShellQuoting(isUTF8: true).value("x") == "\u{2018}x\u{2019}")
    #expect(ShellQuoting(isUTF8: false).value("a'b\\c\n") == #"'a\'b\\c\n'"#)
  }

  @Test
  func `help fits 80 columns and its lines end`() {
    for line in TailHelp.text.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.count <= 80)
      #expect(line.last != " ")
    }
    #expect(TailHelp.text.hasSuffix("\n") && !TailHelp.text.hasSuffix("\n\n"))
  }
}
