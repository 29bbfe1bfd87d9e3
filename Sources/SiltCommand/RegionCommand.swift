/// A log in a region of the terminal.
enum RegionCommand {
  /// Shows the input until the user leaves, and ends the process.
  ///
  /// - Parameters:
  ///   - input: What is shown.
  ///   - height: The region's height.
  ///   - options: What else was asked for.
  static func run(_ input: Plan.Input, height: HeightChoice, _ options: Options) -> Never {
    PlainOutput.run([input], options)
  }
}
