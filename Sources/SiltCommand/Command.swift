import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// The program, under whichever of its names.
package enum Command {
  /// Does what the command line says and ends the process.
  package static func main() -> Never {
    switch Personality(calledAs: argument(0) ?? "") {
    case .silt: runSilt()
    case .tail: Tail.main(arguments())
    }
  }

  private static func runSilt() -> Never {
    CommandLeader.runIfAsked()
    openMissingDescriptors()
    do throws(UsageError) {
      switch try Options.parse(arguments(), usual: usualOptions()) {
      case .help:
        StandardOutput.write(Help.text)
      case .version:
        StandardOutput.write("silt \(Help.version)\n")
      case .run(let options):
        let plan = try Plan(options, in: .current(for: options))
        let content = PlainContent(options, try options.lineFilter())
        let output = try OutputFile.opened(for: options, beside: plan.inputs)
        for warning in plan.warnings(options) { StandardError.write(warning) }
        switch plan {
        case .plain(let inputs):
          PlainOutput.run(inputs, options, content, output)
        case .region(let inputs, let height):
          RegionCommand.run(inputs, height: height, options, content, output)
        }
      }
    } catch {
      StandardError.write(error.message)
      exit(2)
    }
    exit(0)
  }

  /// The arguments as the system handed them over, without the program's name.
  private static func arguments() -> [ByteString] {
    (1..<max(1, Int(CommandLine.argc))).compactMap(argument)
  }

  /// An argument, or the program's name, which is the first; nil where there are not so many.
  private static func argument(_ index: Int) -> ByteString? {
    guard index < CommandLine.argc else { return nil }
    return unsafe CommandLine.unsafeArgv[index].map { unsafe ByteString(copying: $0) }
  }

  /// The variable with the options that come first, its bytes as they are.
  private static func usualOptions() -> ByteString? {
    unsafe getenv("SILT_OPTIONS").map { unsafe ByteString(copying: $0) }
  }

  /// Fills the places of standard descriptors that were closed, so that no file of ours gets there.
  ///
  /// What fills them can be used the wrong way round only: reads and writes fail as before.
  private static func openMissingDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
