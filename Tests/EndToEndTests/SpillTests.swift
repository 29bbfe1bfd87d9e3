import Foundation
import SiltSystem
import SiltTestSupport
import SiltText
import Testing

/// The whole of a stream in a temporary file.
@Suite final class SpillTests {
  private static let count = 1_000_000

  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func window(_ script: String, tmpdir: String? = nil) throws -> Window {
    try Window(
      script: script,
      rows: 12,
      environment: ["TMPDIR": tmpdir ?? directory.path],
      directory: directory.path
    )
  }

  @Test(arguments: [
    "seq 1 \(count) | \"$SILT\" -k -H full --spill --buffer 1M",
    "\"$SILT\" -k -H full --spill --buffer 1M -- seq 1 \(count)",
    "mkfifo f; seq 1 \(count) >f & exec \"$SILT\" -k --spill --buffer 1M f",
  ])
  func `every line of a stream can be reached, in the memory of the ring`(script: String) throws {
    let window = try window(script)
    try window.wait(for: "the end") { screen in
      screen.text[..<11].contains { $0.hasPrefix("\(Self.count)") }
        && screen.status.contains("1,000,000 lines")
    }
    window.type("g")
    try window.wait(for: "the first line") { $0.text[0] == "1" }
    window.type("345678g")
    try window.wait(for: "the line") { $0.text[0].hasPrefix("345678 ") }
    window.type("ma50%'a")
    try window.wait(for: "the marked line") { $0.text[10].hasPrefix("345688 ") }
    let target = directory.path(of: "saved")
    window.type("s\(target)\r")
    try window.waitForStatus("saved 6.5 MiB")
    let saved = try String(contentsOfFile: target, encoding: .utf8)
    #expect(saved.replacing("\r", with: "") == lines(1...Self.count))
    // Nothing of it has a name.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .allSatisfy { ["saved", "f"].contains($0) }
    )
    window.type("q")
    _ = try window.waitForExit()
    #expect(window.screen.traces == [])
  }

  @Test func `a disk that fills is told of, and watching goes on`() throws {
    // The shell's limit is in blocks of 512 or 1024 bytes.
    let window = try window(
      "trap '' XFSZ; ulimit -f 1000; seq 1 \(Self.count) | \"$SILT\" -k -H full --spill --buffer 1M"
    )
    try window.wait(for: "the end") { screen in
      screen.text[..<11].contains { $0.hasPrefix("\(Self.count)") }
    }
    window.type("g")
    try window.wait(for: "what is gone") { $0.text[0].hasPrefix("── older lines gone ──") }
    window.type("G")
    try window.waitForStatus("1,000,000 lines")
    window.type("q")
    #expect(try window.waitForExit() == .code(1))
    let error = "silt: error writing 'the temporary file': File too large"
    #expect(window.screen.allText.last == error)
  }

  @Test func `a limit of the process is no end`() throws {
    let window = try window(
      "(seq 1 1000; hold go; echo end) | (ulimit -f 1; exec \"$SILT\" -k -H full --spill)"
    )
    try window.waitForText("── spill failed: File too large ")
    try directory.write("go", "")
    try window.wait(for: "the last line") { $0.text[..<11].contains("end") }
    window.type("g")
    // The ring still holds all of it.
    try window.wait(for: "the first line") { $0.text[0] == "1" }
    window.type("q")
    #expect(try window.waitForExit() == .code(1))
    let error = "silt: error writing 'the temporary file': File too large"
    #expect(window.screen.allText.last == error)
  }

  @Test func `without a place for it nothing runs`() throws {
    let none = directory.path(of: "none")
    let window = try window(
      "\"$SILT\" --spill -- touch ran; echo \"status $?\"; ls; yes | \"$SILT\" --spill; echo \"status $?\"",
      tmpdir: none
    )
    #expect(try window.waitForExit() == .code(0))
    let text = window.screen.allText.joined()
    let error = "silt: cannot create a temporary file in '\(none)': No such file or directory"
    #expect(text.ranges(of: error).count == 2, "\(window.screen.allText)")
    #expect(text.ranges(of: "status 1").count == 2)
    #expect(!FileManager.default.fileExists(atPath: directory.path(of: "ran")))
  }
}
