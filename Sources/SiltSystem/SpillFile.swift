#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A temporary file without a name: gone with its last descriptor, however the process ends.
package struct SpillFile: Sendable {
  /// The file, to be read back from.
  package let file: SharedDescriptor

  /// Creates an empty file, readable by us alone.
  ///
  /// - Parameter directory: Where; nil for what `TMPDIR` names, or `/tmp`.
  /// - Throws: The system's reason, about the directory.
  package init(in directory: String? = nil) throws(SystemError) {
    let named = environment("TMPDIR") ?? ""
    let directory = directory ?? (named.isEmpty ? "/tmp" : named)
    var path = ContiguousArray((directory + "/silt.XXXXXX").utf8CString)
    let number = unsafe path.withUnsafeMutableBufferPointer { path -> Int32 in
      guard let base = path.baseAddress else { preconditionFailure("a 0 is always there") }
      let number = unsafe mkstemp(base)
      if number >= 0 { unsafe unlink(base) }
      return number
    }
    guard number >= 0 else { throw SystemError(.makeTemporary, directory, code: errno) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    file = SharedDescriptor(Descriptor(owning: number))
  }

  /// Writes all bytes behind those that were written before.
  ///
  /// - Throws: The system's reason; some may have been written.
  package func append(_ bytes: RawSpan) throws(SystemError) {
    try file.borrowed.writeAll(bytes)
  }
}
