package import SiltScreen

/// What keys do: a count typed first, keys of two strokes, and an action for each key.
package struct KeyMap: Sendable {
  /// What the user asked for.
  package enum Action: Hashable, Sendable {
    /// So many rows down; up when below 0.
    case scrollRows(Int)
    /// So many times the height of the log rows down; up when below 0.
    case scrollPages(Int)
    /// So many times half the height of the log rows down; up when below 0.
    case scrollHalfPages(Int)
    /// A row down; where there is none below, a marker.
    case downOrMark
    case switchSurface
    /// Keys go to the command from now on.
    case giveKeys
    /// So many times half the width to the right; to the left when below 0.
    case scrollSideways(Int)
    case jumpToStart
    case jumpToLine(Int)
    case jumpToPercent(Int)
    /// The lowest line in view gets a letter.
    case setMark(Unicode.Scalar)
    /// The line that has a letter is shown again.
    case jumpToMark(Unicode.Scalar)
    case follow
    case stop
    case toggleWrapping
    case toggleLineNumbers
    case toggleOverwritten
    case describe
    case save
    case repaint
    case help
    case leave
    case interrupt
    case suspend
    /// The key means nothing, or what it begins is not complete.
    case none
  }

  /// Counts above this many are taken for it: no log has more rows.
  package static let countLimit = 1_000_000_000

  /// Keys that another one has to follow.
  private static let prefixes: Set<Unicode.Scalar> = ["Z", "m", "'"]

  private var count: Int?
  /// The first of two strokes.
  private var prefix: Unicode.Scalar?

  package init() {}

  /// What was typed of a key or a count that is not complete; nil when there is none.
  package var pending: String? {
    prefix.map { String(Character($0)) } ?? count.map(String.init)
  }

  /// Takes in a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: What it asks for.
  package mutating func action(for key: Key) -> Action {
    let prefix = self.prefix.take()
    if key.modifiers.isEmpty, case .character(let scalar) = key.code {
      if let prefix, prefix != "Z" { return Self.action(for: scalar, behind: prefix) }
      if let digit = Character(scalar).wholeNumberValue, scalar.isASCII {
        count = min((count ?? 0) * 10 + digit, Self.countLimit)
        return .none
      }
      if Self.prefixes.contains(scalar) {
        count = nil
        if scalar == prefix { return .leave }
        self.prefix = scalar
        return .none
      }
    }
    return Self.action(for: key, count: count.take())
  }

  /// What a second stroke asks for; only letters name marks.
  private static func action(
    for scalar: Unicode.Scalar,
    behind prefix: Unicode.Scalar
  ) -> Action {
    switch scalar {
    case "a"..."z", "A"..."Z": prefix == "m" ? .setMark(scalar) : .jumpToMark(scalar)
    default: .none
    }
  }

  private static func action(for key: Key, count: Int?) -> Action {
    if key == .character("%"), let count { return .jumpToPercent(min(count, 100)) }
    // A count of 0 says nothing.
    let count = count == 0 ? nil : count
    let times = count ?? 1
    // Shift is told of some named keys and changes none of them.
    let modifiers = key.modifiers.subtracting(.shift)
    switch (modifiers, key.code) {
    case ([], .character(let scalar)): return action(for: scalar, count: count)
    case (.control, .character(let scalar)): return controlAction(for: scalar, times)
    case ([], .enter) where count == nil: return .downOrMark
    case ([], .tab): return .switchSurface
    case ([], .down), ([], .enter): return .scrollRows(times)
    case ([], .up): return .scrollRows(-times)
    case ([], .pageDown): return .scrollPages(times)
    case ([], .pageUp): return .scrollPages(-times)
    case ([], .home): return count.map { .jumpToLine($0) } ?? .jumpToStart
    case ([], .end): return count.map { .jumpToLine($0) } ?? .follow
    case ([], .right): return .scrollSideways(times)
    case ([], .left): return .scrollSideways(-times)
    default: return .none
    }
  }

  private static func action(for scalar: Unicode.Scalar, count: Int?) -> Action {
    let times = count ?? 1
    switch scalar {
    case "j": return .scrollRows(times)
    case "k", "y": return .scrollRows(-times)
    case " ", "f": return .scrollPages(times)
    case "b": return .scrollPages(-times)
    case "d": return .scrollHalfPages(times)
    case "u": return .scrollHalfPages(-times)
    case "g", "<": return count.map { .jumpToLine($0) } ?? .jumpToStart
    case "G", ">": return count.map { .jumpToLine($0) } ?? .follow
    case "F": return .follow
    case "S": return .toggleWrapping
    case "L": return .toggleLineNumbers
    case "t": return .toggleOverwritten
    case "=": return .describe
    case "s": return .save
    case "r": return .repaint
    case "h": return .help
    case "i": return .giveKeys
    case "q", "Q": return .leave
    default: return .none
    }
  }

  private static func controlAction(for scalar: Unicode.Scalar, _ times: Int) -> Action {
    switch scalar {
    case "f": .scrollPages(times)
    case "b": .scrollPages(-times)
    case "d": .scrollHalfPages(times)
    case "u": .scrollHalfPages(-times)
    case "q": .follow
    case "s": .stop
    case "g": .describe
    case "l": .repaint
    case "c": .interrupt
    case "z": .suspend
    default: .none
    }
  }
}
