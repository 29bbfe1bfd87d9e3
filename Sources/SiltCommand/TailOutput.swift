import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Standard output and standard error under the name `tail`.
///
/// Small pieces are held until something may have to be waited for, a message comes, or the program
/// ends: which of GNU's two texts a failed write gets depends on when it fails.
final class TailOutput {
  /// What is not written yet; at most `capacity` bytes.
  private var held: ContiguousArray<UInt8> = []
  private let capacity: Int
  private var hasHeader = false
  /// Whether writing failed while a message was on its way.
  private var hasFailed = false
  /// Whether a message could not be written.
  private var messagesFailed = false

  /// Creates it; nothing is written yet.
  ///
  /// - Parameter capacity: How many bytes are held, as the C library does for a file.
  init(capacity: Int = 4096) {
    self.capacity = capacity
  }

  /// Writes bytes, maybe later.
  @unsafe
  func write(_ bytes: UnsafeRawBufferPointer) {
    if held.count + bytes.count <= capacity, bytes.count < capacity {
      unsafe held.append(contentsOf: bytes)
      return
    }
    do throws(SystemError) {
      try writeHeld()
      try unsafe BorrowedDescriptor.standardOutput.writeAll(bytes.bytes)
    } catch {
      let text = "error writing 'standard output': \(error.reason)"
      end(after: ByteString(text.utf8))
    }
  }

  /// Writes bytes, maybe later.
  func write(_ bytes: some Collection<UInt8>) {
    unsafe ContiguousArray(bytes).withUnsafeBytes { unsafe write($0) }
  }

  /// Writes a header, with an empty line above every one but the first.
  func writeHeader(_ name: ByteString) {
    write((hasHeader ? "\n==> " : "==> ").utf8 + name.bytes + " <==\n".utf8)
    hasHeader = true
  }

  /// Writes what is held.
  func flush() {
    do throws(SystemError) {
      try writeHeld()
    } catch {
      end(after: ByteString("write error: \(error.reason)".utf8))
    }
  }

  /// Writes a line to standard error, behind what was written so far.
  func say(_ message: ByteString, details: [String] = []) {
    do throws(SystemError) { try writeHeld() } catch { hasFailed = true }
    let lines = "tail: ".utf8 + message.bytes + ([""] + details + [""]).joined(separator: "\n").utf8
    do throws(SystemError) {
      // Bytes have no padding to be read.
      try unsafe BorrowedDescriptor.standardError.writeAll(ContiguousArray(lines).span.bytes)
    } catch {
      messagesFailed = true
    }
  }

  /// Writes a line to standard error, with the system's reason.
  ///
  /// - Parameters:
  ///   - message: What happened.
  ///   - code: The `errno` value; 0 for none.
  func say(_ message: String, code: Int32 = 0) {
    let reason = code == 0 ? "" : ": \(SystemError(.read, code: code).reason)"
    say(ByteString((message + reason).utf8))
  }

  /// Says a last thing and ends the program with status 1.
  func end(saying message: String, code: Int32 = 0) -> Never {
    say(message, code: code)
    end(status: 1)
  }

  /// Ends the program.
  ///
  /// - Parameter status: Its status where all could be written.
  func end(status: Int32) -> Never {
    flush()
    if hasFailed {
      let isOpen = fcntl(STDOUT_FILENO, F_GETFD) >= 0
      let reason = isOpen ? "" : ": \(SystemError(.write, code: EBADF).reason)"
      hasFailed = false
      end(after: ByteString("write error\(reason)".utf8))
    }
    // Some file systems tell only now that there was no room.
    if close(STDOUT_FILENO) < 0, errno != EBADF {
      let reason = SystemError(.write, code: errno).reason
      end(after: ByteString("write error: \(reason)".utf8))
    }
    exit(messagesFailed ? 1 : status)
  }

  /// Ends the program as one whose output nobody reads: by SIGPIPE, and with status 1 where that is
  /// ignored.
  func endUnread() -> Never {
    raise(SIGPIPE)
    exit(1)
  }

  private func writeHeld() throws(SystemError) {
    guard !held.isEmpty else { return }
    defer { held.removeAll(keepingCapacity: true) }
    try unsafe BorrowedDescriptor.standardOutput.writeAll(held.span.bytes)
  }

  private func end(after message: ByteString) -> Never {
    say(message)
    exit(1)
  }
}
