import Foundation
import SiltSystem

extension PtySession {
  /// What goes on beside a session's owner: a thread collects the output, another waits for the
  /// program's end.
  ///
  /// Sendable unchecked: all its state is touched only with `condition` locked.
  final class Recorder: @unchecked Sendable {
    private let condition = NSCondition()
    private let processID: pid_t
    private var master: Int32?
    private var bytes: [UInt8] = []
    private var isReading = true
    private var ended: ExitStatus?

    /// How long an end waits for output that the system still carries over, in milliseconds.
    private static let graceMilliseconds: Int32 = 50

    init(master: Int32, processID: pid_t) {
      self.master = master
      self.processID = processID
      _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK)
      Thread.detachNewThread { self.readOutput() }
      Thread.detachNewThread { self.waitForProcess() }
    }

    var output: [UInt8] { condition.withLock { bytes } }
    var status: ExitStatus? { condition.withLock { ended } }

    func wait(within bound: Duration, until isSatisfied: ([UInt8]) -> Bool) -> Bool {
      let deadline = Date(timeIntervalSinceNow: bound / .seconds(1))
      condition.lock()
      defer { condition.unlock() }
      while !isSatisfied(bytes) {
        let count = bytes.count
        while bytes.count == count {
          guard condition.wait(until: deadline) else { return isSatisfied(bytes) }
        }
      }
      return true
    }

    func waitForExit(within bound: Duration) -> ExitStatus? {
      let deadline = Date(timeIntervalSinceNow: bound / .seconds(1))
      condition.lock()
      defer { condition.unlock() }
      while ended == nil {
        guard condition.wait(until: deadline) else { break }
      }
      guard ended != nil else { return nil }
      while let master, isReading,
        BorrowedDescriptor(master).isReady(for: .reading, within: Self.graceMilliseconds)
      {
        guard takeOutput() else { break }
      }
      return ended
    }

    func send(_ keys: [UInt8]) {
      var rest = keys[...]
      let deadline = Date(timeIntervalSinceNow: PtySession.patience / .seconds(1))
      while !rest.isEmpty, Date() < deadline {
        let count = condition.withLock {
          guard let master else { return rest.count }
          return unsafe rest.withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
        }
        if count > 0 { rest = rest.dropFirst(count) } else { usleep(1000) }
      }
    }

    func setReading(_ isReading: Bool) {
      condition.withLock { self.isReading = isReading }
    }

    func closeMaster() {
      condition.withLock {
        if let master { close(master) }
        master = nil
        condition.broadcast()
      }
    }

    /// Kills what still runs and ends the threads.
    func stop() {
      if status == nil { kill(-processID, SIGKILL) }
      closeMaster()
    }

    private func readOutput() {
      while let master = condition.withLock({ master }) {
        // Short waits: the master may be closed meanwhile.
        let isReady = BorrowedDescriptor(master).isReady(for: .reading, within: 20)
        let goesOn = condition.withLock { isReady && isReading ? takeOutput() : true }
        let isIdle = condition.withLock { isReady && !isReading }
        if isIdle || !goesOn { usleep(5000) }
      }
    }

    /// Takes what is there, with the lock held; returns whether there was something.
    private func takeOutput() -> Bool {
      guard let master else { return false }
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let count = unsafe read(master, &buffer, buffer.count)
      guard count > 0 else { return false }
      bytes += buffer[..<count]
      condition.broadcast()
      return true
    }

    private func waitForProcess() {
      var status: Int32 = 0
      while unsafe waitpid(processID, &status, 0) < 0 {
        guard errno == EINTR else { return }
      }
      let signal = status & 0x7f
      condition.withLock {
        ended = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
        condition.broadcast()
      }
    }
  }
}
