#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// The start of a program with given descriptors.
enum CommandSpawn {
  /// Starts a program with no signal blocked; it gets no descriptor of ours but those named.
  ///
  /// Signals that are ignored stay so, save SIGCHLD: who ignores it never learns a child's status.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: Its arguments, the name first.
  ///   - places: Descriptors of ours, and the numbers they have there.
  /// - Returns: The process.
  /// - Throws: The system's reason.
  static func start(
    _ path: [UInt8],
    _ arguments: [[UInt8]],
    _ places: [(ours: BorrowedDescriptor, theirs: Int32)]
  ) throws(SystemError) -> pid_t {
    var actions = unsafe uninitializedFileActions()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (ours, theirs) in places {
      unsafe posix_spawn_file_actions_adddup2(&actions, ours.rawValue, theirs)
    }

    var attributes = unsafe uninitializedSpawnAttributes()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigaddset(&signals, SIGCHLD)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    unsafe posix_spawnattr_setflags(&attributes, flags)

    let texts = unsafe ([path] + arguments).map { unsafe cString($0) }
    defer {
      for index in unsafe texts.indices { unsafe texts[index].deallocate() }
    }
    let values = unsafe texts.dropFirst().map { unsafe Optional($0) } + [nil]
    var process: pid_t = 0
    let variables = unsafe environmentPointer()
    let code = unsafe posix_spawn(&process, texts[0], &actions, &attributes, values, variables)
    guard code == 0 else { throw SystemError(.startLeader, code: code) }
    return process
  }

  private static func cString(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { unsafe text[index] = CChar(bitPattern: byte) }
    unsafe text[bytes.count] = 0
    return unsafe text
  }
}
