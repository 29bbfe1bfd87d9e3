/// Follows one file: events in, actions out, no system behind it.
///
/// The owner hands every event to `apply(_:at:)` and carries out the actions it answers, in order.
/// At most one of `open`, `takeMoved`, `check` and `read` is asked for at a time; until its answer
/// comes, other events may come in any order. Time is a duration since some fixed moment, handed in with each
/// event; it never runs backwards.
///
/// A *look* is a check followed by reading to the end. These rules make that nothing is lost:
///
/// - Each look that follows the arming of a watch begins after it: what was written before is seen
///   by the look, what is written later is told by the watch.
/// - A file that loses its name is kept open and read on until another file stands there *and* it
///   has been silent for a moment. The other file is opened as soon as it is seen, so that it cannot
///   get lost by being renamed itself, and read when its turn comes.
/// - A file that was moved away before it was seen has its turn before the one that is seen then.
/// - A new file begins at its start, whatever its size; and so does one whose bytes before the offset
///   are not those that were read, be it larger than before.
package struct FollowMachine: Hashable, Sendable {
  /// How to follow.
  package enum Mode: Hashable, Sendable {
    /// Read to the end once, then end.
    case once
    /// Follow the file that was opened first, whatever becomes of its name.
    case descriptor
    /// Follow whatever file the name stands for, waiting while there is none.
    case name
  }

  /// The limits of following.
  package struct Options: Hashable, Sendable {
    package var mode: Mode
    /// The bytes that one `read` action may take.
    package var readLimit = 4 << 20
    /// How long a file that was just written is left alone before the next look, without a watch:
    /// so a flood costs a look each time and not one per write.
    package var settling: Duration = .milliseconds(8)
    /// How long a rotation may take: a name may be missing for that long before it is called gone,
    /// and a replaced file is read on until it was silent for that long.
    package var grace: Duration = .milliseconds(100)
    /// The time between two looks where changes are not told.
    package var pollInterval: Duration = .seconds(1)
    /// After what time a file whose watch has never told anything is looked at once, whether it grew
    /// in silence.
    package var trial: Duration = .seconds(1)
    /// Whether a file that is missing at first is waited for.
    package var waitsForFirst: Bool
    /// Whether one is waited for, too, that we may not read.
    package var waitsForDenied = false

    /// Creates limits for everyday use.
    ///
    /// - Parameter mode: How to follow. By name, a file that is missing at first is waited for.
    package init(mode: Mode = .name) {
      self.mode = mode
      waitsForFirst = mode == .name
    }
  }

  /// A file that is open: the first of them is read, the others wait for their turn.
  struct OpenFile: Hashable, Sendable {
    let file: FollowedFile
    let identity: FileIdentity
    /// Where the next read begins.
    var offset: Int
    /// Why it begins when its turn comes.
    let reason: GenerationReason
    /// Whether its changes are told.
    var isWatched = false
    /// How far the system can be relied on to tell its changes.
    var trust = Trust.unproven
    /// The watch was armed after the last look began.
    var isArmedAnew = false
    /// When bytes of it were read last.
    var lastRead: Duration?
    /// When the name was first seen to stand for something else.
    var lostName: Duration?
  }

  /// How far the system can be relied on to tell the changes of a file.
  ///
  /// There are more file systems that tell nothing than anybody can list: growth that was not told
  /// is what gives them away.
  enum Trust: Hashable, Sendable {
    /// Nothing was told yet, and nothing was missed; at that time it is looked at once.
    case untried(until: Duration)
    /// Nothing was told yet, and no look of its own is due.
    case unproven
    /// Growth was seen before anything was told of it, which may still come until then.
    case doubted(until: Duration)
    /// A change was told.
    case proven
    /// Growth was never told.
    case broken
  }

  /// What the name stands for, as far as it was looked at.
  enum Name: Hashable, Sendable {
    /// The last of the open files, or not yet known.
    case standing
    /// Another file that is not open yet.
    case taken
    /// Nothing that can be read, since some time; the user may have been told.
    case missing(FollowFailure, since: Duration, isTold: Bool)
  }

  /// What was asked for and not yet answered.
  enum Request: Hashable, Sendable {
    case open(FollowedFile)
    case takeMoved(FollowedFile)
    case check
    case read
  }

  package let options: Options
  var files: [OpenFile] = []
  var name = Name.standing
  var request: Request?
  /// Whether something may have changed since the last check was asked for.
  var isDirty = false
  /// Whether the file that is read may have bytes after the offset.
  var hasMore = false
  /// Whether bytes were read since the last look ended.
  var readSomething = false
  /// Whether the owner knows that the end was reached.
  var isCaughtUp = false
  /// When the file that was just written is looked at again.
  var settlesAt: Duration?
  /// Whether the system tells of every change.
  var isToldAll = true
  /// Whether the user knows that the file is polled.
  var isPollingTold = false
  /// The wish for `wakened` that the owner has.
  var wake: Duration?
  /// How many files were moved away and not looked at yet.
  var movedAway = 0
  /// Whether nobody writes any more.
  var isLastLook = false
  var isNameWatched = false
  var isOver = false
  var opened = 0

  package init(options: Options = Options()) {
    self.options = options
  }

  /// Takes in what happened and says what is to be done.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: When.
  /// - Returns: The actions to carry out, in order. None after `failed` or `ended`.
  package mutating func apply(_ event: Event, at now: Duration) -> [Action] {
    guard !isOver else { return [] }
    var actions: [Action] = []
    switch event {
    case .started:
      if options.mode == .name || options.waitsForFirst {
        isNameWatched = true
        actions.append(.watchName)
      }
      askToOpen(&actions)
      return actions
    case .opened(let identity, let offset):
      fileOpened(identity, offset: offset, at: now, &actions)
    case .openFailed(let failure):
      openFailed(failure, at: now, &actions)
    case .changed(.name):
      isDirty = true
    case .changed(.contents):
      // Without a watch the next look is already due: this one was told before the watch went.
      guard files.first?.isWatched == true else { break }
      isDirty = true
      wasToldOfContents()
    case .movedAway(let count):
      movedAway += count
    case .movedTaken(let identity):
      movedTaken(identity, at: now, &actions)
    case .checkPostponed:
      precondition(request == .check, "nobody asked for a check")
      request = nil
      isDirty = true
    case .checked(let check):
      checked(check, at: now, &actions)
    case .readEnded(let count, let isAtEnd):
      readEnded(count: count, isAtEnd: isAtEnd, at: now)
    case .readFailed(let failure):
      request = nil
      fail(failure, &actions)
    case .holeFound(let end):
      holeFound(end: end, &actions)
    case .readOvertaken:
      precondition(request == .read, "nobody asked for a read")
      request = nil
      isDirty = true
    case .writersEnded:
      isLastLook = true
      isDirty = true
    case .wakened:
      wake = nil
      isDirty = true
    }
    proceed(at: now, &actions)
    return actions
  }

  /// What stands in front of an offset of the current file is not wanted.
  package mutating func skip(to offset: Int) {
    precondition(!files.isEmpty && files[0].offset <= offset, "nothing is read twice")
    files[0].offset = offset
  }

  /// The file that is read, if one is open.
  package var current: FollowedFile? {
    files.first?.file
  }

  /// Whether it matters if the system told of a change by now: it never told anything of this file yet,
  /// and that it did not is about to count.
  ///
  /// - Parameter grew: Whether the file has grown.
  /// - Returns: Whether `Check.wasTold` decides something.
  package func asksWhetherTold(grew: Bool) -> Bool {
    guard let current = files.first else { return false }
    return switch current.trust {
    case .untried, .unproven: grew && current.isWatched && !current.isArmedAnew
    case .doubted: true
    case .proven, .broken: false
    }
  }

  /// Where the next read of the current file begins, in bytes.
  package var offset: Int {
    files.first?.offset ?? 0
  }
}
