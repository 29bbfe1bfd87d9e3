/// How lines are looked for: by strings that a match must hold, or by walking over all bytes.
///
/// Strings that few lines hold are found many times faster than bytes are walked over; strings that
/// most lines hold are found in vain. Which it is, the text tells: a part of it is tried from time to
/// time.
struct Strategy: Sendable {
  /// So many bytes are tried.
  private static let sample = 16 << 10
  /// They are tried again after so many that were looked through.
  private static let interval = 1 << 20
  /// Less text than that tells nothing.
  private static let smallestSample = 2 << 10
  /// Strings are looked for when fewer lines than one in so many hold one.
  private static let rarity = 2

  let literals: RequiredLiterals
  /// What to look for, nil when bytes are walked over.
  private(set) var search: LiteralSearch?
  /// Whether a match begins with the strings looked for.
  private(set) var isPrefix = false
  private var left = 0

  init(_ literals: RequiredLiterals) {
    self.literals = literals
    choose(literals.candidates.first, .guess)
  }

  private mutating func choose(_ set: LiteralSet?, _ frequency: ByteFrequency) {
    search = set.map { search($0, frequency) }
    isPrefix = set?.isPrefix ?? false
  }

  private func search(_ set: LiteralSet, _ frequency: ByteFrequency) -> LiteralSearch {
    LiteralSearch(set, isAnchored: literals.isAnchored, frequency)
  }

  /// Chooses again if it is time to.
  ///
  /// - Complexity: O(1) for each byte looked through.
  mutating func prepare(for block: RawSpan, from start: Int) {
    guard left <= 0, !literals.candidates.isEmpty else { return }
    let end = min(block.byteCount, start + Self.sample)
    guard end - start >= Self.smallestSample else { return }
    left = Self.interval
    let sample = block.extracting(start..<end)
    let frequency = ByteFrequency(of: sample)
    var fewest = frequency.count(of: LineEnds.newline) / Self.rarity
    var best: LiteralSet?
    for set in literals.candidates {
      let lines = Self.lines(in: sample, search(set, frequency), upTo: fewest)
      if lines < fewest || literals.isWhole || best == nil && lines == 0 {
        fewest = lines
        best = set
      }
    }
    choose(best, frequency)
  }

  /// Notes that so many bytes were looked through.
  mutating func note(_ count: Int) {
    left -= count
  }

  /// How many lines hold a string; it stops counting at a limit.
  private static func lines(in text: RawSpan, _ search: LiteralSearch, upTo limit: Int) -> Int {
    var lines = 0
    var index = 0
    while lines < limit, let hit = search.next(in: text, from: index) {
      lines += 1
      index = LineEnds.next(in: text, from: hit.index)
    }
    return lines
  }
}
