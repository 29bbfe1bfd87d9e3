internal import SiltText

/// What SGR had set where lines of a segment begin, as far as somebody has looked.
///
/// The first entry is that of the oldest line held, so that a colour set long ago is not forgotten
/// with the line that set it.
struct StyleTrack {
  struct Entry {
    /// Where a line or a piece begins.
    let offset: Int
    let style: Style
  }

  /// By offset; never empty.
  private var entries: ContiguousArray<Entry>
  /// How many of the oldest entries stand as far apart as they may.
  private var thinned = 0

  /// Begins with the oldest line held.
  init(_ first: Entry) {
    entries = [first]
  }

  var last: Entry { entries[entries.count - 1] }

  /// Adds what is set at a line behind all others.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
  }

  /// The last entry at an offset or in front of it.
  ///
  /// - Precondition: `offset` is not below the oldest line held.
  /// - Complexity: O(log *n*), where *n* is the number of entries.
  func last(upTo offset: Int) -> Entry {
    entries[index(upTo: offset)]
  }

  /// Forgets what is set in front of an entry.
  mutating func dropEntries(before entry: Entry) {
    let index = index(upTo: entry.offset)
    entries.replaceSubrange(0...index, with: CollectionOfOne(entry))
    thinned = 0
  }

  /// Keeps the first entry alone of each stretch of a length in front of an entry.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries since the last time.
  mutating func thinEntries(before entry: Entry, step: Int) {
    let end = index(upTo: entry.offset)
    guard end > thinned else { return }
    var kept: ContiguousArray<Entry> = []
    var last = thinned > 0 ? entries[thinned - 1].offset / step : -1
    for entry in entries[thinned..<end] where entry.offset / step != last {
      kept.append(entry)
      last = entry.offset / step
    }
    entries.replaceSubrange(thinned..<end, with: kept)
    thinned += kept.count
  }

  private func index(upTo offset: Int) -> Int {
    var low = 0
    var high = entries.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if entries[middle].offset <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
