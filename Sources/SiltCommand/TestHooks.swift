import SiltSystem

/// Switches that tests set in the environment; nobody else does.
struct TestHooks {
  /// The most bytes of a read turn: `SILT_TEST_READ_TURN`.
  let turnBytes: Int?
  /// Whether SIGUSR1 makes the program trap: `SILT_TEST_TRAP`.
  let trapsOnSignal: Bool

  /// Reads the switches.
  init() {
    let turn = environment("SILT_TEST_READ_TURN").flatMap { Int($0) } ?? 0
    turnBytes = turn > 0 ? turn : nil
    trapsOnSignal = environment("SILT_TEST_TRAP") != nil
  }
}
