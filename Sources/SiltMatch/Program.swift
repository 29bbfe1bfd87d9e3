/// A pattern as instructions: a nondeterministic automaton over units (Thompson's construction).
struct Program: Sendable {
  /// More than that are refused.
  static let mostInstructions = 10_000

  enum Instruction: Sendable {
    /// Takes a unit of a class and goes on.
    case unit(set: Int, next: Int)
    /// Takes any unit at all, the newline too.
    case any(next: Int)
    /// Goes on at both; what the first leads to is preferred.
    case split(Int, Int)
    /// Repeats a body and then goes on; to come back here without having taken a unit is to go on.
    case loop(body: Int, next: Int, isGreedy: Bool)
    case assertion(Assertion, next: Int)
    case match
  }

  /// Which units an instruction takes.
  struct Set: Sendable {
    let members: UnitClass
    /// Bit *n* tells of the code point *n* of ASCII.
    private let ascii: (low: UInt64, high: UInt64)
    let containsInvalid: Bool

    init(_ members: UnitClass) {
      self.members = members
      containsInvalid = members.containsInvalid
      var ascii: (low: UInt64, high: UInt64) = (0, 0)
      for bit in 0..<64 {
        if members.contains(UInt32(bit)) { ascii.low |= 1 << UInt64(bit) }
        if members.contains(UInt32(bit + 64)) { ascii.high |= 1 << UInt64(bit) }
      }
      self.ascii = ascii
    }

    func contains(_ value: UInt32) -> Bool {
      switch value {
      case 0..<64: ascii.low >> UInt64(value) & 1 != 0
      case 64..<128: ascii.high >> UInt64(value - 64) & 1 != 0
      default: members.contains(value)
      }
    }
  }

  /// The order in which the units of a text are read.
  enum Direction: Sendable {
    case forward
    case backward
  }

  private(set) var instructions: ContiguousArray<Instruction> = []
  private(set) var sets: ContiguousArray<Set> = []
  /// Where a match that begins here begins.
  private(set) var start = 0
  /// Where a match that begins here or later begins; earlier ones are preferred.
  private(set) var searchStart = 0
  private(set) var looksAtWords = false
  private(set) var looksAtLineStart = false
  private let direction: Direction
  private var numbers: [UnitClass: Int] = [:]

  /// - Throws: An error when it would be too large; nothing is made then.
  init(_ syntax: Syntax, _ direction: Direction = .forward) throws(PatternError) {
    self.direction = direction
    guard syntax.size < Self.mostInstructions else {
      throw PatternError(
        "pattern is too large: expected at most \(Self.mostInstructions) states, counts multiply"
      )
    }
    let match = add(.match)
    start = emit(syntax, next: match)
    searchStart = start
    if direction == .forward, !syntax.isAnchored {
      searchStart = add(.match)
      instructions[searchStart] = .split(start, add(.any(next: searchStart)))
    }
    numbers = [:]
  }

  private mutating func add(_ instruction: Instruction) -> Int {
    instructions.append(instruction)
    return instructions.count - 1
  }

  private mutating func number(of members: UnitClass) -> Int {
    if let number = numbers[members] { return number }
    sets.append(Set(members))
    numbers[members] = sets.count - 1
    return sets.count - 1
  }

  /// Makes the instructions of a part.
  ///
  /// - Parameters:
  ///   - syntax: The part.
  ///   - next: Where to go on behind it.
  /// - Returns: Where it begins.
  private mutating func emit(_ syntax: Syntax, next: Int) -> Int {
    switch syntax {
    case .empty:
      return next
    case .unit(let members):
      return add(.unit(set: number(of: members), next: next))
    case .assertion(let written):
      let assertion = direction == .forward ? written : written.mirrored
      looksAtWords = looksAtWords || assertion.looksAtWords
      looksAtLineStart = looksAtLineStart || assertion == .lineStart
      return add(.assertion(assertion, next: next))
    case .sequence(let parts):
      var entry = next
      if direction == .forward {
        for part in parts.reversed() { entry = emit(part, next: entry) }
      } else {
        for part in parts { entry = emit(part, next: entry) }
      }
      return entry
    case .choice(let branches):
      var entry = emit(branches[branches.count - 1], next: next)
      for branch in branches.dropLast().reversed() {
        let first = emit(branch, next: next)
        entry = add(.split(first, entry))
      }
      return entry
    case .repetition(let body, let atLeast, let atMost, let isGreedy):
      return emit(body, atLeast: atLeast, atMost: atMost, isGreedy: isGreedy, next: next)
    }
  }

  private mutating func emit(
    _ body: Syntax,
    atLeast: Int,
    atMost: Int?,
    isGreedy: Bool,
    next: Int
  ) -> Int {
    var entry = next
    var left = atLeast
    if let atMost {
      for _ in 0..<(atMost - atLeast) {
        let first = emit(body, next: entry)
        entry = add(isGreedy ? .split(first, next) : .split(next, first))
      }
    } else {
      let loop = add(.match)
      let first = emit(body, next: loop)
      instructions[loop] = .loop(body: first, next: next, isGreedy: isGreedy)
      entry = atLeast > 0 ? first : loop
      left -= 1
    }
    for _ in 0..<max(0, left) { entry = emit(body, next: entry) }
    return entry
  }
}
