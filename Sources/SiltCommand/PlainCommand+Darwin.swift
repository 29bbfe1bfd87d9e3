#if canImport(Darwin)
import SiltSystem

@unsafe @preconcurrency import Darwin

extension PlainCommand {
  /// Starts a program that is looked for as a shell does.
  ///
  /// - Parameters:
  ///   - process: Where its process is put.
  ///   - program: The program's name.
  ///   - arguments: The name again and its arguments, and nil at the end.
  ///   - standardOutput: What its standard output is, or nothing: ours.
  ///   - mask: The signals that it holds back.
  /// - Returns: 0, or the system's reason.
  @unsafe
  static func spawn(
    _ process: inout pid_t,
    _ program: UnsafePointer<CChar>,
    _ arguments: [UnsafeMutablePointer<CChar>?],
    _ standardOutput: BorrowedDescriptor?,
    _ mask: sigset_t
  ) -> Int32 {
    var actions: posix_spawn_file_actions_t?
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let standardOutput {
      unsafe posix_spawn_file_actions_adddup2(&actions, standardOutput.rawValue, STDOUT_FILENO)
    }
    var attributes: posix_spawnattr_t?
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var mask = mask
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let variables = unsafe _NSGetEnviron().pointee
    return unsafe posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
  }

  /// Returns an action that calls a handler with the signal's sender.
  static func action(
    passing handler:
      @escaping @convention(c) (
        Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
      ) -> Void
  ) -> sigaction {
    var action = sigaction()
    unsafe action.__sigaction_u.__sa_sigaction = handler
    action.sa_flags = SA_RESTART | SA_SIGINFO
    return action
  }
}

/// Returns whether a process sent the signal, not the kernel, which is process 0.
func isFromProcess(_ info: siginfo_t) -> Bool {
  unsafe info.si_pid != 0
}
#endif
