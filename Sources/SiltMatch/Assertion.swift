/// What must hold between two units of a text.
enum Assertion: Hashable, Sendable {
  case lineStart
  case lineEnd
  case wordBoundary
  case notWordBoundary
  case wordStart
  case wordEnd

  /// What is known about a place between two units.
  struct Place {
    var isStart: Bool
    var isEnd: Bool
    var isBehindWord: Bool
    var isBeforeWord: Bool
  }

  func holds(at place: Place) -> Bool {
    switch self {
    case .lineStart: place.isStart
    case .lineEnd: place.isEnd
    case .wordBoundary: place.isBehindWord != place.isBeforeWord
    case .notWordBoundary: place.isBehindWord == place.isBeforeWord
    case .wordStart: !place.isBehindWord && place.isBeforeWord
    case .wordEnd: place.isBehindWord && !place.isBeforeWord
    }
  }

  /// The same when the text is read from its end.
  var mirrored: Assertion {
    switch self {
    case .lineStart: .lineEnd
    case .lineEnd: .lineStart
    case .wordStart: .wordEnd
    case .wordEnd: .wordStart
    case .wordBoundary, .notWordBoundary: self
    }
  }

  /// Whether it depends on which units are letters.
  var looksAtWords: Bool {
    self != .lineStart && self != .lineEnd
  }
}
