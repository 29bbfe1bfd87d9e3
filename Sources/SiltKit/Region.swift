package import SiltScreen
package import SiltSystem

/// The region on the terminal: it enters and leaves the screen, paints frames when they are due, and
/// turns the terminal's bytes into input.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
package final class Region: @unchecked Sendable {
  /// What the region needs to know of whoever fills it; all of it called on the queue.
  struct Owner {
    /// Makes the frame for the present size.
    var frame: () -> Frame
    var input: ([Input]) -> Void
    /// Takes the terminal's bytes as they are, while keys are meant for somebody else; returns what
    /// is left, or nil when they are not.
    var rawInput: (ArraySlice<UInt8>) -> ArraySlice<UInt8>?
    /// The screen's size is another one and at rest.
    var resized: () -> Void
    /// No written byte is pending any more.
    var drained: () -> Void
    /// The terminal is gone.
    var gone: () -> Void
  }

  /// How long the size has to be at rest before the region is drawn again.
  static let resizeRest = Duration.milliseconds(100)

  /// How often a region that is kept off the screen looks whether the terminal is ours again.
  ///
  /// Nobody tells: for a job that runs in the background bash's `fg` sends no SIGCONT (measured,
  /// 5.2), since the job is not stopped.
  static let foregroundInterval = Duration.milliseconds(500)

  let terminal: Terminal
  private let queue: SystemQueue
  /// The height that was asked for, and the one that `switchSurface` changes to.
  private var height: HeightChoice
  private var otherHeight: HeightChoice
  private let usesMouse: Bool
  private let interruptKeys: TerminalModes.InterruptKeys
  /// Others may write to the terminal too: each frame is then a full repaint.
  private let isShared: Bool
  private let clock: @Sendable () -> UInt64
  private var painter: Painter
  private var pacer = FramePacer()
  private var decoder = KeyDecoder()
  var owner: Owner?

  private(set) var size: TerminalSize
  /// The region is on the screen.
  private(set) var isShown = false
  private var readsKeys = false
  /// How to paint the frame that could not be painted when it was due: the terminal was busy.
  private var late: Painter.Mode?
  private var frameTimer: QueueTimer?
  private var keyTimer: QueueTimer?
  /// Armed while the size is not at rest; nothing is painted then.
  private var resizeTimer: QueueTimer?
  /// Armed while the region would be on the screen if another group had not the terminal.
  private var foregroundTimer: QueueTimer?

  /// Creates a region that is not on the screen yet; called on the queue.
  ///
  /// - Parameters:
  ///   - terminal: Where it is drawn.
  ///   - height: How many rows it has.
  ///   - colorDepth: The colours that the terminal has.
  ///   - usesMouse: Whether the mouse's wheel is reported.
  ///   - interruptKeys: What becomes of Ctrl-C and Ctrl-Z.
  ///   - isShared: Whether others may write to the terminal too.
  ///   - queue: Where it lives.
  ///   - clock: The monotonic time in nanoseconds.
  package init(
    on terminal: Terminal,
    height: HeightChoice,
    colorDepth: ColorDepth,
    usesMouse: Bool = false,
    interruptKeys: TerminalModes.InterruptKeys,
    isShared: Bool,
    queue: SystemQueue,
    clock: @escaping @Sendable () -> UInt64 = SystemClock.now
  ) {
    self.terminal = terminal
    self.height = height
    self.usesMouse = usesMouse
    otherHeight = height == .full ? .rowsWithinHalf(12) : .full
    self.interruptKeys = interruptKeys
    self.isShared = isShared
    self.queue = queue
    self.clock = clock
    painter = Painter(
      surface: height == .full ? .fullScreen : .inline,
      colorDepth: colorDepth,
      usesMouse: usesMouse
    )
    size = terminal.size
    terminal.whenDrained = { [weak self] in self?.drained() }
    terminal.whenGone = { [weak self] in
      self?.isShown = false
      self?.owner?.gone()
    }
  }

  /// The region's rows, the status row included.
  var rows: Int { height.rows(screenRows: size.rows) }

  // MARK: On and off the screen

  /// Puts the region on the screen, as soon as no other group has the terminal.
  func enter() {
    queue.assertIsCurrent()
    guard !isShown else { return }
    guard terminal.isForeground else {
      waitForForeground()
      return
    }
    foregroundTimer?.cancel()
    foregroundTimer = nil
    size = terminal.size
    decoder = KeyDecoder()
    do throws(SystemError) {
      try terminal.enter(interruptKeys: interruptKeys, undo: painter.undo)
    } catch {
      // Without modes of ours the region can still be watched; keys then come line by line.
    }
    isShown = true
    // Only in a pipeline is there a shell of the same group that could give the terminal away.
    terminal.setReclaims(isShared)
    var bytes: [UInt8] = []
    painter.enter(columns: size.columns, into: &bytes)
    terminal.write(bytes)
    if readsKeys {
      terminal.resumeKeys()
    } else {
      readsKeys = true
      terminal.readKeys { [weak self] in self?.received($0) }
    }
    owner?.resized()
    paintNow()
  }

  /// Changes between a region on the ordinary screen and the whole, alternate one.
  ///
  /// The inline region is erased first, and the cursor left on its first row; coming back from the
  /// alternate screen the region stands there again.
  func switchSurface() {
    queue.assertIsCurrent()
    guard isShown, resizeTimer == nil, !terminal.isBusy, terminal.isOurs else { return }
    swap(&height, &otherHeight)
    var bytes: [UInt8] = []
    painter.leave(into: &bytes)
    painter = Painter(
      surface: height == .full ? .fullScreen : .inline,
      colorDepth: painter.encoder.colorDepth,
      usesMouse: usesMouse
    )
    // Laid down before the first byte: whatever was reached of them can be undone.
    terminal.setUndo(painter.undo)
    painter.enter(columns: size.columns, into: &bytes)
    terminal.write(bytes)
    owner?.resized()
    paintNow()
  }

  /// Lets the terminal tell pastes and its mouse's wheel from keys, or not.
  func tellInputApart(_ isOn: Bool) {
    queue.assertIsCurrent()
    var bytes: [UInt8] = []
    painter.tellInputApart(isOn, into: &bytes)
    if isShown, terminal.isOurs, !bytes.isEmpty { terminal.write(bytes) }
  }

  private func waitForForeground() {
    guard foregroundTimer == nil else { return }
    foregroundTimer = queue.after(Self.foregroundInterval) { [weak self] in
      self?.foregroundTimer = nil
      self?.enter()
    }
  }

  /// The process goes on after a stop, whether the region left the screen before or not.
  ///
  /// A stop that no handler sees (SIGSTOP) leaves it there, and others have set modes since.
  func resume() {
    queue.assertIsCurrent()
    if isShown {
      if terminal.isForeground, terminal.modesAreOurs() {
        repaint()
        return
      }
      isShown = false
      terminal.setReclaims(false)
      disarm()
      painter.forget()
    }
    enter()
  }

  /// Takes the region off the screen, if it is there, and gives the terminal back.
  ///
  /// - Parameter printLines: Writes what stays in the scrollback, in pieces of a bounded size: called
  ///   until it returns nothing.
  func leave(printing printLines: () -> [UInt8] = { [] }) {
    queue.assertIsCurrent()
    disarm()
    guard isShown else {
      print(printLines)
      return
    }
    isShown = false
    let isOurs = terminal.isOurs
    terminal.setReclaims(false)
    terminal.suspendKeys()
    guard isOurs else {
      terminal.restore()
      return
    }
    var bytes: [UInt8] = []
    painter.leave(into: &bytes)
    terminal.write(bytes)
    guard terminal.finishWriting(within: Self.leaveTimeout) else {
      terminal.restore(within: 0)
      return
    }
    // The region is gone: from here on only the modes are left to undo.
    terminal.setUndo([])
    print(printLines)
    terminal.restore()
  }

  /// Writes lines while the region is not on the screen, as far as the terminal takes them.
  private func print(_ lines: () -> [UInt8]) {
    while case let bytes = lines(), !bytes.isEmpty {
      terminal.write(bytes)
      guard terminal.finishWriting(within: Self.leaveTimeout) else { return }
    }
  }

  /// How long a terminal that takes no bytes is waited for on leaving, in nanoseconds.
  private static let leaveTimeout: UInt64 = 5_000_000_000

  private func disarm() {
    for timer in [frameTimer, keyTimer, resizeTimer, foregroundTimer] { timer?.cancel() }
    (frameTimer, keyTimer, resizeTimer, foregroundTimer) = (nil, nil, nil, nil)
    late = nil
  }

  /// Gives rows that stay in the scrollback their bytes.
  var encoder: RowEncoder { painter.encoder }

  // MARK: Frames

  private var now: Duration { .nanoseconds(Int64(clock())) }

  /// What is shown changed by itself: a frame is painted when one is due.
  func changed() {
    queue.assertIsCurrent()
    guard isShown else { return }
    paint(at: pacer.changed(at: now))
  }

  /// What is shown by the clock changed, such as the rate: a frame is painted when one is due.
  func clockTurned() {
    queue.assertIsCurrent()
    guard isShown else { return }
    paint(at: pacer.clockTurned(at: now))
  }

  private func paint(at due: Duration) {
    if due <= now {
      paint()
    } else if frameTimer == nil {
      frameTimer = queue.after(due - now) { [weak self] in
        self?.frameTimer = nil
        self?.paint()
      }
    }
  }

  /// Somebody asked for what changed: a frame is painted now.
  func paintNow() {
    queue.assertIsCurrent()
    guard isShown else { return }
    pacer.keyPressed(at: now)
    paint()
  }

  /// Paints everything anew, whatever the screen shows.
  func repaint() {
    pacer.keyPressed(at: now)
    paint(mode: .repaint)
  }

  private func paint(mode: Painter.Mode = .difference) {
    frameTimer?.cancel()
    frameTimer = nil
    guard isShown, resizeTimer == nil, let owner else { return }
    guard !terminal.isBusy else {
      late = late == .repaint ? .repaint : mode
      return
    }
    late = nil
    // After `bg` the terminal is somebody else's.
    guard terminal.isOurs else { return }
    let frame = owner.frame()
    var mode = mode
    if isShared {
      if !terminal.modesAreOurs() { try? terminal.reenter() }
      // What did not change costs no byte, as where nobody else writes.
      if painter.surface == .inline, frame != painter.shown { mode = .repaint }
    }
    var bytes: [UInt8] = []
    painter.paint(frame, mode: mode, into: &bytes)
    if !bytes.isEmpty { terminal.write(bytes) }
    pacer.painted(bytes: bytes.count, at: now)
  }

  private func drained() {
    if let late { paint(mode: late) }
    owner?.drained()
  }

  // MARK: Size

  /// The screen may have another size: blanks the region, and draws it when the size is at rest.
  func screenResized() {
    queue.assertIsCurrent()
    guard isShown, resizeTimer != nil || terminal.size != size else { return }
    if terminal.isOurs {
      var bytes: [UInt8] = []
      painter.blank(into: &bytes)
      if !bytes.isEmpty { terminal.write(bytes) }
    }
    resizeTimer?.cancel()
    resizeTimer = queue.after(Self.resizeRest) { [weak self] in self?.sizeIsAtRest() }
  }

  private func sizeIsAtRest() {
    resizeTimer = nil
    size = terminal.size
    owner?.resized()
    paintNow()
  }

  // MARK: Keys

  private func received(_ bytes: [UInt8]) {
    keyTimer?.cancel()
    keyTimer = nil
    var rest = bytes[...]
    while let byte = rest.first, let owner {
      if let left = owner.rawInput(rest) {
        rest = left
        continue
      }
      // One by one, since any key may be the one behind which they are somebody else's.
      var inputs: [Input] = []
      decoder.decode(CollectionOfOne(byte), into: &inputs)
      rest.removeFirst()
      if !inputs.isEmpty { owner.input(inputs) }
    }
    deliver([])
    paintNow()
  }

  private func deliver(_ inputs: [Input]) {
    if let timeout = decoder.timeout {
      keyTimer = queue.after(timeout) { [weak self] in
        guard let self else { return }
        keyTimer = nil
        var inputs: [Input] = []
        decoder.timeoutPassed(into: &inputs)
        deliver(inputs)
        paintNow()
      }
    }
    if !inputs.isEmpty { owner?.input(inputs) }
  }
}
