/// Turns the bytes of a line into cells: the one place where bytes become text.
///
/// What it hands to its sink is printable and inert: well-formed UTF-8 without a control, an escape
/// sequence or a code point that acts on its surroundings.
struct LineScanner {
  /// The bytes of a cluster that are shown.
  ///
  /// Marks beyond them are left out; anything else beyond
  /// them begins a new cluster. The longest emoji sequence in use takes 35.
  static let clusterLimit = 64

  /// How controls are read.
  enum Mode {
    /// As a terminal would, as far as they act on the line alone: SGR, OSC 8, CR, BS, TAB, `CSI K`.
    case line
    /// As a terminal would, and what does not act on the line is left out: sequences, and the
    /// controls that sound, ask, choose a character set or do nothing.
    case terminal
    /// Not at all: each is shown, and so are the code points that a line leaves out.
    case inert
  }

  let mode: Mode
  let ambiguousIsWide: Bool
  let keepsColors: Bool
  /// How text looks before an SGR sequence changes it.
  let baseStyle: Style
  /// How what stands for an inert byte looks.
  let inertStyle: Style

  private var state: SGRState
  /// How text looks now: what is set, and the hyperlink that is open.
  private var textStyle: Style
  var parameters = SGRParameters()
  /// Where a sequence ends that is complete but not acted on: up to there text is dim.
  private var inertEnd = 0
  /// Where a flag made of tags ends: up to there tags belong to it.
  private var flagEnd = 0

  private var breaker = GraphemeBreaker()
  /// The cluster that may still grow, empty when there is none.
  private var cluster: ContiguousArray<UInt8> = []
  private var cell = Cell.single(.plain)
  /// Whether the line is to be erased behind the cluster once that is complete.
  private var erasesBehind = false
  /// How many code points of the cluster take cells by themselves.
  private var spacing = 0
  /// The code point before in the cluster.
  private var previous = ScalarProperties(0x20)
  /// What the breaker and the code point were before the joiner at the cluster's end.
  private var beforeJoiner = (GraphemeBreaker(), ScalarProperties(0x20))

  private var form: ContiguousArray<UInt8> = []

  init(
    mode: Mode,
    ambiguousIsWide: Bool,
    keepsColors: Bool = false,
    baseStyle: Style = .plain,
    inertStyle: Style = .dim,
    startingWith style: Style = .plain
  ) {
    state = SGRState(startingWith: style)
    textStyle = keepsColors ? state.style : baseStyle
    self.mode = mode
    self.ambiguousIsWide = ambiguousIsWide
    self.keepsColors = keepsColors
    self.baseStyle = baseStyle
    self.inertStyle = inertStyle
    cluster.reserveCapacity(Self.clusterLimit)
  }

  /// Reads a line.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  mutating func scan(_ line: Span<UInt8>, into sink: inout some CellSink) {
    var index = 0
    while index < line.count, !sink.isDone {
      let byte = line[index]
      if ASCII.isPrintable(byte) {
        index = printable(line, index, &sink)
      } else if byte >= 0x80 {
        index = scalar(line, index, &sink)
      } else {
        index = control(line, index, &sink)
      }
    }
    flush(&sink)
  }

  /// The style of text at a byte.
  private func style(at index: Int) -> Style {
    if index < inertEnd { return inertStyle }
    return textStyle
  }

  /// Takes a run of printable ASCII; all but its last byte are cells for certain.
  private mutating func printable(
    _ line: Span<UInt8>,
    _ start: Int,
    _ sink: inout some CellSink
  ) -> Int {
    let limit = start < inertEnd ? inertEnd : line.count
    var end = start + 1
    while end < limit, ASCII.isPrintable(line[end]) { end += 1 }
    let isAfterJoiner = !cluster.isEmpty && previous.graphemeBreak == .joiner
    guard end - start > 1, !breaker.joinsNext, !isAfterJoiner else {
      add(line, start, UTF8Scalar.ascii(line[start]), ScalarProperties(UInt32(line[start])), &sink)
      return start + 1
    }
    flush(&sink)
    sink.ascii(line.extracting(start..<end - 1), style: style(at: start))
    let last = line[end - 1]
    add(line, end - 1, UTF8Scalar.ascii(last), ScalarProperties(UInt32(last)), &sink)
    return end
  }

  /// Takes what begins with a byte above ASCII.
  private mutating func scalar(
    _ line: Span<UInt8>,
    _ index: Int,
    _ sink: inout some CellSink
  ) -> Int {
    guard let scalar = UTF8Scalar(line, at: index) else {
      show(&sink) { $0.appendByteForm(line[index]) }
      return index + 1
    }
    let end = index + scalar.length
    let properties = ScalarProperties(scalar.value)
    switch properties.display {
    case .text where scalar.value == VariationSelector.emoji && selectsNothing:
      // There are terminals that make any character wide with it.
      if mode == .inert { show(&sink) { $0.appendNumberForm(scalar.value) } }
    case .text:
      if scalar.value == FlagTags.base { flagEnd = FlagTags.end(line, after: end) }
      add(line, index, scalar, properties, &sink)
    case .dropped where mode != .inert:
      // As if it were not there: what stands around it may join, as it will in the terminal.
      break
    case .numbered where index < flagEnd:
      add(line, index, scalar, properties, &sink)
    case .dropped, .numbered:
      show(&sink) { $0.appendNumberForm(scalar.value) }
    }
    return end
  }

  /// Whether a variation selector would stand behind something that is no emoji.
  private var selectsNothing: Bool {
    !cluster.isEmpty && !previous.isTextEmoji && !previous.isPresentedEmoji
  }

  /// Takes a control of ASCII.
  private mutating func control(
    _ line: Span<UInt8>,
    _ index: Int,
    _ sink: inout some CellSink
  ) -> Int {
    if mode != .inert {
      switch line[index] {
      case ASCII.escape:
        if let end = escape(line, index, &sink) { return end }
      case ASCII.tab:
        edit(.tab, &sink)
        return index + 1
      case ASCII.carriageReturn:
        edit(.carriageReturn, &sink)
        return index + 1
      case ASCII.backspace:
        edit(.backspace, &sink)
        return index + 1
      case ASCII.null, ASCII.enquiry, ASCII.bell, ASCII.shiftOut, ASCII.shiftIn:
        // TERM=screen resets its style with `CSI m` and a shift in.
        if mode == .terminal { return index + 1 }
      default:
        break
      }
    }
    show(&sink) { $0.appendCaretForm(line[index]) }
    return index + 1
  }

  /// Acts on the sequence that begins at an ESC.
  ///
  /// - Returns: The index behind it, nil when the ESC is to be shown as text.
  private mutating func escape(
    _ line: Span<UInt8>,
    _ index: Int,
    _ sink: inout some CellSink
  ) -> Int? {
    guard let sequence = EscapeSequence(line, at: index) else { return nil }
    switch sequence.kind {
    case .rendition where parameters.read(line.extracting(index + 2..<sequence.end - 1)):
      // Does not end a cluster: a mark behind it still belongs to the cell before.
      if keepsColors {
        state.apply(parameters)
        setTextStyle(link: textStyle.link)
      }
      return sequence.end
    case .link:
      switch Link.request(line.extracting(sequence.linkBody(of: line, at: index))) {
      case .open(let target)?: setTextStyle(link: target)
      case .close?: setTextStyle(link: nil)
      case nil where mode == .terminal: break
      case nil:
        inertEnd = max(inertEnd, sequence.end)
        return nil
      }
      return sequence.end
    case .erase(let erase):
      act(erase, &sink)
      return sequence.end
    case .terminalEdit(let edit) where mode == .terminal:
      act(edit, &sink)
      return sequence.end
    case _ where mode == .terminal:
      if sequence.resetsStyle {
        state = SGRState()
        setTextStyle(link: nil)
      }
      return sequence.end
    default:
      inertEnd = max(inertEnd, sequence.end)
      return nil
    }
  }

  private mutating func setTextStyle(link: Link?) {
    guard keepsColors else { return }
    textStyle = state.style
    textStyle.link = link
  }

  private mutating func act(_ edit: LineEdit, _ sink: inout some CellSink) {
    if edit == .eraseToEnd, !cluster.isEmpty {
      // Moves nothing: a mark behind it still belongs to the cell before (grep writes such).
      erasesBehind = true
    } else {
      self.edit(edit, &sink)
    }
  }

  private mutating func edit(_ edit: LineEdit, _ sink: inout some CellSink) {
    flush(&sink)
    sink.edit(edit)
  }

  /// Shows what stands for something that is not text.
  private mutating func show(
    _ sink: inout some CellSink,
    _ write: (inout ContiguousArray<UInt8>) -> Void
  ) {
    flush(&sink)
    form.removeAll(keepingCapacity: true)
    write(&form)
    sink.ascii(form.span, style: inertStyle)
  }

  /// Takes a code point of text.
  private mutating func add(
    _ line: Span<UInt8>,
    _ index: Int,
    _ scalar: UTF8Scalar,
    _ properties: ScalarProperties,
    _ sink: inout some CellSink
  ) {
    if properties.graphemeBreak == .joiner, previous.graphemeBreak != .joiner {
      beforeJoiner = (breaker, previous)
    }
    var begins = breaker.isBoundary(before: properties)
    if begins, mode != .inert, !cluster.isEmpty, previous.graphemeBreak == .joiner {
      // As if the joiner were not there: see `dropJoiners()`.
      _ = dropJoiners()
      (breaker, previous) = beforeJoiner
      begins = breaker.isBoundary(before: properties)
    }
    if !begins, cluster.count + scalar.length > Self.clusterLimit {
      guard !properties.isExtending else { return }
      begins = true
    }
    if begins {
      let last = breaker
      flush(&sink)
      guard !properties.isExtending else {
        // A mark with nothing to stand on would join whatever a row shows before it.
        show(&sink) { $0.appendNumberForm(scalar.value) }
        return
      }
      breaker = last
      cell = .single(style(at: index))
      cell.largest = 0
    }
    measure(scalar, properties)
    for offset in 0..<scalar.length { cluster.append(line[index + offset]) }
  }

  /// Adds a code point to the width of the cluster.
  private mutating func measure(_ scalar: UTF8Scalar, _ properties: ScalarProperties) {
    let columns = properties.columns(ambiguousIsWide: ambiguousIsWide)
    cell.largest += columns
    if columns > 0 {
      spacing += 1
      // Some terminals show the cells of all, some of the first alone.
      if spacing > 1 { cell.isDoubtful = true }
    }
    switch (scalar.value, properties.graphemeBreak) {
    case (VariationSelector.emoji, _) where previous.isTextEmoji:
      if cell.largest < 2 || spacing > 1 { cell.largest += 1 }
      cell.isDoubtful = true
    case (VariationSelector.text, _) where previous.isPresentedEmoji:
      cell.isDoubtful = true
    case (_, .regionalIndicator), (_, .prepend):
      cell.isDoubtful = true
    default:
      if scalar.value == FlagTags.cancel { cell.isDoubtful = true }
    }
    previous = properties
  }

  /// Hands the cluster over; what follows begins anew.
  private mutating func flush(_ sink: inout some CellSink) {
    breaker = GraphemeBreaker()
    guard !cluster.isEmpty else { return }
    let joiners = previous.graphemeBreak == .joiner ? dropJoiners() : 0
    cell.columns = min(2, cell.largest)
    sink.cluster(cluster.span, cell: cell)
    cluster.removeAll(keepingCapacity: true)
    spacing = 0
    if erasesBehind {
      erasesBehind = false
      sink.edit(.eraseToEnd)
    }
    guard mode == .inert else { return }
    for _ in 0..<joiners {
      form.removeAll(keepingCapacity: true)
      form.appendNumberForm(0x200D)
      sink.ascii(form.span, style: inertStyle)
    }
  }
}

extension LineScanner {
  /// Leaves out joiners at the cluster's end, which join nothing: there are terminals that would put
  /// whatever comes next into the same cell.
  ///
  /// - Returns: How many.
  private mutating func dropJoiners() -> Int {
    let joiner: [UInt8] = [0xE2, 0x80, 0x8D]
    var count = 0
    while cluster.suffix(joiner.count).elementsEqual(joiner) {
      cluster.removeLast(joiner.count)
      count += 1
    }
    return count
  }
}

/// The code points that choose between an emoji and its text form.
enum VariationSelector {
  static let text: UInt32 = 0xFE0E
  static let emoji: UInt32 = 0xFE0F
}
