/// A deterministic automaton over bytes, whose states are made when they are first reached.
///
/// A state is a row of a table with an entry for each column of bytes. It stands for the
/// instructions that the text so far leads to, in the order of preference, up to the last whole
/// unit, and for the bytes of a unit that is not complete. What is asserted of a place is known when
/// the unit behind it is: so a match is seen one unit late.
struct Automaton: Sendable {
  /// What is asked.
  enum Goal: Sendable {
    /// Whether there is a match in a line; at a newline the next line begins.
    case anyMatch
    /// Where the preferred one of the matches that begin first ends.
    case leftmostFirst
    /// Where the longest match that begins at the start ends.
    case longest
  }

  typealias Key = ContiguousArray<UInt32>

  /// An entry that is not known yet.
  static let unknown = Int32.min
  /// For `anyMatch`: there is a match.
  static let matched = Int32.min + 1
  /// For `anyMatch`: there is none in this line, whatever follows.
  static let dead = Int32.min + 2

  let program: Program
  let columns: ByteColumns
  let goal: Goal
  /// How many bytes the table and what belongs to it may take before they are thrown away.
  let memoryLimit: Int

  /// The entries, row by row: the first index of a state's row, its complement when there is
  /// something to know of that state, or one of the constants.
  private(set) var table: ContiguousArray<Int32> = []
  private var keys: ContiguousArray<Key> = []
  private var states: [Key: Int32] = [:]
  private var memory = 0
  /// The states at the beginning, negative when they are not made.
  private var starts = noStarts
  private static let noStarts = SIMD8<Int32>(repeating: -1)

  /// How often the table was thrown away.
  private(set) var flushes = 0
  /// How many instructions were looked at while states were made.
  private(set) var work = 0

  var step: UnitStep
  /// The same for all that behave alike with one byte more, as far as looked at.
  private var alike: [PartialScalar: PartialScalar] = [:]
  private var firstAlike: [ContiguousArray<UInt64>: PartialScalar] = [:]

  init(_ program: Program, _ columns: ByteColumns, _ goal: Goal, memoryLimit: Int) {
    self.program = program
    self.columns = columns
    self.goal = goal
    self.memoryLimit = memoryLimit
    step = UnitStep(instructions: program.instructions.count, goal)
  }

  // MARK: - States

  /// The state at the beginning.
  ///
  /// - Parameters:
  ///   - isSearch: Whether a match may begin later.
  ///   - isStart: Whether nothing stands before in the text.
  ///   - isBehindWord: Whether a letter stands before.
  ///   - mayFlush: As for `fill`.
  /// - Returns: The state.
  mutating func start(
    isSearch: Bool,
    isStart: Bool,
    isBehindWord: Bool = false,
    mayFlush: Bool = true
  ) -> Int32 {
    let number = (isSearch ? 4 : 0) | (isStart ? 2 : 0) | (isBehindWord ? 1 : 0)
    if starts[number] >= 0 { return starts[number] }
    var key = Key()
    Self.write(
      Header(isStart: isStart && program.looksAtLineStart, isBehindWord: isBehindWord),
      .none,
      [isSearch ? program.searchStart : program.start],
      to: &key
    )
    let state = state(of: key, mayFlush: mayFlush)
    starts[number] = state
    return state
  }

  /// Whether a state more fits without throwing any away.
  var hasRoom: Bool {
    memory + cost(of: program.instructions.count) <= memoryLimit
  }

  /// Throws all states away but four, whose new numbers are written in place of the old.
  mutating func flush(keeping kept: inout SIMD4<Int32>) {
    let keptKeys = kept.indices.map { keys[Int(kept[$0]) / columns.width] }
    flush()
    for (index, key) in keptKeys.enumerated() { kept[index] = state(of: key, mayFlush: false) }
  }

  private mutating func flush() {
    table.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    starts = Self.noStarts
    memory = 0
    flushes += 1
  }

  /// What a state with so many instructions takes, its key twice.
  private func cost(of count: Int) -> Int {
    columns.width * MemoryLayout<Int32>.stride + 2 * (count * MemoryLayout<UInt32>.stride + 64)
  }

  private mutating func state(of key: Key, mayFlush: Bool) -> Int32 {
    if let state = states[key] { return state }
    let cost = cost(of: key.count)
    if mayFlush, memory + cost > memoryLimit, !keys.isEmpty { flush() }
    memory += cost
    let state = Int32(table.count)
    table.append(contentsOf: repeatElement(Self.unknown, count: columns.width))
    keys.append(key)
    states[key] = state
    return state
  }

  /// How many bytes before the place that was reached a match ends, nil when none does.
  func matchEnd(of entry: Int32) -> Int? {
    Header(keys[Int(~entry) / columns.width][0]).matchEnd
  }

  /// Whether nothing more can come of a state.
  func isDead(_ entry: Int32) -> Bool {
    keys[Int(~entry) / columns.width].count == Self.firstInstruction
  }

  // MARK: - Transitions

  /// Finds the entry of a state for a column, and keeps it.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - column: The column of what is read next.
  ///   - mayFlush: Whether the table may be thrown away when it is full; no other state is left
  ///     then, this one neither. Otherwise it may grow by a state beyond its limit.
  /// - Returns: The entry; where it names a state, that is there.
  /// - Complexity: O(*m*), where *m* is the number of the program's instructions.
  mutating func fill(_ state: Int32, _ column: Int, mayFlush: Bool = true) -> Int32 {
    let key = keys[Int(state) / columns.width]
    let header = Header(key[0])
    var partial = PartialScalar(bytes: key[1], count: header.partialCount)
    step.begin(key[Self.firstInstruction...], header)
    let workBefore = step.work
    defer { work += step.work - workBefore }

    var isLineEnd = false
    if column < columns.end {
      let byte = columns.representatives[column]
      isLineEnd = byte == 0x0A && goal == .anyMatch
      if !isLineEnd { partial = read(byte, after: partial) }
    }
    if isLineEnd || column >= columns.end {
      for _ in 0..<partial.count { step.take(.invalid, program, length: 1) }
      partial = .none
      switch column {
      case columns.wordBeyond: step.take(.beyond(isWord: true), program, length: 0)
      case columns.otherBeyond: step.take(.beyond(isWord: false), program, length: 0)
      case columns.invalid: step.take(.invalid, program, length: 1)
      default: step.take(.end, program, length: 0)
      }
    }

    let flushesBefore = flushes
    let entry: Int32
    if goal == .anyMatch {
      if step.matchEnd != nil {
        entry = Self.matched
      } else if isLineEnd {
        entry = start(isSearch: true, isStart: true, mayFlush: mayFlush)
      } else if step.threads.isEmpty, partial.count == 0 {
        entry = Self.dead
      } else {
        entry = self.state(of: step.key(with: partial), mayFlush: mayFlush)
      }
    } else {
      let next = self.state(of: step.key(with: partial), mayFlush: mayFlush)
      let isDead = step.threads.isEmpty
      entry = step.matchEnd != nil || isDead ? ~next : next
    }
    if flushes == flushesBefore { table[Int(state) + column] = entry }
    return entry
  }

  /// Takes a byte; what is not complete yet is given back.
  private mutating func read(_ byte: UInt8, after partial: PartialScalar) -> PartialScalar {
    switch partial.continued(by: byte) {
    case .scalar(let value):
      step.take(.scalar(value), program, length: partial.count + 1)
      return .none
    case .partial(let longer):
      step.pass()
      return representative(of: longer)
    case .invalid:
      for _ in 0..<partial.count { step.take(.invalid, program, length: 1) }
      guard partial.count > 0 else {
        step.take(.invalid, program, length: 1)
        return .none
      }
      return read(byte, after: .none)
    }
  }

  /// One of the partial code points that no byte more tells apart.
  ///
  /// Without it a text in Han or Hangul would make thousands of states.
  private mutating func representative(of partial: PartialScalar) -> PartialScalar {
    guard let completions = partial.completions, program.sets.count <= 64 else { return partial }
    if let known = alike[partial] { return known }
    var behaviour: ContiguousArray<UInt64> = [UInt64(partial.count)]
    func append(_ isIn: (UInt32) -> Bool) {
      var bits: UInt64 = 0
      for value in completions where isIn(value) { bits |= 1 << UInt64(value & 63) }
      behaviour.append(bits)
    }
    for set in program.sets { append(set.contains) }
    if program.looksAtWords { append(ScalarProperty.word.contains) }
    let first = firstAlike[behaviour, default: partial]
    firstAlike[behaviour] = first
    alike[partial] = first
    return first
  }

  // MARK: - Keys

  /// Where the instructions begin in a key.
  static let firstInstruction = 2

  /// What a state knows beside its instructions.
  struct Header {
    var isStart: Bool
    var isBehindWord: Bool
    var matchEnd: Int?
    var partialCount = 0

    init(isStart: Bool, isBehindWord: Bool, matchEnd: Int? = nil) {
      self.isStart = isStart
      self.isBehindWord = isBehindWord
      self.matchEnd = matchEnd
    }

    init(_ word: UInt32) {
      isStart = word & 1 != 0
      isBehindWord = word & 2 != 0
      let end = Int(word >> 8 & 0xFF)
      matchEnd = end == 0 ? nil : end - 1
      partialCount = Int(word >> 16)
    }

    var word: UInt32 {
      (isStart ? 1 : 0) | (isBehindWord ? 2 : 0) | UInt32(matchEnd.map { $0 + 1 } ?? 0) << 8
        | UInt32(partialCount) << 16
    }
  }

  static func write(
    _ header: Header,
    _ partial: PartialScalar,
    _ threads: some Sequence<Int>,
    to key: inout Key
  ) {
    var header = header
    header.partialCount = partial.count
    key.append(header.word)
    key.append(partial.bytes)
    for thread in threads { key.append(UInt32(thread)) }
  }
}
