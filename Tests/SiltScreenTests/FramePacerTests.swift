import SiltScreen
import SiltTestSupport
import Testing

struct FramePacerTests {
  private static func ms(_ milliseconds: Int) -> Duration {
    .milliseconds(milliseconds)
  }

  @Test func `the first change after quiet is due at once`() {
    var pacer = FramePacer(interval: Self.ms(33))
    #expect(pacer.due == nil)
    #expect(pacer.changed(at: Self.ms(1000)) == Self.ms(1000))
    pacer.painted(bytes: 100, at: Self.ms(1000))
    #expect(pacer.due == nil)
    #expect(pacer.changed(at: Self.ms(5000)) == Self.ms(5000))
  }

  @Test func `changes in between are shown by one frame after the interval`() {
    var pacer = FramePacer(interval: Self.ms(33))
    pacer.changed(at: Self.ms(0))
    pacer.painted(bytes: 100, at: Self.ms(0))
    #expect(pacer.changed(at: Self.ms(2)) == Self.ms(33))
    #expect(pacer.changed(at: Self.ms(20)) == Self.ms(33))
    #expect(pacer.due == Self.ms(33))
    // A writer that was late: due at once, never in the past.
    #expect(pacer.changed(at: Self.ms(50)) == Self.ms(50))
  }

  @Test func `a frame that only the clock caused delays no change behind it`() {
    var pacer = FramePacer(interval: Self.ms(33), bytesPerSecond: 40_000)
    #expect(pacer.clockTurned(at: Self.ms(1000)) == Self.ms(1000))
    pacer.painted(bytes: 40, at: Self.ms(1000))
    #expect(pacer.changed(at: Self.ms(1001)) == Self.ms(1001))
    pacer.painted(bytes: 40, at: Self.ms(1001))
    // But it keeps its own distance, and a change on top of it makes it a frame like others.
    #expect(pacer.clockTurned(at: Self.ms(1002)) == Self.ms(1034))
    #expect(pacer.changed(at: Self.ms(1010)) == Self.ms(1034))
    pacer.painted(bytes: 40, at: Self.ms(1034))
    #expect(pacer.changed(at: Self.ms(1035)) == Self.ms(1067))
  }

  @Test func `a large frame has to be paid for before the next`() {
    var pacer = FramePacer(interval: Self.ms(33), bytesPerSecond: 40_000)
    pacer.changed(at: Self.ms(0))
    pacer.painted(bytes: 8_000, at: Self.ms(0))
    #expect(pacer.changed(at: Self.ms(1)) == Self.ms(200))
  }

  @Test func `what a key causes is due at once and costs no budget`() {
    var pacer = FramePacer(interval: Self.ms(33), bytesPerSecond: 40_000)
    pacer.changed(at: Self.ms(0))
    pacer.painted(bytes: 4_000, at: Self.ms(0))
    #expect(pacer.changed(at: Self.ms(10)) == Self.ms(100))
    #expect(pacer.keyPressed(at: Self.ms(20)) == Self.ms(20))
    #expect(pacer.changed(at: Self.ms(21)) == Self.ms(21))
    pacer.painted(bytes: 4_000, at: Self.ms(22))
    // Not 122, but not earlier either than the frame before it was paid for.
    #expect(pacer.changed(at: Self.ms(23)) == Self.ms(100))
    pacer.painted(bytes: 40, at: Self.ms(100))
    #expect(pacer.changed(at: Self.ms(101)) == Self.ms(133))
  }

  @Test func `a frame of no bytes costs no time`() {
    var pacer = FramePacer(interval: Self.ms(33))
    pacer.changed(at: Self.ms(0))
    pacer.painted(bytes: 0, at: Self.ms(0))
    #expect(pacer.changed(at: Self.ms(1)) == Self.ms(1))
  }

  @Test func `a flood keeps thirty frames and forty kilobytes a second`() {
    for seed in UInt64(0)..<20 {
      var generator = SeededGenerator(seed: seed)
      var pacer = FramePacer()
      var now = Duration.zero
      var frames: [(at: Duration, bytes: Int)] = []
      while now < .seconds(20) {
        now += .microseconds(Int.random(in: 1...3000, using: &generator))
        if pacer.changed(at: now) <= now {
          let bytes = Int.random(in: 1...4000, using: &generator)
          pacer.painted(bytes: bytes, at: now)
          frames.append((now, bytes))
        }
      }
      for frame in frames {
        let second = frames.filter { frame.at <= $0.at && $0.at < frame.at + .seconds(1) }
        #expect(second.count <= 30, "seed \(seed)")
        #expect(second.dropLast().reduce(0) { $0 + $1.bytes } <= 40_000, "seed \(seed)")
      }
      #expect(frames.count > 200, "seed \(seed)")
    }
  }
}
