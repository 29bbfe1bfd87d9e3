#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A file that gets a copy of every byte that is read.
///
/// Each piece is written as it is handed over, whole and in order: nothing is held that a sudden end
/// could lose, and who reads the file sees what there is. A write waits until its file has taken
/// everything. A regular file's disk does so at once; the reader of a FIFO, or a device, sets the
/// pace of the reading instead, as with `tee`: the only way to lose nothing without a bound.
///
/// After the first failure nothing more is written, so that the file has no hole. A write to a FIFO
/// without a reader or beyond a limit of the process is such a failure only where SIGPIPE and
/// SIGXFSZ do not end the process: see `ignoreSignalsOfFailedWrites()`.
///
/// Sendable unchecked: it is handed to one queue or thread, which alone uses it from then on.
package final class OutputFile: @unchecked Sendable {
  private let name: String
  private var descriptor: Descriptor?

  /// Called once, with the reason, when a write or the closing fails.
  package var whenFailed: (@Sendable (SystemError) -> Void)?

  /// Whether something could not be written.
  package private(set) var hasFailed = false

  /// Opens the file; a FIFO's opening waits for a reader.
  ///
  /// - Parameters:
  ///   - path: The name's bytes, none of them 0.
  ///   - appends: Whether its content stays and the bytes come behind it; else it is overwritten.
  ///   - name: The name in errors; its text as well as it can be spelled when nothing is given.
  /// - Throws: The system's reason, about `name`.
  package convenience init(
    path: [UInt8],
    appends: Bool,
    name: String? = nil
  ) throws(SystemError) {
    try self.init(path: path, for: appends ? .appending : .overwriting, name: name)
  }

  /// Opens the file as the other does.
  ///
  /// - Parameters:
  ///   - path: The name's bytes, none of them 0.
  ///   - access: How, for writing.
  ///   - name: The name in errors; its text as well as it can be spelled when nothing is given.
  /// - Throws: The system's reason, about `name`.
  package init(
    path: [UInt8],
    for access: Descriptor.Access,
    name: String? = nil
  ) throws(SystemError) {
    self.name = name ?? String(decoding: path, as: UTF8.self)
    do throws(SystemError) {
      let terminated = path.map { CChar(bitPattern: $0) } + [0]
      let number = try unsafe terminated.withUnsafeBufferPointer { buffer throws(SystemError) in
        guard let base = buffer.baseAddress else { preconditionFailure("a 0 is always there") }
        return try unsafe Descriptor(openingBytes: base, for: access).release()
      }
      descriptor = Descriptor(owning: number)
    } catch {
      throw error.about(self.name)
    }
  }

  /// Writes all bytes; does nothing after a failure.
  package func write(_ bytes: RawSpan) {
    guard let file = descriptor?.borrowed else { return }
    do throws(SystemError) {
      try file.writeAll(bytes)
    } catch {
      descriptor = nil
      fail(error)
    }
  }

  /// Closes the file, after the last byte; what a network's disk refuses may show only now.
  package func finish() {
    guard let number = descriptor.take()?.release() else { return }
    // Not repeated when interrupted: the descriptor is closed all the same.
    if close(number) < 0 && errno != EINTR {
      fail(SystemError(.write, code: errno))
    }
  }

  /// Makes failed writes errors that the process survives; a child would inherit that, so it is
  /// called after one was started, or the child sets these signals back.
  package static func ignoreSignalsOfFailedWrites() {
    Signals.ignore(SIGPIPE)
    Signals.ignore(SIGXFSZ)
  }

  private func fail(_ error: SystemError) {
    hasFailed = true
    whenFailed?(error.about(name))
    whenFailed = nil
  }
}
