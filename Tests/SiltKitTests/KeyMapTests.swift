import SiltScreen
import Testing

@testable import SiltKit

/// What keys do, as the table of keys has it.
struct KeyMapTests {
  private static func action(_ keys: [Key]) -> KeyMap.Action {
    var map = KeyMap()
    var action = KeyMap.Action.none
    for (index, key) in keys.enumerated() {
      action = map.action(for: key)
      if index < keys.count - 1 { #expect(action == .none, "\(keys)") }
    }
    #expect(map.pending == nil, "\(keys)")
    return action
  }

  /// The keys of a text; `^x` is Control with x.
  private static func keys(_ text: String) -> [Key] {
    var keys: [Key] = []
    var isControl = false
    for scalar in text.unicodeScalars {
      if scalar == "^" {
        isControl = true
      } else {
        keys.append(isControl ? .control(scalar) : .character(scalar))
        isControl = false
      }
    }
    return keys
  }

  @Test(arguments: [
    ("j", KeyMap.Action.scrollRows(1)), ("k", .scrollRows(-1)), ("y", .scrollRows(-1)),
    (" ", .scrollPages(1)), ("f", .scrollPages(1)), ("^f", .scrollPages(1)),
    ("b", .scrollPages(-1)), ("^b", .scrollPages(-1)),
    ("d", .scrollHalfPages(1)), ("^d", .scrollHalfPages(1)),
    ("u", .scrollHalfPages(-1)), ("^u", .scrollHalfPages(-1)),
    ("g", .jumpToStart), ("<", .jumpToStart), ("G", .follow), (">", .follow),
    ("F", .follow), ("^q", .follow), ("^s", .stop),
    ("S", .toggleWrapping), ("L", .toggleLineNumbers), ("t", .toggleOverwritten),
    ("=", .describe), ("^g", .describe), ("r", .repaint), ("^l", .repaint),
    ("h", .help), ("s", .save), ("i", .giveKeys), ("q", .leave), ("Q", .leave), ("ZZ", .leave),
    ("^c", .interrupt), ("^z", .suspend),
    // Counts.
    ("10k", .scrollRows(-10)), ("3 ", .scrollPages(3)), ("12j", .scrollRows(12)),
    ("4b", .scrollPages(-4)), ("2^d", .scrollHalfPages(2)), ("7u", .scrollHalfPages(-7)),
    ("100g", .jumpToLine(100)), ("100G", .jumpToLine(100)), ("1<", .jumpToLine(1)),
    ("5>", .jumpToLine(5)), ("50%", .jumpToPercent(50)), ("0%", .jumpToPercent(0)),
    ("250%", .jumpToPercent(100)), ("007j", .scrollRows(7)),
    // A count of nothing says nothing.
    ("0j", .scrollRows(1)), ("0g", .jumpToStart), ("0G", .follow), ("%", .none),
    // More than any log has.
    ("99999999999999999999999999j", .scrollRows(KeyMap.countLimit)),
    // Others ignore it.
    ("3F", .follow), ("3S", .toggleWrapping), ("3L", .toggleLineNumbers), ("3=", .describe),
    ("3r", .repaint), ("3h", .help), ("3q", .leave), ("3^s", .stop), ("3^c", .interrupt),
    ("5ZZ", .leave), ("3xj", .scrollRows(1)),
    // Marks have letters, and nothing else.
    ("ma", .setMark("a")), ("mZ", .setMark("Z")), ("'a", .jumpToMark("a")),
    ("'m", .jumpToMark("m")),
    ("mm", .setMark("m")), ("3ma", .setMark("a")), ("m1", .none), ("m'", .none), ("''", .none),
    ("mé", .none), ("m1k", .scrollRows(-1)), ("m^c", .interrupt), ("Zma", .setMark("a")),
  ])
  func `a key does what the table says`(keys: String, action: KeyMap.Action) {
    #expect(Self.action(Self.keys(keys)) == action)
  }

  @Test(arguments: [
    (Key.Code.down, KeyMap.Action.scrollRows(1), KeyMap.Action.scrollRows(6)),
    (.enter, .downOrMark, .scrollRows(6)),
    (.tab, .switchSurface, .switchSurface),
    (.up, .scrollRows(-1), .scrollRows(-6)),
    (.pageDown, .scrollPages(1), .scrollPages(6)),
    (.pageUp, .scrollPages(-1), .scrollPages(-6)),
    (.home, .jumpToStart, .jumpToLine(6)),
    (.end, .follow, .jumpToLine(6)),
    (.right, .scrollSideways(1), .scrollSideways(6)),
    (.left, .scrollSideways(-1), .scrollSideways(-6)),
  ])
  func `a named key does what the table says`(
    code: Key.Code,
    action: KeyMap.Action,
    counted: KeyMap.Action
  ) {
    #expect(Self.action([Key(code)]) == action)
    #expect(Self.action([Key(code, .shift)]) == action)
    #expect(Self.action([.character("6"), Key(code)]) == counted)
    #expect(Self.action([Key(code, .alt)]) == .none)
    #expect(Self.action([Key(code, .control)]) == .none)
  }

  @Test func `Esc drops a count`() {
    #expect(Self.action([.character("9"), Key(.escape), .character("j")]) == .scrollRows(1))
    for prefix in ["Z", "m", "'"] as [Unicode.Scalar] {
      #expect(Self.action([.character(prefix), Key(.escape)]) == .none)
    }
  }

  @Test func `what is not complete is told`() {
    var map = KeyMap()
    #expect(map.pending == nil)
    let strokes = [
      ("1", "1"), ("0", "10"), ("Z", "Z"), ("4", "4"), ("m", "m"), ("%", nil), ("'", "'"),
      ("7", nil),
    ]
    for (key, pending) in strokes {
      #expect(map.action(for: Self.keys(key)[0]) == .none)
      #expect(map.pending == pending)
    }
  }

  @Test func `all other keys do nothing`() {
    let known = Set(" <=>%'FGLQSZbdfghijkmqrstuy0123456789".unicodeScalars)
    let knownControls = Set("bcdfglqsuz".unicodeScalars)
    for value in UInt32(0x21)..<0x250 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if !known.contains(scalar) { #expect(Self.action([.character(scalar)]) == .none) }
      if !knownControls.contains(scalar) { #expect(Self.action([.control(scalar)]) == .none) }
      #expect(Self.action([.alt(scalar)]) == .none)
    }
    for code in [Key.Code.backspace, .escape, .insert, .delete, .function(1)] {
      #expect(Self.action([Key(code)]) == .none)
    }
    // A digit of another script is no count.
    #expect(Self.action([.character("٣"), .character("j")]) == .scrollRows(1))
  }
}
