#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// A terminal's line discipline: what `stty` shows.
package struct TerminalModes: Equatable, Sendable {
  /// What becomes of Ctrl-C, Ctrl-Z and Ctrl-\.
  package enum InterruptKeys: Sendable {
    /// They come as bytes, like other keys.
    case asBytes
    /// The kernel sends their signals to the whole foreground group, as before.
    case asSignals
  }

  /// The system's value.
  var value: termios

  /// Reads a terminal's modes.
  ///
  /// - Throws: The system's reason; what is no terminal has no modes.
  package init(of descriptor: BorrowedDescriptor) throws(SystemError) {
    value = termios()
    guard unsafe tcgetattr(descriptor.rawValue, &value) == 0 else {
      throw SystemError(.readModes, code: errno)
    }
  }

  /// Gives a terminal these modes, at once.
  ///
  /// Called while another group has the terminal this would disturb it, or stop us.
  ///
  /// - Throws: The system's reason.
  package func set(on descriptor: BorrowedDescriptor) throws(SystemError) {
    let result = unsafe withUnsafePointer(to: value) { value in
      retryingInterrupted { unsafe tcsetattr(descriptor.rawValue, TCSANOW, value) }
    }
    guard result == 0 else { throw SystemError(.setModes, code: errno) }
  }

  /// Returns these modes changed to those in which we watch: keys come one by one, not echoed.
  ///
  /// Only ECHO, ICANON, IEXTEN, IXON and ICRNL are cleared, and ISIG where asked. OPOST stays,
  /// else a program that writes to the same terminal beside us would print a staircase. A read
  /// gives at least one byte.
  ///
  /// - Parameter interruptKeys: What becomes of the keys that interrupt.
  /// - Returns: The modes for watching.
  package func watching(interruptKeys: InterruptKeys) -> TerminalModes {
    var modes = self
    modes.value.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    modes.value.c_iflag &= ~tcflag_t(IXON | ICRNL)
    if interruptKeys == .asBytes { modes.value.c_lflag &= ~tcflag_t(ISIG) }
    unsafe withUnsafeMutableBytes(of: &modes.value.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    return modes
  }

  /// The flags that `watching` may clear.
  private static let watchedLocalFlags = tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
  private static let watchedInputFlags = tcflag_t(IXON | ICRNL)

  /// Returns whether these modes have what matters for watching as others have it; what else was
  /// changed (a `stty` from elsewhere) is not ours to judge.
  func watchesLike(_ other: Self) -> Bool {
    (value.c_lflag ^ other.value.c_lflag) & Self.watchedLocalFlags == 0
      && (value.c_iflag ^ other.value.c_iflag) & Self.watchedInputFlags == 0
      && self == self.watching(interruptKeys: .asSignals)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.value.c_iflag == right.value.c_iflag
      && left.value.c_oflag == right.value.c_oflag
      && left.value.c_cflag == right.value.c_cflag
      && left.value.c_lflag == right.value.c_lflag
      && left.speeds == right.speeds
      && left.controlCharacters == right.controlCharacters
  }

  /// The control characters, by their index (`VINTR`, `VMIN`, …).
  package var controlCharacters: [UInt8] {
    unsafe withUnsafeBytes(of: value.c_cc) { unsafe Array($0) }
  }

  /// The input flags (`ICRNL`, `IXON`, …).
  package var inputFlags: UInt { UInt(value.c_iflag) }

  /// The output flags (`OPOST`, …).
  package var outputFlags: UInt { UInt(value.c_oflag) }

  /// The control flags (`CSIZE`, …).
  package var controlFlags: UInt { UInt(value.c_cflag) }

  /// The local flags (`ECHO`, `ICANON`, `ISIG`, …).
  package var localFlags: UInt { UInt(value.c_lflag) }

  private var speeds: [speed_t] {
    unsafe withUnsafePointer(to: value) { unsafe [cfgetispeed($0), cfgetospeed($0)] }
  }
}
