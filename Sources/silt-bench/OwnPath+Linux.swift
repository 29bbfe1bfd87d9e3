#if os(Linux)
@unsafe @preconcurrency import Glibc

/// The path of the running program; nil where the system does not tell.
func ownPath() -> String? {
  var bytes = [CChar](repeating: 0, count: 4096)
  let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
  guard count > 0, count < bytes.count else { return nil }
  return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}
#endif
