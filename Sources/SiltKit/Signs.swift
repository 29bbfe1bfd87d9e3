/// The signs that silt draws itself.
package struct Signs: Hashable, Sendable {
  /// Content continues above.
  package var above: String
  /// Content continues below.
  package var below: String
  /// In front of the number of new lines.
  package var new: String
  /// What a note begins and ends with.
  package var rule: String
  /// Between the parts of a summary.
  package var dot: String
  /// What stands for a part that was cut off.
  package var ellipsis: String
  /// The names of the arrow keys.
  package var arrows: Arrows

  /// What the arrow keys are called.
  package struct Arrows: Hashable, Sendable {
    package var up: String
    package var down: String
    package var left: String
    package var right: String
  }

  /// The signs of a terminal that shows Unicode.
  package static let unicode = Signs(
    above: "▲",
    below: "▼",
    new: "↓",
    rule: "──",
    dot: "·",
    ellipsis: "…",
    arrows: Arrows(up: "↑", down: "↓", left: "←", right: "→")
  )
  /// The signs of a terminal that does not, or that takes two cells for the others.
  package static let ascii = Signs(
    above: "^",
    below: "v",
    new: "v",
    rule: "--",
    dot: "-",
    ellipsis: "~",
    arrows: Arrows(up: "Up", down: "Down", left: "Left", right: "Right")
  )

  /// The signs for a locale: ASCII where its character set is not UTF-8.
  ///
  /// POSIX takes the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set and not empty.
  ///
  /// - Parameter environment: Looks a variable up; nil where it is not set.
  package init(environment: (String) -> String?) {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let characterSet = locale.split(separator: ".", maxSplits: 1).last ?? ""
    let name = characterSet.prefix { $0 != "@" }.lowercased()
    self = name == "utf-8" || name == "utf8" ? .unicode : .ascii
  }

  private init(
    above: String,
    below: String,
    new: String,
    rule: String,
    dot: String,
    ellipsis: String,
    arrows: Arrows
  ) {
    self.above = above
    self.below = below
    self.new = new
    self.rule = rule
    self.dot = dot
    self.ellipsis = ellipsis
    self.arrows = arrows
  }
}
