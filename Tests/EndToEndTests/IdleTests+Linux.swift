#if os(Linux)
import Foundation
import SiltTestSupport
import Testing

/// A program that nothing happens to does nothing.
@Suite struct IdleTests {
  /// How often the program's threads gave up the processor or lost it: whoever makes a call that
  /// waits, or wakes from one, does.
  private static func switches(of process: Int32) throws -> [String: [Substring]] {
    let folder = "/proc/\(process)/task"
    var switches: [String: [Substring]] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let status = try String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
      switches[thread] = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
    }
    return switches
  }

  @Test(arguments: [true, false])
  func `an idle region neither wakes nor writes`(isFile: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", "one\n")
    let feed = isFile ? nil : try Feed()
    let window = try feed?.window ?? Window([path])
    if isFile { try window.waitForStatus("f  following") }
    try feed?.write("one\n")
    try directory.append("f", "two\nthree\n")
    try feed?.write("two\nthree\n")
    try window.wait(for: "the last line") { $0.bottomLogRow == "three" }
    window.type("kj")
    try window.waitForStatus("3 lines")

    // The rate goes from the status row, and threads without work end, within some seconds.
    let deadline = ContinuousClock.now + PtySession.patience
    var isIdle = false
    while !isIdle, ContinuousClock.now < deadline {
      // A thread that ends meanwhile has no status left.
      let before = try? Self.switches(of: window.session.processID)
      let count = window.session.output.count
      // Not a suspension: beside tests that block their threads it would last as long as they do.
      Thread.sleep(forTimeInterval: 3)
      let after = try? Self.switches(of: window.session.processID)
      isIdle = before != nil && before == after && count == window.session.output.count
    }
    #expect(isIdle)
    window.type("q")
    #expect(try window.waitForExit() == .code(0))
  }
}
#endif
