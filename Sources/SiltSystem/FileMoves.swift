/// Follows files that stood for a watched name through their moves, as far as one turn of the system's
/// events tells of them.
///
/// A log may be moved, made again and moved again before anybody looks: the file in between never
/// stood for the name when it was looked at, and where it is now is the only way to it.
struct FileMoves<Key: Hashable & Sendable, Watch: Hashable & Sendable> {
  /// An entry of a directory.
  struct Place: Hashable {
    let key: Key
    let entry: [UInt8]
  }

  private struct Moved {
    let watch: Watch
    /// Nil while it is on its way, or for good when it left what is watched.
    var place: Place?
    var cookie: UInt32
  }

  /// In the order in which they left their names.
  private var moved: [Moved] = []

  /// An entry left its place.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - key: Its directory.
  ///   - cookie: What its arrival will be told with.
  ///   - watches: Those whose name it was.
  mutating func entry(
    _ entry: [UInt8],
    of key: Key,
    left cookie: UInt32,
    wasWatchedBy watches: some Sequence<Watch>
  ) {
    let place = Place(key: key, entry: entry)
    for index in moved.indices where moved[index].place == place {
      moved[index].place = nil
      moved[index].cookie = cookie
    }
    for watch in watches { moved.append(Moved(watch: watch, place: nil, cookie: cookie)) }
  }

  /// An entry came to its place; what stood there before is gone.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - key: Its directory.
  ///   - cookie: What its leaving was told with.
  mutating func entry(_ entry: [UInt8], of key: Key, came cookie: UInt32) {
    let place = Place(key: key, entry: entry)
    moved.removeAll { $0.place == place }
    for index in moved.indices where moved[index].place == nil && moved[index].cookie == cookie {
      moved[index].place = place
    }
  }

  /// Returns where the files are that have arrived, by the names they stood for, and forgets them.
  ///
  /// One that is on its way is waited for, if its leaving was the last thing told.
  mutating func take() -> [Watch: [Place]] {
    var arrived: [Watch: [Place]] = [:]
    for file in moved {
      if let place = file.place { arrived[file.watch, default: []].append(place) }
    }
    let last = moved.last?.cookie
    moved.removeAll { $0.place != nil || $0.cookie != last }
    return arrived
  }
}
