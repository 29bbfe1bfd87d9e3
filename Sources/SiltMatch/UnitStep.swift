/// What one unit of a text does to the instructions that a text so far leads to.
///
/// It lives as long as its automaton, so that its memory is used again.
struct UnitStep: Sendable {
  /// What is read.
  enum Unit {
    case scalar(UInt32)
    case invalid
    case end
    /// The text goes on, but is read no further.
    case beyond(isWord: Bool)
  }

  private let goal: Automaton.Goal
  /// Where to go on, the preferred first.
  private(set) var threads: ContiguousArray<Int> = []
  private var next: ContiguousArray<Int> = []
  /// The round in which an instruction was looked at, or was written to `next`, last.
  private var seen: ContiguousArray<UInt32>
  private var written: ContiguousArray<UInt32>
  private var round: UInt32 = 0
  private var stack: ContiguousArray<Int> = []
  private var isStart = false
  private var isBehindWord = false

  /// How many bytes before the place reached the last match ends, nil when none was seen.
  private(set) var matchEnd: Int?
  /// How many instructions were looked at.
  private(set) var work = 0

  init(instructions count: Int, _ goal: Automaton.Goal) {
    self.goal = goal
    seen = ContiguousArray(repeating: 0, count: count)
    written = ContiguousArray(repeating: 0, count: count)
  }

  /// Begins anew at a state.
  mutating func begin(_ instructions: some Sequence<UInt32>, _ header: Automaton.Header) {
    threads.removeAll(keepingCapacity: true)
    for instruction in instructions { threads.append(Int(instruction)) }
    isStart = header.isStart
    isBehindWord = header.isBehindWord
    matchEnd = nil
  }

  /// The key of the state reached.
  func key(with partial: PartialScalar) -> Automaton.Key {
    var key = Automaton.Key()
    let header = Automaton.Header(
      isStart: isStart,
      isBehindWord: isBehindWord,
      matchEnd: goal == .anyMatch ? nil : matchEnd
    )
    Automaton.write(header, partial, threads, to: &key)
    return key
  }

  /// Goes over a byte whose unit is not complete.
  mutating func pass() {
    if let end = matchEnd { matchEnd = end + 1 }
  }

  /// Takes a unit of so many bytes.
  mutating func take(_ unit: Unit, _ program: Program, length: Int) {
    var place = Assertion.Place(
      isStart: isStart,
      isEnd: false,
      isBehindWord: isBehindWord,
      isBeforeWord: false
    )
    switch unit {
    case .scalar(let value):
      place.isBeforeWord = program.looksAtWords && ScalarProperty.word.contains(value)
    case .invalid: break
    case .end: place.isEnd = true
    case .beyond(let isWord): place.isBeforeWord = isWord
    }
    if let end = matchEnd { matchEnd = end + length }
    if follow(unit, program, at: place) { matchEnd = length }
    isStart = false
    isBehindWord = place.isBeforeWord
  }

  /// Goes on at all threads.
  ///
  /// - Returns: Whether a match ends before the unit.
  private mutating func follow(
    _ unit: Unit,
    _ program: Program,
    at place: Assertion.Place
  ) -> Bool {
    round &+= 1
    if round == 0 { resetRounds() }
    next.removeAll(keepingCapacity: true)
    var isMatched = false
    following: for thread in threads {
      stack.removeAll(keepingCapacity: true)
      stack.append(thread)
      while let instruction = stack.popLast() {
        guard seen[instruction] != round else {
          // Its body took nothing: that was the last time.
          if case .loop(_, let next, _) = program.instructions[instruction] { stack.append(next) }
          continue
        }
        seen[instruction] = round
        work += 1
        switch program.instructions[instruction] {
        case .unit(let set, let target):
          if Self.contains(program.sets[set], unit) { write(target) }
        case .any(let target):
          switch unit {
          case .scalar, .invalid: write(target)
          case .end, .beyond: break
          }
        case .split(let first, let second):
          stack.append(second)
          stack.append(first)
        case .loop(let body, let next, let isGreedy):
          stack.append(isGreedy ? next : body)
          stack.append(isGreedy ? body : next)
        case .assertion(let assertion, let target):
          if assertion.holds(at: place) { stack.append(target) }
        case .match:
          isMatched = true
          // What is preferred less than a match does not matter.
          if goal != .longest { break following }
        }
      }
    }
    swap(&threads, &next)
    if goal != .leftmostFirst { threads.sort() }
    return isMatched
  }

  private mutating func write(_ target: Int) {
    guard written[target] != round else { return }
    written[target] = round
    next.append(target)
  }

  private mutating func resetRounds() {
    for index in seen.indices {
      seen[index] = 0
      written[index] = 0
    }
    round = 1
  }

  private static func contains(_ set: Program.Set, _ unit: Unit) -> Bool {
    switch unit {
    case .scalar(let value): set.contains(value)
    case .invalid: set.containsInvalid
    case .end, .beyond: false
    }
  }
}
