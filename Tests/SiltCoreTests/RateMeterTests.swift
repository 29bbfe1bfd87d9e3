import Testing

@testable import SiltCore

@Suite struct RateMeterTests {
  private let second: UInt64 = 1_000_000_000

  @Test func `the rate is that of the last full second`() {
    var meter = RateMeter()
    meter.received(3, at: 10 * second)
    meter.received(4, at: 10 * second + 900_000_000)
    #expect(meter.rate(at: 10 * second + 950_000_000) == nil)
    #expect(meter.rate(at: 11 * second) == 7)
    meter.received(5, at: 11 * second + 1)
    #expect(meter.rate(at: 11 * second + 2) == 7)
    #expect(meter.rate(at: 12 * second) == 5)
  }

  @Test func `it is gone at most two seconds after the last line, and then nothing is due`() {
    var meter = RateMeter()
    #expect(meter.nextChange(after: 5 * second) == nil)
    meter.received(1, at: 5 * second + 7)
    var now = 5 * second + 7
    var shown: [Int?] = []
    while let next = meter.nextChange(after: now) {
      now = next
      shown.append(meter.rate(at: now))
    }
    #expect(shown == [1, nil])
    #expect(now - (5 * second + 7) <= 2 * second)
  }
}
