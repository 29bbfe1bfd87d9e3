#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A system call that failed: what was attempted, on what, and the system's reason.
///
/// `description` is a sentence for a person, without the program's name and without an end mark:
/// `cannot open 'x' for reading: No such file or directory`. The subject is quoted as it is; who
/// shows it on a terminal makes it inert first.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted.
  package var operation: Operation

  /// The path or other name of what it was attempted on, where one is known.
  package var subject: String?

  /// The `errno` value.
  package var code: Int32

  /// Creates an error.
  package init(_ operation: Operation, _ subject: String? = nil, code: Int32) {
    self.operation = operation
    self.subject = subject
    self.code = code
  }

  /// Returns the same error about a subject that only the caller knows by its name.
  package func about(_ subject: String) -> Self {
    Self(operation, subject, code: code)
  }

  /// Whether something was to be created that is there already.
  package var tellsOfExisting: Bool { code == EEXIST }

  /// The system's text for `code`, as `strerror` gives it.
  package var reason: String {
    // `strerror_r` fills the buffer in both its forms' common use: the message is always in it
    // when the number is known, and glibc and Darwin also fill it for unknown numbers.
    var text = [CChar](repeating: 0, count: 256)
    _ = unsafe strerror_r(code, &text, text.count - 1)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package var description: String {
    var words = [operation.before]
    if let subject { words.append("'\(subject)'") }
    if !operation.after.isEmpty { words.append(operation.after) }
    return words.joined(separator: " ") + ": " + reason
  }
}

extension SystemError {
  /// The words around the subject in an error's sentence.
  package struct Operation: Hashable, Sendable {
    /// The words before the subject.
    package var before: String

    /// The words after the subject, or nothing.
    package var after: String

    /// Creates an operation from the words around its subject.
    package init(_ before: String, _ after: String = "") {
      self.before = before
      self.after = after
    }

    // The texts for files are those that users of `tail` know.
    package static let openForReading = Self("cannot open", "for reading")
    package static let openForWriting = Self("cannot open", "for writing")
    package static let read = Self("error reading")
    package static let write = Self("error writing")
    package static let seek = Self("cannot seek in")
    package static let status = Self("cannot fstat")
    package static let duplicate = Self("cannot duplicate the descriptor")
    package static let makeTemporary = Self("cannot create a temporary file in")
    package static let makePipe = Self("cannot create a pipe")
    package static let allocate = Self("cannot allocate memory")
    package static let readModes = Self("cannot read the terminal's modes")
    package static let setModes = Self("cannot set the terminal's modes")
    package static let handleSignal = Self("cannot handle signal")
  }
}
