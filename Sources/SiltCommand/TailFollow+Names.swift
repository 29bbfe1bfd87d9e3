import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// What becomes of a name while it is followed.
extension TailFollow {
  /// What a name stands for.
  private enum Sight {
    case file(Int32, FileStatus)
    case unreadable(Int32)
    /// A link where the system's events are used: it tells of the link's changes, not of the file's.
    case link
    /// Something without an end that could be followed.
    case untailable
    /// A file whose changes the system does not tell of, where its events are used.
    case silent
  }

  /// Looks at what a name stands for now, says what has changed, and turns to a new file's start.
  func lookAgain(at file: TailFile) {
    let number = file.open(mayWait: false)
    let code = number < 0 ? errno : 0
    let wasTailable = file.isTailable
    let oldFailure = file.failure
    file.isTailable = !(options.retries && number < 0)
    let sight = sight(of: file, number, code)
    let name = file.quotedTitle
    switch sight {
    case .file(let number, let status):
      file.failure = 0
      see(number, status, as: file, after: oldFailure)
      return
    case .link:
      file.failure = -1
      file.isIgnored = true
      output.say("\(name) has been replaced with an untailable symbolic link")
    case .unreadable(let code):
      file.failure = code
      if !file.isTailable {
        if wasTailable { output.say("\(name) has become inaccessible", code: code) }
      } else if oldFailure != code {
        output.say(file.headTitle, code: code)
      }
    case .untailable:
      file.failure = -1
      file.isTailable = false
      file.isIgnored = !(options.retries && options.followMode == .name)
      if wasTailable || oldFailure != -1 {
        let end = file.isIgnored ? "; giving up on this name" : ""
        output.say("\(name) has been replaced with an untailable file\(end)")
      }
    case .silent:
      file.failure = -1
      file.isIgnored = true
      output.say("\(name) has been replaced with an untailable remote file")
    }
    TailFile.close(number)
    file.close()
  }

  private func sight(of file: TailFile, _ number: Int32, _ code: Int32) -> Sight {
    if usesEvents, (try? FileStatus(ofLinkAt: Array(file.name.bytes)))?.isLink == true {
      return .link
    }
    guard number >= 0 else { return .unreadable(code) }
    let descriptor = BorrowedDescriptor(number)
    do throws(SystemError) {
      let status = try descriptor.status()
      if !status.canBeFollowed { return .untailable }
      if usesEvents, !FileSystemEvents.areTold(of: descriptor) { return .silent }
      return .file(number, status)
    } catch {
      return .unreadable(error.code)
    }
  }

  /// Takes in a file that the name stands for now, if it is not the one that is open.
  private func see(
    _ number: Int32,
    _ status: FileStatus,
    as file: TailFile,
    after oldFailure: Int32
  ) {
    let name = file.quotedTitle
    if oldFailure != 0 && oldFailure != ENOENT {
      output.say("\(name) has become accessible")
    } else if !file.isOpen {
      // Also one that was here before: a number may have been given to another file meanwhile.
      output.say("\(name) has appeared;  following new file")
    } else if file.seen?.identity != status.identity {
      output.say("\(name) has been replaced;  following new file")
      file.close()
    } else {
      TailFile.close(number)
      return
    }
    file.begin(number, status, readTo: 0)
    if status.kind == .regularFile { try? file.borrowed.seek(to: 0) }
  }
}
