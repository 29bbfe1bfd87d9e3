/// Whose rules hold, decided once by the name under which the program was called.
///
/// Nothing else asks: each personality has its own grammar of options and its own rules of
/// following, and they share what finds, reads and writes bytes.
enum Personality: Equatable {
  /// `silt`, with all that is its own.
  case silt
  /// GNU `tail` and nothing else.
  case tail

  /// Takes the name's last component: `tail`, `./tail`, `/opt/bin/tail`.
  ///
  /// - Parameter program: The program's name as its caller gave it.
  init(calledAs program: ByteString) {
    let component = program.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    self = component.elementsEqual("tail".utf8) ? .tail : .silt
  }
}
