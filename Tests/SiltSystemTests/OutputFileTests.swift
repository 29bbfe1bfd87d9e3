import Foundation
import SiltSystem
import SiltTestSupport
import Synchronization
import Testing

struct OutputFileTests {
  @Test(arguments: [(false, "one\ntwo\n"), (true, "old\none\ntwo\n")])
  func `every piece is in the file at once, whole and in order`(
    appends: Bool,
    content: String
  ) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("f", "old\n")
    let file = try OutputFile(path: Array(path.utf8), appends: appends)
    write("one\n", to: file)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == content.replacing("two\n", with: "")
    )
    write("two\n", to: file)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    file.finish()
    #expect(!file.hasFailed)
    write("late", to: file)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
  }

  @Test
  func `a file that is not there is created, whatever bytes its name has`() throws {
    let directory = try TemporaryDirectory()
    let path = Array(directory.path.utf8) + [0x2f, 0xff, 0x0a]
    _ = try OutputFile(path: path, appends: false)
    #expect(try FileStatus(ofPath: path).size == 0)
  }

  @Test(arguments: [("none/f", ENOENT), ("", EISDIR), ("f/g", ENOTDIR)])
  func `what cannot be opened is told with its name`(name: String, code: Int32) throws {
    let directory = try TemporaryDirectory()
    try directory.write("f", "")
    let path = directory.path(of: name)
    let expected = SystemError(.openForWriting, "shown", code: code)
    #expect(throws: expected) {
      try OutputFile(path: Array(path.utf8), appends: true, name: "shown")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a disk that fills is told once, and nothing more is written`() throws {
    let file = try OutputFile(path: Array("/dev/full".utf8), appends: false)
    let errors = Mutex<[SystemError]>([])
    file.whenFailed = { error in errors.withLock { $0.append(error) } }
    for _ in 0..<3 { write("x", to: file) }
    file.finish()
    #expect(file.hasFailed)
    #expect(errors.withLock(\.self) == [SystemError(.write, "/dev/full", code: ENOSPC)])
  }

  private func write(_ text: String, to file: OutputFile) {
    let bytes = ContiguousArray(text.utf8)
    // Bytes have no padding to be read.
    unsafe file.write(bytes.span.bytes)
  }
}
