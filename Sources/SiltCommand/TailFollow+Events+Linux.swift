#if os(Linux)
import SiltSystem

@unsafe @preconcurrency import Glibc

/// How files are followed where inotify tells of their changes.
extension TailFollow {
  /// Whether there are such events here.
  static let hasEvents = true

  /// Follows until the events cannot be used any more, and says so.
  ///
  /// Where nothing is left to follow it ends the program.
  func followEvents() {
    let number = inotify_init1(Int32(IN_CLOEXEC))
    guard number >= 0 else {
      output.say("inotify cannot be used, reverting to polling", code: errno)
      return
    }
    let events = Descriptor(owning: number)
    if watchAll(number) {
      var last = files[files.count - 1]
      if lookAtAll(&last) { handleEvents(of: events.borrowed, &last) }
    }
    output.say("inotify cannot be used, reverting to polling")
  }

  private static let directoryMask = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF
  )

  private var fileMask: UInt32 {
    let nameMask = options.followMode == .name ? IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF : 0
    return UInt32(IN_MODIFY | nameMask)
  }

  /// Asks the system to watch a path.
  ///
  /// - Returns: The watch, the same one for the same file or directory, or -1 with `errno` set.
  private func watch(_ path: ByteString, _ mask: UInt32, _ events: Int32) -> Int32 {
    unsafe path.withCString { unsafe inotify_add_watch(events, $0, mask) }
  }

  // MARK: - Beginning

  /// Watches all files, and the directories of those that are followed by name.
  ///
  /// - Returns: Whether what is needed is watched.
  private func watchAll(_ events: Int32) -> Bool {
    var isAnyWatched = false
    var isOneUnwatched = false
    for file in files where !file.isIgnored {
      if options.followMode == .name {
        file.directoryWatch = watch(file.directory, Self.directoryMask, events)
        guard file.directoryWatch >= 0 else {
          let code = errno
          if code == ENOSPC {
            output.say("inotify resources exhausted")
          } else {
            let name = ShellQuoting.ofLocale.shell(file.name)
            output.say(
              "cannot watch parent directory of \(String(decoding: name.bytes, as: UTF8.self))",
              code: code
            )
          }
          return false
        }
      }
      file.watch = watch(file.name, fileMask, events)
      if file.watch >= 0 {
        isAnyWatched = true
        continue
      }
      let code = errno
      if file.isOpen { isOneUnwatched = true }
      if code == ENOSPC || code == ENOMEM {
        output.say("inotify resources exhausted")
        return false
      }
      if code != file.failure { sayCannotWatch(file, code) }
    }
    guard options.followMode == .descriptor else { return true }
    if isOneUnwatched { return false }
    if !isAnyWatched { output.end(status: 1) }
    return true
  }

  private func sayCannotWatch(_ file: TailFile, _ code: Int32) {
    output.say("cannot watch \(file.quotedTitle)", code: code)
  }

  /// Looks at all files once the watches are armed.
  ///
  /// - Returns: Whether the watches are those of the files that are open.
  private func lookAtAll(_ last: inout TailFile) -> Bool {
    for file in files where !file.isIgnored {
      if options.followMode == .name {
        lookAgain(at: file)
      } else if file.isOpen, let now = try? FileStatus(ofPath: Array(file.name.bytes)),
        now.identity != file.seen?.identity
      {
        output.say("\(file.quotedTitle) was replaced")
        return false
      }
      printChange(of: file, &last)
    }
    return true
  }

  // MARK: - Events

  /// One event of the system.
  private struct Event {
    let watch: Int32
    let mask: UInt32
    /// The entry of a directory, or nothing for the watched file itself.
    let entry: [UInt8]

    func tells(_ flags: Int32...) -> Bool { flags.contains { mask & UInt32($0) != 0 } }
  }

  /// Handles events as long as they can be used.
  private func handleEvents(of events: BorrowedDescriptor, _ last: inout TailFile) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
    defer { unsafe buffer.deallocate() }
    while true {
      endIfNoneIsWatched()
      output.flush()
      waitForEvents(events)
      let count: Int
      do throws(SystemError) {
        count = try unsafe events.read(into: buffer) ?? 0
      } catch {
        output.end(saying: "error reading inotify event", code: error.code)
      }
      for event in unsafe Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
        endIfNoneIsWatched()
        guard handle(event, events.rawValue, &last) else { return }
      }
    }
  }

  /// By name and without trying again, a file that was moved away or removed is done with.
  private func endIfNoneIsWatched() {
    if options.followMode == .name, !options.retries, !files.contains(where: { $0.watch >= 0 }) {
      output.end(saying: "no files remaining")
    }
  }

  /// Waits for events; ends the program when nobody writes, or nobody reads what it writes.
  private func waitForEvents(_ events: BorrowedDescriptor) {
    while true {
      var delay: Int32 = -1
      if !options.writers.isEmpty {
        if lookAtWriters() { output.end(status: 0) }
        delay = writersAreGone ? 0 : sleepMilliseconds
      }
      var requests = [
        pollfd(fd: events.rawValue, events: Int16(POLLIN), revents: 0), outputRequest,
      ]
      let count = unsafe systemPoll(&requests, 2, delay)
      if count < 0 && errno != EINTR {
        output.end(saying: "error waiting for inotify and output events", code: errno)
      }
      guard count > 0 else { continue }
      if requests[1].revents != 0 { output.endUnread() }
      return
    }
  }

  /// Takes a read's bytes apart, as inotify(7) sets them out: a watch (4 bytes), a mask (4), a cookie
  /// (4), a length (4), and so many bytes of a name, padded with NULs.
  private static func parse(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    var events: [Event] = []
    var offset = 0
    while offset + 16 <= bytes.count {
      let length = unsafe Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      let name = unsafe bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
      events.append(
        unsafe Event(
          watch: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
          mask: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
          entry: Array(name)
        )
      )
      offset += 16 + length
    }
    return events
  }

  /// Does what an event asks for.
  ///
  /// - Returns: Whether the events can still be used.
  private func handle(_ event: Event, _ events: Int32, _ last: inout TailFile) -> Bool {
    var changed: TailFile?
    if event.entry.isEmpty {
      if event.tells(IN_DELETE_SELF), files.contains(where: { $0.directoryWatch == event.watch }) {
        output.say("directory containing watched file was removed")
        return false
      }
      changed = files.first { $0.watch == event.watch && event.watch >= 0 }
    } else {
      let file = files.first {
        $0.directoryWatch == event.watch && $0.lastComponent.elementsEqual(event.entry)
      }
      guard let file else { return true }
      if !event.tells(IN_DELETE) {
        switch watchAnew(file, events) {
        case .exhausted: return false
        case .unwatched: return true
        case .watched: break
        }
      }
      if options.followMode == .name { lookAgain(at: file) }
      changed = file
    }
    guard let changed else { return true }
    guard event.tells(IN_ATTRIB, IN_DELETE, IN_DELETE_SELF, IN_MOVE_SELF) else {
      printChange(of: changed, &last)
      return true
    }
    // One that was moved may still stand for another of the names.
    if event.tells(IN_DELETE_SELF) {
      _ = inotify_rm_watch(events, changed.watch)
      changed.watch = -1
    }
    lookAgain(at: changed)
    return true
  }

  private enum Watching {
    case watched
    case unwatched
    case exhausted
  }

  /// Watches what a name stands for now, in place of what it stood for.
  private func watchAnew(_ file: TailFile, _ events: Int32) -> Watching {
    let new = watch(file.name, fileMask, events)
    if new < 0 {
      let code = errno
      if code == ENOSPC || code == ENOMEM {
        output.say("inotify resources exhausted")
        return .exhausted
      }
      sayCannotWatch(file, code)
    }
    guard file.watch < 0 || new != file.watch else { return .watched }
    if file.watch >= 0 { _ = inotify_rm_watch(events, file.watch) }
    file.watch = -1
    guard new >= 0 else { return .unwatched }
    // A file that was moved here brings the watch that it had under another name.
    if let previous = files.first(where: { $0.watch == new }) {
      if options.followMode == .name { lookAgain(at: previous) }
      previous.watch = -1
      previous.close()
    }
    file.watch = new
    return .watched
  }

  /// Prints what has come of an open file.
  private func printChange(of file: TailFile, _ last: inout TailFile) {
    guard file.isOpen else { return }
    let status: FileStatus
    do throws(SystemError) {
      status = try file.borrowed.status()
    } catch {
      file.failure = error.code
      file.close()
      return
    }
    if file.isRegular {
      if status.size < file.size {
        rewind(file)
      } else if status.size == file.size, status.modified == file.seen?.modified {
        return
      }
    }
    let count = reader.printNews(of: file, header: options.showsHeaders && file !== last)
    file.size += count
    if count > 0 {
      last = file
      output.flush()
    }
  }
}

extension TailFile {
  /// Where the last component of its name begins.
  private var lastStart: Int {
    name.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
  }

  /// What it is called in its directory.
  fileprivate var lastComponent: ArraySlice<UInt8> { ArraySlice(name.bytes[lastStart...]) }

  /// The directory that it is in.
  fileprivate var directory: ByteString {
    lastStart == 0 ? "." : ByteString(name.bytes[..<lastStart])
  }
}
#endif
