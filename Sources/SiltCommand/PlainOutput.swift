import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

enum PlainOutput {
  static func run(_ inputs: [Plan.Input], _ options: Options) -> Never {
    try? copyStream(.standardInput, from: options.begin)
    exit(0)
  }
}
