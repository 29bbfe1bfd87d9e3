#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
import SiltSystem

/// What the system tells of another process.
enum ProcessFacts {
  /// The most memory it has held, in bytes.
  static func peakMemory(of process: pid_t) throws -> Int {
    Int(try usage(of: process).ri_lifetime_max_phys_footprint)
  }

  /// The processor time of all its threads, ended ones included, in nanoseconds.
  static func processorTime(of process: pid_t) throws -> UInt64 {
    let usage = try usage(of: process)
    // Told in the units of the processor's own clock.
    var base = mach_timebase_info_data_t()
    _ = unsafe mach_timebase_info(&base)
    return (usage.ri_user_time + usage.ri_system_time) * UInt64(base.numer) / UInt64(base.denom)
  }

  /// How often its threads gave up the processor or lost it; the system tells the sum only.
  static func switches(of process: pid_t) throws -> [String: Int] {
    var information = proc_taskinfo()
    let size = Int32(MemoryLayout<proc_taskinfo>.size)
    guard unsafe proc_pidinfo(process, PROC_PIDTASKINFO, 0, &information, size) == size else {
      throw BenchError.unknown("a program's context switches")
    }
    return ["all": Int(information.pti_csw)]
  }

  /// This system sizes its pipes itself.
  static var pipesCanBeEnlarged: Bool { false }

  private static func usage(of process: pid_t) throws -> rusage_info_v4 {
    var usage = rusage_info_v4()
    let result = unsafe withUnsafeMutablePointer(to: &usage) { pointer in
      unsafe pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
        unsafe proc_pid_rusage(process, RUSAGE_INFO_V4, $0)
      }
    }
    guard result == 0 else { throw BenchError.unknown("a program's use of resources") }
    return usage
  }
}
#endif
