import Foundation
import SiltTestSupport
import Testing

@testable import SiltSystem

@Suite struct DescriptorTests {
  @Test func `an error is a sentence with the system's reason`() {
    let missing = SystemError(.openForReading, "x", code: ENOENT)
    #expect(missing.description == "cannot open 'x' for reading: No such file or directory")
    let nameless = SystemError(.read, code: EISDIR)
    #expect(nameless.description == "error reading: Is a directory")
    #expect(nameless.about("d").description == "error reading 'd': Is a directory")
  }

  @Test func `an unknown error number still gives a sentence`() {
    #expect(SystemError(.read, code: 4095).description.hasPrefix("error reading: Unknown error"))
  }

  @Test func `opening what is not there says which and why`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "missing")
    let error = #expect(throws: SystemError.self) {
      _ = try Descriptor(opening: path, for: .reading)
    }
    #expect(error == SystemError(.openForReading, path, code: ENOENT))
  }

  @Test func `a name that is no UTF-8 opens the file of that name`() throws {
    let directory = try TemporaryDirectory()
    let name: [UInt8] = Array(directory.path.utf8) + [0x2f, 0xff, 0xfe]
    let path = name.map(CChar.init(bitPattern:)) + [0]
    let file = try unsafe Descriptor(openingBytes: path, for: .overwriting)
    let status = try file.borrowed.status()
    #expect(status.kind == .regularFile)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.count == 1)
  }

  @Test func `each kind of descriptor is told`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("file", "x")
    let regular = try Descriptor(opening: file, for: .reading)
    #expect(try regular.borrowed.kind() == .regularFile)
    let null = try Descriptor(opening: "/dev/null", for: .reading)
    #expect(try null.borrowed.kind() == .characterDevice)
    let folder = try Descriptor(opening: directory.path, for: .reading)
    #expect(try folder.borrowed.kind() == .directory)
    let fifo = directory.path(of: "fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    let reader = try Descriptor(opening: fifo, for: .nonBlockingReading)
    #expect(try reader.borrowed.kind() == .pipe)
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    #expect(try pipe.reader.kind() == .pipe)
    let terminal = try PseudoTerminal()
    #expect(try terminal.slave.borrowed.kind() == .terminal)
    var ends: [Int32] = [0, 0]
    #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #expect(try BorrowedDescriptor(ends[0]).kind() == .socket)
    for end in ends { _ = Descriptor(owning: end) }
    #expect(throws: SystemError(.status, code: EBADF)) { try BorrowedDescriptor(-1).kind() }
  }

  @Test func `a status by path and by descriptor names the same file`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("file", "12345")
    let byPath = try FileStatus(ofPath: path)
    let file = try Descriptor(opening: path, for: .reading)
    let byDescriptor = try file.borrowed.status()
    #expect(byPath == byDescriptor)
    #expect(byPath.size == 5)
    let age = SystemClock.wallSeconds() - byPath.modified / 1_000_000_000
    #expect((0...60).contains(age))
    #expect(throws: SystemError.self) { try FileStatus(ofPath: path + "x") }
  }

  @Test func `a descriptor that goes out of scope is closed and one released is not`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let reader = pipe.reader
    do { _ = try Descriptor(duplicating: pipe.writer) }
    #expect(!reader.isHungUp)
    let number = pipe.takeWriter().release()
    #expect(!reader.isHungUp)
    do { _ = Descriptor(owning: number) }
    #expect(reader.isHungUp)
  }

  @Test func `a descriptor that several share closes with the last`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let reader = pipe.reader
    var first: SharedDescriptor? = SharedDescriptor(pipe.takeWriter())
    var second = first
    #expect(second != nil)
    first = nil
    #expect(!reader.isHungUp)
    second = nil
    #expect(first == nil && second == nil && reader.isHungUp)
  }

  @Test func `descriptors of ours are closed in programs we start`() throws {
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    let directory = try TemporaryDirectory()
    let file = try Descriptor(opening: directory.write("file", ""), for: .reading)
    let copy = try Descriptor(duplicating: file.borrowed)
    for number in [
      pipe.reader.rawValue, pipe.writer.rawValue, file.rawValue, copy.rawValue,
    ] {
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  @Test func `a read tells bytes from the end from would-block`() throws {
    let pipe = try TestPipe(isNonBlocking: true)
    defer { withExtendedLifetime(pipe) {} }
    let reader = pipe.reader
    var buffer = [UInt8](repeating: 0, count: 8)
    func read() throws -> Int? {
      try unsafe buffer.withUnsafeMutableBytes { try unsafe reader.read(into: $0) }
    }
    #expect(try read() == nil)
    #expect(!reader.isReady(for: .reading))
    try pipe.send("abc")
    #expect(reader.isReady(for: .reading))
    #expect(try read() == 3)
  }

  @Test func `positioned reads leave the offset and seeks move it`() throws {
    let directory = try TemporaryDirectory()
    let file = try Descriptor(opening: directory.write("file", "0123456789"), for: .reading)
    var buffer = [UInt8](repeating: 0, count: 4)
    let count = try unsafe buffer.withUnsafeMutableBytes {
      try unsafe file.borrowed.read(into: $0, at: 8)
    }
    #expect(count == 2 && buffer[..<2] == [0x38, 0x39])
    #expect(try file.borrowed.offset() == 0)
    try file.borrowed.seek(to: 7)
    #expect(try file.borrowed.offset() == 7)
    let pipe = try TestPipe()
    defer { withExtendedLifetime(pipe) {} }
    #expect(throws: SystemError(.seek, code: ESPIPE)) { try pipe.reader.offset() }
  }

  @Test func `writing everything waits for a slow reader`() throws {
    let pipe = try TestPipe(isNonBlocking: true)
    defer { withExtendedLifetime(pipe) {} }
    let reader = pipe.reader
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let received = Collected<[UInt8]>()
    Thread.detachNewThread { received.append(readAvailable(reader, atLeast: 300_000)) }
    try unsafe bytes.withUnsafeBytes { try unsafe pipe.writer.writeAll($0.bytes) }
    #expect(received.wait { !$0.isEmpty })
    #expect(received.values == [bytes])
  }

  @Test func `an environment variable that is not set has no value`() {
    #expect(environment("PATH") == ProcessInfo.processInfo.environment["PATH"])
    #expect(environment("SILT_NO_SUCH_VARIABLE") == nil)
  }
}
