extension FollowMachine {
  /// What happened, in the past tense.
  package enum Event: Hashable, Sendable {
    /// Following begins; the first event, once.
    case started
    /// The file that `Action.open` asked for is open.
    ///
    /// - `offset` is where it is to be read from. Only the first file may begin elsewhere than at 0.
    case opened(FileIdentity, offset: Int)
    /// Files that stood for the name were moved elsewhere, maybe before they were seen there; the
    /// owner has them open.
    case movedAway(count: Int)
    /// The file that `Action.takeMoved` asked for; it is read from its start.
    case movedTaken(FileIdentity)
    /// What `Action.open` asked for cannot be opened or is nothing to follow.
    case openFailed(FollowFailure)
    /// The system told of a change.
    case changed(Change)
    /// The answer to `Action.check`.
    case checked(Check)
    /// The answer to `Action.check` when another file was seen at the name and the system told of moves
    /// from there: what was moved has its turn first.
    case checkPostponed
    /// The answer to `Action.read`: how many bytes were read, and whether the end was met.
    case readEnded(count: Int, isAtEnd: Bool)
    /// The answer to `Action.read` when reading failed.
    case readFailed(FollowFailure)
    /// The answer to `Action.read` where nothing was ever written up to an offset that is before the
    /// file's end.
    case holeFound(end: Int)
    /// The answer to `Action.read` when what was read was no more than what the file held before: it
    /// was cut and written again meanwhile. Nothing was delivered.
    case readOvertaken
    /// Nobody will write any more: what is there is still read, and then following ends.
    case writersEnded
    /// The time that `Action.wake` asked for has come.
    case wakened
  }

  /// What kind of change the system told of.
  package enum Change: Hashable, Sendable {
    /// The file that is read was written or cut.
    case contents
    /// The name, or a directory or link on the way to it, may stand for something else.
    case name
  }

  /// What a look at the name and at the file that is read gave.
  package struct Check: Hashable, Sendable {
    /// What a name stands for.
    package enum Name: Hashable, Sendable {
      /// The machine did not ask for it.
      case unasked
      case file(FileIdentity)
      case failed(FollowFailure)
    }

    package var name: Name
    /// The size of the file that is read in bytes, or nil when none is open or it cannot be looked at.
    ///
    /// A size that the bytes themselves belie (some file systems always say 0) has to be put right
    /// before: it is at least the offset unless the file really ends before it.
    package var size: Int?
    /// Whether the bytes before the offset are still those that were read: a file that was cut and has
    /// grown past the offset again has others.
    package var isSame: Bool
    /// Whether a change of the file was told just before the answer; asked for only when
    /// `asksWhetherTold(grew:)` says so.
    package var wasTold: Bool
    /// Whether every further change will be told by `Event.changed`.
    package var isWatched: Bool

    /// Creates an answer.
    package init(
      name: Name,
      size: Int?,
      isSame: Bool = true,
      wasTold: Bool = false,
      isWatched: Bool
    ) {
      self.name = name
      self.size = size
      self.isSame = isSame
      self.wasTold = wasTold
      self.isWatched = isWatched
    }
  }

  /// What is to be done, in this order.
  package enum Action: Hashable, Sendable {
    /// Tell of changes of the name by `Event.changed(.name)`, from now on.
    case watchName
    /// No longer tell of changes of the name.
    case unwatchName
    /// Open what the name stands for; answered by `opened` or `openFailed`.
    case open(FollowedFile)
    /// Take the oldest file that `Event.movedAway` told of; answered by `movedTaken`.
    case takeMoved(FollowedFile)
    /// Close the oldest files that `Event.movedAway` told of.
    case forgetMoved(count: Int)
    /// Look at the file that is read, if any, and at the name; answered by `checked`.
    case check(FollowedFile?, name: Bool)
    /// Read at most so many bytes on from the offset; answered by `readEnded` or `readFailed`.
    case read(FollowedFile, from: Int, upTo: Int)
    /// Tell of changes of the file by `Event.changed(.contents)`.
    case watch(FollowedFile)
    /// No longer tell of changes of the file.
    case unwatch(FollowedFile)
    /// An unbroken source of bytes begins; what is read from now on belongs to it.
    case began(offset: Int, GenerationReason)
    case note(FollowNote)
    /// All bytes that are there were read, for now.
    case caughtUp
    /// Close the file, with its watch.
    case close(FollowedFile)
    /// Send `wakened` at that time; it takes the place of an earlier wish. Nil: do not.
    case wake(at: Duration?)
    /// The file is given up; the last action.
    case failed(FollowFailure)
    /// Everything there was has been read; the last action.
    case ended
  }
}
