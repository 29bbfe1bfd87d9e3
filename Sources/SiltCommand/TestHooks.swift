/// Switches that tests set in the environment; nobody else does.
struct TestHooks {
  /// The most bytes of a read turn: `SILT_TEST_READ_TURN`.
  let turnBytes: Int?
  /// Whether SIGUSR1 makes the program trap: `SILT_TEST_TRAP`.
  let trapsOnSignal: Bool

  /// Reads the switches.
  init() {
    turnBytes = environmentVariable("SILT_TEST_READ_TURN").flatMap { value in
      Int(String(decoding: value.bytes, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
    trapsOnSignal = environmentVariable("SILT_TEST_TRAP") != nil
  }
}
