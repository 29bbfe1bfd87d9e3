/// What a viewport looks at: lines, what stands below the last of them, and how high each is.
package protocol Content: Lines {
  /// The position of the unfinished line; nil when there are no bytes of one.
  var tail: Position? { get }
  /// How many bytes of the unfinished line arrived.
  var tailCount: Int { get }
  /// How many rows a client put below the last line.
  var footerRows: Int { get }
  /// How many lines were received and are finished, dropped ones included.
  var finishedLines: Int { get }

  /// Whether an item can still be shown.
  func holds(_ item: Item) -> Bool

  /// Where an item's rows begin at the present width: at least one, and growing from 0.
  ///
  /// - Parameters:
  ///   - item: A held item.
  ///   - limit: How many bytes of the line count; nil for all.
  /// - Returns: The coordinates in the line where its rows begin, or the block that has to be loaded
  ///   to know them.
  mutating func rowStarts(of item: Item, limit: Int?) -> Answer<ContiguousArray<Int>>
}
