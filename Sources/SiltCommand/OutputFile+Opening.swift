import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

extension OutputFile {
  /// Opens what the option `--output` names, before anything runs.
  ///
  /// Ends the program with status 1 and a line that says why when that cannot be opened.
  ///
  /// - Parameters:
  ///   - options: What was asked for.
  ///   - inputs: What is read; none of it is written, too: it would be lost, or grow without end.
  /// - Returns: The file, or nothing when none was asked for.
  /// - Throws: A mistake when it is one of the inputs.
  static func opened(
    for options: Options,
    beside inputs: [Plan.Input]
  ) throws(UsageError) -> OutputFile? {
    guard let name = options.output else { return nil }
    let path = Array(name.bytes)
    if let file = try? FileStatus(ofPath: path), file.kind == .regularFile,
      inputs.contains(where: { $0.status.map { file.isSame(as: $0) } ?? false })
    {
      throw UsageError("\(quoted(name)) is read itself; expected another file for '--output'")
    }
    do throws(SystemError) {
      return try OutputFile(path: path, appends: options.appends, name: name.inert)
    } catch {
      StandardError.write(error.description)
      exit(1)
    }
  }
}

extension Plan.Input {
  /// What the system says about the file, where it is one that is there.
  fileprivate var status: FileStatus? {
    switch self {
    case .file(let name): try? FileStatus(ofPath: Array(name.bytes))
    case .openFile, .stream: try? BorrowedDescriptor.standardInput.status()
    case .command: nil
    }
  }
}

extension FileStatus {
  fileprivate func isSame(as other: FileStatus) -> Bool {
    (device, inode) == (other.device, other.inode)
  }
}
