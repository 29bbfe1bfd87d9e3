import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A program on a pseudo-terminal of its own, whose output is taken as fast as it comes.
///
/// Nothing goes on beside the caller: output is taken while it waits for something. A program that
/// is let go is killed with all that it started.
final class TerminalProgram {
  /// The process, which leads its session.
  let processID: pid_t
  /// How many bytes the program wrote to its terminal.
  private(set) var byteCount = 0
  /// Whether the program and all that it started let go of the terminal.
  private(set) var hasHungUp = false

  private let master: Descriptor
  /// The newest output that was not searched yet.
  private var output: ContiguousArray<UInt8> = []
  private var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64 << 10)
  private var isReaped = false

  /// More than any row of a frame; what is searched for is never longer.
  private static let longestText = 512
  /// How long anything may take, in nanoseconds.
  static let patience: UInt64 = 30_000_000_000

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: Its path and its arguments.
  ///   - environment: `NAME=value` each.
  ///   - rows: The terminal's rows.
  ///   - columns: The terminal's columns.
  ///   - input: A descriptor for standard input instead of the terminal.
  ///   - output: A descriptor for standard output instead of the terminal.
  /// - Throws: When it cannot be started.
  init(
    _ command: [String],
    environment: [String],
    rows: Int = 24,
    columns: Int = 80,
    input: Int32? = nil,
    output: Int32? = nil
  ) throws {
    var ends: (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    var size = winsize(
      ws_row: UInt16(rows),
      ws_col: UInt16(columns),
      ws_xpixel: 0,
      ws_ypixel: 0
    )
    guard unsafe openpty(&ends.0, &ends.1, &name, nil, &size) == 0 else {
      throw SystemError(.init("cannot create a pseudo-terminal"), code: errno)
    }
    master = Descriptor(owning: ends.0)
    // Ours is closed once the program has its own: when that one goes, the master says so.
    let slave = Descriptor(owning: ends.1)
    for number in [ends.0, ends.1] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends.0, F_SETFL, fcntl(ends.0, F_GETFL) | O_NONBLOCK)
    let terminal = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    var redirections: [(from: Int32, to: Int32)] = []
    if let input { redirections.append((input, 0)) }
    if let output { redirections.append((output, 1)) }
    processID = try SpawnRequest(
      command: command,
      environment: environment,
      terminal: String(decoding: terminal, as: UTF8.self),
      redirections: redirections
    ).spawn()
    _ = consume slave
  }

  deinit {
    if !isReaped { endProcess(processID) }
  }

  /// Takes the output that is there.
  ///
  /// - Parameter milliseconds: How long to wait for some.
  /// - Throws: When a signal asked us to stop.
  func drain(within milliseconds: Int32 = 0) throws {
    try Interruption.check()
    guard !hasHungUp else {
      usleep(UInt32(milliseconds) * 1000)
      return
    }
    guard milliseconds == 0 || master.borrowed.isReady(for: .reading, within: milliseconds) else {
      return
    }
    while true {
      let count: Int?
      do {
        count = try unsafe buffer.withUnsafeMutableBytes {
          try unsafe master.borrowed.read(into: $0)
        }
      } catch {
        // EIO: nobody has the terminal open any more.
        hasHungUp = true
        return
      }
      guard let count else { return }
      guard count > 0 else {
        hasHungUp = true
        return
      }
      byteCount += count
      output.append(contentsOf: buffer[..<count])
      // Whoever waits has looked at all but the newest; the rest needs no memory.
      if output.count > 1 << 20 { output.removeFirst(output.count - Self.longestText) }
      if count < buffer.count { return }
    }
  }

  /// Takes output until some time has passed.
  ///
  /// - Parameters:
  ///   - nanoseconds: How long.
  ///   - meanwhile: Called again and again, as fast as the output allows.
  /// - Throws: What `meanwhile` throws, and when a signal asked us to stop.
  func drain(for nanoseconds: UInt64, meanwhile: (() throws -> Void)? = nil) throws {
    let deadline = SystemClock.now() + nanoseconds
    while true {
      let now = SystemClock.now()
      guard now < deadline else { return }
      try meanwhile?()
      let rest = Int32((deadline - now) / 1_000_000)
      try drain(within: meanwhile == nil ? max(1, min(rest, 50)) : 0)
    }
  }

  /// Forgets the output so far: only what comes now is searched.
  func forget() throws {
    try drain()
    output.removeAll(keepingCapacity: true)
  }

  /// Waits until a text is in the output since the last `forget`.
  ///
  /// - Parameters:
  ///   - text: At most a row's length.
  ///   - patience: How long to wait, in nanoseconds.
  /// - Returns: When it was there, by `SystemClock`.
  /// - Throws: `BenchError` when it does not come.
  @discardableResult
  func wait(
    for text: String,
    patience: UInt64 = patience
  ) throws -> UInt64 {
    let sought = ContiguousArray(text.utf8)
    let deadline = SystemClock.now() + patience
    while true {
      let now = SystemClock.now()
      if output.contains(sought) { return now }
      if output.count > Self.longestText { output.removeFirst(output.count - Self.longestText) }
      guard !hasHungUp else { throw BenchError.ended("'\(text)'") }
      guard now < deadline else { throw BenchError.late("'\(text)'") }
      try drain(within: 50)
    }
  }

  /// Types keys.
  func type(_ keys: String) throws {
    try master.borrowed.writeAll(keys)
  }

  /// Waits for the program's end.
  ///
  /// - Parameter patience: How long to wait, in nanoseconds.
  /// - Returns: When it had ended, by `SystemClock`.
  /// - Throws: `BenchError` when it does not end.
  @discardableResult
  func waitForEnd(patience: UInt64 = patience) throws -> UInt64 {
    let deadline = SystemClock.now() + patience
    while !isReaped {
      guard SystemClock.now() < deadline else { throw BenchError.late("the program's end") }
      // The terminal hangs up a moment before the process can be waited for.
      if hasHungUp { usleep(50) } else { try drain(within: 5) }
      var status: Int32 = 0
      isReaped = unsafe waitpid(processID, &status, WNOHANG) == processID
    }
    return SystemClock.now()
  }
}

extension ContiguousArray<UInt8> {
  /// Whether some bytes stand in these in a row.
  func contains(_ sought: Self) -> Bool {
    guard let first = sought.first, count >= sought.count else { return sought.isEmpty }
    for start in 0...count - sought.count where self[start] == first {
      if self[start..<start + sought.count].elementsEqual(sought) { return true }
    }
    return false
  }
}
