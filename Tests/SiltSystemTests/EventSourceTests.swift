import Foundation
import SiltTestSupport
import Testing

@testable import SiltSystem

@Suite struct EventSourceTests {
  enum Step: CaseIterable {
    case suspend
    case resume
    case cancel
  }

  let queue = SystemQueue(label: "test")

  /// All sequences of up to five steps.
  static let sequences: [[Step]] = (1...5).reduce(into: [[]]) { all, length in
    let longest = all.filter { $0.count == length - 1 }
    all += longest.flatMap { start in Step.allCases.map { start + [$0] } }
  }

  @Test func `any order of steps ends with the descriptor closed and no crash`() throws {
    #expect(Self.sequences.count == 364)
    for steps in Self.sequences {
      let pipe = try TestPipe()
      defer { withExtendedLifetime(pipe) {} }
      let reader = pipe.reader
      var source: EventSource? = queue.sync {
        EventSource(owning: pipe.takeWriter(), for: .writing, on: queue) {}
      }
      for step in steps {
        queue.sync {
          switch step {
          case .suspend: source?.suspend()
          case .resume: source?.resume()
          case .cancel: source?.cancel()
          }
        }
      }
      let isOpen = !steps.contains(.cancel)
      if isOpen { #expect(!reader.isHungUp, "\(steps)") }
      source = nil
      #expect(source == nil)
      #expect(becomesHungUp(reader), "\(steps)")
    }
  }

  private func becomesHungUp(_ reader: BorrowedDescriptor) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 30)
    while !reader.isHungUp {
      guard Date() < deadline else { return false }
      usleep(200)
    }
    return true
  }

  @Test func `events come only while it runs`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let reader = pipe.reader
    let events = Collected<Int>()
    let source = queue.sync {
      EventSource(borrowing: reader, for: .reading, on: queue) {
        var byte: UInt8 = 0
        _ = unsafe withUnsafeMutableBytes(of: &byte) { try? unsafe reader.read(into: $0) }
        events.append(Int(byte))
      }
    }
    try pipe.send("a")
    #expect(!events.wait(within: 0.05) { !$0.isEmpty })
    queue.sync { source.resume() }
    #expect(events.wait { $0 == [97] })
    queue.sync { source.suspend() }
    try pipe.send("b")
    #expect(!events.wait(within: 0.05) { $0.count > 1 })
    queue.sync { source.resume() }
    #expect(events.wait { $0 == [97, 98] })
    queue.sync { source.cancel() }
    queue.sync { source.resume() }
    try pipe.send("c")
    #expect(!events.wait(within: 0.05) { $0.count > 2 })
    #expect(queue.sync { source.isCancelled })
  }

  @Test func `a handler may cancel its own source`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let events = Collected<Int>()
    let held = Collected<EventSource>()
    queue.sync {
      let source = EventSource(owning: pipe.takeReader(), for: .reading, on: queue) {
        events.append(1)
        held.values.first?.cancel()
      }
      held.append(source)
      source.resume()
    }
    try pipe.send("unread")
    #expect(events.wait { !$0.isEmpty })
    #expect(!events.wait(within: 0.05) { $0.count > 1 })
  }

  @Test func `a shared descriptor closes after the last source's cancellation`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let reader = pipe.reader
    let (first, second) = queue.sync {
      let shared = SharedDescriptor(pipe.takeWriter())
      return (
        EventSource(sharing: shared, for: .writing, on: queue) {},
        EventSource(sharing: shared, for: .writing, on: queue) {}
      )
    }
    queue.sync { first.cancel() }
    queue.sync {}
    #expect(!reader.isHungUp)
    queue.sync { second.cancel() }
    #expect(becomesHungUp(reader))
  }

  @Test func `a borrowed descriptor may be closed once the cancellation is reported`() throws {
    // Each round gets the same numbers: a source closed too early would leave the next one deaf.
    for round in 0..<100 {
      let pipe = try TestPipe()
      defer { withExtendedLifetime(pipe) {} }
      let events = Collected<Int>()
      let reports = Collected<Int>()
      let source = queue.sync {
        EventSource(borrowing: pipe.reader, for: .reading, on: queue) { events.append(round) }
      }
      queue.sync { source.resume() }
      try pipe.send("x")
      try #require(events.wait { !$0.isEmpty }, "round \(round)")
      queue.sync { source.cancel { reports.append(1) } }
      try #require(reports.wait { $0 == [1] })
      queue.sync { source.cancel { reports.append(2) } }
      try #require(reports.wait { $0 == [1, 2] })
    }
  }

  @Test func `many hang-ups at once are all told and disturb no other source`() throws {
    let steady = try TestPipe(isNonBlocking: true)
    defer { withExtendedLifetime(steady) {} }
    let ticks = Collected<Int>()
    let other = queue.sync {
      EventSource(borrowing: steady.reader, for: .reading, on: queue) {
        var byte: UInt8 = 0
        _ = unsafe withUnsafeMutableBytes(of: &byte) { try? unsafe steady.reader.read(into: $0) }
        ticks.append(1)
      }
    }
    queue.sync { other.resume() }
    let queues = (0..<4).map { SystemQueue(label: "test.\($0)") }
    for round in 0..<30 {
      let ends = Collected<Int>()
      let pipes = try (0..<20).map { _ in try TestPipe() }
      for (number, pipe) in pipes.enumerated() {
        let input = StreamInput(owning: pipe.takeReader(), on: queues[number % 4])
        queues[number % 4].sync {
          unsafe input.start(
            receive: { read in
              unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) {
                _ = unsafe read($0)
              }
            },
            turnEnded: {},
            ended: { _ in ends.append(number) }
          )
        }
      }
      for pipe in pipes { pipe.closeWriter() }
      try #require(ends.wait { $0.count == 20 }, "round \(round)")
      #expect(Set(ends.values).count == 20)
      try steady.send("x")
      try #require(ticks.wait { $0.count == round + 1 }, "round \(round)")
    }
    let reports = Collected<Int>()
    queue.sync { other.cancel { reports.append(1) } }
    #expect(reports.wait { !$0.isEmpty })
  }
}
