import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Follows files as GNU `tail` does: a loop that looks at each file, whenever the system tells of a
/// change or, where it does not, again and again.
///
/// What is said depends on when it looks, not only on what happened; so this loop is no
/// `FileFollower`, which tells a file's whole story whatever the timing.
final class TailFollow {
  let files: [TailFile]
  let options: TailOptions
  let output: TailOutput
  let reader: TailReader
  /// Whether the system's file events are used now.
  var usesEvents: Bool
  /// The processes that write and were there when it was looked last.
  private var writers: [Int32]
  /// Whether a look at all files is the last one: all that write are gone.
  private(set) var writersAreGone = false
  /// Whether the output may lose its reader.
  private let watchesOutput: Bool

  /// Prepares to follow.
  ///
  /// - Parameters:
  ///   - files: All files, printed up to where they are read to.
  ///   - options: What was asked for.
  ///   - output: Where it goes.
  ///   - reader: What reads.
  init(_ files: [TailFile], _ options: TailOptions, _ output: TailOutput, _ reader: TailReader) {
    self.files = files
    self.options = options
    self.output = output
    self.reader = reader
    usesEvents = options.usesEvents
    writers = options.writers
    do throws(SystemError) {
      let kind = try BorrowedDescriptor.standardOutput.kind()
      watchesOutput = kind == .pipe || kind == .socket
    } catch {
      output.end(saying: "standard output", code: error.code)
    }
  }

  /// Follows until there is nothing left to follow.
  ///
  /// - Parameter allWerePrinted: Whether every file could be opened and printed.
  func run(allWerePrinted: Bool) {
    output.flush()
    usesEvents = usesEvents && canUseEvents(allWerePrinted: allWerePrinted)
    if usesEvents {
      if options.explains { output.say("using notification mode") }
      followEvents()
      usesEvents = false
    }
    if options.explains { output.say(waitsInReads ? "using blocking mode" : "using polling mode") }
    poll()
  }

  /// Whether the system tells of all changes of all files.
  private func canUseEvents(allWerePrinted: Bool) -> Bool {
    guard Self.hasEvents, allWerePrinted || options.followMode == .name else { return false }
    let open = files.filter(\.isOpen)
    guard !open.isEmpty, !open.contains(where: isSilent) else { return false }
    return !files.contains { file in
      let isInput = file.isStandardInput && !file.isIgnored
      let isLink = (try? FileStatus(ofLinkAt: Array(file.name.bytes)))?.isLink == true
      return isInput || isLink || file.isOpen && !file.isRegular && file.seen?.kind != .pipe
    }
  }

  func isSilent(_ file: TailFile) -> Bool {
    !FileSystemEvents.areTold(of: file.borrowed)
  }

  // MARK: - Polling

  /// Whether the only file is one that a read waits for.
  private var waitsInReads: Bool {
    options.writers.isEmpty && options.followMode == .descriptor && files.count == 1
      && files[0].isOpen && !files[0].isRegular
  }

  /// Looks at all files again and again.
  private func poll() {
    let waitsInReads = waitsInReads
    var last = files.count - 1
    while true {
      var hasNews = false
      for (index, file) in files.enumerated() where !file.isIgnored {
        guard file.isOpen else {
          lookAgain(at: file)
          continue
        }
        if !waitsInReads {
          guard hasChanged(file) else { continue }
          if index != last {
            if options.showsHeaders { output.writeHeader(file.title) }
            last = index
          }
        }
        let count = reader.printNews(of: file, header: false, mayWait: waitsInReads)
        file.size += count
        if count > 0 {
          hasNews = true
          file.unchangedLooks = 0
        }
      }
      guard canGoOn else {
        output.say("no files remaining")
        return
      }
      output.flush()
      endIfUnread()
      if !hasNews {
        if lookAtWriters() { return }
        if !writersAreGone { wait() }
      }
    }
  }

  /// Whether there is something to read of an open file, as far as a look shows.
  private func hasChanged(_ file: TailFile) -> Bool {
    let status: FileStatus
    do throws(SystemError) {
      status = try file.borrowed.status()
    } catch {
      file.failure = error.code
      output.say(file.headTitle, code: error.code)
      file.close()
      return false
    }
    let isSame =
      status.mode == file.seen?.mode && status.modified == file.seen?.modified
      && (status.kind != .regularFile || status.size == file.size)
    if isSame {
      file.unchangedLooks += 1
      if file.unchangedLooks > options.unchangedLimit, options.followMode == .name {
        let before = file.descriptor
        file.unchangedLooks = 0
        lookAgain(at: file)
        if file.descriptor != before { return false }
      }
      // Others than regular files change unseen; alone, they cost nobody else's header.
      return status.kind != .regularFile && files.count == 1
    }
    file.seen = status
    file.unchangedLooks = 0
    if file.isRegular && status.size < file.size { rewind(file) }
    return true
  }

  /// Begins a file anew that was cut.
  func rewind(_ file: TailFile) {
    output.say("\(file.headTitle): file truncated")
    try? file.borrowed.seek(to: 0)
    file.size = 0
  }

  /// Whether there is a file left that may bring something.
  private var canGoOn: Bool {
    if options.retries && options.followMode == .name { return true }
    return files.contains { $0.isOpen || !$0.isIgnored && options.retries }
  }

  // MARK: - Waiting

  /// Looks whether those that write are there.
  ///
  /// - Returns: Whether they were gone at the look before.
  func lookAtWriters() -> Bool {
    if writersAreGone { return true }
    guard !writers.isEmpty else { return false }
    // One that may not be signalled by us is there all the same.
    writers.removeAll { kill($0, 0) != 0 && errno != EPERM }
    writersAreGone = writers.isEmpty
    return false
  }

  /// How long may be slept, in milliseconds: at most some days, after which it looks once more.
  var sleepMilliseconds: Int32 {
    Int32(min((options.sleepInterval * 1000).rounded(.up), 1e9))
  }

  /// Sleeps for the interval, or until nobody reads the output any more.
  private func wait() {
    var request = outputRequest
    _ = unsafe systemPoll(&request, 1, sleepMilliseconds)
  }

  /// Ends the program when nobody reads its output any more.
  func endIfUnread() {
    var request = outputRequest
    if unsafe systemPoll(&request, 1, 0) > 0 { output.endUnread() }
  }

  /// The output as the system is asked about it, for nothing but the loss of its reader; one that
  /// cannot lose it is left out.
  var outputRequest: pollfd {
    pollfd(fd: watchesOutput ? STDOUT_FILENO : -1, events: 0, revents: 0)
  }
}

/// `poll`, under a name that no method here has.
@unsafe
func systemPoll(_ requests: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32)
  -> Int32
{
  unsafe poll(requests, count, milliseconds)
}
