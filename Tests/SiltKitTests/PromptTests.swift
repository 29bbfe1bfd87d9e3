import SiltScreen
import SiltText
import Testing

@testable import SiltKit

/// A line that is typed in the status row.
struct PromptTests {
  private static func typed(_ text: String, _ keys: Key...) -> Prompt {
    var prompt = Prompt("name: ")
    for scalar in text.unicodeScalars { _ = prompt.pressed(.character(scalar)) }
    for key in keys { _ = prompt.pressed(key) }
    return prompt
  }

  private static func shown(_ prompt: Prompt, _ columns: Int) -> String {
    String(decoding: prompt.row(columns: columns, ambiguousIsWide: false).utf8, as: UTF8.self)
  }

  @Test(arguments: [
    ("abc", [Key](), "abc"), ("abc", [Key(.backspace)], "ab"), ("abc", [.control("h")], "ab"),
    ("", [Key(.backspace)], ""), ("abc", [.control("u")], ""),
    ("abc", [.control("u"), .character("x")], "x"),
    ("ae\u{301}", [Key(.backspace)], "a"), ("世界", [Key(.backspace)], "世"),
    ("a", [Key(.left), Key(.up), Key(.tab), .alt("x"), .control("a"), Key(.pageUp)], "a"),
    ("a\u{7}\u{85}b", [], "ab"),
  ])
  func `keys edit the text`(text: String, keys: [Key], expected: String) {
    var prompt = Self.typed(text)
    for key in keys { #expect(prompt.pressed(key) == .typing) }
    #expect(prompt.text == expected)
  }

  @Test func `Enter and Esc end it`() {
    var prompt = Self.typed("a")
    #expect(prompt.pressed(Key(.enter)) == .entered)
    #expect(prompt.pressed(Key(.escape)) == .cancelled)
    #expect(prompt.text == "a")
  }

  @Test func `of pasted text the first line counts`() {
    var prompt = Self.typed("a")
    prompt.pasted(Array("b c\u{1B}[31m\nrm -rf /\n".utf8))
    #expect(prompt.text == "ab c[31m")
    prompt.pasted([UInt8](repeating: 0x78, count: 3 * Prompt.limit))
    #expect(prompt.text.count == Prompt.limit)
  }

  @Test func `the end of what is too long shows, and a cursor behind it`() {
    let prompt = Self.typed("0123456789")
    #expect(Self.shown(prompt, 40) == "name: 0123456789 ")
    #expect(Self.shown(prompt, 17) == "name: 0123456789 ")
    #expect(Self.shown(prompt, 16) == "ame: 0123456789 ")
    #expect(Self.shown(prompt, 4) == "789 ")
    #expect(Self.shown(prompt, 1) == " ")
    #expect(Self.shown(Self.typed("世界"), 4) == "界 ")
    for columns in 1...20 {
      let row = prompt.row(columns: columns, ambiguousIsWide: false)
      #expect(row.columns <= columns)
      #expect(row.runs.last?.style.attributes == .reverse)
    }
  }

  @Test func `what a name is made of is inert`() {
    var prompt = Prompt("")
    prompt.pasted(Array("a\u{202E}b".utf8))
    #expect(Self.shown(prompt, 40) == "a<U+202E>b ")
  }
}
