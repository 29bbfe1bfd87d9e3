import Foundation
import SiltTestSupport
import Testing

@testable import SiltSystem

/// Memory that a stream is read into, as a ring would have it.
///
/// Sendable unchecked: written on one queue, looked at after the end was reported. Safe although it
/// holds a pointer: the memory lives as long as it does.
@safe
private final class Sink: @unchecked Sendable {
  let memory: UnsafeMutableRawBufferPointer
  var count = 0
  let turns = Collected<Int>()
  let ends = Collected<SystemError?>()

  init(capacity: Int) {
    unsafe memory = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    unsafe memory.deallocate()
  }

  var bytes: [UInt8] { unsafe Array(memory[..<count]) }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func start(_ input: StreamInput, then: @escaping @Sendable () -> Void = {}) {
    unsafe input.start(
      receive: { read in
        self.count += unsafe read(
          UnsafeMutableRawBufferPointer(rebasing: self.memory[self.count...])
        )
      },
      turnEnded: {
        self.turns.append(self.count)
        then()
      },
      ended: { self.ends.append($0) }
    )
  }
}

@Suite struct StreamInputTests {
  let queue = SystemQueue(label: "test")

  @Test func `bounded turns lose nothing when the writer is gone`() throws {
    let total = 3_000_000
    let bytes = (0..<total).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
    for run in 0..<200 {
      let pipe = try TestPipe()
      defer { withExtendedLifetime(pipe) {} }
      let sink = Sink(capacity: total + 1)
      queue.sync {
        sink.start(StreamInput(owning: pipe.takeReader(), on: queue, turnBytes: 32 << 10))
      }
      Thread.detachNewThread {
        unsafe bytes.withUnsafeBytes { _ = try? unsafe pipe.writer.writeAll($0.bytes) }
        pipe.closeWriter()
      }
      try #require(sink.ends.wait { !$0.isEmpty }, "run \(run) hangs at \(sink.count)")
      #expect(sink.ends.values == [nil])
      let isEqual = unsafe bytes.withUnsafeBytes {
        unsafe memcmp($0.baseAddress!, sink.memory.baseAddress!, total) == 0
      }
      try #require(sink.count == total && isEqual, "run \(run): \(sink.count)")
    }
  }

  @Test func `a turn is bounded by bytes and other work comes between turns`() throws {
    let sink = Sink(capacity: 1 << 20)
    let seen = Collected<Int>()
    let zero = try Descriptor(opening: "/dev/zero", for: .reading)
    let held = Collected<StreamInput>()
    let input = StreamInput(owning: zero, on: queue, turnBytes: 1000)
    held.append(input)
    queue.sync {
      sink.start(input) { [queue] in
        let count = sink.count
        queue.async { seen.append(count) }
        if count >= 10_000 { held.values[0].cancel() }
      }
    }
    #expect(seen.wait { $0.count == 10 })
    #expect(sink.turns.values == (1...10).map { $0 * 1000 })
    #expect(seen.values == sink.turns.values)
    #expect(sink.ends.values.isEmpty)
  }

  @Test func `a turn is bounded by time`() throws {
    let sink = Sink(capacity: 1 << 20)
    let ticks = Collected<Int>()
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    try pipe.send(String(repeating: "x", count: 300))
    queue.sync {
      let input = StreamInput(
        inherited: pipe.reader,
        on: queue,
        turnNanoseconds: 5,
        clock: {
          ticks.append(0)
          return UInt64(ticks.values.count) * 2
        }
      )
      unsafe input.start(
        receive: { read in
          // A reader with little room: many reads for what is there.
          sink.count += unsafe read(
            UnsafeMutableRawBufferPointer(
              rebasing: sink.memory[sink.count..<(sink.count + 50)]
            )
          )
        },
        turnEnded: { sink.turns.append(sink.count) },
        ended: { sink.ends.append($0) }
      )
    }
    #expect(sink.turns.wait { $0.last == 300 })
    #expect(sink.turns.values == [150, 300])
    pipe.closeWriter()
    #expect(sink.ends.wait { $0 == [nil] })
  }

  @Test func `bytes that come later are read as they come`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let sink = Sink(capacity: 1000)
    queue.sync { sink.start(StreamInput(inherited: pipe.reader, on: queue)) }
    for number in 1...20 {
      try pipe.send("line \(number)\n")
      #expect(sink.turns.wait { $0.count == number })
    }
    #expect(sink.ends.values.isEmpty)
    pipe.closeWriter()
    #expect(sink.ends.wait { $0 == [nil] })
    #expect(sink.text == (1...20).map { "line \($0)\n" }.joined())
  }

  @Test func `an inherited descriptor keeps its flags and stays open`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let reader = pipe.reader
    let before = (fcntl(reader.rawValue, F_GETFL), fcntl(reader.rawValue, F_GETFD))
    let sink = Sink(capacity: 1000)
    queue.sync { sink.start(StreamInput(inherited: reader, on: queue)) }
    try pipe.send("bytes")
    #expect(sink.turns.wait { $0 == [5] })
    #expect(fcntl(reader.rawValue, F_GETFL) == before.0)
    pipe.closeWriter()
    #expect(sink.ends.wait { $0 == [nil] })
    queue.sync {}
    #expect((fcntl(reader.rawValue, F_GETFL), fcntl(reader.rawValue, F_GETFD)) == before)
  }

  @Test func `a device without bytes ends at once`() throws {
    let sink = Sink(capacity: 1000)
    let null = try Descriptor(opening: "/dev/null", for: .reading)
    let input = StreamInput(owning: null, on: queue)
    queue.sync { sink.start(input) }
    #expect(sink.ends.wait { $0 == [nil] })
    #expect(sink.count == 0 && sink.turns.values.isEmpty)
  }

  @Test func `a regular file is read to its end`() throws {
    let directory = try TemporaryDirectory()
    let text = String(repeating: "0123456789\n", count: 10_000)
    let file = try Descriptor(opening: directory.write("file", text), for: .reading)
    let sink = Sink(capacity: 1 << 20)
    let input = StreamInput(owning: file, on: queue, turnBytes: 32 << 10)
    queue.sync { sink.start(input) }
    #expect(sink.ends.wait { $0 == [nil] })
    #expect(sink.text == text)
    #expect(sink.turns.values == [32_768, 65_536, 98_304, 110_000])
  }

  @Test func `a FIFO waits for its first writer and ends with the last`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "fifo")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let sink = Sink(capacity: 1000)
    let fifo = try Descriptor(opening: path, for: .nonBlockingReading)
    let input = StreamInput(owning: fifo, on: queue)
    queue.sync { sink.start(input) }
    #expect(!sink.ends.wait(within: 0.1) { !$0.isEmpty })
    do {
      let writer = try Descriptor(opening: path, for: .appending)
      try writer.borrowed.writeAll("hello")
      #expect(sink.turns.wait { $0 == [5] })
      #expect(sink.ends.values.isEmpty)
    }
    #expect(sink.ends.wait { $0 == [nil] })
    #expect(sink.text == "hello")
  }

  @Test func `a socket is read to its end`() throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let sink = Sink(capacity: 1000)
    let socket = Descriptor(owning: ends[0])
    let input = StreamInput(owning: socket, on: queue)
    queue.sync { sink.start(input) }
    do {
      let peer = Descriptor(owning: ends[1])
      try peer.borrowed.writeAll("hello")
    }
    #expect(sink.ends.wait { $0 == [nil] })
    #expect(sink.text == "hello")
  }

  @Test func `a terminal that hangs up ends after its last bytes`() throws {
    let terminal = try PseudoTerminal()
    let sink = Sink(capacity: 1000)
    let input = StreamInput(owning: terminal.master, on: queue)
    queue.sync { sink.start(input) }
    do {
      let slave = terminal.slave
      try slave.borrowed.writeAll("bye")
    }
    #expect(sink.ends.wait { $0 == [nil] })
    #expect(sink.text == "bye")
  }

  @Test func `what cannot be read ends with the reason`() throws {
    let sink = Sink(capacity: 1000)
    let directory = try Descriptor(opening: "/", for: .reading)
    let input = StreamInput(owning: directory, on: queue)
    queue.sync { sink.start(input) }
    #expect(sink.ends.wait { $0 == [SystemError(.read, code: EISDIR)] })
  }

  @Test func `a paused stream waits and loses nothing`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let sink = Sink(capacity: 1000)
    let input = queue.sync { StreamInput(inherited: pipe.reader, on: queue) }
    queue.sync {
      sink.start(input) { input.pause() }
    }
    try pipe.send("one")
    #expect(sink.turns.wait { $0 == [3] })
    try pipe.send("two")
    #expect(!sink.turns.wait(within: 0.1) { $0.count > 1 })
    queue.sync {
      input.resume()
      input.resume()
    }
    #expect(sink.turns.wait { $0 == [3, 6] })
    pipe.closeWriter()
    #expect(!sink.ends.wait(within: 0.1) { !$0.isEmpty })
    queue.sync { input.resume() }
    #expect(sink.ends.wait { $0 == [nil] })
    #expect(sink.text == "onetwo")
  }

  @Test func `a stream that nobody holds reads on and goes away after its end`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let sink = Sink(capacity: 1000)
    weak var input: StreamInput?
    queue.sync {
      let reader = StreamInput(inherited: pipe.reader, on: queue)
      input = reader
      sink.start(reader)
    }
    #expect(input != nil)
    try pipe.send("x")
    pipe.closeWriter()
    #expect(sink.ends.wait { $0 == [nil] })
    let deadline = Date(timeIntervalSinceNow: 30)
    while input != nil, Date() < deadline { queue.sync {} }
    #expect(input == nil)
  }

  @Test func `a pipe is enlarged where the system can`() throws {
    #if os(Linux)
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let input = StreamInput(owning: pipe.takeReader(), on: queue)
    // F_GETPIPE_SZ; an unprivileged user past the soft limit of all pipes keeps a page.
    #expect(fcntl(pipe.reader.rawValue, 1032, 0) == 1 << 20)
    withExtendedLifetime(input) {}
    #endif
  }
}
