/// A key as it was pressed, with its modifiers.
package struct Key: Hashable, Sendable {
  /// What is printed on the key.
  package enum Code: Hashable, Sendable {
    /// A printable character; with Control a lower-case letter or one of `@ [ \ ] ^ _`.
    case character(Unicode.Scalar)
    case enter
    case tab
    case backspace
    case escape
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
    case insert
    case delete
    /// A function key, from 1.
    case function(Int)
  }

  /// The keys held down meanwhile.
  ///
  /// Shift is never told of a character: it is in the character.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1 << 0)
    package static let alt = Modifiers(rawValue: 1 << 1)
    package static let control = Modifiers(rawValue: 1 << 2)
    /// Any further one: Super, Hyper, Meta.
    package static let other = Modifiers(rawValue: 1 << 3)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The key of a character without a modifier.
  package static func character(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar))
  }

  /// Control with a lower-case letter or one of `@ [ \ ] ^ _`.
  package static func control(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar), .control)
  }

  /// Alt with a character: what some terminals send after Esc.
  package static func alt(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar), .alt)
  }
}

/// What comes from a terminal.
package enum Input: Hashable, Sendable {
  case key(Key)
  /// Text that was pasted, as its bytes came; cut at the decoder's limit.
  case paste([UInt8])
  case wheelUp
  case wheelDown
  /// Something that is no key we know: one for each sequence, however long.
  case unknown
}
