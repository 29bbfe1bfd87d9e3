import Foundation
import Testing

/// Under the name `tail` the program gives what GNU's gives, to the byte.
struct TailTests {
  /// Whether what a record needs is there: devices and events that only Linux has.
  private static func isPossible(_ record: TailRecord) -> Bool {
    let isLinux = FileManager.default.fileExists(atPath: "/proc/self")
    let needed = ["/dev/full", "/proc/", "/sys/"]
    let script = record.steps[0].script
    return isLinux || !needed.contains { script.contains($0) }
  }

  private static let calls = TailRecord.calls.filter(isPossible)

  @Test(arguments: TailItem.shown(by: calls))
  func `a call gives what is on record`(item: TailItem) throws {
    let calls = Self.calls.filter { $0.item == item.number }
    for (call, outcome) in zip(calls, try TailProgram.silt.outcomes(of: calls)) {
      #expect(outcome == call, "\(outcome.text)\n--- expected\n\(call.text)")
    }
  }

  @Test(.enabled(if: TailProgram.gnu != nil), arguments: TailItem.shown(by: calls))
  func `the record of a call is what the machine's own tail gives`(item: TailItem) throws {
    let calls = Self.calls.filter { $0.item == item.number }
    let gnu = try #require(TailProgram.gnu)
    for (call, outcome) in zip(calls, try gnu.outcomes(of: calls)) {
      #expect(outcome == call, "\(outcome.text)\n--- recorded\n\(call.text)")
    }
  }
}
