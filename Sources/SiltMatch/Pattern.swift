/// A pattern, ready to be looked for.
///
/// It is matched against one line, on bytes. Its units are code points of well-formed UTF-8 and
/// bytes that are part of none; `.`, and a class that says what it leaves out, match these too.
/// Of several matches the one that begins first counts, of those the one that the pattern prefers,
/// as in Perl. Nothing matches a newline.
package struct Pattern: Sendable {
  /// What the user typed.
  package let source: String

  private let syntax: Syntax
  let forward: Program
  let forwardColumns: ByteColumns
  let backward: Program
  let backwardColumns: ByteColumns
  let literals: RequiredLiterals

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - source: What the user typed.
  ///   - caseRule: Whether the case of letters counts.
  /// - Throws: An error that says what is wrong with it, where, and what was expected.
  /// - Complexity: O(*m*), where *m* is at most 10,000: a larger pattern is refused at once.
  package init(_ source: String, caseRule: CaseRule = .smart) throws(PatternError) {
    try self.init(source, PatternParser.syntax(of: source, caseRule))
  }

  /// Makes one pattern of several: it matches what one of them matches, the first preferred.
  ///
  /// Lines that hold one of several patterns are found in one go.
  ///
  /// - Parameter patterns: At least one, each with its own case rule.
  /// - Throws: An error when together they are too large.
  package init(anyOf patterns: [Pattern]) throws(PatternError) {
    precondition(!patterns.isEmpty, "no pattern")
    guard patterns.count > 1 else {
      self = patterns[0]
      return
    }
    try self.init(
      patterns.map(\.source).joined(separator: "|"),
      .choice(patterns.map(\.syntax))
    )
  }

  private init(_ source: String, _ syntax: Syntax) throws(PatternError) {
    self.source = source
    self.syntax = syntax
    forward = try Program(syntax)
    backward = try Program(syntax, .backward)
    forwardColumns = ByteColumns(forward)
    backwardColumns = ByteColumns(backward)
    literals = RequiredLiterals(of: syntax)
  }
}
