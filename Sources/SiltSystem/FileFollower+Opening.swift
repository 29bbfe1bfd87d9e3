import SiltFollow

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// How files are opened, and closed for the time being where descriptors run short.
extension FileFollower {
  /// How often a file is tried to be opened where descriptors are short, before the user is told.
  private static let openTryLimit = 20

  func open(_ file: FollowedFile) {
    watcher.descriptors.makeRoom()
    if let inherited {
      do throws(SystemError) {
        // A number of our own for the same open file, whose offset moves along.
        let shared = SharedDescriptor(try Descriptor(duplicating: inherited))
        opened(file, FileLook.look(shared))
      } catch {
        opened(file, .failure(error))
      }
      return
    }
    let path = path ?? []
    perform(
      mayBlock: nameMayBlock,
      { @Sendable in FileLook.open(path) },
      then: { @Sendable follower, result in follower.opened(file, result) }
    )
  }

  private func opened(_ file: FollowedFile, _ result: Result<FileLook.Opened, SystemError>) {
    // A move that happened before is told before.
    _ = takeMoves()
    guard !isStopped else { return }
    switch result {
    case .failure(let error):
      let failure = FollowFailure(error, .open)
      if failure.kind == .exhausted, openTries < Self.openTryLimit {
        openTries += 1
        waitForDescriptors(before: .open(file))
        return
      }
      openTries = 0
      answer(.openFailed(failure))
    case .success(let opened):
      openTries = 0
      switch opened.status.kind {
      case .regularFile:
        take(file, opened)
        if file == FollowedFile(0) {
          searchStart(file)
        } else {
          answer(.opened(opened.identity, offset: 0))
        }
      case .directory:
        answer(.openFailed(FollowFailure(.refused, .read, code: EISDIR)))
      case _ where machine.current == nil && inherited == nil:
        handOver(opened)
      default:
        // A name that was a file and is none now: nothing that can be read on from an offset.
        answer(.openFailed(FollowFailure(.refused, .read, code: ESPIPE)))
      }
    }
  }

  func take(_ file: FollowedFile, _ opened: FileLook.Opened) {
    files[file] = OpenFile(
      descriptor: opened.descriptor,
      identity: opened.identity,
      isTold: opened.isTold,
      size: Int(opened.status.size),
      mayHaveHoles: opened.status.mayHaveHoles
    )
    enterBudget(file)
  }

  /// Gives a FIFO or device to the owner, who reads it as a stream.
  private func handOver(_ opened: FileLook.Opened) {
    var lasting: Descriptor?
    if opened.status.kind == .pipe, let path { lasting = reopenFIFO(path) }
    do throws(SystemError) {
      let stream: Descriptor
      if let again = lasting.take(), (try? again.borrowed.status())?.inode == opened.status.inode {
        stream = again
      } else {
        stream = try Descriptor(duplicating: opened.descriptor.borrowed)
      }
      stop()
      handlers.opened(stream, opened.status.kind)
    } catch {
      answer(.openFailed(FollowFailure(error, .open)))
    }
  }

  /// Looks for the start in bounded turns, and answers when it is found.
  private func searchStart(_ file: FollowedFile) {
    guard let open = files[file], let descriptor = open.descriptor else { return }
    do throws(SystemError) {
      if let offset = try search.advance(in: descriptor.borrowed) {
        if offset > 0, machine.options.mode != .once {
          files[file]?.fingerprint = FileLook.fingerprint(of: descriptor.borrowed, upTo: offset)
        }
        answer(.opened(open.identity, offset: offset))
      } else {
        queue.async { @Sendable [weak self] in
          guard let self, !isStopped else { return }
          searchStart(file)
          carryOut()
        }
      }
    } catch {
      close(file)
      answer(.openFailed(FollowFailure(.refused, .read, code: error.code)))
    }
  }

  func close(_ file: FollowedFile) {
    unwatch(file)
    guard let open = files.removeValue(forKey: file) else { return }
    watcher.descriptors.closed(holding(file))
    for other in files.keys where files[other]?.identity == open.identity {
      if other.number > file.number {
        // A later opening of the same file goes on where this one was.
        files[other]?.fingerprint = open.fingerprint
      } else if files[other]?.descriptor == nil, let descriptor = open.descriptor {
        // One that was closed for the time being is found by this one, wherever it is by now.
        reopened(other, descriptor)
      }
    }
  }

  // MARK: - Descriptors

  private func holding(_ file: FollowedFile) -> DescriptorBudget.Holding {
    DescriptorBudget.Holding(follower: ObjectIdentifier(self), file: file.number)
  }

  private func enterBudget(_ file: FollowedFile) {
    watcher.descriptors.opened(holding(file)) { [weak self] in self?.park(file) ?? true }
  }

  /// Closes a file for the time being, if it can be opened again by its name.
  private func park(_ file: FollowedFile) -> Bool {
    guard machine.options.mode == .name, !isCarryingOut, !isAwaiting, path != nil,
      machine.current == file, files.count == 1
    else { return false }
    files[file]?.descriptor = nil
    return true
  }

  private func reopened(_ file: FollowedFile, _ descriptor: SharedDescriptor) {
    files[file]?.descriptor = descriptor
    files[file]?.isLost = false
    enterBudget(file)
  }

  /// The descriptor of a file, which is opened again if it was closed for the time being; nil where it
  /// is not to be found any more, or the system has none to give.
  func openDescriptor(of file: FollowedFile) -> SharedDescriptor? {
    _ = reach(file)
    if files[file]?.descriptor != nil { watcher.descriptors.used(holding(file)) }
    return files[file]?.descriptor
  }

  /// Opens a file again that was closed for the time being.
  ///
  /// - Returns: Whether that is settled: false only as long as the system has no descriptor to give.
  func reach(_ file: FollowedFile) -> Bool {
    guard let open = files[file], open.descriptor == nil, !open.isLost, let path else {
      return true
    }
    watcher.descriptors.makeRoom()
    do throws(SystemError) {
      if let found = try FileLook.reopen(path, open.identity, open.fingerprint) {
        reopened(file, found.descriptor)
      } else {
        files[file]?.isLost = true
      }
      return true
    } catch {
      return false
    }
  }
}
