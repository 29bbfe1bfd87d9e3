internal import SiltCore
internal import SiltFollow
internal import SiltSystem

/// Writes lines to a file, on a queue of its own: it may block.
final class SaveWriter {
  /// What is written at a time, at the most.
  static let sliceBytes = 1 << 20

  /// A part of what is saved.
  enum Part: Sendable {
    case held(HeldBytes)
    /// Bytes at these offsets of a file that is kept open for it.
    case file(SharedDescriptor, Range<Int>)
    case newline

    var count: Int {
      switch self {
      case .held(let bytes): bytes.count
      case .file(_, let range): range.count
      case .newline: 1
      }
    }
  }

  /// What came of opening a file.
  enum Opening: Sendable {
    case opened(OutputFile)
    /// It is there, and was not to be overwritten.
    case exists
    /// It is one of those that are watched.
    case isWatched
    case failed(SystemError)
  }

  /// What came of a slice.
  enum Slice: Sendable {
    case written
    case failed(SystemError)
    /// What was to be read back is not there any more.
    case gone
  }

  private let queue: SystemQueue
  private let writes = IOQueue(label: "silt.save")
  private let copier = Copier()

  init(queue: SystemQueue) {
    self.queue = queue
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - replaces: Whether one that is there is overwritten.
  ///   - watched: The files that must not be.
  ///   - completion: Called on the queue.
  func open(
    _ name: String,
    replaces: Bool,
    beside watched: Set<FileIdentity>,
    then completion: @escaping @Sendable (Opening) -> Void
  ) {
    writes.run(
      {
        let path = Array(name.utf8)
        if replaces, let there = try? FileStatus(ofPath: path), there.kind == .regularFile,
          watched.contains(there.identity)
        {
          return .isWatched
        }
        do throws(SystemError) {
          let access = replaces ? Descriptor.Access.overwriting : .creating
          return .opened(try OutputFile(path: path, for: access, name: inertText(name)))
        } catch {
          return error.tellsOfExisting && !replaces ? .exists : .failed(error)
        }
      },
      on: queue,
      then: completion
    )
  }

  /// Writes parts.
  ///
  /// - Parameters:
  ///   - parts: The parts, together no more than some `sliceBytes`.
  ///   - file: Where to.
  ///   - completion: Called on the queue.
  func write(
    _ parts: [Part],
    to file: OutputFile,
    then completion: @escaping @Sendable (Slice) -> Void
  ) {
    writes.run({ [copier] in copier.write(parts, to: file) }, on: queue, then: completion)
  }

  /// Closes the file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - completion: Called on the queue, with what a network's disk may refuse only now.
  func close(_ file: OutputFile, then completion: @escaping @Sendable (Slice) -> Void) {
    writes.run(
      { [copier] in copier.outcome(of: file) { file.finish() } },
      on: queue,
      then: completion
    )
  }
}

/// Writes parts, those of files through memory that it keeps: allocated anew each time, such pieces
/// stay with the allocator of each thread that ever wrote.
///
/// Sendable unchecked: it is used by the jobs of one serial queue only.
private final class Copier: @unchecked Sendable {
  /// Not lazy: to change a lazy one in place copies all of it each time.
  private var memory: ContiguousArray<UInt8> = []
  private var error: SystemError?

  func write(_ parts: [SaveWriter.Part], to file: OutputFile) -> SaveWriter.Slice {
    var isGone = false
    let outcome = outcome(of: file) {
      for part in parts where !isGone {
        switch part {
        case .held(let bytes): bytes.withBytes { file.write($0) }
        case .file(let source, let range): isGone = !copy(range, of: source, to: file)
        case .newline: file.write("\n")
        }
      }
    }
    if case .written = outcome, isGone { return .gone }
    return outcome
  }

  /// Copies bytes of a file, as far as they are there.
  ///
  /// - Returns: Whether they are.
  private func copy(_ range: Range<Int>, of source: SharedDescriptor, to file: OutputFile) -> Bool {
    if memory.isEmpty { memory = ContiguousArray(repeating: 0, count: SaveWriter.sliceBytes) }
    return unsafe memory.withUnsafeMutableBytes { memory in
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<range.count])
      let count = unsafe HistoryReader.fill(part, from: source, at: range.lowerBound)
      unsafe file.write(UnsafeRawBufferPointer(rebasing: part[..<count]).bytes)
      return count == range.count
    }
  }

  /// Does something with a file, and finds out whether that failed.
  func outcome(of file: OutputFile, _ body: () -> Void) -> SaveWriter.Slice {
    error = nil
    file.whenFailed = { [unowned self] in error = $0 }
    body()
    return error.map { .failed($0) } ?? .written
  }
}

extension OutputFile {
  fileprivate func write(_ text: StaticString) {
    // A literal's bytes live as long as the program.
    unsafe write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).bytes)
  }
}
