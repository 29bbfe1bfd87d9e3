#if canImport(Darwin)
@unsafe @preconcurrency import Darwin

/// The path of the running program; nil where the system does not tell.
func ownPath() -> String? {
  var bytes = [CChar](repeating: 0, count: 4096)
  var count = UInt32(bytes.count)
  guard unsafe _NSGetExecutablePath(&bytes, &count) == 0 else { return nil }
  let path = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
  return String(decoding: path, as: UTF8.self)
}
#endif
