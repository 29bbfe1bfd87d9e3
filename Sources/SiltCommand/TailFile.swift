import SiltFollow
import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// One of the files that `tail` was given, and what it knows of it.
final class TailFile {
  /// The name as given; `-` is standard input.
  let name: ByteString
  /// The open file, or -1.
  var descriptor: Int32 = -1
  /// Where it was read to, by what was read: 0 for one that begins.
  var size: Int64 = 0
  /// What was seen of it last.
  var seen: FileStatus?
  /// Whether it is given up.
  var isIgnored = false
  /// Whether it could be opened and followed when it was tried last.
  var isTailable = true
  /// Why it could not: the `errno` value, -1 where there is none, 0 where it could.
  var failure: Int32 = 0
  /// How often it was looked at since it changed.
  var unchangedLooks: UInt64 = 0
  /// The system's watch of the file, or -1.
  var watch: Int32 = -1
  /// The system's watch of its directory, or -1.
  var directoryWatch: Int32 = -1

  init(_ name: ByteString) {
    self.name = name
  }

  var isStandardInput: Bool { name == "-" }

  /// The name as headers show it.
  var title: ByteString { isStandardInput ? "standard input" : name }

  /// The name as it stands in the middle of a message.
  var quotedTitle: String {
    String(decoding: ShellQuoting.ofLocale.shell(title).bytes, as: UTF8.self)
  }

  /// The name as it stands at the head of a message.
  var headTitle: String {
    let quoted = ShellQuoting.ofLocale.shell(title, onlyWhereNeeded: true)
    return String(decoding: quoted.bytes, as: UTF8.self)
  }

  /// Whether it is open.
  var isOpen: Bool { descriptor >= 0 }

  /// The open file.
  var borrowed: BorrowedDescriptor { BorrowedDescriptor(descriptor) }

  /// Whether the open file is a regular one.
  var isRegular: Bool { seen?.kind == .regularFile }

  /// Opens what the name stands for.
  ///
  /// - Parameter mayWait: Whether a FIFO is waited for until somebody writes.
  /// - Returns: The descriptor, or -1 with `errno` set.
  func open(mayWait: Bool) -> Int32 {
    guard !isStandardInput else { return STDIN_FILENO }
    let flags = O_RDONLY | O_CLOEXEC | (mayWait ? 0 : O_NONBLOCK)
    return unsafe name.withCString { path in
      while true {
        let number = unsafe systemOpen(path, flags)
        if number > STDERR_FILENO { return number }
        if number >= 0 {
          // A standard descriptor was closed: it must not become this file.
          let other = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
          systemClose(number)
          return other
        }
        if errno != EINTR { return number }
      }
    }
  }

  /// Remembers an open file that is followed from now on.
  ///
  /// - Parameters:
  ///   - number: Its descriptor.
  ///   - status: What was seen of it.
  ///   - size: Where it was read to.
  func begin(_ number: Int32, _ status: FileStatus, readTo size: Int64) {
    descriptor = number
    seen = status
    self.size = size
    unchangedLooks = 0
    isIgnored = false
  }

  /// Closes the open file, if there is one.
  func close() {
    Self.close(descriptor)
    descriptor = -1
  }

  /// Closes a descriptor, but not standard input: another file would get its number.
  static func close(_ number: Int32) {
    if number > STDIN_FILENO { systemClose(number) }
  }
}

extension FileStatus {
  /// Whether the end of such a file can be followed.
  var canBeFollowed: Bool {
    switch kind {
    case .regularFile, .pipe, .socket, .characterDevice, .terminal: true
    case .blockDevice, .directory, .other: false
    }
  }
}

/// `open`, under a name that no method here has.
@unsafe
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  unsafe open(path, flags)
}

/// `close`, under a name that no method here has.
private func systemClose(_ number: Int32) {
  _ = close(number)
}
