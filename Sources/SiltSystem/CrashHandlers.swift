import Synchronization

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// The page that the crash handlers restore from; set before they are installed.
/// (By its address, since pointers are not sendable.)
private let crashPage = Atomic<UInt>(0)

/// The handler of the signals of a crash: gives the terminal back and dies of the same signal.
///
/// Everything it does is safe in a signal handler. It writes no errno back: there is no return.
private func crashed(_ signal: Int32) {
  let address = crashPage.load(ordering: .acquiring)
  if let page = unsafe UnsafeMutableRawPointer(bitPattern: address) {
    unsafe RestorePage(page: page).claimAndRestore()
  }
  Signals.set(signal, to: action(ignoring: false))
  // Blocked while this handler runs, it strikes when the handler returns.
  raise(signal)
}

/// The handlers that give the terminal back when the program crashes.
package enum CrashHandlers {
  /// The signals of a crash: Swift's traps are SIGILL or SIGTRAP, by processor.
  package static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

  /// The handlers' own stack in bytes, for the thread that installs them.
  private static let stackBytes = 64 << 10

  /// Installs the handlers for the rest of the process's life.
  ///
  /// They run on a stack of their own where the thread has one: the calling thread gets one here.
  /// On the queue's threads, where Dispatch comes and goes with threads as it likes, they run on
  /// the thread's own stack. That serves every trap but the overflow of such a thread's stack:
  /// there the kernel has nowhere to run a handler, and ends the process at once.
  ///
  /// They take the place of Swift's own backtrace handlers where those are enabled.
  ///
  /// - Parameter page: What they restore from.
  package static func install(restoringFrom page: RestorePage) {
    unsafe crashPage.store(UInt(bitPattern: page.address), ordering: .releasing)
    let stack = unsafe mmap(
      nil,
      stackBytes,
      PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANON,
      -1,
      0
    )
    if let stack = unsafe stack, unsafe stack != MAP_FAILED {
      var description = unsafe stack_t()
      unsafe description.ss_sp = stack
      unsafe description.ss_size = stackBytes
      unsafe sigaltstack(&description, nil)
    }
    for signal in signals {
      Signals.set(signal, to: action(calling: crashed, flags: Int32(SA_ONSTACK)))
    }
  }
}
