import Foundation
import SiltScreen
import SiltSystem
import SiltTestSupport
import Synchronization
import Testing

@testable import SiltKit

/// A session on a pseudo-terminal whose other side is a screen.
///
/// Sendable unchecked: a test uses it on one thread, and the session on its queue.
final class SessionBed: @unchecked Sendable {
  /// A clock that stands still unless a test moves it.
  final class Clock: Sendable {
    private let nanoseconds = Atomic<UInt64>(1_000_000_000_000)

    var now: UInt64 { nanoseconds.load(ordering: .relaxed) }

    func advance(milliseconds: UInt64) {
      nanoseconds.add(milliseconds * 1_000_000, ordering: .relaxed)
    }
  }

  let queue = SystemQueue(label: "test")
  let clock = Clock()
  let session: Session
  private(set) var screen: VirtualScreen
  private var master: Descriptor?
  private let slave: Descriptor
  /// The master, as long as it is there.
  private let person: BorrowedDescriptor
  /// How many bytes were written to the terminal.
  private(set) var byteCount = 0
  private let inputs = Atomic<Int>(0)
  private let ending = Mutex<Session.Ending?>(nil)
  private let page: RestorePage
  private let before: TerminalModes

  init(
    _ kind: Session.Options.Kind = .client,
    name: String = "log",
    rows: Int = 8,
    columns: Int = 24,
    height: HeightChoice = .rows(5),
    _ configure: (inout Session.Options) -> Void = { _ in }
  ) throws {
    let pair = try PseudoTerminal(rows: rows, columns: columns)
    person = BorrowedDescriptor(pair.master.rawValue)
    slave = pair.slave
    master = Descriptor(owning: pair.master.release())
    page = try RestorePage()
    before = try TerminalModes(of: slave.borrowed)
    screen = VirtualScreen(rows: rows, columns: columns)
    let queue = queue
    let terminal = try #require(
      Terminal(among: [slave.borrowed], on: queue, restoringFrom: page)
    )
    var options = Session.Options(
      kind: kind,
      name: ContiguousArray(name.utf8),
      height: height
    )
    options.capacity = 1 << 20
    configure(&options)
    let shown = options
    session = queue.sync { [clock] in
      Session(shown, on: terminal, queue: queue, clock: { clock.now })
    }
    session.whenLeft = { [weak self] ending in self?.ending.withLock { $0 = ending } }
    queue.sync {
      let take = session.region.owner?.input
      session.region.owner?.input = { [weak self] inputs in
        take?(inputs)
        self?.inputs.add(inputs.count, ordering: .sequentiallyConsistent)
      }
    }
  }

  deinit {
    queue.sync { session.leave(.asked) }
  }

  // MARK: What comes in

  /// Shows a session of a client.
  func start() {
    queue.sync { session.readNothing() }
  }

  func append(_ text: String) {
    append(Array(text.utf8))
  }

  func append(_ bytes: [UInt8]) {
    queue.sync {
      unsafe bytes.withUnsafeBytes { unsafe session.append($0) }
      session.changed()
    }
  }

  /// Appends `line 1` and so on.
  func appendLines(_ numbers: ClosedRange<Int>) {
    append(numbers.map { "line \($0)\n" }.joined())
  }

  /// Types keys, and waits until the session took them.
  func press(_ keys: String...) throws {
    let expected = inputs.load(ordering: .sequentiallyConsistent) + keys.count
    for key in keys {
      let bytes = ContiguousArray(key.utf8)
      try unsafe person.writeAll(bytes.span.bytes)
    }
    let isTaken = wait { inputs.load(ordering: .sequentiallyConsistent) >= expected }
    try #require(isTaken, "keys were not taken")
  }

  /// Gives the screen another size, and waits until the region is drawn for it.
  func resize(rows: Int, columns: Int) throws {
    _ = look()
    PseudoTerminal.resize(slave.rawValue, rows: rows, columns: columns)
    queue.sync { session.screenMayHaveResized() }
    receive()
    screen.resize(rows: rows, columns: columns)
    let isDrawn = wait {
      queue.sync {
        session.region.size == TerminalSize(rows: rows, columns: columns)
      }
    }
    try #require(isDrawn, "the region was not drawn")
  }

  // MARK: What is seen

  /// The region's rows now, the status row last.
  func look(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    queue.sync { session.region.paintNow() }
    receive()
    #expect(screen.unexpected == [], sourceLocation: sourceLocation)
    let height = queue.sync { session.region.rows }
    let first = screen.cursorRow
    return Array(screen.text[first..<min(first + height, screen.rows)])
  }

  /// Takes all that was written to the terminal.
  func receive() {
    // A byte that the session never writes, behind all that it wrote.
    let mark = ContiguousArray<UInt8>([0])
    queue.sync { _ = session.region.terminal.finishWriting(within: 30_000_000_000) }
    // The slave takes it at once: nothing else is on its way.
    #expect((try? unsafe slave.borrowed.writeAll(mark.span.bytes)) != nil)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while person.isReady(for: .reading, within: 30_000) {
      let count = unsafe buffer.withUnsafeMutableBytes { memory in
        try? unsafe person.read(into: memory)
      }
      guard let count, count > 0 else { return }
      let bytes = buffer[..<count].filter { $0 != 0 }
      byteCount += bytes.count
      screen.feed(bytes)
      if buffer[..<count].contains(0) { return }
    }
    Issue.record("what was written to the terminal did not come")
  }

  /// Waits for a condition; returns whether it came true in a generous time.
  func wait(until condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      if condition() { return true }
      usleep(1000)
    }
    return condition()
  }

  /// Waits until the session was left, and takes what it wrote then.
  func waitUntilLeft() throws -> Session.Ending {
    try #require(wait { ending.withLock { $0 != nil } }, "the session was not left")
    receive()
    return try #require(ending.withLock { $0 })
  }

  var hasLeft: Bool { ending.withLock { $0 != nil } }

  var ended: Session.Ending? { ending.withLock { $0 } }

  /// Sets the modes from before behind the session's back, as a shell does.
  func giveModesToOthers() {
    try? before.set(on: slave.borrowed)
  }

  /// Takes the terminal away, as closing its window does.
  func closeTerminal() {
    master = nil
  }

  /// Whether the terminal's modes are those from before.
  var isRestored: Bool {
    (try? TerminalModes(of: slave.borrowed)) == before && screen.isCursorVisible
      && !screen.isBracketedPasteOn && !screen.isAlternate
  }
}

/// A row of a status: what stands on the left and on the right of so many columns.
func status(_ left: String, _ right: String, columns: Int = 23) -> String {
  left + String(repeating: " ", count: columns - left.count - right.count) + right
}
