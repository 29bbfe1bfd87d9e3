import Testing

@testable import silt_bench

@Suite struct BenchOptionsTests {
  @Test func `silt is the one beside the program, unless told otherwise`() throws {
    #expect(try BenchOptions([], program: "/a/b/silt-bench").silt == "/a/b/silt")
    #expect(try BenchOptions([], program: "silt-bench").silt == "./silt")
    #expect(try BenchOptions(["--silt", "x"], program: "/a/silt-bench").silt == "x")
  }

  @Test func `options are read in any order`() throws {
    let words = [
      "--only", "pipe", "--short", "--runs", "3", "--only", "keys", "--check", "--json", "f",
    ]
    let options = try BenchOptions(words, program: "b")
    #expect(options.only == ["pipe", "keys"])
    #expect(options.runs == 3)
    #expect(options.isShort && options.checks && !options.showsHelp)
    #expect(options.json == "f")
    #expect(options.size == BenchOptions.shortSize)
    #expect(try BenchOptions(["--size", "20", "--short"], program: "b").size == 20 << 20)
  }

  @Test(
    arguments: [
      ["--runs"], ["--runs", "0"], ["--runs", "x"], ["--size", "1"], ["--only", "nothing"],
      ["--what"], ["file"],
    ]
  ) func `a mistake is told`(words: [String]) {
    #expect(throws: BenchOptions.Mistake.self) { try BenchOptions(words, program: "b") }
  }

  @Test func `rows have different names, and the help lists them all`() {
    let names = Row.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(BenchOptions.help.contains("\n  \(name) ")) }
  }
}
