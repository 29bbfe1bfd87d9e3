internal import SiltCore
internal import SiltScreen
internal import SiltSystem
internal import SiltText

extension Session {
  /// Takes in what came from the terminal.
  func received(_ inputs: [Input]) {
    for input in inputs {
      guard !hasLeft else { return }
      if isHeld(input) { typedAhead.append(input) } else { take(input) }
    }
  }

  private func take(_ input: Input) {
    switch input {
    case .key(let key): pressed(key)
    case .wheelUp: turnedWheel(by: -Self.wheelRows)
    case .wheelDown: turnedWheel(by: Self.wheelRows)
    case .paste(let bytes): prompt?.pasted(bytes)
    case .unknown: break
    }
    if isTravelling, typedAheadTimer == nil {
      typedAheadTimer = queue.after(nanoseconds: Self.travelPatience) { [weak self] in
        guard let self else { return }
        typedAheadTimer = nil
        takeTypedAhead()
      }
    }
  }

  // MARK: Typing ahead

  /// How long keys wait for a jump that was asked for before them, in nanoseconds: what takes longer
  /// is ended by any key.
  private static let travelPatience: UInt64 = 250_000_000

  /// Whether the view is on its way to where a key asked it to go.
  private var isTravelling: Bool { viewport.isMoving || pendingJump != nil }

  /// Whether a key has to wait for what was typed before it, such as the `j` of `gj` for the first line.
  private func isHeld(_ input: Input) -> Bool {
    switch input {
    case .key(.control("c")), .key(.control("z")): return false
    case .key(let key) where key.code == .escape:
      typedAhead = []
      return false
    default: return !typedAhead.isEmpty || isTravelling && typedAheadTimer != nil
    }
  }

  /// Goes on with what was typed ahead, when the view has arrived or was waited for long enough.
  func takeTypedAhead() {
    if !isTravelling {
      typedAheadTimer?.cancel()
      typedAheadTimer = nil
    }
    while !hasLeft, typedAheadTimer == nil, !typedAhead.isEmpty { take(typedAhead.removeFirst()) }
  }

  /// How many rows a step of the wheel scrolls.
  private static let wheelRows = 3

  private func turnedWheel(by rows: Int) {
    message = nil
    wasMoved = false
    scroll(by: rows)
  }

  private func scroll(by rows: Int) {
    if help != nil {
      help?.scroll(by: rows, height: viewport.rows)
    } else {
      apply(rows < 0 ? .scrolledUp(rows: -rows) : .scrolledDown(rows: rows))
    }
  }

  private func pressed(_ key: Key) {
    defer { lastKey = clock() }
    if lastKeyMarked, key.code != .enter { lastKeyMarked = false }
    showsHint = false
    message = nil
    wasMoved = false
    pendingJump = nil
    describesWhenCounted = false
    // The interrupt and the stop are what they are everywhere.
    let isForAll = key == .control("c") || key == .control("z")
    if prompt != nil, !isForAll {
      pressedInPrompt(key)
      return
    }
    if key.code == .escape, keyMap.pending == nil, help == nil, save != nil {
      cancelSave()
      return
    }
    let action = keyMap.action(for: key)
    if help != nil, pressedInHelp(action) { return }
    perform(action)
  }

  /// What keys do while the help is open: they scroll it, and any other key closes it.
  ///
  /// - Returns: Whether that is all there is to do.
  private func pressedInHelp(_ action: KeyMap.Action) -> Bool {
    if let rows = rowsScrolled(by: action) {
      help?.scroll(by: rows, height: viewport.rows)
      return true
    }
    help = nil
    return action != .interrupt && action != .suspend
  }

  /// How many rows down an action scrolls; nil when it does something else.
  private func rowsScrolled(by action: KeyMap.Action) -> Int? {
    let page = max(1, viewport.rows)
    return switch action {
    case .scrollRows(let rows): rows
    case .downOrMark where !viewport.isFollowing || help != nil: 1
    case .scrollPages(let pages): pages * page
    case .scrollHalfPages(let halves): halves * max(1, page / 2)
    default: nil
    }
  }

  private func perform(_ action: KeyMap.Action) {
    if let rows = rowsScrolled(by: action) {
      scroll(by: rows)
      return
    }
    switch action {
    case .none: break
    case .scrollSideways(let halves): scrollSideways(by: halves)
    case .jumpToStart: apply(.jumped(to: nil))
    case .jumpToLine(let number):
      if let segment = segmentInView { jump(to: .line(number, segment: segment)) }
    case .jumpToPercent(let percent): jump(to: .percent(percent))
    case .setMark(let letter): setMark(letter)
    case .jumpToMark(let letter): jumpToMark(letter)
    case .follow: apply(.jumpedToEnd)
    case .stop: apply(.stopped)
    case .toggleWrapping:
      content.layout.wraps.toggle()
      content.layout.firstColumn = 0
    case .toggleLineNumbers:
      numbersLines.toggle()
      updateLayout()
      if numbersLines {
        for source in sources.indices { findLinesAbove(of: source) }
        countLines()
      }
    case .toggleOverwritten: content.layout.showsOverwritten.toggle()
    case .describe: describe()
    case .repaint: region.repaint()
    case .help: help = HelpScreen(arrows: options.signs.arrows)
    case .save: askForName()
    case .leave where save != nil: save?.leavesThen = true
    case .leave: leave(wasInterrupted && hasEnded ? .interrupted : .asked)
    case .interrupt: interrupted()
    case .suspend: whenStopAsked?()
    case .giveKeys: giveKeysToCommand()
    case .switchSurface: region.switchSurface()
    case .downOrMark: dropMarker()
    case .scrollRows(_), .scrollPages(_), .scrollHalfPages(_): break
    }
  }

  /// Carries out what an event does to the view.
  func apply(_ event: Viewport.Event) {
    var budget = Self.moveBudget
    let effect = viewport.apply(event, on: &content, budget: &budget)
    // Rows that came into view may have longer numbers.
    if effect.changed { updateLayout() }
    if effect.movedToOldest { wasMoved = true }
    switch effect.want {
    case nil: break
    case .block(let block): load(block)
    case .later:
      queue.async { [weak self] in
        guard let self, !hasLeft else { return }
        apply(.resumed)
        region.paintNow()
      }
    }
  }

  /// How long after another key Enter drops no marker, in nanoseconds: it may have been meant for that
  /// one's work.
  private static let markPatience: UInt64 = 1_000_000_000

  /// Drops a marker: a note with the time alone.
  ///
  /// Enter at the bottom is pressed in haste too, so only after a pause, or to add to a marker.
  private func dropMarker() {
    let isDeliberate = clock() >= lastKey + Self.markPatience
    guard isDeliberate || lastKeyMarked, !hasEnded else { return }
    lastKeyMarked = true
    addNote()
  }

  private func scrollSideways(by halves: Int) {
    guard !content.layout.wraps else { return }
    let half = max(1, content.layout.columns / 2)
    // No line is longer than a piece of two times the ring's.
    let limit = 2 * ring.pieceBytes
    content.layout.firstColumn = max(0, min(content.layout.firstColumn + halves * half, limit))
  }
}
