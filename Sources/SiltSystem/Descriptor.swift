#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A descriptor that is ours: closed when its owner lets it go.
///
/// What can be done with a descriptor is on `BorrowedDescriptor`, which `borrowed` gives; it must
/// not outlive the owner.
package struct Descriptor: ~Copyable, Sendable {
  /// The descriptor's number.
  package let rawValue: Int32

  /// Takes over an open descriptor.
  package init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    systemClose(rawValue)
  }

  /// The descriptor for use while its owner lives.
  ///
  /// The owner is a variable, which lives to the end of its scope. An owner that is only a part
  /// of an expression (`Descriptor(…).borrowed.kind()`) is closed before the borrowed one is used.
  package var borrowed: BorrowedDescriptor { BorrowedDescriptor(rawValue) }

  /// Gives up the ownership without closing.
  package consuming func release() -> Int32 {
    let number = rawValue
    discard self
    return number
  }
}

extension Descriptor {
  /// How a file is opened.
  package enum Access: Sendable {
    /// For reading.
    case reading
    /// For reading, without waiting for a FIFO's writer, and reads that would block say so.
    case nonBlockingReading
    /// For writing, created where missing, emptied.
    case overwriting
    /// For writing at the end, created where missing.
    case appending
    /// For writing, created; an error where something is there already.
    case creating
    /// A terminal for both directions, non-blocking, that does not become the controlling one.
    case terminal

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY | O_CLOEXEC | O_NOCTTY
      case .nonBlockingReading: O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
      case .overwriting: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY
      case .appending: O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY
      case .creating: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY
      case .terminal: O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
      }
    }

    fileprivate var operation: SystemError.Operation {
      switch self {
      case .reading, .nonBlockingReading, .terminal: .openForReading
      case .overwriting, .appending, .creating: .openForWriting
      }
    }
  }

  /// Opens a file, close-on-exec.
  ///
  /// - Throws: The system's reason, about `path`.
  package init(opening path: String, for access: Access) throws(SystemError) {
    let number = unsafe path.withCString { unsafe systemOpen($0, access.flags, 0o666) }
    guard number >= 0 else { throw SystemError(access.operation, path, code: errno) }
    self.init(owning: number)
  }

  /// Opens a file whose name need not be UTF-8, close-on-exec.
  ///
  /// - Parameters:
  ///   - path: The name's bytes, up to a NUL.
  ///   - access: How to open it.
  /// - Throws: The system's reason, about the name as well as it can be spelled.
  @unsafe
  package init(openingBytes path: UnsafePointer<CChar>, for access: Access) throws(SystemError) {
    let number = unsafe systemOpen(path, access.flags, 0o666)
    guard number >= 0 else {
      let code = errno
      throw SystemError(access.operation, unsafe String(cString: path), code: code)
    }
    self.init(owning: number)
  }

  /// Duplicates a descriptor, close-on-exec; both share one open file description.
  ///
  /// - Throws: The system's reason.
  package init(duplicating other: BorrowedDescriptor) throws(SystemError) {
    let number = retryingInterrupted { fcntl(other.rawValue, F_DUPFD_CLOEXEC, 0) }
    guard number >= 0 else { throw SystemError(.duplicate, code: errno) }
    self.init(owning: number)
  }
}

/// A descriptor with several owners, closed when the last one lets it go.
package final class SharedDescriptor: Sendable {
  private let descriptor: Descriptor

  /// Shares a descriptor.
  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// The descriptor for use while an owner lives.
  package var borrowed: BorrowedDescriptor { descriptor.borrowed }
}

/// The two ends of a pipe of ours.
///
/// Frozen, so that other modules can take the ends apart.
@frozen
package struct PipeEnds: ~Copyable, Sendable {
  /// Where the bytes come out.
  package var readEnd: Descriptor

  /// Where the bytes go in.
  package var writeEnd: Descriptor

  /// Creates a pipe, both ends close-on-exec.
  ///
  /// A child that another thread spawns between the pipe's creation and its marking could inherit
  /// it: `pipe2` is not at hand. Pipes are made before threads spawn anything.
  ///
  /// - Parameter isNonBlocking: Whether reads and writes that would block say so instead.
  /// - Throws: The system's reason.
  package init(isNonBlocking: Bool = false) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(.makePipe, code: errno) }
    readEnd = Descriptor(owning: ends[0])
    writeEnd = Descriptor(owning: ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      if isNonBlocking { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    }
  }
}
