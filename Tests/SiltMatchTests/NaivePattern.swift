import SiltMatch
import SiltTestSupport

/// A pattern and the obvious way to match it: by trying everything in the order of preference.
indirect enum NaivePattern {
  case empty
  case scalar(Unicode.Scalar)
  case any
  case set([Unicode.Scalar], isNegated: Bool)
  case word(isNegated: Bool)
  case lineStart
  case lineEnd
  case boundary(isNegated: Bool)
  case sequence([NaivePattern])
  case choice([NaivePattern])
  case repetition(NaivePattern, Int, Int?, isGreedy: Bool)

  /// The letters patterns and texts are made of, each with its other cases.
  static let letters: [[Unicode.Scalar]] = [
    ["a", "A"], ["b", "B"], ["k", "K", "\u{212A}"], ["s", "S", "\u{17F}"], ["é", "É"], ["д", "Д"],
    ["漢"], ["\u{1F600}"], ["1"], ["-"], [" "], ["_"],
  ]

  // MARK: - Making

  /// Makes one.
  ///
  /// - Parameters:
  ///   - random: Where chance comes from.
  ///   - depth: How deep parts stand in parts.
  ///   - isCommon: Whether `grep -E` has to read it alike, and to end in a reasonable time: it does
  ///     not where what repeats can be a place.
  ///   - allowsPlaces: Whether it may have what stands between characters.
  /// - Returns: The pattern.
  static func random(
    _ random: inout SeededGenerator,
    depth: Int,
    isCommon: Bool,
    allowsPlaces: Bool = true
  ) -> NaivePattern {
    func part(_ allowsPlaces: Bool = allowsPlaces) -> NaivePattern {
      Self.random(&random, depth: depth - 1, isCommon: isCommon, allowsPlaces: allowsPlaces)
    }
    let kind = random.below(depth > 0 ? 15 : allowsPlaces ? 7 : 5)
    switch kind {
    case 0...2: return .scalar(random.pick(letters)[0])
    case 3: return random.isOne(in: 3) ? .scalar(random.pick(letters).last ?? "a") : .any
    case 4:
      let count = 1 + random.below(3)
      return .set(
        (0..<count).map { _ in random.pick(letters)[0] }.filter { $0 != "-" } + ["b"],
        isNegated: random.isOne(in: 3)
      )
    case 5 where allowsPlaces: return random.pick([.lineStart, .lineEnd])
    case 6 where allowsPlaces:
      return isCommon || random.isOne(in: 2) ? .boundary(isNegated: random.isOne(in: 2)) : .empty
    case 5, 6: return .word(isNegated: random.isOne(in: 2))
    case 7...9: return .sequence((0..<2 + random.below(3)).map { _ in part() })
    case 10, 11: return .choice((0..<2 + random.below(2)).map { _ in part() })
    default:
      let atLeast = random.below(3)
      let atMost: Int? = random.isOne(in: 2) ? nil : atLeast + random.below(3)
      let isGreedy = isCommon || !random.isOne(in: 3)
      return .repetition(part(allowsPlaces && !isCommon), atLeast, atMost, isGreedy: isGreedy)
    }
  }

  /// The pattern as it is typed.
  var source: String {
    switch self {
    case .empty: "()"
    case .scalar(let scalar): String(scalar)
    case .any: "."
    case .set(let scalars, let isNegated):
      "[" + (isNegated ? "^" : "") + scalars.map(String.init).joined() + "]"
    case .word(let isNegated): isNegated ? "\\W" : "\\w"
    case .lineStart: "^"
    case .lineEnd: "$"
    case .boundary(let isNegated): isNegated ? "\\B" : "\\b"
    case .sequence(let parts): parts.map(\.source).joined()
    case .choice(let branches): "(" + branches.map(\.source).joined(separator: "|") + ")"
    case .repetition(let body, let atLeast, let atMost, let isGreedy):
      "(\(body.source))" + Self.count(atLeast, atMost) + (isGreedy ? "" : "?")
    }
  }

  private static func count(_ atLeast: Int, _ atMost: Int?) -> String {
    switch (atLeast, atMost) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1): "?"
    case (_, nil): "{\(atLeast),}"
    case (_, let atMost?): atLeast == atMost ? "{\(atLeast)}" : "{\(atLeast),\(atMost)}"
    }
  }

  // MARK: - Matching

  /// A text cut into code points and bytes that are part of none.
  struct Text {
    var units: [Unicode.Scalar?] = []
    /// Where each unit begins, and the end.
    var offsets = [0]
    var ignoresCase: Bool

    init(_ bytes: [UInt8], ignoresCase: Bool) {
      self.ignoresCase = ignoresCase
      var iterator = bytes.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      parsing: while true {
        switch parser.parseScalar(from: &iterator) {
        case .valid(let encoded):
          units.append(Unicode.UTF8.decode(encoded))
          offsets.append(offsets[offsets.count - 1] + encoded.count)
        case .error(let length):
          for _ in 0..<length {
            units.append(nil)
            offsets.append(offsets[offsets.count - 1] + 1)
          }
        case .emptyInput: break parsing
        }
      }
    }

    func isWord(at index: Int) -> Bool {
      guard index >= 0, index < units.count, let scalar = units[index] else { return false }
      return scalar == "_" || Character(scalar).isLetter || Character(scalar).isNumber
    }

    func isSame(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
      one == other
        || ignoresCase && NaivePattern.letters.contains { $0.contains(one) && $0.contains(other) }
    }
  }

  /// The bytes of the first match from a unit on.
  func firstMatch(in text: Text, from start: Int = 0) -> Range<Int>? {
    for index in start...text.units.count {
      var end: Int?
      let isMatched = match(text, index) { place in
        end = place
        return true
      }
      if isMatched, let end { return text.offsets[index]..<text.offsets[end] }
    }
    return nil
  }

  private func match(_ text: Text, _ index: Int, _ next: (Int) -> Bool) -> Bool {
    switch self {
    case .empty: return next(index)
    case .scalar(let scalar):
      guard index < text.units.count, let unit = text.units[index] else { return false }
      return text.isSame(scalar, unit) && next(index + 1)
    case .any: return index < text.units.count && next(index + 1)
    case .set(let scalars, let isNegated):
      guard index < text.units.count else { return false }
      let unit = text.units[index]
      let isIn = unit.map { unit in scalars.contains { text.isSame($0, unit) } } ?? false
      return isIn != isNegated && next(index + 1)
    case .word(let isNegated):
      guard index < text.units.count else { return false }
      return text.isWord(at: index) != isNegated && next(index + 1)
    case .lineStart: return index == 0 && next(index)
    case .lineEnd: return index == text.units.count && next(index)
    case .boundary(let isNegated):
      return (text.isWord(at: index - 1) != text.isWord(at: index)) != isNegated && next(index)
    case .sequence(let parts): return Self.match(parts[...], text, index, next)
    case .choice(let branches):
      return branches.contains { $0.match(text, index, next) }
    case .repetition(let body, let atLeast, let atMost, let isGreedy):
      if atLeast > 0 {
        let rest = NaivePattern.repetition(
          body,
          atLeast - 1,
          atMost.map { $0 - 1 },
          isGreedy: isGreedy
        )
        return body.match(text, index) { rest.match(text, $0, next) }
      }
      if atMost == 0 { return next(index) }
      func again() -> Bool {
        body.match(text, index) { place in
          // A time that matches nothing is the last.
          if atMost == nil, place == index { return next(place) }
          return NaivePattern.repetition(body, 0, atMost.map { $0 - 1 }, isGreedy: isGreedy)
            .match(text, place, next)
        }
      }
      return isGreedy ? again() || next(index) : next(index) || again()
    }
  }

  private static func match(
    _ parts: ArraySlice<NaivePattern>,
    _ text: Text,
    _ index: Int,
    _ next: (Int) -> Bool
  ) -> Bool {
    guard let first = parts.first else { return next(index) }
    return first.match(text, index) { match(parts.dropFirst(), text, $0, next) }
  }

  /// A line of the letters, and of bytes that are no text when asked for.
  static func text(_ random: inout SeededGenerator, isValid: Bool, atMost: Int = 12) -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0..<random.below(atMost) {
      if !isValid, random.isOne(in: 5) {
        text.append(
          random.pick([0x80, 0xA9, 0xC3, 0xE6, 0xBC, 0xF0, 0x9F, 0xED, 0xA0, 0xFF, 0xC0])
        )
      } else {
        text += String(random.pick(random.pick(letters))).utf8
      }
    }
    return text
  }
}
