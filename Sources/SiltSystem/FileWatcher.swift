/// Tells when names and files may have changed, for any number of them.
///
/// It says no more than 'something changed': who asked has to look. What is watched along a name's
/// path is kept up to date by itself, before its handler is called, so that a look made by the
/// handler sees what happened before and the watches tell what happens after.
///
/// Sendable unchecked: its state is touched only on its queue, and every entry asserts it.
package final class FileWatcher: @unchecked Sendable {
  /// A name or file that is watched, until it is given to `cancel(_:)`.
  package struct Watch: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// One system watch that somebody uses, and for what.
  private struct Use: Hashable {
    let key: FileEvents.Key
    let place: FileWatcherPlace
  }

  private struct Subscription {
    /// The name, or nil when a file's contents are watched.
    let path: [UInt8]?
    let changed: @Sendable () -> Void
    /// Called with where files that stood for the name are now.
    let moved: @Sendable ([[UInt8]]) -> Void
    var uses: [Use] = []
    var isComplete = false
    /// Whether it leads over a file system that does not tell of changes.
    var isSilent = false
  }

  /// How many files those who follow may have open.
  package let descriptors: DescriptorBudget

  private let queue: SystemQueue
  private let limit: Int
  private(set) var events: FileEvents?
  private var subscriptions: [Watch: Subscription] = [:]
  private var users: [FileEvents.Key: Set<Watch>] = [:]
  private var watchesMade = 0
  private var moves = FileMoves<FileEvents.Key, Watch>()
  /// What was told and is not handed over yet: watches that changed, and where their files are.
  private var touched: Set<Watch> = []
  private var arrived: [Watch: [[UInt8]]] = [:]
  private var isHandingOver = false

  /// Creates a watcher; called on the queue.
  ///
  /// - Parameters:
  ///   - queue: Where handlers are called.
  ///   - limit: How many watches of the system it may hold. Without any, as where the system has
  ///     none to give, nothing is ever told and `isComplete(_:)` says so.
  ///   - descriptors: How many files those who follow may have open.
  package init(
    on queue: SystemQueue,
    limit: Int = .max,
    descriptors: DescriptorBudget = DescriptorBudget()
  ) {
    queue.assertIsCurrent()
    self.descriptors = descriptors
    self.queue = queue
    self.limit = limit
    events =
      limit > 0
      ? FileEvents(on: queue) { @Sendable [weak self] in
        self?.collect($0)
        self?.handOver()
      } : nil
  }

  /// How many watches of the system are held.
  package var count: Int {
    queue.assertIsCurrent()
    return users.count
  }

  /// Watches what a name stands for, through links and directories, there or not.
  ///
  /// - Parameters:
  ///   - path: The name as bytes.
  ///   - moved: Called with the paths of files that stood for the name and were moved, in the order of
  ///     the moves, before `changed`. Where the system tells nothing of that, it is never called.
  ///   - changed: Called when it may stand for something else.
  /// - Returns: The watch, which lasts until it is cancelled; `isComplete(_:)` says how good it is.
  package func watchName(
    _ path: [UInt8],
    moved: @escaping @Sendable ([[UInt8]]) -> Void = { _ in },
    _ changed: @escaping @Sendable () -> Void
  ) -> Watch {
    let watch = subscribe(path, changed, moved)
    refresh(watch)
    return watch
  }

  /// Watches the bytes of an open file, whatever its name is by now.
  ///
  /// - Parameters:
  ///   - descriptor: The file. It may be closed before the watch is cancelled.
  ///   - path: A name of it, used where a descriptor alone is not enough for the system.
  ///   - changed: Called when it may have been written or cut.
  /// - Returns: The watch, which lasts until it is cancelled; `isComplete(_:)` says how good it is.
  package func watchContents(
    of descriptor: BorrowedDescriptor,
    at path: [UInt8]?,
    _ changed: @escaping @Sendable () -> Void
  ) -> Watch {
    let watch = subscribe(nil, changed)
    if let key = enter(events?.add(contentsOf: descriptor, at: path), watch) {
      let place = FileWatcherPlace(directory: [], interests: .contents, entry: nil)
      subscriptions[watch]?.uses = [Use(key: key, place: place)]
      subscriptions[watch]?.isComplete = true
    }
    return watch
  }

  /// Whether every change will be told, as far as the system can.
  package func isComplete(_ watch: Watch) -> Bool {
    queue.assertIsCurrent()
    return subscriptions[watch]?.isComplete ?? false
  }

  /// Whether a change was told up to now of what is watched, that its handler was not called for yet.
  ///
  /// For handlers that look at a file and have to know: the change is still handed over.
  package func isTold(_ watch: Watch) -> Bool {
    takePending()
    return touched.contains(watch)
  }

  /// Where the files are by now that stood for a watched name, as far as it was told and its handler
  /// was not called for yet; it will not be.
  package func takeMoves(of watch: Watch) -> [[UInt8]] {
    takePending()
    return arrived.removeValue(forKey: watch) ?? []
  }

  /// Whether a name's way leads over a file system that does not tell of all changes: whatever asks
  /// for the name may block there.
  package func isSilent(_ watch: Watch) -> Bool {
    queue.assertIsCurrent()
    return subscriptions[watch]?.isSilent ?? false
  }

  /// Ends a watch; its handler is not called any more.
  package func cancel(_ watch: Watch) {
    queue.assertIsCurrent()
    guard let subscription = subscriptions.removeValue(forKey: watch) else { return }
    touched.remove(watch)
    arrived[watch] = nil
    leave(Set(subscription.uses.map(\.key)), watch)
  }

  /// Ends all watches.
  package func stop() {
    queue.assertIsCurrent()
    subscriptions = [:]
    touched = []
    arrived = [:]
    users = [:]
    events?.stop()
    events = nil
  }

  private func subscribe(
    _ path: [UInt8]?,
    _ changed: @escaping @Sendable () -> Void,
    _ moved: @escaping @Sendable ([[UInt8]]) -> Void = { _ in }
  ) -> Watch {
    queue.assertIsCurrent()
    watchesMade += 1
    let watch = Watch(number: watchesMade)
    subscriptions[watch] = Subscription(path: path, changed: changed, moved: moved)
    return watch
  }

  /// Brings the watches along a name's path up to date.
  ///
  /// The path is walked until two walks meet the same watches: then these were armed before the
  /// last walk, and whatever it did not see will be told. Where it never holds still that long, the
  /// watches that are armed by then tell of the next change.
  private func refresh(_ watch: Watch, walkLimit: Int = 8) {
    guard let path = subscriptions[watch]?.path, let events else { return }
    for _ in 0..<walkLimit {
      guard let old = subscriptions[watch]?.uses else { return }
      var isComplete = true
      var isSilent = false
      var new: [Use] = []
      for place in FileWatcherPlace.along(path) {
        if !FileSystemEvents.areTold(in: place.directory) { isSilent = true }
        guard let key = enter(events.add(place.directory, place.interests), watch) else {
          isComplete = false
          continue
        }
        new.append(Use(key: key, place: place))
      }
      subscriptions[watch]?.uses = new
      subscriptions[watch]?.isComplete = isComplete && !isSilent
      subscriptions[watch]?.isSilent = isSilent
      leave(Set(old.map(\.key)).subtracting(new.map(\.key)), watch)
      if new == old { break }
    }
    for use in subscriptions[watch]?.uses ?? [] {
      events.narrow(use.key, at: use.place.directory, to: interests(in: use.key))
    }
  }

  /// Returns what all users of a system watch together want to be told.
  private func interests(in key: FileEvents.Key) -> FileWatcherInterests {
    var interests: FileWatcherInterests = []
    for watch in users[key] ?? [] {
      for use in subscriptions[watch]?.uses ?? [] where use.key == key {
        interests.formUnion(use.place.interests)
      }
    }
    return interests
  }

  /// Notes a user of a system watch, if there is one and room for it.
  private func enter(_ key: FileEvents.Key?, _ watch: Watch) -> FileEvents.Key? {
    guard let key else { return nil }
    guard users[key] != nil || users.count < limit else {
      events?.remove(key)
      return nil
    }
    users[key, default: []].insert(watch)
    return key
  }

  /// Lets watches of the system go that nobody uses any more.
  private func leave(_ keys: Set<FileEvents.Key>, _ watch: Watch) {
    for key in keys {
      users[key]?.remove(watch)
      if users[key]?.isEmpty == true {
        users[key] = nil
        events?.remove(key)
      }
    }
  }

  /// Takes in what the system has told since it was read last; handed over in another turn.
  private func takePending() {
    queue.assertIsCurrent()
    guard let told = events?.readPending(), !told.isEmpty else { return }
    collect(told)
    queue.async { @Sendable [weak self] in self?.handOver() }
  }

  /// Notes what one turn of the system's events told.
  private func collect(_ told: [FileEvents.Event]) {
    for event in told {
      switch event {
      case .movedAway(let key, let entry, let cookie):
        touch(key, entry)
        moves.entry(
          entry,
          of: key,
          left: cookie,
          wasWatchedBy: (users[key] ?? []).filter { names($0, key, entry) }
        )
      case .movedHere(let key, let entry, let cookie):
        touch(key, entry)
        moves.entry(entry, of: key, came: cookie)
      case .changed(let key, let entry):
        touch(key, entry)
      case .ended(let key):
        // The system let it go: what it was for has changed.
        for watch in users.removeValue(forKey: key) ?? [] {
          subscriptions[watch]?.isComplete = false
          touched.insert(watch)
        }
        events?.remove(key)
      case .lost:
        touched.formUnion(subscriptions.keys)
      }
    }
    for (watch, places) in moves.take() {
      let uses = subscriptions[watch]?.uses ?? []
      arrived[watch, default: []] += places.compactMap { place in
        uses.first { $0.key == place.key }.map {
          $0.place.directory + [UInt8(ascii: "/")] + place.entry
        }
      }
    }
  }

  private func touch(_ key: FileEvents.Key, _ entry: [UInt8]?) {
    for watch in users[key] ?? [] where isTouched(watch, key, entry) { touched.insert(watch) }
  }

  /// Calls the handlers of all that was told.
  ///
  /// They may ask for more, end watches and make new ones.
  private func handOver() {
    guard !isHandingOver else { return }
    isHandingOver = true
    defer { isHandingOver = false }
    while !touched.isEmpty || !arrived.isEmpty {
      for watch in arrived.keys.sorted(by: { $0.number < $1.number }) {
        let paths = takeMoves(of: watch)
        if !paths.isEmpty { subscriptions[watch]?.moved(paths) }
      }
      for watch in touched.sorted(by: { $0.number < $1.number }) {
        touched.remove(watch)
        refresh(watch)
        // An earlier handler may have ended it.
        subscriptions[watch]?.changed()
      }
    }
  }

  /// Whether an entry is the one that a name ends with.
  private func names(_ watch: Watch, _ key: FileEvents.Key, _ entry: [UInt8]) -> Bool {
    guard let last = subscriptions[watch]?.uses.last else { return false }
    return last.key == key && last.place.entry == entry
  }

  private func isTouched(_ watch: Watch, _ key: FileEvents.Key, _ entry: [UInt8]?) -> Bool {
    guard let uses = subscriptions[watch]?.uses else { return false }
    return uses.contains {
      $0.key == key && (entry == nil || $0.place.entry == entry)
    }
  }
}
