import SiltTestSupport
import Testing

@testable import SiltCore

@Suite struct RecentMapTests {
  @Test func `what is used again and again stays, whatever else comes`() {
    var map = RecentMap<Int, String>(capacity: 10)
    for key in 0..<5 { map.insert("\(key)", for: key) }
    for other in 100..<1000 {
      map.insert("other", for: other)
      for key in 0..<5 { #expect(map.value(of: key) == "\(key)", "after \(other)") }
    }
    #expect(map.value(of: 100) == nil)
    #expect(map.value(of: 999) == "other")
  }

  @Test(arguments: 0..<20) func `values are the last ones, in bounded memory`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var map = RecentMap<Int, Int>(capacity: 30)
    var last: [Int: (value: Int, cost: Int)] = [:]
    for step in 0..<500 {
      let key = Int.random(in: 0..<20, using: &random)
      if Bool.random(using: &random) {
        let cost = Int.random(in: 1...40, using: &random)
        map.insert(step, for: key, cost: cost)
        // One that costs too much is not kept, and no older one in its place.
        last[key] = (step, cost)
        #expect(map.value(of: key) == (cost <= 30 ? step : nil), "seed \(seed), step \(step)")
      } else if let value = map.value(of: key) {
        #expect(value == last[key]?.value, "seed \(seed), step \(step)")
      }
      let kept = last.filter { map.value(of: $0.key) != nil }
      #expect(kept.reduce(0) { $0 + $1.value.cost } <= 60, "seed \(seed), step \(step)")
    }
  }
}
