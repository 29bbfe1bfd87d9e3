/// Turns the bytes of a terminal's input into keys, in whatever pieces they come.
///
/// Sequences are taken whole, known or not, so that no part of one is ever taken for typed keys.
/// A terminal's answers and reports (cursor position, device attributes, modes, focus, mouse
/// buttons) are dropped.
///
/// Esc begins a sequence and is a key: which of the two only time tells. Whoever feeds the decoder
/// arms a timer for `timeout` after each call, if there is one, and calls `timeoutPassed(into:)`
/// when nothing came until then.
package struct KeyDecoder: Sendable {
  /// How long after Esc the rest of a sequence is waited for: more than a slow line's jitter, less
  /// than a person notices.
  package static let escapeTimeout = Duration.milliseconds(50)
  /// How long the next piece of pasted text is waited for, should its end never come.
  package static let pasteTimeout = Duration.seconds(1)
  /// How many bytes of a sequence are kept; a longer one is unknown and only its end looked for.
  static let sequenceLimit = 64

  /// How many bytes of one paste are kept; the rest up to its end is dropped.
  package let pasteLimit: Int

  private var state = State.ground
  /// Whether Alt is held down: the Esc that said so is in no other way kept.
  private var isAlt = false
  /// The bytes of an unfinished character, sequence or paste.
  private var held: [UInt8] = []

  private enum State: Hashable {
    case ground
    /// In a UTF-8 sequence of so many bytes.
    case scalar(length: Int)
    case escape
    /// After CSI.
    case sequence
    /// After SS3.
    case singleShift
    /// In OSC, DCS, APC, PM or SOS, which the byte began, up to BEL or ST.
    case string(introducer: UInt8)
    /// After Esc in a string.
    case stringEscape(introducer: UInt8)
    /// In an X10 mouse report.
    case mouse
    /// In a function key of the Linux console.
    case consoleFunction
    /// In pasted text, of whose end mark so many bytes have come.
    case paste(matched: Int)
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Creates a decoder.
  ///
  /// - Parameter pasteLimit: How many bytes of one paste are kept, at least 0.
  package init(pasteLimit: Int = 64 << 10) {
    self.pasteLimit = pasteLimit
  }

  /// Whether something is unfinished that time will finish.
  package var isPending: Bool { timeout != nil }

  /// After what time without a byte `timeoutPassed(into:)` is to be called; `nil` when no timer is
  /// needed.
  ///
  /// There is none in a character or once a sequence has parameters: a terminal sends those in one
  /// piece, so the rest is on its way, and to give up would be to take it for typed keys.
  package var timeout: Duration? {
    switch state {
    case .ground, .scalar, .mouse, .consoleFunction: nil
    case .escape, .string, .stringEscape: Self.escapeTimeout
    case .sequence, .singleShift: held.isEmpty ? Self.escapeTimeout : nil
    case .paste: Self.pasteTimeout
    }
  }

  /// Takes bytes as they were read.
  ///
  /// - Parameters:
  ///   - bytes: What was read, any number of bytes.
  ///   - inputs: Where to append what they mean.
  /// - Complexity: O(*n*), where *n* is the number of bytes; at most `pasteLimit` bytes and a few
  ///   more are kept.
  package mutating func decode(_ bytes: some Sequence<UInt8>, into inputs: inout [Input]) {
    for byte in bytes {
      take(byte, into: &inputs)
    }
  }

  /// Takes note that nothing came for as long as `timeout` said.
  ///
  /// - Parameter inputs: Where to append what that means.
  package mutating func timeoutPassed(into inputs: inout [Input]) {
    switch state {
    case .escape:
      emitEarlierEscape(into: &inputs)
      inputs.append(.key(Key(.escape)))
    case .sequence where held.isEmpty:
      emitAlt(UInt8(ascii: "["), into: &inputs)
    case .singleShift where held.isEmpty:
      emitAlt(UInt8(ascii: "O"), into: &inputs)
    case .string(let introducer) where held.isEmpty:
      emitAlt(introducer, into: &inputs)
    case .stringEscape(let introducer) where held.isEmpty:
      emitAlt(introducer, into: &inputs)
      inputs.append(.key(Key(.escape)))
    case .string, .stringEscape:
      inputs.append(.unknown)
    case .paste(let matched):
      hold(Self.pasteEnd[..<matched], atMost: pasteLimit)
      inputs.append(.paste(held))
    case .ground, .scalar, .sequence, .singleShift, .mouse, .consoleFunction:
      return
    }
    begin(.ground)
  }

  private mutating func take(_ byte: UInt8, into inputs: inout [Input]) {
    switch state {
    case .ground: takeFirst(byte, into: &inputs)
    case .scalar(let length): takeOfScalar(byte, length: length, into: &inputs)
    case .escape: takeAfterEscape(byte, into: &inputs)
    case .sequence: takeOfSequence(byte, into: &inputs)
    case .singleShift: takeOfSingleShift(byte, into: &inputs)
    case .string(let introducer): takeOfString(byte, introducer: introducer, into: &inputs)
    case .stringEscape: takeAfterStringEscape(byte, into: &inputs)
    case .mouse: takeOfMouse(byte, into: &inputs)
    case .consoleFunction:
      guard byte > 0x20, byte < 0x7F else { return abort(at: byte, into: &inputs) }
      let isKnown = (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte)
      finish(isKnown ? .key(Key(.function(Int(byte) - 0x40))) : .unknown, into: &inputs)
    case .paste(let matched): takeOfPaste(byte, matched: matched, into: &inputs)
    }
  }

  private mutating func takeFirst(_ byte: UInt8, into inputs: inout [Input]) {
    switch byte {
    case 0x1B: begin(.escape)
    case 0xC2...0xDF: begin(.scalar(length: 2), with: byte)
    case 0xE0...0xEF: begin(.scalar(length: 3), with: byte)
    case 0xF0...0xF4: begin(.scalar(length: 4), with: byte)
    default: finish(Key(typed: byte).map { .key($0) } ?? .unknown, into: &inputs)
    }
  }

  private mutating func takeOfScalar(_ byte: UInt8, length: Int, into inputs: inout [Input]) {
    guard byte & 0xC0 == 0x80 else { return abort(at: byte, into: &inputs) }
    held.append(byte)
    guard held.count == length else { return }
    // Overlong forms, surrogates and C1 controls are no characters.
    let text = String(validating: held, as: UTF8.self)
    guard let scalar = text?.unicodeScalars.first, scalar.value >= 0xA0 else {
      return finish(.unknown, into: &inputs)
    }
    finish(.key(.character(scalar)), into: &inputs)
  }

  private mutating func takeAfterEscape(_ byte: UInt8, into inputs: inout [Input]) {
    switch byte {
    case 0x1B:
      emitEarlierEscape(into: &inputs)
      isAlt = true
    case UInt8(ascii: "["):
      state = .sequence
    case UInt8(ascii: "O"):
      state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string(introducer: byte)
    default:
      emitEarlierEscape(into: &inputs)
      isAlt = true
      takeFirst(byte, into: &inputs)
    }
  }

  private mutating func takeOfSequence(_ byte: UInt8, into inputs: inout [Input]) {
    switch byte {
    case UInt8(ascii: "$") where SequenceMeaning.isShifted(held):
      finish(sequence: byte, into: &inputs)
    case 0x20...0x3F:
      hold(CollectionOfOne(byte), atMost: Self.sequenceLimit)
    case UInt8(ascii: "[") where held.isEmpty:
      state = .consoleFunction
    case UInt8(ascii: "M") where held.isEmpty:
      state = .mouse
    case UInt8(ascii: "~") where held == Array("200".utf8):
      begin(.paste(matched: 0))
    case 0x40...0x7E:
      finish(sequence: byte, into: &inputs)
    default:
      abort(at: byte, into: &inputs)
    }
  }

  private mutating func takeOfSingleShift(_ byte: UInt8, into inputs: inout [Input]) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
      hold(CollectionOfOne(byte), atMost: Self.sequenceLimit)
    case 0x20...0x7E:
      let meaning = SequenceMeaning(parameters: held, finalOfSingleShift: byte)
      finish(meaning.input, into: &inputs)
    default:
      abort(at: byte, into: &inputs)
    }
  }

  private mutating func takeOfString(
    _ byte: UInt8,
    introducer: UInt8,
    into inputs: inout [Input]
  ) {
    switch byte {
    case 0x07: begin(.ground)
    case 0x1B: state = .stringEscape(introducer: introducer)
    case 0x00..<0x20, 0x7F: abort(at: byte, into: &inputs)
    default: hold(CollectionOfOne(byte), atMost: Self.sequenceLimit)
    }
  }

  private mutating func takeAfterStringEscape(_ byte: UInt8, into inputs: inout [Input]) {
    if byte == UInt8(ascii: "\\") {
      begin(.ground)
    } else {
      inputs.append(.unknown)
      begin(.escape)
      take(byte, into: &inputs)
    }
  }

  private mutating func takeOfMouse(_ byte: UInt8, into inputs: inout [Input]) {
    guard byte >= 0x20 else { return abort(at: byte, into: &inputs) }
    held.append(byte)
    guard held.count == 3 else { return }
    finish(SequenceMeaning(mouseButton: Int(held[0]) - 0x20).input, into: &inputs)
  }

  private mutating func takeOfPaste(_ byte: UInt8, matched: Int, into inputs: inout [Input]) {
    if byte == Self.pasteEnd[matched] {
      guard matched + 1 == Self.pasteEnd.count else {
        state = .paste(matched: matched + 1)
        return
      }
      return finish(.paste(held), into: &inputs)
    }
    hold(Self.pasteEnd[..<matched], atMost: pasteLimit)
    // The mark's first byte stands nowhere else in it, so a new one can begin only here.
    if byte == Self.pasteEnd[0] {
      state = .paste(matched: 1)
    } else {
      hold(CollectionOfOne(byte), atMost: pasteLimit)
      state = .paste(matched: 0)
    }
  }

  private mutating func hold(_ bytes: some Collection<UInt8>, atMost limit: Int) {
    held.append(contentsOf: bytes.prefix(max(0, limit - held.count)))
  }

  private mutating func begin(_ state: State, with byte: UInt8? = nil) {
    if self.state != .escape || state == .ground || state == .escape {
      isAlt = false
    }
    self.state = state
    held.removeAll(keepingCapacity: held.capacity <= Self.sequenceLimit)
    if let byte {
      held.append(byte)
    }
  }

  /// Ends what was unfinished with what it means, if anything.
  private mutating func finish(_ input: Input?, into inputs: inout [Input]) {
    if case .key(var key) = input, isAlt {
      key.modifiers.insert(.alt)
      inputs.append(.key(key))
    } else if let input {
      inputs.append(input)
    }
    begin(.ground)
  }

  private mutating func finish(sequence final: UInt8, into inputs: inout [Input]) {
    let isWhole = held.count < Self.sequenceLimit
    finish(
      isWhole ? SequenceMeaning(parameters: held, final: final).input : .unknown,
      into: &inputs
    )
  }

  /// Ends what was unfinished before a byte that cannot belong to it.
  private mutating func abort(at byte: UInt8, into inputs: inout [Input]) {
    inputs.append(.unknown)
    begin(.ground)
    take(byte, into: &inputs)
  }

  /// Emits the Esc before the last one, now that it did not mean Alt.
  private mutating func emitEarlierEscape(into inputs: inout [Input]) {
    if isAlt {
      inputs.append(.key(Key(.escape)))
    }
    isAlt = false
  }

  private mutating func emitAlt(_ byte: UInt8, into inputs: inout [Input]) {
    emitEarlierEscape(into: &inputs)
    inputs.append(.key(.alt(Unicode.Scalar(byte))))
  }
}
