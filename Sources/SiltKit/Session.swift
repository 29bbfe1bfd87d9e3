internal import SiltCore
package import SiltScreen
package import SiltSystem
internal import SiltText

/// What is watched and how it is shown: it owns the ring, the notes and the viewport, takes in bytes
/// and keys, and carries out what follows from them.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
package final class Session: @unchecked Sendable {
  let options: Options
  let queue: SystemQueue
  let region: Region
  let clock: @Sendable () -> UInt64
  /// Called once, when the region is gone and the terminal as it was.
  package var whenLeft: (@Sendable (Ending) -> Void)?
  /// Whether the printing of last lines is to end: there may be a lot of them, and nothing else is
  /// done meanwhile.
  package var isToStop: (@Sendable () -> Bool)?
  /// Called for Ctrl-Z: whoever has the process's signals stops it.
  package var whenStopAsked: (@Sendable () -> Void)?
  /// Called before a file is written: whoever has the process's signals makes failed writes errors.
  package var whenWriting: (@Sendable () -> Void)?

  // What is watched.
  let ring: Ring
  var content: LogContent
  /// What lines come from, in the order it was named; never empty.
  var sources: ContiguousArray<Source>
  /// The file whose content that was there already is read, while the others wait; nil when all was.
  var startingSource: Int?
  var rate = RateMeter()
  /// How many bytes came of all segments.
  var receivedBytes = 0
  var wasInterrupted = false
  var following = Following()
  /// The processes that write are gone: what is still read is all.
  var writersAreGone = false
  /// What keeps an input going; let go of on leaving.
  var input: SessionInput?
  /// A client's rows below the last line.
  var footer: [String] = []
  /// What is still to be left out of a stream's beginning.
  var skip = StreamSkip()
  var command: Command?
  /// Takes every byte read, for whoever keeps them.
  package var tee: (@Sendable (RawSpan) -> Void)?

  // How it is shown.
  var viewport = Viewport(rows: 0)
  var keyMap = KeyMap()
  var help: HelpScreen?
  var message: String?
  /// When the last key was pressed, or the session began, in nanoseconds, and whether that key dropped
  /// a marker.
  var lastKey: UInt64
  var lastKeyMarked = false
  /// The lines in view were dropped and the view moved; told until the next key.
  var wasMoved = false
  /// The number of a line to jump to as soon as numbers are known, and the source that it is of; any
  /// key drops it.
  var pendingJump: Jump?
  /// What was typed behind a jump that is on its way, and what ends the waiting for it.
  var typedAhead: [Input] = []
  var typedAheadTimer: QueueTimer?
  /// Rows that were given a letter, as they stood at the bottom.
  var marks: [Unicode.Scalar: Viewport.Anchor] = [:]
  /// What is typed in the status row.
  var prompt: Prompt?
  /// What keeps all bytes of a stream, and why it does not any more, until that is told.
  var spill: SpillFile?
  var spillError: SystemError?
  let saver: SaveWriter
  var save: Save?
  /// How many saves were begun.
  var saveCount = 0
  /// The name of a file that was not overwritten.
  var refusedName: String?
  let history: HistoryReader
  var blocksInFlight: Set<BlockID> = []
  /// The lines that the ring never saw are being counted.
  var isCounting = false
  /// The description of the place waits for the count.
  var describesWhenCounted = false
  /// The log rows that were shown last, whole; shown on while a block is loaded.
  var formerRows: FormerRows?
  var numbersLines: Bool
  /// The digits that line numbers have room for; fixed while the view is paused.
  var numberDigits = Session.leastNumberDigits
  /// The sources' names in front of their lines, where there are several and there is room.
  var sourceColumn: SourceColumn?
  /// Until the first key or the first news the status row has a hint.
  var showsHint = true
  var rateTimer: QueueTimer?
  var firstFrameTimer: QueueTimer?
  var hasLeft = false

  static let leastNumberDigits = 4

  /// How many bytes a move of the view may look at before keys have their turn.
  static let moveBudget = 16 << 20

  /// Creates a session that shows nothing yet; called on the queue.
  ///
  /// - Parameters:
  ///   - options: What is watched and how.
  ///   - terminal: Where it is shown.
  ///   - queue: Where everything happens.
  ///   - clock: The monotonic time in nanoseconds.
  package init(
    _ options: Options,
    on terminal: Terminal,
    queue: SystemQueue,
    clock: @escaping @Sendable () -> UInt64 = SystemClock.now
  ) {
    var options = options
    if options.ambiguousIsWide { options.signs = .ascii }
    self.options = options
    self.queue = queue
    self.clock = clock
    lastKey = clock()
    numbersLines = options.numbersLines
    ring = Ring(capacity: options.capacity)
    history = HistoryReader(queue: queue)
    saver = SaveWriter(queue: queue)
    let source = SourceID(rawValue: 0)
    sources = [Source(id: source, name: inertText(options.name))]
    content = LogContent(
      .one(SourceLines(of: source, in: ring)),
      layout: TextLayout(
        columns: 1,
        wraps: options.wraps,
        ambiguousIsWide: options.ambiguousIsWide,
        keepsColors: options.keepsColors
      ),
      noteRule: options.signs.rule,
      ellipsis: options.signs.ellipsis
    )
    region = Region(
      on: terminal,
      height: options.height,
      colorDepth: options.colorDepth,
      usesMouse: options.usesMouse,
      interruptKeys: options.kind == .pipe ? .asSignals : .asBytes,
      isShared: options.kind == .pipe,
      queue: queue,
      clock: clock
    )
    region.owner = Region.Owner(
      frame: { [unowned self] in
        armRateTimer()
        return frame()
      },
      input: { [unowned self] in received($0) },
      rawInput: { [unowned self] in typedToCommand($0) },
      resized: { [unowned self] in screenResized() },
      drained: { [unowned self] in printRest() },
      gone: { [unowned self] in leave(.terminalGone) }
    )
  }

  // MARK: Showing

  /// Puts the region on the screen, unless it is there.
  func show() {
    guard !hasLeft else { return }
    firstFrameTimer?.cancel()
    firstFrameTimer = nil
    region.enter()
  }

  /// What is shown changed by itself.
  func changed() {
    region.changed()
  }

  /// The rate that a frame shows, or does not yet, changes at full seconds.
  private func armRateTimer() {
    guard rateTimer == nil else { return }
    let now = clock()
    guard let next = rate.nextChange(after: now) else { return }
    rateTimer = queue.after(nanoseconds: next - now) { [weak self] in
      guard let self else { return }
      rateTimer = nil
      region.clockTurned()
    }
  }

  /// The process goes on after a stop: the region is drawn again if we have the terminal.
  package func resume() {
    queue.assertIsCurrent()
    command?.process.signal(Signals.continuation)
    guard !hasLeft, command?.printer == nil, firstFrameTimer == nil, isDueToShow else { return }
    region.resume()
  }

  /// The process is about to stop: the terminal is given back, and a command stops, too.
  package func suspend() {
    queue.assertIsCurrent()
    region.leave()
    command?.process.signal(Signals.stop)
  }

  /// Says something in the status row, until the next key.
  package func say(_ message: String) {
    queue.assertIsCurrent()
    self.message = message
  }

  /// The screen may have another size.
  package func screenMayHaveResized() {
    queue.assertIsCurrent()
    region.screenResized()
  }

  /// Whether there is something to show: a pipe's region waits for its first byte.
  var isDueToShow: Bool {
    options.kind != .pipe || hasEnded || receivedBytes > 0
  }

  // MARK: Leaving

  /// Leaves: takes the region away, prints the last lines, and tells whoever started the session.
  ///
  /// - Parameter ending: Why.
  package func leave(_ ending: Ending) {
    queue.assertIsCurrent()
    guard !hasLeft else { return }
    if ending == .asked, command?.end == nil, command != nil {
      if command?.printer == nil { leaveCommandRunning() }
      return
    }
    if case .signal(let signal) = ending, command != nil, command?.end == nil {
      command?.process.signal(signal)
      if waitForLastWords(of: ending) { return }
    }
    if ending == .terminalGone { command?.process.signal(Signals.hangUp) }
    finish(ending)
  }

  /// Ends the session for good.
  func finish(_ ending: Ending) {
    hasLeft = true
    for timer in [rateTimer, firstFrameTimer, typedAheadTimer] { timer?.cancel() }
    input?.stop()
    input = nil
    command?.process.cancelReading()
    // Whatever the user did then, something could not be read.
    var ending = ending
    let failures = sources.compactMap(\.failure)
    if !failures.isEmpty, !ending.isSignal { ending = .failed(failures) }
    if let exit = command?.end?.exit, !ending.isSignal { ending = .commandEnded(exit) }
    // Nothing more comes: what was held back of an unfinished line is shown as it is.
    for source in sources.indices { closeSegment(of: source) }
    if ending != .terminalGone {
      // Taken out, or what is printed here would be printed again as soon as the terminal took it.
      var lines =
        command?.printer.take()
        ?? LinePrinter(
          lastLines,
          of: content,
          encoder: region.encoder,
          names: SourceColumn(of: self, within: nil),
          load: { [unowned self] in loadNow($0) }
        )
      var summary = summary
      region.leave {
        if isToStop?() == true { return [] }
        let bytes = lines.nextBytes()
        guard bytes.isEmpty, let row = summary.take() else { return bytes }
        return region.encoder.line(row)
      }
    }
    region.terminal.close()
    region.owner = nil
    whenLeft?(ending)
    whenLeft = nil
  }

  /// Whether the user is in the middle of something that an end must not take away.
  var isHeldOpen: Bool {
    options.staysOpen || !viewport.isFollowing || help != nil || keyMap.pending != nil
      || prompt != nil || save != nil
  }
}

extension Session {
  /// What is watched and how it is shown.
  package struct Options: Sendable {
    /// Where the bytes come from, as far as it changes what is shown and what keys do.
    package enum Kind: Hashable, Sendable {
      case file
      /// Standard input: others of the pipeline share the terminal.
      case pipe
      /// A program that appends lines by itself.
      case client
      case command
    }

    /// Which lines stay in the scrollback on leaving.
    package enum LastLines: Hashable, Sendable {
      /// 10 lines, and more when a command failed.
      case standard
      case count(Int)
      case all
    }

    package var kind: Kind
    /// What stands in the status row, as bytes of anyone's making.
    package var name: ContiguousArray<UInt8>
    package var height: HeightChoice
    /// The ring's capacity in bytes.
    package var capacity = 64 << 20
    package var wraps = true
    package var numbersLines = false
    package var ambiguousIsWide = false
    package var keepsColors = true
    package var colorDepth = ColorDepth.sixteen
    /// Whether the mouse's wheel scrolls; the terminal's own selection is then gone.
    package var usesMouse = false
    /// What marks a row of the inset.
    package var fill: ContiguousArray<UInt8> = []
    package var signs = Signs.unicode
    /// Whether the view stays at the end of the input.
    package var staysOpen = false
    /// Whether the whole of a stream is kept in a temporary file.
    package var spills = false
    package var lastLines = LastLines.standard

    /// Creates options with the defaults of the command line.
    ///
    /// - Parameters:
    ///   - kind: Where the bytes come from.
    ///   - name: What stands in the status row.
    ///   - height: The region's height.
    package init(kind: Kind, name: ContiguousArray<UInt8>, height: HeightChoice) {
      self.kind = kind
      self.name = name
      self.height = height
    }
  }

  /// Why a session was left.
  package enum Ending: Equatable, Sendable {
    /// The user left.
    case asked
    /// Nothing more came.
    case inputEnded
    /// The command ended, whoever left then.
    case commandEnded(CommandExit)
    /// Ctrl-C.
    case interrupted
    /// A signal asked for it.
    case signal(Int32)
    case terminalGone
    /// Some of what was to be watched cannot be read.
    case failed([SystemError])

    /// Whether the process is to die of a signal.
    var isSignal: Bool {
      switch self {
      case .interrupted, .signal, .terminalGone: true
      case .asked, .inputEnded, .commandEnded, .failed: false
      }
    }

    package static func == (left: Ending, right: Ending) -> Bool {
      switch (left, right) {
      case (.asked, .asked), (.inputEnded, .inputEnded), (.interrupted, .interrupted),
        (.terminalGone, .terminalGone):
        true
      case (.signal(let one), .signal(let other)): one == other
      case (.commandEnded(let one), .commandEnded(let other)): one == other
      case (.failed(let one), .failed(let other)): one == other
      default: false
      }
    }
  }
}
