import Foundation
import SiltTestSupport
import Testing

@testable import SiltSystem

/// Each test runs a process of its own that sets up a terminal as the program does, and crashes.
@Suite struct CrashHandlersTests {
  /// The signal of a Swift trap on this processor.
  #if arch(x86_64)
  static let trap = SIGILL
  #else
  static let trap = SIGTRAP
  #endif

  /// Sets the modes for watching on a terminal and installs the handlers; returns the queue.
  static func setUp(_ name: String) throws -> SystemQueue {
    let queue = SystemQueue()
    let slave = try Descriptor(opening: name, for: .terminal).release()
    let page = try RestorePage()
    CrashHandlers.install(restoringFrom: page)
    try queue.sync {
      let terminal = try #require(
        Terminal(among: [BorrowedDescriptor(slave)], on: queue, restoringFrom: page)
      )
      try terminal.enter(interruptKeys: .asBytes, undo: Array("undone".utf8))
      terminal.write(Array("frame;".utf8))
      // As the program's own state does, it outlives all.
      _ = unsafe Unmanaged.passRetained(terminal)
    }
    return queue
  }

  /// Checks that a terminal is as it was before, and was told so.
  static func check(_ pair: borrowing PseudoTerminal, _ before: TerminalModes) throws {
    let master = pair.master.borrowed
    #expect(String(decoding: readAvailable(master), as: UTF8.self) == "frame;undone")
    #expect(try TerminalModes(of: pair.slave.borrowed) == before)
  }

  @Test func `a Swift trap on the queue gives the terminal back`() async throws {
    let pair = try PseudoTerminal()
    let before = try TerminalModes(of: pair.slave.borrowed)
    await #expect(processExitsWith: .signal(Self.trap)) { [name = pair.name as String] in
      try CrashHandlersTests.setUp(name).sync {
        let empty: [Int] = []
        print(empty[CommandLine.arguments.count])
      }
    }
    try Self.check(pair, before)
  }

  @Test func `a Swift trap in queued work gives the terminal back`() async throws {
    let pair = try PseudoTerminal()
    let before = try TerminalModes(of: pair.slave.borrowed)
    await #expect(processExitsWith: .signal(Self.trap)) { [name = pair.name as String] in
      try CrashHandlersTests.setUp(name).async { fatalError("asked for") }
      sleep(30)
    }
    try Self.check(pair, before)
  }

  @Test func `a bad access on the queue gives the terminal back`() async throws {
    let pair = try PseudoTerminal()
    let before = try TerminalModes(of: pair.slave.borrowed)
    await #expect(processExitsWith: .signal(SIGSEGV)) { [name = pair.name as String] in
      try CrashHandlersTests.setUp(name).async {
        let nowhere = unsafe UnsafePointer<Int>(bitPattern: 8)
        unsafe print(nowhere?.pointee ?? 0)
      }
      sleep(30)
    }
    try Self.check(pair, before)
  }

  @Test func `an abort gives the terminal back`() async throws {
    let pair = try PseudoTerminal()
    let before = try TerminalModes(of: pair.slave.borrowed)
    await #expect(processExitsWith: .signal(SIGABRT)) { [name = pair.name as String] in
      try CrashHandlersTests.setUp(name).async { abort() }
      sleep(30)
    }
    try Self.check(pair, before)
  }

  @Test(arguments: CrashHandlers.signals)
  func `each signal of a crash gives the terminal back`(signal: Int32) async throws {
    let pair = try PseudoTerminal()
    let before = try TerminalModes(of: pair.slave.borrowed)
    await #expect(processExitsWith: .signal(signal)) { [name = pair.name as String, signal] in
      _ = try CrashHandlersTests.setUp(name)
      unblockSignals()
      raise(signal)
    }
    try Self.check(pair, before)
  }

  @Test func `an overflow of the installing thread's stack gives the terminal back`()
    async throws
  {
    let pair = try PseudoTerminal()
    let before = try TerminalModes(of: pair.slave.borrowed)
    await #expect(processExitsWith: .signal(SIGSEGV)) { [name = pair.name as String] in
      Thread.detachNewThread {
        _ = try? CrashHandlersTests.setUp(name)
        print(CrashHandlersTests.descend(1))
      }
      sleep(30)
    }
    try Self.check(pair, before)
  }

  /// Calls itself until the stack is used up.
  @inline(never)
  static func descend(_ depth: Int) -> Int {
    depth == 0 ? 0 : descend(depth + 1) + descend(depth + 2)
  }

  @Test func `a crash after the terminal was given back leaves it alone`() async throws {
    let pair = try PseudoTerminal()
    let before = try TerminalModes(of: pair.slave.borrowed)
    await #expect(processExitsWith: .signal(SIGABRT)) { [name = pair.name as String] in
      let queue = SystemQueue()
      let slave = try Descriptor(opening: name, for: .terminal).release()
      let page = try RestorePage()
      CrashHandlers.install(restoringFrom: page)
      try queue.sync {
        let terminal = try #require(
          Terminal(among: [BorrowedDescriptor(slave)], on: queue, restoringFrom: page)
        )
        try terminal.enter(interruptKeys: .asBytes, undo: Array("undone".utf8))
        terminal.write(Array("frame;".utf8))
        terminal.restore()
      }
      abort()
    }
    try Self.check(pair, before)
  }
}
