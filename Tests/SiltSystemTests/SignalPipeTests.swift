import Foundation
import SiltTestSupport
import Testing

@testable import SiltSystem

/// Signals and their handlers are the process's: each test runs in a process of its own.
@Suite struct SignalPipeTests {
  @Test func `signals arrive on the queue in order`() async {
    await #expect(processExitsWith: .success) {
      let queue = SystemQueue()
      let signals = [SIGUSR1, SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT, SIGQUIT]
      let seen = Collected<Int32>()
      let pipe = try queue.sync {
        try SignalPipe(signals, on: queue) { [queue] in
          queue.assertIsCurrent()
          seen.append($0)
        }
      }
      for (number, signal) in signals.enumerated() {
        kill(getpid(), signal)
        #expect(seen.wait { $0.count == number + 1 })
      }
      #expect(seen.values == signals)
      #expect(pipe.signals == signals)
    }
  }

  @Test func `a burst while the queue is busy is not lost`() async {
    await #expect(processExitsWith: .success) {
      unblockSignals()
      let queue = SystemQueue()
      let seen = Collected<Int32>()
      let pipe = try queue.sync {
        try SignalPipe([SIGUSR1, SIGUSR2], on: queue) { seen.append($0) }
      }
      queue.sync {
        for _ in 0..<100 {
          raise(SIGUSR1)
          raise(SIGUSR2)
        }
      }
      // The thread that raises has the signals unblocked, so each one is handled at once.
      #expect(seen.wait { $0.count == 200 })
      withExtendedLifetime(pipe) {}
    }
  }

  @Test func `after a cancellation the default actions are back`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      unblockSignals()
      let queue = SystemQueue()
      let seen = Collected<Int32>()
      let pipe = try queue.sync { try SignalPipe([SIGTERM], on: queue) { seen.append($0) } }
      raise(SIGTERM)
      #expect(seen.wait { $0 == [SIGTERM] })
      queue.sync { pipe.cancel() }
      raise(SIGTERM)
      sleep(30)
    }
  }

  @Test func `a second pipe works after the first one`() async {
    await #expect(processExitsWith: .success) {
      unblockSignals()
      let queue = SystemQueue()
      for _ in 0..<5 {
        let seen = Collected<Int32>()
        let pipe = try queue.sync { try SignalPipe([SIGUSR1], on: queue) { seen.append($0) } }
        raise(SIGUSR1)
        #expect(seen.wait { $0 == [SIGUSR1] })
        queue.sync { pipe.cancel() }
      }
    }
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTSTP])
  func `a signal that was ignored at the start stays ignored`(signal: Int32) async {
    await #expect(processExitsWith: .success) { [signal] in
      unblockSignals()
      let queue = SystemQueue()
      let seen = Collected<Int32>()
      Signals.ignore(signal)
      #expect(Signals.isIgnored(signal))
      let pipe = try queue.sync {
        try SignalPipe([signal, SIGUSR1], on: queue) { seen.append($0) }
      }
      #expect(pipe.signals == [SIGUSR1])
      raise(signal)
      raise(SIGUSR1)
      #expect(seen.wait { !$0.isEmpty })
      #expect(seen.values == [SIGUSR1])
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT])
  func `the parent sees death by the signal`(signal: Int32) async {
    await #expect(processExitsWith: .signal(signal)) { [signal] in
      let queue = SystemQueue()
      _ = try queue.sync { try SignalPipe([signal], on: queue) { _ in } }
      // On the queue's thread, where nearly all signals are blocked.
      queue.async { Signals.die(of: signal) }
      sleep(30)
    }
  }

  @Test func `a signal that no thread has taken yet is told`() async {
    await #expect(processExitsWith: .success) {
      let queue = SystemQueue()
      var set = sigset_t()
      unsafe sigemptyset(&set)
      unsafe sigaddset(&set, SIGINT)
      unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
      #expect(!Signals.isWaiting(SIGINT))
      pthread_kill(pthread_self(), SIGINT)
      #expect(Signals.isWaiting(SIGINT))
      #expect(!queue.sync { Signals.isWaiting(SIGTERM) })
      _exit(0)
    }
  }

  @Test func `a write to a closed reader is an error once SIGPIPE is ignored`() async {
    await #expect(processExitsWith: .success) {
      Signals.ignore(SIGPIPE)
      let pipe = try TestPipe()
      drop(pipe.takeReader())
      #expect(throws: SystemError(.write, code: EPIPE)) { try pipe.send("x") }
    }
  }

  @Test func `a closed reader ends a writer that does not ignore SIGPIPE`() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      Signals.setDefault(SIGPIPE)
      let queue = SystemQueue()
      let pipe = try TestPipe()
      drop(pipe.takeReader())
      queue.async { try? pipe.send("x") }
      sleep(30)
    }
  }

  @Test func `stopping the group stops it until it is continued`() async {
    await #expect(processExitsWith: .success) {
      let queue = SystemQueue()
      // A group of our own, whose parent in the same session could continue it.
      #expect(setpgid(0, 0) == 0)
      let seen = Collected<Int32>()
      let pipe = try queue.sync {
        try SignalPipe([SIGTSTP, SIGCONT], on: queue) { seen.append($0) }
      }
      let me = getpid()
      for _ in 0..<3 {
        // In a session of its own, so that it is not stopped with us.
        let helper = try PtySession(
          "/bin/sh",
          [
            "-c",
            """
            until grep -q '^State:.*T' /proc/\(me)/status; do sleep 0.01; done
            sleep 0.1; kill -CONT \(me)
            """,
          ]
        )
        let start = SystemClock.now()
        #expect(queue.sync { pipe.stopProcessGroup() })
        #expect(SystemClock.now() - start >= 100_000_000)
        #expect(helper.waitForExit() == .code(0))
      }
      #expect(seen.wait { $0 == [SIGCONT, SIGCONT, SIGCONT] })
      // The handler is back: this one does not stop us.
      kill(me, SIGTSTP)
      #expect(seen.wait { $0.last == SIGTSTP })
    }
  }

  @Test func `a group nobody could continue is not stopped, and that is told soon`() async {
    await #expect(processExitsWith: .success) {
      #expect(setsid() > 0)
      let queue = SystemQueue()
      let pipe = try queue.sync { try SignalPipe([SIGTSTP, SIGCONT], on: queue) { _ in } }
      #expect(queue.sync { !pipe.stopProcessGroup() })
    }
  }
}
