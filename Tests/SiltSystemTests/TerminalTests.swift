import Foundation
import SiltTestSupport
import Testing

@testable import SiltSystem

@Suite struct TerminalTests {
  let queue = SystemQueue(label: "test")

  /// A terminal on a pseudo-terminal whose master the test holds.
  ///
  /// Sendable unchecked: `terminal` is used on the queue.
  private final class Setup: @unchecked Sendable {
    let pair: PseudoTerminal
    let page: RestorePage
    let terminal: Terminal
    let before: TerminalModes
    let drained = Collected<Int>()
    let gone = Collected<Int>()
    let keys = Collected<[UInt8]>()

    init(_ queue: SystemQueue, inheriting: Bool = false) throws {
      pair = try PseudoTerminal(rows: 7, columns: 31)
      page = try RestorePage()
      before = try TerminalModes(of: pair.slave.borrowed)
      let slave = pair.slave.borrowed
      terminal =
        inheriting
        ? Terminal(inherited: slave, on: queue, restoringFrom: page)
        : try #require(Terminal(among: [slave], on: queue, restoringFrom: page))
      terminal.whenDrained = { [drained] in drained.append(1) }
      terminal.whenGone = { [gone] in gone.append(1) }
    }

    var modes: TerminalModes { get throws { try TerminalModes(of: pair.slave.borrowed) } }
    var master: BorrowedDescriptor { pair.master.borrowed }
  }

  @Test func `the terminal is opened anew and the inherited flags stay`() throws {
    let setup = try Setup(queue)
    let inherited = setup.pair.slave.rawValue
    let own = setup.terminal.descriptor.rawValue
    #expect(own != inherited)
    #expect(fcntl(own, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(own, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(inherited, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func `the first descriptor that is a terminal is taken`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let page = try RestorePage()
    #expect(Terminal(among: [pipe.reader], on: queue, restoringFrom: page) == nil)
    let pair = try PseudoTerminal(rows: 3, columns: 9)
    let candidates = [pipe.reader, pair.slave.borrowed]
    let terminal = Terminal(among: candidates, on: queue, restoringFrom: page)
    #expect(terminal?.size == TerminalSize(rows: 3, columns: 9))
  }

  @Test(arguments: [(0, 0, 24, 80), (0, 100, 24, 100), (50, 0, 50, 80), (1, 1, 1, 1)])
  func `a size the terminal does not know is a common one`(
    rows: Int,
    columns: Int,
    expectedRows: Int,
    expectedColumns: Int
  ) throws {
    let setup = try Setup(queue)
    PseudoTerminal.resize(setup.pair.slave.rawValue, rows: rows, columns: columns)
    #expect(setup.terminal.size == TerminalSize(rows: expectedRows, columns: expectedColumns))
  }

  @Test(arguments: [TerminalModes.InterruptKeys.asBytes, .asSignals])
  func `only the modes that watching needs change`(
    keys: TerminalModes.InterruptKeys
  ) throws {
    let setup = try Setup(queue)
    try queue.sync { try setup.terminal.enter(interruptKeys: keys, undo: []) }
    let after = try setup.modes
    let interrupts = keys == .asBytes ? ISIG : 0
    #expect(
      after.localFlags == setup.before.localFlags & ~UInt(ECHO | ICANON | IEXTEN | interrupts)
    )
    #expect(after.inputFlags == setup.before.inputFlags & ~UInt(IXON | ICRNL))
    #expect(after.outputFlags == setup.before.outputFlags)
    #expect(after.outputFlags & UInt(OPOST) != 0)
    #expect(after.controlFlags == setup.before.controlFlags)
    var characters = setup.before.controlCharacters
    characters[Int(VMIN)] = 1
    characters[Int(VTIME)] = 0
    #expect(after.controlCharacters == characters)
    #expect(setup.before.localFlags & UInt(ISIG | ECHO | ICANON) == UInt(ISIG | ECHO | ICANON))

    queue.sync { setup.terminal.restore() }
    #expect(try setup.modes == setup.before)
  }

  @Test func `interrupt keys change their meaning and what is restored stays`() throws {
    let setup = try Setup(queue)
    try queue.sync {
      try setup.terminal.enter(interruptKeys: .asBytes, undo: [])
      #expect(try setup.modes.localFlags & UInt(ISIG) == 0)
      try setup.terminal.enter(interruptKeys: .asSignals, undo: [])
      #expect(try setup.modes.localFlags & UInt(ISIG) != 0)
      setup.terminal.restore()
    }
    #expect(try setup.modes == setup.before)
  }

  @Test func `modes that somebody changed are noticed and set again`() throws {
    let setup = try Setup(queue)
    try queue.sync {
      #expect(setup.terminal.modesAreOurs())
      try setup.terminal.enter(interruptKeys: .asBytes, undo: [])
      #expect(setup.terminal.modesAreOurs())
      let ours = try setup.modes
      // As a program that asked a password puts back what it found.
      try setup.before.set(on: setup.pair.slave.borrowed)
      #expect(!setup.terminal.modesAreOurs())
      try setup.terminal.reenter()
      #expect(setup.terminal.modesAreOurs())
      #expect(try setup.modes == ours)
      setup.terminal.restore()
    }
    #expect(try setup.modes == setup.before)
  }

  @Test func `restoring writes what undoes ours once and drops unread keys`() throws {
    let setup = try Setup(queue)
    try queue.sync {
      try setup.terminal.enter(interruptKeys: .asBytes, undo: Array("first".utf8))
      setup.terminal.write(Array("frame;".utf8))
      setup.terminal.setUndo(Array("undo".utf8))
    }
    try setup.master.writeAll("typed ahead")
    #expect(setup.pair.slave.borrowed.isReady(for: .reading, within: 30_000))
    queue.sync {
      setup.terminal.restore()
      setup.terminal.restore()
    }
    #expect(String(decoding: readAvailable(setup.master), as: UTF8.self) == "frame;undo")
    #expect(!setup.pair.slave.borrowed.isReady(for: .reading))
    #expect(try setup.modes == setup.before)
  }

  @Test(arguments: [false, true])
  func `a stalled terminal keeps all bytes whole and in order`(inheriting: Bool) throws {
    let setup = try Setup(queue, inheriting: inheriting)
    let frames = (0..<200).map { "<frame \($0) " + String(repeating: "x", count: 500) + ">" }
    let start = SystemClock.now()
    queue.sync {
      for frame in frames { setup.terminal.write(Array(frame.utf8)) }
      #expect(setup.terminal.isBusy)
      #expect(!setup.terminal.finishWriting(within: 30_000_000))
    }
    #expect(SystemClock.now() - start < 20_000_000_000)
    #expect(setup.drained.values.isEmpty)
    let expected = frames.joined()
    let bytes = readAvailable(setup.master, atLeast: expected.utf8.count)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    #expect(setup.drained.wait { !$0.isEmpty })
    queue.sync { #expect(!setup.terminal.isBusy) }
    #expect(setup.drained.values == [1])

    queue.sync {
      setup.terminal.write(Array("after".utf8))
      #expect(setup.terminal.finishWriting(within: 30_000_000_000))
    }
    #expect(String(decoding: readAvailable(setup.master), as: UTF8.self) == "after")
  }

  @Test func `finishing waits for a slow reader`() throws {
    let setup = try Setup(queue)
    let master = setup.master
    let received = Collected<Int>()
    queue.sync {
      setup.terminal.write([UInt8](repeating: 0x61, count: 200_000))
      #expect(setup.terminal.isBusy)
      Thread.detachNewThread { received.append(readAvailable(master, atLeast: 200_000).count) }
      #expect(setup.terminal.finishWriting(within: 30_000_000_000))
      #expect(!setup.terminal.isBusy)
    }
    #expect(received.wait { $0 == [200_000] })
    #expect(setup.gone.values.isEmpty)
  }

  @Test(arguments: [false, true])
  func `keys come as bytes as they are typed`(inheriting: Bool) throws {
    let setup = try Setup(queue, inheriting: inheriting)
    try queue.sync {
      try setup.terminal.enter(interruptKeys: .asBytes, undo: [])
      #expect(setup.terminal.readKeys { setup.keys.append($0) })
    }
    for (number, keys) in ["j", "\r", "\u{3}", "\u{1a}", "\u{1b}[A", "é"].enumerated() {
      try setup.master.writeAll(keys)
      #expect(setup.keys.wait { $0.count == number + 1 })
      #expect(setup.keys.values.last == Array(keys.utf8))
    }
    queue.sync { setup.terminal.suspendKeys() }
    try setup.master.writeAll("later")
    #expect(!setup.keys.wait(within: 0.05) { $0.count > 6 })
    queue.sync { setup.terminal.resumeKeys() }
    #expect(setup.keys.wait { $0.last == Array("later".utf8) })
    #expect(setup.gone.values.isEmpty)
    let closed = Collected<Int>()
    queue.sync { setup.terminal.close { closed.append(1) } }
    #expect(closed.wait { $0 == [1] })
  }

  @Test func `a Ctrl-D in somebody else's modes is no hang-up`() throws {
    let setup = try Setup(queue)
    queue.sync { _ = setup.terminal.readKeys { setup.keys.append($0) } }
    // The terminal is in its ordinary modes: the key makes a read of no bytes.
    try setup.master.writeAll("\u{4}")
    try setup.master.writeAll("line\n")
    #expect(setup.keys.wait { $0.joined().elementsEqual("line\n".utf8) })
    #expect(setup.gone.values.isEmpty)
  }

  @Test func `a terminal that goes away while keys are read is reported once`() throws {
    let pair = try PseudoTerminal()
    let page = try RestorePage()
    let gone = Collected<Int>()
    let terminal = try #require(
      Terminal(among: [pair.slave.borrowed], on: queue, restoringFrom: page)
    )
    try queue.sync {
      terminal.whenGone = { gone.append(1) }
      try terminal.enter(interruptKeys: .asBytes, undo: [])
      terminal.readKeys { _ in }
    }
    drop(pair.master)
    #expect(gone.wait { !$0.isEmpty })
    queue.sync {
      terminal.write([0x61])
      terminal.restore()
    }
    #expect(!gone.wait(within: 0.05) { $0.count > 1 })
  }

  @Test(arguments: [false, true])
  func `a terminal that goes away while written to is reported once`(inheriting: Bool) throws {
    let pair = try PseudoTerminal()
    let page = try RestorePage()
    let gone = Collected<Int>()
    let slave = BorrowedDescriptor(pair.slave.rawValue)
    let terminal =
      inheriting
      ? Terminal(inherited: slave, on: queue, restoringFrom: page)
      : try #require(Terminal(among: [slave], on: queue, restoringFrom: page))
    queue.sync {
      terminal.whenGone = { gone.append(1) }
      terminal.write([UInt8](repeating: 0x61, count: 100_000))
      #expect(terminal.isBusy)
    }
    drop(pair.master)
    #expect(gone.wait { !$0.isEmpty })
    queue.sync {
      terminal.write([0x61])
      #expect(terminal.finishWriting(within: 1_000_000_000))
    }
    #expect(!gone.wait(within: 0.05) { $0.count > 1 })
    drop(pair.slave)
  }

  @Test func `a descriptor that can only be written gives no keys`() throws {
    let pair = try PseudoTerminal()
    let number = unsafe open(pair.name, O_WRONLY | O_NOCTTY)
    let output = Descriptor(owning: number)
    let terminal = Terminal(
      inherited: output.borrowed,
      on: queue,
      restoringFrom: try RestorePage()
    )
    queue.sync { #expect(!terminal.readKeys { _ in }) }
  }
}
