/// Why something could not be measured.
enum BenchError: Error, CustomStringConvertible {
  /// It did not come in time.
  case late(String)
  /// A program ended before its work was done.
  case ended(String)
  /// A signal asked us to stop.
  case interrupted(Int32)
  /// Something the system does not tell.
  case unknown(String)

  var description: String {
    switch self {
    case .late(let what): "\(what) did not come in time"
    case .ended(let what): "the program ended before \(what)"
    case .interrupted(let signal): "interrupted by signal \(signal)"
    case .unknown(let what): "the system does not tell \(what)"
    }
  }
}
