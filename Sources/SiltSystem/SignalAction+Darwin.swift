#if canImport(Darwin)
@unsafe @preconcurrency import Darwin

/// The deadly signals that only this system has, or that only here are deadly.
let deadlyHere = [SIGEMT]

/// Returns an action that calls a handler.
func action(
  calling handler: @escaping @convention(c) (Int32) -> Void,
  flags: Int32
) -> sigaction {
  var action = sigaction()
  unsafe action.__sigaction_u.__sa_handler = handler
  action.sa_flags = flags
  return action
}

/// Returns the action that ignores a signal, or the one that does what is the default.
func action(ignoring: Bool) -> sigaction {
  var action = sigaction()
  unsafe action.__sigaction_u.__sa_handler = ignoring ? SIG_IGN : SIG_DFL
  return action
}

/// Returns whether an action ignores its signal.
func isIgnoring(_ action: sigaction) -> Bool {
  // Functions cannot be compared; their addresses can.
  unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
}
#endif
