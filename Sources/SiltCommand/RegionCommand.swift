import SiltKit
import SiltScreen
import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A log in a region of the terminal.
///
/// Here the process is dealt with: its signals, its terminal's way back after a crash, its status.
/// What is watched and shown is the session's.
///
/// Sendable unchecked: its state is touched only on its queue.
final class RegionCommand: @unchecked Sendable {
  private let inputs: [Plan.Input]
  private let options: Options
  private let queue: SystemQueue
  private let session: Session
  private let output: OutputFile?
  private let hooks = TestHooks()
  private var signals: SignalPipe?
  private var killer: Int32?

  /// Shows the inputs until the user leaves, and ends the process.
  ///
  /// - Parameters:
  ///   - inputs: What is shown: files, or one input of another kind.
  ///   - height: The region's height.
  ///   - options: What else was asked for.
  ///   - content: What is written where there is no terminal any more.
  ///   - output: What gets a copy of every byte, if anything does.
  static func run(
    _ inputs: [Plan.Input],
    height: HeightChoice,
    _ options: Options,
    _ content: PlainContent,
    _ output: OutputFile?
  ) -> Never {
    let queue = SystemQueue()
    let page: RestorePage
    do throws(SystemError) {
      page = try RestorePage()
    } catch {
      end(failing: error)
    }
    guard let terminal = queue.sync({ Terminal(on: queue, restoringFrom: page) }) else {
      // The terminal went between the plan and now.
      PlainOutput.run(inputs, options, content, output)
    }
    CrashHandlers.install(restoringFrom: page)
    queue.async {
      let command = RegionCommand(inputs, height, options, output, on: terminal, queue: queue)
      do throws(SystemError) {
        try command.start()
      } catch {
        end(failing: error)
      }
    }
    // The queue's threads do everything from here on; `dispatchMain()` would end this one, which
    // costs milliseconds in a fully static program.
    while true { pause() }
  }

  private init(
    _ inputs: [Plan.Input],
    _ height: HeightChoice,
    _ options: Options,
    _ output: OutputFile?,
    on terminal: Terminal,
    queue: SystemQueue
  ) {
    self.inputs = inputs
    self.options = options
    self.output = output
    self.queue = queue
    let shown = Self.sessionOptions(inputs, height, options)
    session = Session(shown, on: terminal, queue: queue)
  }

  private func start() throws(SystemError) {
    signals = try SignalPipe(
      Signals.deadly + [SIGWINCH, SIGTSTP, SIGCONT],
      on: queue
    ) { self.received($0) }
    session.whenLeft = { self.end($0) }
    session.isToStop = { self.isToStop }
    session.whenStopAsked = { self.stop() }
    session.whenWriting = { OutputFile.ignoreSignalsOfFailedWrites() }
    if let output {
      output.whenFailed = { [session] in session.outputFailed($0) }
      session.tee = { output.write($0) }
    }
    // A child whose status is waited for must not be reaped by an inherited ignore.
    Signals.setDefault(SIGCHLD)
    switch inputs[0] {
    case .file, .openFile:
      try session.follow(
        inputs.compactMap { input in
          switch input {
          case .file(let name): .path(Array(name.bytes))
          case .openFile: .descriptor(.standardInput)
          case .stream, .command: nil
          }
        },
        from: options.begin.startPoint(standard: .beginning),
        Self.following(options),
        turnBytes: hooks.turnBytes
      )
    case .stream:
      try session.read(
        stream: .standardInput,
        skipping: StreamSkip(options.begin),
        turnBytes: hooks.turnBytes
      )
    case .command(let words):
      do throws(SystemError) {
        try session.run(
          words.map { Array($0.bytes) },
          inTerminal: options.usesTerminal,
          skipping: StreamSkip(options.begin),
          turnBytes: hooks.turnBytes
        )
      } catch {
        // A temporary file that cannot be made is no fault of the command.
        let isCommands = error.operation != .makeTemporary
        Self.end(failing: error, with: isCommands ? error.commandStatus : 1)
      }
    }
    if output != nil || options.spills { OutputFile.ignoreSignalsOfFailedWrites() }
  }

  // MARK: Signals

  private func received(_ signal: Int32) {
    switch signal {
    case SIGWINCH: session.screenMayHaveResized()
    case SIGINT: session.interrupted()
    case SIGTSTP: stop()
    case SIGCONT: session.resume()
    case SIGUSR1 where hooks.trapsOnSignal: preconditionFailure("a trap was asked for")
    default: session.leave(.signal(signal))
    }
  }

  /// Gives the terminal back, stops with the whole process group, and goes on when continued.
  private func stop() {
    session.suspend()
    let didStop = signals?.stopProcessGroup() ?? false
    if !didStop { session.say("nobody is there who could continue a stopped silt") }
    session.resume()
  }

  // MARK: Ends

  /// Whether a signal that ends us came while the queue was kept; it is what ends us then.
  private var isToStop: Bool {
    killer = killer ?? signals?.takePending().first { Signals.deadly.contains($0) }
    return killer != nil
  }

  private func end(_ ending: Session.Ending) -> Never {
    if let killer { Signals.die(of: killer) }
    output?.finish()
    let failed: Int32 = output?.hasFailed == true ? 1 : 0
    switch ending {
    case .asked, .inputEnded: exit(failed)
    case .commandEnded(let end): exit(end.status != 0 ? end.status : failed)
    case .failed(let errors): Self.end(failing: errors)
    case .interrupted: Signals.die(of: SIGINT)
    case .signal(let signal): Signals.die(of: signal)
    case .terminalGone: Signals.die(of: SIGHUP)
    }
  }

  private static func end(failing error: SystemError, with status: Int32 = 1) -> Never {
    end(failing: [error], with: status)
  }

  private static func end(failing errors: [SystemError], with status: Int32 = 1) -> Never {
    for error in errors {
      let subject = ByteString((error.subject ?? "standard input").utf8)
      StandardError.write(error.about(subject.inert).description)
    }
    exit(status)
  }

  // MARK: Options

  private static func sessionOptions(
    _ inputs: [Plan.Input],
    _ height: HeightChoice,
    _ options: Options
  ) -> Session.Options {
    let environment = { SiltSystem.environment($0) }
    var shown = Session.Options(
      kind: kind(of: inputs[0]),
      name: inputs.count == 1
        ? name(of: inputs[0]) : ContiguousArray("\(inputs.count) files".utf8),
      height: height
    )
    shown.capacity = options.bufferSize
    shown.wraps = !options.chopsLines
    shown.numbersLines = options.numbersLines
    let color = options.colorChoice(noColor: environment("NO_COLOR"))
    shown.keepsColors = color != .never
    shown.colorDepth = ColorDepth(environment: environment)
    if color == .always { shown.colorDepth = max(shown.colorDepth, .sixteen) }
    shown.fill = ContiguousArray(options.fill.bytes)
    shown.signs = Signs(environment: environment)
    shown.staysOpen = options.staysOpen
    shown.usesMouse = options.usesMouse
    shown.spills = options.spills
    shown.ambiguousIsWide = options.ambiguousIsWide
    switch options.leave {
    case .standard: break
    case .lines(let count): shown.lastLines = .count(count)
    case .all: shown.lastLines = .all
    }
    return shown
  }

  private static func following(_ options: Options) -> Session.Following {
    var following = Session.Following()
    following.named = options.followOptions(byName: true)
    following.opened = options.followOptions(byName: false)
    following.writers = options.follows ? options.writers : []
    following.interval = options.sleepInterval
    return following
  }

  private static func kind(of input: Plan.Input) -> Session.Options.Kind {
    switch input {
    case .file, .openFile: .file
    case .stream: .pipe
    case .command: .command
    }
  }

  private static func name(of input: Plan.Input) -> ContiguousArray<UInt8> {
    switch input {
    case .file(let name):
      let component = name.bytes.split(separator: UInt8(ascii: "/")).last
      return ContiguousArray(component ?? name.bytes[...])
    case .openFile: return ContiguousArray("standard input".utf8)
    case .stream: return ContiguousArray("pipe".utf8)
    case .command: return input.name.bytes
    }
  }
}
