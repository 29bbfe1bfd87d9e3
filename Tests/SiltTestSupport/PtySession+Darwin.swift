#if canImport(Darwin)
import Foundation
import SiltSystem

/// Starts a program as the leader of a session with a controlling terminal.
///
/// - Parameters:
///   - command: The program's path and its arguments.
///   - environment: `NAME=value` each.
///   - terminal: The terminal's device; all three standard descriptors lead to it at first.
///   - redirections: Descriptors to put over standard ones after that.
/// - Returns: The process.
/// - Throws: When it cannot be started.
func spawn(
  _ command: [String],
  _ environment: [String],
  onTerminal terminal: String,
  _ redirections: [(from: Int32, to: Int32)]
) throws -> pid_t {
  var actions: posix_spawn_file_actions_t?
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  // Opened by a session's leader without O_NOCTTY it becomes the controlling terminal.
  unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
  unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
  unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
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
  return try unsafe spawn(command, environment) { (path, arguments, variables) throws in
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, path, &actions, &attributes, arguments, variables)
    guard code == 0 else { throw SystemError(.init("cannot run"), command[0], code: code) }
    return process
  }
}

/// Returns whether a process is stopped, as after Ctrl-Z.
package func processIsStopped(_ process: Int32) -> Bool {
  var information = proc_bsdinfo()
  let size = Int32(MemoryLayout<proc_bsdinfo>.size)
  let count = unsafe proc_pidinfo(process, PROC_PIDTBSDINFO, 0, &information, size)
  return count == size && information.pbi_status == UInt32(SSTOP)
}

/// Returns the directory of what was built beside the running tests.
func productsDirectory() -> String {
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
  return bundle.bundleURL.deletingLastPathComponent().path
}
#endif
