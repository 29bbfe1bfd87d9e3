internal import SiltCore
internal import SiltSystem

/// The whole of a stream in a temporary file.
extension Session {
  /// Begins with a stream: all of it can be read back where that was asked for.
  ///
  /// - Throws: Why there is no temporary file.
  func beginStream(of source: Int = 0) throws(SystemError) {
    // In the order of arrival what is not held has no place.
    guard options.spills, !isMerged else {
      beginSegment(at: 0, of: source)
      return
    }
    let spill = try SpillFile()
    beginSegment(at: 0, of: source, hasHistory: true)
    if let segment = sources[source].segment { _ = history.keep(spill.file, for: segment) }
    self.spill = spill
  }

  /// Keeps bytes that a stream's segment gets, before it has them: then they can be read back.
  func spill(_ bytes: RawSpan) {
    guard let spill else { return }
    do throws(SystemError) {
      try spill.append(bytes)
    } catch {
      self.spill = nil
      spillError = error
    }
  }

  /// Tells of a failure to keep bytes: watching goes on, with what the ring holds.
  func tellSpillError() {
    guard let error = spillError.take() else { return }
    if let segment = sources[0].segment { loseHistory(of: segment) }
    // The note may be gone before anybody sees it.
    sources[0].failure = error.about("the temporary file")
    addNote("spill failed: \(error.reason)")
  }
}
