#if os(Linux)
@unsafe @preconcurrency import Glibc
import SiltSystem

/// What the system tells of another process.
enum ProcessFacts {
  /// The most memory it has held since it became its program, in bytes.
  ///
  /// What `wait4` tells would not do: it counts what the process was before that, a part of us.
  static func peakMemory(of process: pid_t) throws -> Int {
    let line = try text(of: "/proc/\(process)/status").split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    guard let kibibytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else {
      throw BenchError.unknown("a program's peak memory")
    }
    return kibibytes << 10
  }

  /// The processor time of all its threads, ended ones included, in nanoseconds.
  static func processorTime(of process: pid_t) throws -> UInt64 {
    var clock: clockid_t = 0
    var time = timespec()
    guard unsafe clock_getcpuclockid(process, &clock) == 0,
      unsafe clock_gettime(clock, &time) == 0
    else { throw BenchError.unknown("a program's processor time") }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// How often its threads gave up the processor or lost it, by thread: whoever makes a call that
  /// waits, or wakes from one, does.
  static func switches(of process: pid_t) throws -> [String: Int] {
    var switches: [String: Int] = [:]
    for thread in try names(in: "/proc/\(process)/task") {
      // A thread that ends meanwhile has no status any more.
      guard let status = try? text(of: "/proc/\(process)/task/\(thread)/status") else { continue }
      switches[thread] = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
        .compactMap { Int($0.filter(\.isNumber)) }.reduce(0, +)
    }
    return switches
  }

  /// Whether a pipe can be made to hold a MiB.
  static var pipesCanBeEnlarged: Bool {
    guard let ends = try? PipeEnds() else { return false }
    enlargePipe(ends.writeEnd.rawValue, to: 1 << 20)
    // F_GETPIPE_SZ is hidden behind _GNU_SOURCE; its number is part of the kernel's interface.
    let getPipeSize: Int32 = 1032
    return fcntl(ends.writeEnd.rawValue, getPipeSize) >= 1 << 20
  }

  private static func text(of path: String) throws -> String {
    let file = try Descriptor(opening: path, for: .reading)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8192)
    while let count = try unsafe buffer.withUnsafeMutableBytes({
      try unsafe file.borrowed.read(into: $0)
    }), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func names(in folder: String) throws -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw SystemError(.openForReading, folder, code: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
#endif
