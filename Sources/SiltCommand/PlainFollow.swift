import Dispatch
import SiltFollow
import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Shows files and streams one after the other on standard output, then follows the files.
///
/// Sendable unchecked: its state is touched only on its queue, which calls every handler.
final class PlainFollow: @unchecked Sendable {
  private let queue: SystemQueue
  private let inputs: [Plan.Input]
  private let options: Options
  private let watcher: FileWatcher
  /// Signalled when everything that was there is shown.
  private let allAreShown: DispatchSemaphore
  private var writer: PlainWriter
  /// What of a stream is written, and what of each input.
  private let content: PlainContent
  private var contents: [PlainContent]
  /// The input that is shown next.
  private var next = 0
  /// The file that is being shown, up to its end.
  private var showing: Int?
  private var followers: [Int: FileFollower] = [:]
  /// The FIFOs and devices that are read as they come.
  private var streams: [Int: StreamInput] = [:]
  private var processes: ProcessWatch?
  /// The inputs that may still bring something.
  private var open: Set<Int> = []
  private var buffer: ContiguousArray<UInt8>

  /// Does all that and ends the process.
  ///
  /// - Parameters:
  ///   - inputs: What is shown.
  ///   - options: Where the content begins, and whether more is waited for.
  ///   - content: What of a stream is written.
  ///   - output: What gets a copy of every byte, if anything does.
  ///   - readSize: The most bytes that one read takes.
  static func run(
    _ inputs: [Plan.Input],
    _ options: Options,
    _ content: PlainContent,
    _ output: OutputFile?,
    readSize: Int = 256 << 10
  ) -> Never {
    let queue = SystemQueue()
    let allAreShown = DispatchSemaphore(value: 0)
    queue.async { @Sendable in
      // The handlers of what it follows keep it alive.
      PlainFollow(inputs, options, content, output, queue, allAreShown, readSize).showNext()
    }
    allAreShown.wait()
    StandardOutput.waitUntilUnread()
  }

  private init(
    _ inputs: [Plan.Input],
    _ options: Options,
    _ content: PlainContent,
    _ output: OutputFile?,
    _ queue: SystemQueue,
    _ allAreShown: DispatchSemaphore,
    _ readSize: Int
  ) {
    self.inputs = inputs
    self.options = options
    self.queue = queue
    self.allAreShown = allAreShown
    watcher = FileWatcher(on: queue, limit: options.follows ? .max : 0)
    writer = PlainWriter(inputs, options, output)
    self.content = content
    contents = Array(repeating: content.ofFile(options), count: inputs.count)
    buffer = ContiguousArray(repeating: 0, count: readSize)
  }

  /// Shows what is there of the inputs that were not shown yet.
  private func showNext() {
    while next < inputs.count {
      let index = next
      next += 1
      switch inputs[index] {
      case .stream:
        writer.copy(.standardInput, of: index, content)
      case .openFile:
        showing = index
        follow(index, nil)
        return
      case .command:
        preconditionFailure("a command is alone, and nothing is followed then")
      case .file(let name):
        let status = try? FileStatus(ofPath: Array(name.bytes))
        switch status?.kind {
        case .regularFile, .directory, nil:
          showing = index
          follow(index, name)
          return
        default:
          copySpecialFile(index, name)
        }
      }
    }
    endIfNothingIsOpen()
    allAreShown.signal()
    for follower in followers.values {
      follower.resume()
    }
    if options.follows, !options.writers.isEmpty {
      processes = ProcessWatch(
        for: options.writers,
        every: options.sleepInterval,
        on: queue
      ) { @Sendable in self.writersEnded() }
    }
  }

  /// The processes that write are gone: what they wrote last is read yet.
  private func writersEnded() {
    for follower in followers.values { follower.writersEnded() }
    for stream in streams.values { stream.writersEnded() }
  }

  /// Copies a FIFO or device to its first end, and then reads it on where more is waited for.
  ///
  /// Only the end tells what the last lines are.
  private func copySpecialFile(_ index: Int, _ name: ByteString) {
    do throws(SystemError) {
      let number = try unsafe name.withCString { path throws(SystemError) in
        try unsafe Descriptor(openingBytes: path, for: .reading).release()
      }
      let stream = Descriptor(owning: number)
      writer.copy(stream.borrowed, of: index, content.ofNamedStream(options))
      if options.follows {
        // Later writers are read, too. The name is opened anew while it is still open here, so
        // that no writer is without a reader.
        follow(index, name)
      }
    } catch {
      writer.fail("\(error.about(name.inert))")
    }
  }

  /// Shows a file from where it begins, and follows it from there on.
  ///
  /// - Parameters:
  ///   - index: Which input it is.
  ///   - name: Its name, or nothing for standard input.
  private func follow(_ index: Int, _ name: ByteString?) {
    open.insert(index)
    // Which the last lines are that pass is known when all have been looked at.
    let start =
      content.isFiltered ? .beginning : options.begin.startPoint(standard: .lastLines(10))
    let followOptions = options.followOptions(byName: name != nil)
    do throws(SystemError) {
      let follower =
        if let name {
          FileFollower(
            path: Array(name.bytes),
            from: start,
            delimiter: options.delimiter,
            options: followOptions,
            watcher: watcher,
            queue: queue,
            handlers: handlers(index)
          )
        } else {
          try FileFollower(
            descriptor: .standardInput,
            from: start,
            delimiter: options.delimiter,
            options: followOptions,
            watcher: watcher,
            queue: queue,
            handlers: handlers(index)
          )
        }
      followers[index] = follower
      follower.start()
    } catch {
      failed(index, error)
    }
  }

  private func handlers(_ index: Int) -> FileFollower.Handlers {
    unsafe FileFollower.Handlers(
      began: { @Sendable _, reason in
        if reason == .first { self.writer.turn(to: index) } else { self.endLine(index) }
      },
      receive: { @Sendable read in unsafe self.receive(index, read) },
      caughtUp: { @Sendable in self.caughtUp(index) },
      note: { @Sendable note in self.note(index, note) },
      failed: { @Sendable error in self.failed(index, error) },
      ended: { @Sendable in
        self.endLine(index)
        self.close(index)
        self.caughtUp(index)
      },
      opened: { @Sendable stream, _ in self.read(stream, index) }
    )
  }

  @unsafe
  private func receive(_ index: Int, _ read: FileFollower.Handlers.Read) {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read($0) }
    guard count > 0 else { return }
    // A span of a property cannot be handed on. Shared until the return only: never copied.
    let bytes = buffer
    writer.write(bytes.span.extracting(0..<count), of: index, &contents[index])
  }

  private func caughtUp(_ index: Int) {
    contents[index].settle { writer.put($0, of: index) }
    isShown(index)
  }

  /// What came of a line is all of it.
  private func endLine(_ index: Int) {
    contents[index].endLine { writer.put($0, of: index) }
  }

  /// Goes on with the next input when all of the one that is being shown was.
  private func isShown(_ index: Int) {
    guard showing == index else { return }
    showing = nil
    // What is appended meanwhile comes when all inputs were shown.
    followers[index]?.hold()
    // Not from here: each of many names would take its share of the stack.
    queue.async { @Sendable in self.showNext() }
  }

  private func note(_ index: Int, _ note: FollowNote) {
    let name = inputs[index].name
    switch note {
    case .waiting(let failure):
      writer.fail("\(SystemError(.openForReading, name.inert, code: failure.code))")
      isShown(index)
    case .gone(let failure):
      let reason = SystemError(.openForReading, code: failure.code).reason
      StandardError.write("\(quoted(name)) has become inaccessible: \(reason)")
    case .back:
      StandardError.write("\(quoted(name)) has appeared;  following new file")
    case .rotated:
      StandardError.write("\(quoted(name)) has been replaced;  following new file")
    case .truncated:
      StandardError.write("\(name.inert): file truncated")
    case .polling:
      StandardError.write("the system tells of no changes of \(quoted(name)); polling it")
    case .hole:
      // Not here: what was never written is printed as the NULs that it reads as.
      break
    }
  }

  private func failed(_ index: Int, _ error: SystemError) {
    if error.operation == .read {
      writer.turn(to: index)
    }
    writer.fail("\(error.about(inputs[index].name.inert))")
    close(index)
    isShown(index)
  }

  /// Reads a FIFO or device as it comes.
  private func read(_ stream: consuming Descriptor, _ index: Int) {
    followers[index] = nil
    let input = StreamInput(owning: stream, on: queue)
    streams[index] = input
    unsafe input.start(
      receive: { @Sendable read in unsafe self.receive(index, read) },
      turnEnded: {},
      ended: { @Sendable error in
        if let error {
          self.failed(index, error)
        } else {
          self.close(index)
        }
      }
    )
    isShown(index)
  }

  /// Forgets an input that brings nothing any more.
  private func close(_ index: Int) {
    open.remove(index)
    followers[index] = nil
    streams[index] = nil
    endIfNothingIsOpen()
  }

  private func endIfNothingIsOpen() {
    if open.isEmpty && showing == nil && next == inputs.count {
      writer.end()
    }
  }
}
