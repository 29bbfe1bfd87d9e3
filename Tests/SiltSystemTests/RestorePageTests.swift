import Foundation
import SiltTestSupport
import Synchronization
import Testing

@testable import SiltSystem

@Suite struct RestorePageTests {
  private func text(_ pipe: TestPipe) -> String {
    String(decoding: readAvailable(pipe.reader, quiet: 0), as: UTF8.self)
  }

  @Test func `a page restores what it holds last and nothing after it was cleared`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let page = try RestorePage()
    page.restore()
    #expect(text(pipe) == "")
    for undo in ["first", "", "third"] {
      page.hold(pipe.writer, modes: nil, undo: Array(undo.utf8))
      page.restore()
      #expect(text(pipe) == undo)
    }
    page.clear()
    page.restore()
    #expect(text(pipe) == "")
  }

  @Test func `a page takes as many bytes as it says`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let page = try RestorePage()
    #expect(RestorePage.undoCapacity >= 1500)
    let undo = (0..<RestorePage.undoCapacity).map { UInt8(0x61 + $0 % 26) }
    for _ in 0..<4 {
      page.hold(pipe.writer, modes: nil, undo: undo)
      page.restore()
      #expect(readAvailable(pipe.reader, quiet: 0) == undo)
    }
  }

  @Test func `modes are given back with the bytes`() throws {
    let pair = try PseudoTerminal()
    let slave = pair.slave.borrowed
    let before = try TerminalModes(of: slave)
    let page = try RestorePage()
    page.hold(slave, modes: before, undo: Array("undo".utf8))
    try before.watching(interruptKeys: .asBytes).set(on: slave)
    page.restore()
    #expect(try TerminalModes(of: slave) == before)
    #expect(String(decoding: readAvailable(pair.master.borrowed), as: UTF8.self) == "undo")
  }

  @Test func `a claimed page changes no more`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let page = try RestorePage()
    page.hold(pipe.writer, modes: nil, undo: Array("held".utf8))
    page.claimAndRestore()
    page.hold(pipe.writer, modes: nil, undo: Array("late".utf8))
    page.clear()
    page.claimAndRestore()
    #expect(text(pipe) == "heldheld")
  }

  @Test func `a claim in the middle of updates never sees half of one`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    for round in 0..<300 {
      let page = try RestorePage()
      page.hold(pipe.writer, modes: nil, undo: [UInt8](repeating: 0x41, count: 1000))
      let stop = Atomic(false)
      let updates = Atomic(0)
      atTheSameTime(
        {
          var letter: UInt8 = 0x41
          while !stop.load(ordering: .relaxed) {
            letter = letter == 0x5a ? 0x41 : letter + 1
            page.hold(pipe.writer, modes: nil, undo: [UInt8](repeating: letter, count: 1000))
            updates.wrappingAdd(1, ordering: .relaxed)
          }
        },
        {
          while updates.load(ordering: .relaxed) < round % 17 {}
          page.claimAndRestore()
          stop.store(true, ordering: .relaxed)
        }
      )
      let bytes = readAvailable(pipe.reader, quiet: 0)
      #expect(bytes.count == 1000 && Set(bytes).count == 1, "round \(round)")
    }
  }

  /// Runs two pieces of work at the same time and waits for both.
  private func atTheSameTime(
    _ first: @escaping () -> Void,
    _ second: @escaping () -> Void
  ) {
    nonisolated(unsafe) let work = [first, second]
    DispatchQueue.concurrentPerform(iterations: 2) { unsafe work[$0]() }
  }

  @Test func `a terminal nobody reads is not waited for without end`() throws {
    let pipe = try TestPipe(isNonBlocking: true)
    defer { withExtendedLifetime(pipe) {} }
    while let count = try pipe.writer.fill(), count > 0 {}
    let page = try RestorePage()
    page.hold(pipe.writer, modes: nil, undo: Array("undo".utf8))
    let start = SystemClock.now()
    page.restore()
    #expect(SystemClock.now() - start < 10_000_000_000)
  }
}

extension BorrowedDescriptor {
  fileprivate func fill() throws -> Int? {
    try unsafe [UInt8](repeating: 0, count: 4096).withUnsafeBytes {
      try unsafe write($0.bytes)
    }
  }
}
