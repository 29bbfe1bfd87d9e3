/// The tag sequences that name a flag (UTS #51, ED-14a): a black flag, tags for a region, an end.
///
/// Tags anywhere else are invisible text, which is shown by number.
enum FlagTags {
  static let base: UInt32 = 0x1F3F4
  static let cancel: UInt32 = 0xE007F
  /// Tags of a region's code; those in use have up to 6.
  private static let limit = 8

  /// Where the tags of a flag end.
  ///
  /// - Parameters:
  ///   - line: The text.
  ///   - start: The index behind the black flag.
  /// - Returns: The index behind the end tag, or `start` when no complete tags follow.
  /// - Complexity: O(1).
  static func end(_ line: Span<UInt8>, after start: Int) -> Int {
    var index = start
    for _ in 0..<limit {
      guard let tag = UTF8Scalar.bounded(line, at: index) else { return start }
      guard isRegion(tag.value) else { return start }
      index += tag.length
      if let end = UTF8Scalar.bounded(line, at: index), end.value == cancel {
        return index + end.length
      }
    }
    return start
  }

  /// Whether a tag stands for a digit or a small letter.
  private static func isRegion(_ tag: UInt32) -> Bool {
    (0xE0030...0xE0039).contains(tag) || (0xE0061...0xE007A).contains(tag)
  }
}
