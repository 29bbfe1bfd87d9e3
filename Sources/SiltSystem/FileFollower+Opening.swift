import SiltFollow

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// How files are opened, and closed for the time being where descriptors run short.
extension FileFollower {
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
    _ = askForEvents()
    guard !isStopped else { return }
    switch result {
    case .failure(let error):
      answer(.openFailed(FollowFailure(error, .open)))
    case .success(let opened):
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
    // Another opening of the same file goes on where this one was.
    for other in files.keys where files[other]?.identity == open.identity {
      files[other]?.fingerprint = open.fingerprint
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

  /// The descriptor of a file, which is opened again if it was closed for the time being; nil where it
  /// is not to be found any more.
  func openDescriptor(of file: FollowedFile) -> SharedDescriptor? {
    guard let open = files[file], !open.isLost else { return nil }
    if let descriptor = open.descriptor {
      watcher.descriptors.used(holding(file))
      return descriptor
    }
    watcher.descriptors.makeRoom()
    guard let path, let found = FileLook.reopen(path, open.identity, open.fingerprint) else {
      files[file]?.isLost = true
      return nil
    }
    files[file]?.descriptor = found.descriptor
    enterBudget(file)
    return found.descriptor
  }
}
