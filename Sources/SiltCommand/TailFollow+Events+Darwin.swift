#if canImport(Darwin)
/// There is no such thing as inotify here, and GNU's `tail` polls as well.
extension TailFollow {
  /// Whether there are such events here.
  static let hasEvents = false

  /// Never called.
  func followEvents() {}
}
#endif
