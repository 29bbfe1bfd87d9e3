import SiltFollow
import Testing

/// Every order of events, up to a depth, against what a perfect follower gives.
struct FollowOrderTests {
  private static var options: FollowMachine.Options {
    var options = FollowMachine.Options(mode: .name)
    options.readLimit = 2
    return options
  }

  /// Walks through everything that can happen with at most so many changes of the files, each at
  /// any moment, and looks at the outcome whenever the changes are used up.
  ///
  /// - Returns: How many different states were met.
  private func explore(
    _ start: World,
    _ operations: [World.Operation],
    changes: Int
  ) -> (states: Int, faults: [String]) {
    struct Node: Hashable {
      var world: World
      var left: Int
    }
    var seen: Set<Node> = []
    var stack: [(node: Node, path: [String])] = [(Node(world: start, left: changes), [])]
    var faults: [String] = []
    while let (node, path) = stack.popLast(), faults.count < 3 {
      guard seen.insert(node).inserted else { continue }
      var rested = node.world
      rested.settle()
      if let fault = rested.verdict() {
        faults.append("\(path.joined(separator: " ")): \(fault)")
        continue
      }
      guard node.left > 0 else { continue }
      for operation in operations {
        var world = node.world
        guard world.apply(operation) else { continue }
        stack.append((Node(world: world, left: node.left - 1), path + ["\(operation)"]))
      }
      for step in World.Step.allCases {
        var world = node.world
        guard world.take(step) else { continue }
        stack.append((Node(world: world, left: node.left), path + ["\(step)"]))
      }
    }
    return (seen.count, faults)
  }

  @Test(
    arguments: [(units: 1, changes: 3), (units: nil, changes: 3)] as [(units: Int?, changes: Int)]
  )
  func `any few changes at any moment lose and double nothing`(
    start: (units: Int?, changes: Int)
  ) {
    let outcome = explore(
      World(Self.options, units: start.units),
      World.Operation.allCases,
      changes: start.changes
    )
    #expect(outcome.faults == [])
    #expect(outcome.states > 4000, "the walk met only \(outcome.states) states")
  }

  @Test func `long random stories lose and double nothing`() {
    for seed in UInt64(1)...300 {
      var random = SplitMix(state: seed)
      var world = World(Self.options, units: 1)
      for _ in 0..<120 {
        if random.next() % 4 == 0,
          let change = World.Operation.allCases.randomElement(using: &random)
        {
          _ = world.apply(change)
        } else if let step = World.Step.allCases.randomElement(using: &random) {
          _ = world.take(step)
        }
      }
      world.settle()
      #expect(world.verdict() == nil, "seed \(seed)")
    }
  }
}

/// A small seeded generator: splitmix64.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
