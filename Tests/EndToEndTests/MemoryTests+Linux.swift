#if os(Linux)
import Foundation
import SiltTestSupport
import Testing

/// The memory that a process holds is bounded by the ring, whatever comes.
@Suite struct MemoryTests {
  /// The most memory that a process held, in bytes, without its program's own pages: those of a build
  /// for debugging are many more. (The benchmark holds the whole of a release build to the budget.)
  ///
  /// What `wait4` tells would not do: it counts what the process was before it became its program.
  private static func peakMemory(of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    func kibibytes(_ name: String) throws -> Int {
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
      return try #require(Int(line.filter(\.isNumber)))
    }
    return (try kibibytes("VmHWM") - kibibytes("RssFile")) << 10
  }

  @Test(arguments: [(nil, 64), ("4M", 4)] as [(String?, Int)])
  func `an endless pipe keeps to the budget`(buffer: String?, mebibytes: Int) throws {
    let directory = try TemporaryDirectory()
    let option = buffer.map { "--buffer \($0)" } ?? ""
    let window = try Window(
      script: "mkfifo pipe; yes >pipe & exec \"$SILT\" \(option) <pipe",
      directory: directory.path
    )
    // Three times what the ring holds.
    let lines = 3 * (mebibytes << 20) / 2
    try window.wait(for: "\(lines) lines") { screen in
      let digits = screen.status.split(separator: "  ").dropFirst(2).first?.filter(\.isNumber)
      return Int(digits ?? "") ?? 0 > lines
    }
    // All that is held is held while it is saved, whatever comes meanwhile.
    window.type("ssaved\r")
    try window.waitForStatus("to 'saved'")
    window.type("g")
    try window.waitForStatus("pipe  paused")
    let peak = try Self.peakMemory(of: window.session.processID)
    #expect(peak <= (mebibytes << 20) * 11 / 10 + (16 << 20))
    #expect(peak > mebibytes << 20)
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
    #expect(window.screen.traces == [])
  }

  @Test func `fifty files keep to the budget`() throws {
    let directory = try TemporaryDirectory()
    let names = (1...50).map { "f\($0)" }
    for name in names { try directory.write(name, lines(1...60_000, "\(name) ")) }
    let window = try Window(["--buffer", "4M"] + names, directory: directory.path)
    try window.waitForStatus("50 files  following")
    // Short lines of all of them, one after the other.
    for round in 1...40 {
      for name in names { try directory.append(name, "\(round)\n") }
    }
    window.type("k")
    try window.waitForStatus("3,002,000 lines")
    window.type("g")
    try window.waitForText("── older lines gone")
    let peak = try Self.peakMemory(of: window.session.processID)
    #expect(peak <= (4 << 20) * 11 / 10 + (16 << 20))
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
  }
}
#endif
