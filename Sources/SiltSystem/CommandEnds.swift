#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Both sides of what stands between us and a command.
struct CommandEnds: Sendable {
  /// What we read, and write keystrokes to: a terminal's master, a pipe's read end, or nothing.
  var ours: SharedDescriptor?

  /// What the command writes to: a terminal's slave, a pipe's write end; nil: our own output.
  var theirs: SharedDescriptor?

  /// The command's standard input; nil: ours.
  var input: SharedDescriptor?

  /// Creates what a connection asks for.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - standardInput: Our own standard input.
  /// - Throws: The system's reason.
  init(_ connection: CommandConnection, _ standardInput: BorrowedDescriptor) throws(SystemError) {
    switch connection {
    case .terminal(let rows, let columns):
      try makeTerminal(rows: rows, columns: columns)
      if standardInput.isTerminal { input = theirs }
    case .pipe:
      let pipe = try PipeEnds()
      ours = SharedDescriptor(pipe.readEnd)
      theirs = SharedDescriptor(pipe.writeEnd)
      if standardInput.isTerminal {
        input = SharedDescriptor(try Descriptor(opening: "/dev/null", for: .reading))
      }
    case .inherited:
      break
    }
  }

  private mutating func makeTerminal(rows: Int, columns: Int) throws(SystemError) {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(rows: rows, columns: columns)
    guard unsafe openpty(&master, &slave, nil, nil, &size) == 0 else {
      throw SystemError(.makeTerminal, code: errno)
    }
    for number in [master, slave] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    // The description is ours alone; keystrokes never wait.
    _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK)
    ours = SharedDescriptor(Descriptor(owning: master))
    let theirs = SharedDescriptor(Descriptor(owning: slave))
    self.theirs = theirs
    var modes = try TerminalModes(of: theirs.borrowed)
    modes.value.c_oflag &= ~tcflag_t(ONLCR)
    // Else the erase key takes a byte of a character.
    modes.value.c_iflag |= tcflag_t(IUTF8)
    try modes.set(on: theirs.borrowed)
  }
}

extension winsize {
  /// Creates a terminal's size; what does not fit is the nearest that does.
  init(rows: Int, columns: Int) {
    self.init(
      ws_row: UInt16(clamping: rows),
      ws_col: UInt16(clamping: columns),
      ws_xpixel: 0,
      ws_ypixel: 0
    )
  }
}
