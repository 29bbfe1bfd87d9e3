/// When a file's name is written above what plain output prints of it.
package enum HeaderChoice: Hashable, Sendable {
  /// With several files.
  case ofSeveral
  case always
  case never

  /// Whether names are written.
  ///
  /// - Parameter count: How many files there are.
  /// - Returns: Whether each has its name above it.
  func showsHeaders(ofFiles count: Int) -> Bool {
    switch self {
    case .ofSeveral: count > 1
    case .always: true
    case .never: false
    }
  }
}
