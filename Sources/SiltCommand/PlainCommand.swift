import SiltSystem
import Synchronization

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A command whose output goes through unchanged: it gets standard input, output and error as they
/// are, and runs in our process group.
///
/// Only where its bytes are needed is its standard output a pipe; its standard error never is.
enum PlainCommand {
  /// The signals that are passed on; where one was ignored at the start, the command ignores it too.
  private static let passedOn = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2]

  /// Runs the command and ends the process as it ended.
  ///
  /// Called on the main thread before there is another: the command inherits the signals that the
  /// thread has blocked, and those that come have to reach it.
  ///
  /// - Parameters:
  ///   - words: The command and its arguments.
  ///   - begin: Where its output begins; `.standard` is everything.
  ///   - delimiter: What ends a line of it.
  ///   - output: What gets a copy of every byte of its standard output, if anything does.
  static func run(
    _ words: [ByteString],
    from begin: Options.Begin,
    delimiter: UInt8,
    _ output: OutputFile?
  ) -> Never {
    // An inherited 'ignored' would lose the status.
    Signals.setDefault(SIGCHLD)
    var canRead = true
    let process: pid_t
    do throws(SystemError) {
      if output != nil || begin != .standard {
        let pipe = try PipeEnds()
        process = try start(words, pipe.writeEnd.borrowed)
        // Else its end would never come.
        closeEnd(pipe.writeEnd)
        // Not before: the command would inherit it.
        OutputFile.ignoreSignalsOfFailedWrites()
        do throws(SystemError) {
          try copy(pipe.readEnd.borrowed, of: process, from: begin, delimiter: delimiter, output)
        } catch {
          StandardError.write(error.about(words[0].inert).description)
          canRead = false
        }
      } else {
        process = try start(words, nil)
      }
    } catch {
      StandardError.write(error.description)
      // As every program that runs others has it.
      exit(error.operation == .run ? (error.code == ENOENT ? 127 : 126) : 1)
    }
    let ending = end(of: process)
    output?.finish()
    if case .signal(let signal) = ending, [SIGHUP, SIGINT, SIGTERM].contains(signal),
      received.load(ordering: .relaxed) & (1 << signal) != 0
    {
      // It ended us both. A shell ends its loop only when it sees that.
      Signals.die(of: signal)
    }
    let hasFailed = !canRead || output?.hasFailed == true
    exit(ending.status == 0 && hasFailed ? 1 : ending.status)
  }

  // MARK: The process

  /// Starts the command, to which signals are passed on from then on.
  ///
  /// What comes before the command is there is held back until it is.
  ///
  /// - Parameters:
  ///   - words: The command and its arguments.
  ///   - standardOutput: What its standard output is, or nothing: ours.
  /// - Returns: Its process.
  /// - Throws: The system's reason, with the operation `.run` when it is the command's.
  private static func start(
    _ words: [ByteString],
    _ standardOutput: BorrowedDescriptor?
  ) throws(SystemError) -> pid_t {
    var held = sigset_t()
    unsafe sigemptyset(&held)
    for signal in passedOn { unsafe sigaddset(&held, signal) }
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &held, &mask)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &mask, nil) }
    for signal in passedOn where !Signals.isIgnored(signal) {
      var action = unsafe action(passing: passOn)
      unsafe sigaction(signal, &action, nil)
    }
    // The words live until the process ends, which has no other use for memory.
    let arguments = unsafe words.map { unsafe $0.withCString { unsafe strdup($0) } } + [nil]
    var process: pid_t = 0
    let code = unsafe words[0].withCString { program in
      unsafe spawn(&process, program, arguments, standardOutput, mask)
    }
    guard code == 0 else { throw SystemError(.run, words[0].inert, code: code) }
    receiver.store(process, ordering: .relaxed)
    return process
  }

  /// Waits for the process and takes its status.
  private static func end(of process: pid_t) -> CommandExit {
    waitForEnd(of: process)
    // While its status is not taken no other process can have its number.
    receiver.store(0, ordering: .relaxed)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return CommandExit(waitStatus: status)
  }

  /// Waits until the process ended, and leaves its status to be taken.
  private static func waitForEnd(of process: pid_t) {
    var info = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
  }

  // MARK: Its output

  /// Copies what the command writes, until it ended.
  ///
  /// Nobody's end is waited for but its own: what it left in the background may hold the pipe for
  /// long. What the pipe holds when it ended has all that the command itself wrote.
  private static func copy(
    _ stream: BorrowedDescriptor,
    of process: pid_t,
    from begin: Options.Begin,
    delimiter: UInt8,
    _ output: OutputFile?
  ) throws(SystemError) {
    let ending = try PipeEnds()
    let endingNumber = ending.writeEnd.release()
    // The threads of a queue have the signals that are passed on blocked: they come to this one.
    SystemQueue().async {
      waitForEnd(of: process)
      closeEnd(Descriptor(owning: endingNumber))
    }
    var copy = StreamCopy(stream, from: begin, delimiter: delimiter, output)
    var requests = [stream, ending.readEnd.borrowed].map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    while requests[1].revents == 0 {
      guard unsafe poll(&requests, nfds_t(requests.count), -1) > 0 else { continue }
      if requests[0].revents != 0, try copy.step() == 0 {
        // It closed its output and goes on; the system leaves out what is below 0.
        requests[0].fd = -1
      }
    }
    var left: Int32 = 0
    _ = unsafe ioctl(stream.rawValue, UInt(FIONREAD), &left)
    while left > 0, let count = try copy.step(atMost: Int(left)), count > 0 {
      left -= Int32(count)
    }
    copy.finish()
  }

  private static func closeEnd(_ end: consuming Descriptor) {}
}

extension SystemError.Operation {
  fileprivate static let run = Self("cannot run")
}

// MARK: Signals

/// The process that signals are passed on to; 0 while there is none.
private let receiver = Atomic<pid_t>(0)

/// The signals that came, a bit each.
private let received = Atomic<UInt64>(0)

/// Passes a signal on unless it came from the terminal, which sent it to the command as well.
@unsafe
private func passOn(
  _ signal: Int32,
  _ info: UnsafeMutablePointer<siginfo_t>?,
  _ context: UnsafeMutableRawPointer?
) {
  let saved = errno
  received.bitwiseOr(1 << UInt64(signal), ordering: .relaxed)
  let process = receiver.load(ordering: .relaxed)
  if process > 0, let info = unsafe info, unsafe isFromProcess(info.pointee) {
    kill(process, signal)
  }
  errno = saved
}
