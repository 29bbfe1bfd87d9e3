/// What the plan has to know of the world in which the program was called.
package struct Surroundings: Equatable, Sendable {
  /// What standard input is.
  package enum StandardInput: Hashable, Sendable {
    case terminal
    case regularFile
    /// A pipe, a socket, another device, or nothing that can be read.
    case stream
  }

  package var standardInput: StandardInput
  package var outputIsTerminal: Bool
  /// The variable `TERM`.
  package var terminalType: String?
  /// Whether the terminal belongs to another process group.
  package var isInBackground: Bool

  package init(
    standardInput: StandardInput,
    outputIsTerminal: Bool,
    terminalType: String?,
    isInBackground: Bool
  ) {
    self.standardInput = standardInput
    self.outputIsTerminal = outputIsTerminal
    self.terminalType = terminalType
    self.isInBackground = isInBackground
  }

  /// Whether a region can be drawn on standard output.
  var canDraw: Bool {
    guard let terminalType, !terminalType.isEmpty, terminalType != "dumb" else {
      return false
    }
    return outputIsTerminal && !isInBackground
  }
}
