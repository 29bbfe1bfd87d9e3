import Foundation
import Testing

/// A folder of its own in which shell scripts run the built program, as `$SILT`.
///
/// The folder goes with the object.
final class Silt {
  /// What a script left behind.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String

    init(_ output: String = "", errors: String = "", status: Int32 = 0) {
      self.output = output
      self.errors = errors
      self.status = status
    }
  }

  let folder: URL

  /// The program's name in scripts.
  private var link: String { folder.appendingPathComponent(".silt").path }

  /// The program beside the bundle of tests that runs.
  static let program: String = {
    let marker = ".xctest"
    let bundle = CommandLine.arguments.lazy.compactMap { argument in
      argument.range(of: marker).map { argument[..<$0.upperBound] }
    }.first
    guard let bundle else { preconditionFailure("the tests run in no bundle") }
    return URL(fileURLWithPath: String(bundle)).deletingLastPathComponent()
      .appendingPathComponent("silt").path
  }()

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("silt-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    // Scripts use the name unquoted, and the program may lie in a folder with a blank in its name.
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Self.program)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs a script to its end; its standard input is empty.
  func run(_ script: String) throws -> Outcome {
    try start(script).outcome()
  }

  /// Starts a script.
  func start(_ script: String) throws -> Session {
    try Session(script, of: self)
  }

  /// Writes a file of the folder.
  func write(_ content: String, to name: String) throws {
    try Data(content.utf8).write(to: folder.appendingPathComponent(name))
  }

  /// A script that runs.
  final class Session {
    private let process = Process()
    /// The folder has to stay as long as the script runs.
    private let owner: Silt
    private let output: URL
    private let errors: URL

    fileprivate init(_ script: String, of owner: Silt) throws {
      self.owner = owner
      let folder = owner.folder
      let name = UUID().uuidString
      output = folder.appendingPathComponent(".\(name).output")
      errors = folder.appendingPathComponent(".\(name).errors")
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script]
      process.currentDirectoryURL = folder
      process.environment = [
        "SILT": owner.link, "LC_ALL": "C", "PATH": "/usr/bin:/bin", "TERM": "xterm",
      ]
      process.standardInput = FileHandle.nullDevice
      for url in [output, errors] {
        try Data().write(to: url)
      }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      // The thread that runs a test may have signals blocked, and what it starts inherits that.
      var none = sigset_t()
      var mask = sigset_t()
      unsafe sigemptyset(&none)
      unsafe pthread_sigmask(SIG_SETMASK, &none, &mask)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &mask, nil) }
      try process.run()
    }

    deinit {
      // Each script leads a process group of its own.
      kill(-process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// The process of the script, or of the program that it became.
    var processIdentifier: Int32 { process.processIdentifier }

    /// Whether a signal ended the script, which has to have ended.
    var wasSignalled: Bool { process.terminationReason == .uncaughtSignal }

    /// What was written so far.
    var written: Outcome {
      get throws {
        Outcome(
          String(decoding: try Data(contentsOf: output), as: UTF8.self),
          errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
      }
    }

    /// Waits until exactly that was written.
    ///
    /// - Throws: When it was not within a generous time.
    func waitFor(
      _ output: String,
      errors: String = "",
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let expected = Outcome(output, errors: errors)
      let deadline = ContinuousClock.now + .seconds(20)
      while try written != expected {
        guard ContinuousClock.now < deadline, process.isRunning else {
          // One more look: it may have written and ended since.
          try #require(written == expected, sourceLocation: sourceLocation)
          return
        }
        usleep(5000)
      }
    }

    /// Waits until the script ended.
    ///
    /// - Throws: When it had not within a generous time.
    func outcome(sourceLocation: SourceLocation = #_sourceLocation) throws -> Outcome {
      let deadline = ContinuousClock.now + .seconds(60)
      while process.isRunning {
        let isInTime = ContinuousClock.now < deadline
        try #require(isInTime, "still running", sourceLocation: sourceLocation)
        usleep(2000)
      }
      var outcome = try written
      outcome.status =
        process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus
      return outcome
    }
  }
}
