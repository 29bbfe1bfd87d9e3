import Foundation
import Testing

@testable import SiltSystem

@Suite struct SystemQueueTests {
  let queue = SystemQueue(label: "test")

  @Test func `work runs on the queue in order`() {
    let seen = Collected<Int>()
    for number in 0..<100 {
      queue.async { [queue] in
        queue.assertIsCurrent()
        seen.append(number)
      }
    }
    queue.sync {}
    #expect(seen.values == Array(0..<100))
  }

  @Test func `a timer fires once and not early`() {
    let fired = Collected<UInt64>()
    let start = SystemClock.now()
    let timer = queue.sync {
      queue.after(.milliseconds(20)) { fired.append(SystemClock.now()) }
    }
    #expect(fired.wait { !$0.isEmpty })
    #expect(fired.values[0] - start >= 20_000_000)
    #expect(!fired.wait(within: 0.1) { $0.count > 1 })
    #expect(queue.sync { timer.isArmed } == false)
  }

  @Test func `a cancelled timer does not fire even when it was due`() {
    let fired = Collected<Int>()
    queue.sync {
      let timer = queue.after(nanoseconds: 1) { fired.append(1) }
      // Due by now, but the queue is busy here.
      usleep(20_000)
      #expect(timer.isArmed)
      timer.cancel()
      timer.cancel()
      #expect(!timer.isArmed)
    }
    #expect(!fired.wait(within: 0.1) { !$0.isEmpty })
  }

  @Test func `a timer that nobody holds fires`() {
    let fired = Collected<Int>()
    queue.sync { _ = queue.after(.milliseconds(5)) { fired.append(1) } }
    #expect(fired.wait { !$0.isEmpty })
  }

  @Test func `a timer lets go of its work when it fired or was cancelled`() {
    final class Token: Sendable {}
    let fired = Collected<Int>()
    var token: Token? = Token()
    weak let firing = token
    queue.sync { [token] in
      _ = queue.after(.milliseconds(1)) { [token] in
        withExtendedLifetime(token) { fired.append(1) }
      }
      let other = queue.after(.seconds(100)) { withExtendedLifetime(token) {} }
      other.cancel()
    }
    token = nil
    #expect(fired.wait { !$0.isEmpty })
    let deadline = Date(timeIntervalSinceNow: 30)
    while firing != nil, Date() < deadline { queue.sync {} }
    #expect(firing == nil)
  }

  @Test func `a timer's work may arm the next one`() {
    let fired = Collected<Int>()
    queue.sync {
      _ = queue.after(.milliseconds(1)) { [queue] in
        fired.append(1)
        queue.after(.milliseconds(-5)) { fired.append(2) }
      }
    }
    #expect(fired.wait { $0 == [1, 2] })
  }

  @Test func `a job's result comes back on the queue`() {
    let seen = Collected<Int>()
    let elsewhere = IOQueue()
    for number in 0..<20 {
      elsewhere.run(
        { number * 2 },
        on: queue,
        then: { [queue] result in
          queue.assertIsCurrent()
          seen.append(result)
        }
      )
    }
    #expect(seen.wait { $0.count == 20 })
    #expect(seen.values == (0..<20).map { $0 * 2 })
  }

  @Test func `the time of day has two digits each`() {
    #expect(SystemClock.timeOfDay().wholeMatch(of: /\d\d:\d\d:\d\d/) != nil)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "HH:mm:ss"
    for seconds: Int64 in [0, 59, 3_600, 1_764_522_131, 2_000_000_009] {
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(SystemClock.timeOfDay(at: seconds) == expected)
    }
  }

  @Test func `the clock goes forward`() {
    let first = SystemClock.now()
    usleep(1000)
    #expect(SystemClock.now() - first >= 1_000_000)
  }
}
