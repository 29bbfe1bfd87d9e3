#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// What the system is asked to tell about one directory or file.
struct FileWatcherInterests: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// Entries of the directory are made, removed or renamed, or become readable.
  static let entries = Self(rawValue: 1 << 0)
  /// The directory itself is moved or removed.
  static let itself = Self(rawValue: 1 << 1)
  /// The file's bytes change.
  static let contents = Self(rawValue: 1 << 2)
}

/// A place in the file system whose change may make a name stand for something else.
struct FileWatcherPlace: Hashable, Sendable {
  /// The path of the directory, as bytes; empty for an open file's contents.
  let directory: [UInt8]
  let interests: FileWatcherInterests
  /// The entry that matters, or nil when it is the directory itself.
  let entry: [UInt8]?

  /// Returns the places that decide what a path stands for now.
  ///
  /// The path is walked as the system would, from directory to directory and through every symbolic
  /// link. What ends it (the file itself, or the first thing that is missing) and each link are
  /// entries of a directory that can be replaced there. A directory on the way is watched itself:
  /// it can only be replaced after it was moved or removed. So a busy `/tmp` on the way to
  /// `/tmp/a/log` wakes nobody while `/tmp/a/log` exists.
  ///
  /// A directory that is removed while a file that was in it is open tells nothing itself until
  /// that is closed. It must be empty to be removed: so only the one where something is missing is
  /// watched as an entry, too.
  ///
  /// - Parameters:
  ///   - path: The path as bytes.
  ///   - linkLimit: How many links are followed; the system's own limit is 40.
  /// - Returns: The places, from the path's beginning on.
  /// - Complexity: One or two system calls a component.
  static func along(_ path: [UInt8], linkLimit: Int = 40) -> [Self] {
    let slash = UInt8(ascii: "/")
    var places: [Self] = []
    var base: [UInt8] = path.first == slash ? [slash] : [UInt8(ascii: ".")]
    var rest = Array(path.split(separator: slash).reversed())
    var links = 0
    /// The directory that was entered last, as an entry of the one it is in.
    var entered: Self?
    while let component = rest.popLast() {
      if component.elementsEqual([UInt8(ascii: ".")]) { continue }
      let name = Array(component)
      let whole = base.last == slash ? base + name : base + [slash] + name
      let status = try? FileStatus(ofLinkAt: whole)
      if status?.kind == .directory && !rest.isEmpty {
        places.append(Self(directory: whole, interests: .itself, entry: nil))
        entered = Self(directory: base, interests: .entries, entry: name)
        base = whole
        continue
      }
      if status == nil, let entered { places.append(entered) }
      places.append(Self(directory: base, interests: .entries, entry: name))
      guard let target = readLink(whole), links < linkLimit else { break }
      links += 1
      if target.first == slash { base = [slash] }
      rest += target.split(separator: slash).reversed()
    }
    return places
  }
}

extension FileStatus {
  /// Looks at what a path of any bytes leads to, symbolic links followed.
  ///
  /// - Throws: The system's reason, about the path as well as it can be spelled.
  package init(ofPath path: [UInt8]) throws(SystemError) {
    try self.init(path, followsLinks: true)
  }

  /// Looks at what stands at a path of any bytes, be it a symbolic link.
  ///
  /// - Throws: The system's reason, about the path as well as it can be spelled.
  package init(ofLinkAt path: [UInt8]) throws(SystemError) {
    try self.init(path, followsLinks: false)
  }

  private init(_ path: [UInt8], followsLinks: Bool) throws(SystemError) {
    var status = stat()
    let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
    let result = retryingInterrupted {
      unsafe withPath(path) { unsafe fstatat(AT_FDCWD, $0, &status, flags) }
    }
    guard result == 0 else {
      throw SystemError(.status, String(decoding: path, as: UTF8.self), code: errno)
    }
    self.init(status) { false }
  }
}

/// Calls a function of the system with a path as it wants it, ended by a NUL.
///
/// - Throws: What `body` throws.
@unsafe
func withPath<Result, Failure: Error>(
  _ path: [UInt8],
  _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
) throws(Failure) -> Result {
  let ended = path.map(CChar.init(bitPattern:)) + [0]
  return try unsafe ended.withUnsafeBufferPointer { buffer throws(Failure) in
    // It has one element at least, so it has an address.
    try unsafe body(buffer.baseAddress.unsafelyUnwrapped)
  }
}

/// Returns where a symbolic link leads, or nil when there is none.
private func readLink(_ path: [UInt8]) -> [UInt8]? {
  let limit = Int(PATH_MAX)
  let target = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
    let length = unsafe withPath(path) { name in
      unsafe buffer.withMemoryRebound(to: CChar.self) {
        // It has `limit` elements, so it has an address.
        unsafe readlink(name, $0.baseAddress.unsafelyUnwrapped, limit)
      }
    }
    count = max(length, 0)
  }
  return target.isEmpty ? nil : target
}
