import Foundation
import SiltMatch
import SiltTestSupport
import Testing

/// Which lines match is what `grep -E` says, where it is installed and knows of UTF-8.
@Suite struct GrepTests {
  private static let isInstalled =
    (try? run("printf 'é\\n' | LC_ALL=C.UTF-8 timeout 9 grep -cE '^\\w$'", in: "/")) == "1\n"

  /// What a shell command prints.
  private static func run(_ command: String, in directory: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// For `grep -i` the kelvin sign is no K.
  private static func withoutKelvin(_ text: String) -> String {
    var result = ""
    result.unicodeScalars += text.unicodeScalars.map { $0 == "\u{212A}" ? "k" : $0 }
    return result
  }

  @Test(.enabled(if: isInstalled), arguments: 0..<UInt64(4))
  func `lines match as grep says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryDirectory()
    let sources = (0..<300).map { _ in
      Self.withoutKelvin(NaivePattern.random(&random, depth: 3, isCommon: true).source)
    }
    let lines = (0..<50).map { _ in
      let line = NaivePattern.text(&random, isValid: true)
      return Array(Self.withoutKelvin(String(decoding: line, as: UTF8.self)).utf8)
    }
    try directory.write("text", Array(lines.map { $0 + [10] }.joined()))
    try directory.write("patterns", sources.joined(separator: "\n") + "\n")
    let option = random.isOne(in: 2) ? "-i" : ""
    let script = """
      export LC_ALL=C.UTF-8
      while IFS= read -r pattern; do
        timeout 9 grep -anE \(option) -e "$pattern" text | cut -d: -f1
        echo =
      done <patterns
      """
    let answers = try Self.run(script, in: directory.path).components(separatedBy: "=\n")
    try #require(answers.count == sources.count + 1)
    for (source, answer) in zip(sources, answers) {
      var matcher = Matcher(try Pattern(source, caseRule: option == "-i" ? .ignored : .asTyped))
      let numbers = lines.indices.filter { matcher.matches(lines[$0]) }.map { $0 + 1 }
      #expect(
        numbers == answer.split(separator: "\n").compactMap { Int($0) },
        "seed \(seed), \(option) \(source)"
      )
    }
  }
}
