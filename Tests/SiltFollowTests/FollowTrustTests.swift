import SiltFollow
import Testing

private let identity = FileIdentity(device: 1, inode: 10)
private let first = FollowedFile(0)

/// What the machine makes of files that are cut, have holes or grow in silence, and of the end.
struct FollowTrustTests {
  /// A machine that has read all of a file of some bytes, at rest.
  private func resting(
    _ options: FollowMachine.Options = .init(),
    size: Int = 5
  ) -> (machine: FollowMachine, now: Duration) {
    var machine = FollowMachine(options: options)
    _ = machine.apply(.started, at: .zero)
    _ = machine.apply(.opened(identity, offset: 0), at: .zero)
    var now = Duration.zero
    _ = machine.apply(.checked(check(size)), at: now)
    _ = machine.apply(.readEnded(count: size, isAtEnd: false), at: now)
    _ = machine.apply(.readEnded(count: 0, isAtEnd: true), at: now)
    // The watch is armed again when the file was quiet.
    now += options.settling
    look(&machine, at: now, size)
    return (machine, now)
  }

  private func check(_ size: Int, isSame: Bool = true) -> FollowMachine.Check {
    FollowMachine.Check(name: .file(identity), size: size, isSame: isSame, isWatched: true)
  }

  /// Lets a look happen that finds nothing to read.
  private func look(_ machine: inout FollowMachine, at now: Duration, _ size: Int) {
    var actions = machine.apply(.wakened, at: now)
    while let action = actions.last {
      switch action {
      case .check: actions = machine.apply(.checked(check(size)), at: now)
      case .read: actions = machine.apply(.readEnded(count: 0, isAtEnd: true), at: now)
      default: return
      }
    }
  }

  @Test func `a file that has grown past the offset with other bytes is new content`() {
    var (machine, now) = resting()
    _ = machine.apply(.changed(.contents), at: now)
    let actions = machine.apply(.checked(check(9, isSame: false)), at: now)
    #expect(
      actions == [
        .began(offset: 0, .truncated), .note(.truncated),
        .read(first, from: 0, upTo: machine.options.readLimit),
      ]
    )
  }

  @Test func `a read that was overtaken by a cut is followed by a look`() {
    var (machine, now) = resting()
    _ = machine.apply(.changed(.contents), at: now)
    _ = machine.apply(.checked(check(9)), at: now)
    #expect(machine.apply(.readOvertaken, at: now) == [.check(first, name: true)])
    let actions = machine.apply(.checked(check(9, isSame: false)), at: now)
    #expect(actions.contains(.note(.truncated)))
  }

  @Test func `a hole is left out, once, with a note`() {
    var (machine, now) = resting()
    _ = machine.apply(.changed(.contents), at: now)
    _ = machine.apply(.checked(check(1 << 30)), at: now)
    let actions = machine.apply(.holeFound(end: 1 << 20), at: now)
    #expect(
      actions == [
        .began(offset: 1 << 20, .hole(bytes: (1 << 20) - 5)),
        .note(.hole(bytes: (1 << 20) - 5)),
        .read(first, from: 1 << 20, upTo: machine.options.readLimit),
      ]
    )
  }

  @Test func `growth that nobody told of turns the file to polling`() {
    var (machine, now) = resting()
    let options = machine.options
    // The trial: a look without an event finds more than there was.
    now = options.trial
    #expect(machine.apply(.wakened, at: now) == [.check(first, name: true)])
    _ = machine.apply(.checked(check(9)), at: now)
    _ = machine.apply(.readEnded(count: 4, isAtEnd: false), at: now)
    let doubt = machine.apply(.readEnded(count: 0, isAtEnd: true), at: now)
    #expect(doubt == [.caughtUp, .wake(at: now + options.grace)], "it stays watched")
    now += options.grace
    _ = machine.apply(.wakened, at: now)
    let verdict = machine.apply(.checked(check(9)), at: now)
    #expect(verdict.first == .note(.polling))
    let rest = machine.apply(.readEnded(count: 0, isAtEnd: true), at: now)
    #expect(rest == [.wake(at: now + options.pollInterval)])
  }

  @Test func `growth that is told a moment late is no reason to poll`() {
    var (machine, now) = resting()
    let options = machine.options
    now = options.trial
    _ = machine.apply(.wakened, at: now)
    _ = machine.apply(.checked(check(9)), at: now)
    _ = machine.apply(.readEnded(count: 4, isAtEnd: false), at: now)
    _ = machine.apply(.readEnded(count: 0, isAtEnd: true), at: now)
    now += options.grace / 2
    var actions = machine.apply(.changed(.contents), at: now)
    #expect(actions == [.check(first, name: true)])
    actions = machine.apply(.checked(check(9)), at: now)
    actions += machine.apply(.readEnded(count: 0, isAtEnd: true), at: now)
    now += options.grace
    look(&machine, at: now, 9)
    actions += machine.apply(.wakened, at: now)
    #expect(!actions.contains(.note(.polling)))
  }

  @Test func `a file that is quiet is tried once and then left alone`() {
    var (machine, _) = resting()
    let now = machine.options.trial
    _ = machine.apply(.wakened, at: now)
    _ = machine.apply(.checked(check(5)), at: now)
    #expect(machine.apply(.readEnded(count: 0, isAtEnd: true), at: now) == [])
  }

  @Test func `a file that cannot be looked at any more is left alone, too`() {
    var (machine, _) = resting()
    let now = machine.options.trial
    _ = machine.apply(.wakened, at: now)
    let blind = FollowMachine.Check(name: .file(identity), size: nil, isWatched: true)
    _ = machine.apply(.checked(blind), at: now)
    // A wake at once, again and again, would keep a processor busy.
    #expect(machine.apply(.readEnded(count: 0, isAtEnd: true), at: now) == [])
  }

  @Test func `when its writers are gone all that is there is read, and then it ends`() {
    var (machine, now) = resting()
    #expect(machine.apply(.writersEnded, at: now) == [.check(first, name: true)])
    _ = machine.apply(.checked(check(9)), at: now)
    _ = machine.apply(.readEnded(count: 4, isAtEnd: false), at: now)
    let actions = machine.apply(.readEnded(count: 0, isAtEnd: true), at: now)
    #expect(actions.suffix(3) == [.close(first), .wake(at: nil), .ended])
  }

  @Test func `writers that go in the middle of a read get one more look`() {
    var (machine, now) = resting()
    _ = machine.apply(.changed(.contents), at: now)
    _ = machine.apply(.checked(check(9)), at: now)
    #expect(machine.apply(.writersEnded, at: now) == [])
    let actions = machine.apply(.readEnded(count: 4, isAtEnd: true), at: now)
    #expect(actions == [.check(first, name: true)])
  }

  @Test func `a missing file is waited for by descriptor when that is wanted, and its name let go`()
  {
    let missing = FollowFailure(.missing, .open, code: 2)
    var options = FollowMachine.Options(mode: .descriptor)
    options.waitsForFirst = true
    var machine = FollowMachine(options: options)
    #expect(machine.apply(.started, at: .zero) == [.watchName, .open(first)])
    let waiting = machine.apply(.openFailed(missing), at: .zero)
    #expect(waiting == [.note(.waiting(missing)), .check(nil, name: true)])
    let absent = FollowMachine.Check(name: .failed(missing), size: nil, isWatched: true)
    _ = machine.apply(.checked(absent), at: .zero)
    _ = machine.apply(.changed(.name), at: .zero)
    let there = FollowMachine.Check(name: .file(identity), size: nil, isWatched: true)
    #expect(machine.apply(.checked(there), at: .zero) == [.open(FollowedFile(1))])
    let actions = machine.apply(.opened(identity, offset: 0), at: .zero)
    #expect(
      actions == [
        .unwatchName, .began(offset: 0, .back), .note(.back), .watch(FollowedFile(1)),
        .check(FollowedFile(1), name: false),
      ]
    )
  }

  @Test(arguments: [true, false])
  func `what we may not read is waited for only when that is wanted`(waits: Bool) {
    let denied = FollowFailure(.denied, .open, code: 13)
    var options = FollowMachine.Options(mode: .name)
    options.waitsForDenied = waits
    var machine = FollowMachine(options: options)
    _ = machine.apply(.started, at: .zero)
    let actions = machine.apply(.openFailed(denied), at: .zero)
    #expect(actions.first == (waits ? .note(.waiting(denied)) : .failed(denied)))
  }
}
