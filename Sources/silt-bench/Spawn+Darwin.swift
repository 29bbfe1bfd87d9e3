#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
import SiltSystem

extension SpawnRequest {
  /// Starts the program as the leader of a session of its own.
  ///
  /// - Returns: The process.
  /// - Throws: When it cannot be started.
  func spawn() throws(SystemError) -> pid_t {
    var actions: posix_spawn_file_actions_t?
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let terminal {
      // Opened by a session's leader without O_NOCTTY it becomes the controlling terminal.
      unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
      unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    for (from, to) in redirections { unsafe posix_spawn_file_actions_adddup2(&actions, from, to) }

    var attributes: posix_spawnattr_t?
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // POSIX_SPAWN_SETSID, by its number as in <spawn.h>.
    let setSession: Int16 = 0x0400
    unsafe posix_spawnattr_setflags(
      &attributes,
      setSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    )
    var process: pid_t = 0
    let code = unsafe withCStrings {
      unsafe posix_spawn(&process, $0, &actions, &attributes, $1, $2)
    }
    guard code == 0 else { throw SystemError(.init("cannot run"), command[0], code: code) }
    return process
  }
}
#endif
