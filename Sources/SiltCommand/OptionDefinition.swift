/// An option as data: the parser, `--help` and the tests all read the one table of these.
struct OptionDefinition: Sendable {
  /// What an option does.
  enum Action: Sendable {
    /// Sets a switch; its `--no-` form clears it.
    case toggle(any WritableKeyPath<Options, Bool> & Sendable)
    /// A switch that may be told one of some words.
    case choice(words: [String], set: @Sendable (Choice, inout Options) -> Void)
    /// Reads a value.
    case value(
      placeholder: String,
      read: @Sendable (ByteString, inout Options) throws(UsageError) -> Void
    )
    /// Shows a text instead of running.
    case show(CommandLineRequest)
  }

  /// How a switch that may be told a word was given.
  enum Choice: Equatable, Sendable {
    /// Without a word, by that letter where it was by one.
    case on(letter: Character?)
    case word(String)
    /// By its `--no-` form.
    case off
  }

  /// The letters that name it after a single dash.
  var letters: String
  /// The word that names it after two dashes.
  var word: String
  var action: Action
  /// What it does, for `--help`.
  var summary: String
  /// What its `--no-` form does, where `--help` has to say so.
  var negatedSummary: String?

  /// The word of the `--no-` form, which every switch has.
  var negatedWord: String? {
    switch action {
    case .toggle, .choice: "no-" + word
    case .value, .show: nil
    }
  }
}

/// What a command line comes to.
package enum CommandLineRequest: Equatable, Sendable {
  case run(Options)
  case help
  case version
}
