@testable import SiltText

/// Lays out a line given as text.
func rows(_ line: String, columns: Int = 80, _ change: (inout TextLayout) -> Void = { _ in })
  -> ContiguousArray<StyledRow>
{
  rows(bytes: ContiguousArray(line.utf8), columns: columns, change)
}

/// Lays out a line given as bytes.
func rows(
  bytes: ContiguousArray<UInt8>,
  columns: Int = 80,
  _ change: (inout TextLayout) -> Void = { _ in }
) -> ContiguousArray<StyledRow> {
  var layout = TextLayout(columns: columns)
  change(&layout)
  return layout.rows(bytes.span).rows
}

/// The texts of the rows of a line.
func texts(
  _ line: String,
  columns: Int = 80,
  _ change: (inout TextLayout) -> Void = { _ in }
) -> [String] {
  rows(line, columns: columns, change).map(\.text)
}

/// The text of the one row of a line.
func text(_ line: String) -> String {
  texts(line, columns: 1_000).joined(separator: "\n")
}

/// The text of the one row of a line given as bytes.
func text(bytes: ContiguousArray<UInt8>) -> String {
  rows(bytes: bytes, columns: 1_000).map(\.text).joined(separator: "\n")
}

extension StyledRow {
  /// The row's text.
  var text: String { String(decoding: utf8, as: UTF8.self) }

  /// Each run's text and style.
  var pieces: [Piece] {
    var start = utf8.startIndex
    return runs.map { run in
      defer { start += run.utf8Count }
      return Piece(
        String(decoding: utf8[start..<start + run.utf8Count], as: UTF8.self),
        run.style
      )
    }
  }
}

/// Text of one style.
struct Piece: Hashable, CustomStringConvertible {
  var text: String
  var style: Style

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  var description: String { "\(text.debugDescription) \(style)" }
}

/// A sequence of numbers that its seed determines (SplitMix64, public domain).
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  mutating func number(below bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }

  mutating func byte(_ first: UInt8, _ last: UInt8) -> UInt8 {
    UInt8.random(in: first...last, using: &self)
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[number(below: choices.count)]
  }

  /// A line of all that lines are made of, well and badly.
  mutating func line(moreParts: [String] = []) -> ContiguousArray<UInt8> {
    let parts =
      moreParts + [
        "a", "bc", "hello world", "中", "文字", "é", "e\u{301}", "\u{301}", "\u{302}\u{303}", "👍🏽", "❤️",
        "🇩🇪",
        "🇩", "👨‍👩‍👧‍👦", "1️⃣", "क्षि", "กำ", "각", "\u{1112}\u{1161}", "\u{200D}", "\u{FE0F}", "±", "\u{600}",
        "\u{200B}", "\u{AD}", "\u{202E}", "\u{9B}", "\u{FFFF}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{E0067}", "\u{E000}",
        "\u{7}", "\0", "\u{7F}", "\t", "\r", "\u{8}", "\u{1B}", "\u{1B}[", "\u{1B}[31m",
        "\u{1B}[1;44m",
        "\u{1B}[m", "\u{1B}[K", "\u{1B}[1K", "\u{1B}[2K", "\u{1B}[2J", "\u{1B}]0;t\u{7}",
        "\u{1B}]8;;x",
        "\u{1B}P1\u{1B}\\", "\u{1B}c",
      ]
    let bad: [[UInt8]] = [
      [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80],
    ]
    var bytes: ContiguousArray<UInt8> = []
    let usesEdits = number(below: 2) == 0
    for _ in 0..<number(below: 24) {
      if number(below: 12) == 0 {
        bytes.append(contentsOf: pick(bad))
        continue
      }
      let part = pick(parts)
      if !usesEdits, ["\r", "\u{8}", "\u{1B}[1K", "\u{1B}[2K"].contains(part) { continue }
      bytes.append(contentsOf: part.utf8)
    }
    return bytes
  }
}
