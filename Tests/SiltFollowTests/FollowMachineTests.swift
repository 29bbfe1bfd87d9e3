import SiltFollow
import Testing

private let missing = FollowFailure(.missing, .open, code: 2)
private let first = FollowedFile(0)
private let identity = FileIdentity(device: 1, inode: 10)

private func expect(
  _ machine: inout FollowMachine,
  _ event: FollowMachine.Event,
  at now: Duration,
  gives actions: [FollowMachine.Action],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let given = machine.apply(event, at: now)
  #expect(given == actions, sourceLocation: sourceLocation)
}

extension World {
  fileprivate mutating func must(_ operation: Operation) {
    let isDone = apply(operation)
    #expect(isDone)
  }

  fileprivate mutating func must(_ step: Step) {
    let isDone = take(step)
    #expect(isDone)
  }

  fileprivate mutating func must(not step: Step) {
    let isDone = take(step)
    #expect(!isDone)
  }
}

/// What becomes of the files, with the follower at rest after each change, and what it gives.
struct Story: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var units: Int? = 1
  var operations: [World.Operation]
  /// The units by segment.
  var segments: [[Int]]
  var notes: [FollowNote]

  init(
    _ description: String,
    from units: Int? = 1,
    _ operations: [World.Operation],
    gives segments: [[Int]],
    _ notes: [FollowNote]
  ) {
    testDescription = description
    self.units = units
    self.operations = operations
    self.segments = segments
    self.notes = notes
  }
}

struct FollowMachineTests {
  @Test(arguments: [
    Story("grows", [.append, .append], gives: [[0, 1, 2]], []),
    Story("is empty, then grows", from: 0, [.append], gives: [[0]], []),
    Story(
      "is missing, then appears and grows",
      from: nil,
      [.create, .append],
      gives: [[0]],
      [.waiting(missing), .back]
    ),
    Story("is removed", [.append, .remove], gives: [[0, 1]], [.gone(missing)]),
    Story(
      "is removed and made again",
      [.remove, .create, .append],
      gives: [[0], [1]],
      [.gone(missing), .back]
    ),
    Story(
      "is renamed and made again much later",
      [.rename, .create, .append],
      gives: [[0], [1]],
      [.gone(missing), .back]
    ),
    Story(
      "is renamed and written on by its writer",
      [.rename, .appendToOld, .create, .append],
      gives: [[0, 1], [2]],
      [.gone(missing), .back]
    ),
    Story(
      "is renamed and gets its name back",
      [.append, .rename, .appendToOld, .putBack, .append],
      gives: [[0, 1, 2, 3]],
      [.gone(missing), .back]
    ),
    Story("is replaced", [.replace, .append], gives: [[0], [1, 2]], [.rotated]),
    Story(
      "is replaced again and again",
      [.replace, .replace, .append, .replace],
      gives: [[0], [1], [2, 3], [4]],
      [.rotated, .rotated, .rotated]
    ),
    Story("is cut", [.append, .cut, .append], gives: [[0, 1], [2]], [.truncated]),
    Story(
      "is cut twice",
      [.cut, .append, .cut, .append],
      gives: [[0], [1], [2]],
      [
        .truncated, .truncated,
      ]
    ),
    Story("is cut while empty", from: 0, [.cut, .append], gives: [[0]], []),
  ])
  func `a followed file`(story: Story) {
    var options = FollowMachine.Options(mode: .name)
    options.readLimit = 2
    var world = World(options, units: story.units)
    world.settle()
    for operation in story.operations {
      world.must(operation)
      world.settle()
    }
    #expect(world.verdict() == nil)
    #expect(world.segments.map(\.units) == story.segments)
    #expect(world.notes == story.notes)
  }

  @Test func `a rotation that is over before the grace is no absence`() {
    var world = World(.init(), units: 2)
    world.settle()
    for operation in [World.Operation.rename, .appendToOld] {
      world.must(operation)
      // Everything but the passing of time.
      while world.take(.act) || world.take(.tellName) || world.take(.tellContents) {}
    }
    world.must(.create)
    world.must(.append)
    while world.take(.act) || world.take(.tellName) {}
    // The new file waits for the old one to be silent.
    #expect(world.segments.map(\.units) == [[0, 1, 2]])
    world.must(.appendToOld)
    world.settle()
    #expect(world.verdict() == nil)
    #expect(world.segments.map(\.units) == [[0, 1, 2, 4], [3]])
    #expect(world.notes == [.rotated])
  }

  @Test func `three files at once are read to their ends without waiting`() {
    var world = World(.init(), units: 1)
    world.settle()
    for _ in 0..<3 {
      world.must(.replace)
      while world.take(.act) || world.take(.tellName) || world.take(.tellContents) {}
    }
    // All but the last two, of which the older may still be written.
    #expect(world.segments.map(\.units) == [[0], [1], [2]])
    world.settle()
    #expect(world.segments.map(\.units) == [[0], [1], [2], [3]])
    #expect(world.verdict() == nil)
  }

  @Test func `a file that gets its name back from its successor goes on where it was left`() {
    var machine = FollowMachine()
    let other = FileIdentity(device: 1, inode: 11)
    let found = FollowMachine.Check(name: .file(identity), size: 5, isWatched: true)
    var taken = found
    taken.name = .file(other)
    _ = machine.apply(.started, at: .zero)
    _ = machine.apply(.opened(identity, offset: 0), at: .zero)
    _ = machine.apply(.checked(found), at: .zero)
    _ = machine.apply(.readEnded(count: 5, isAtEnd: true), at: .zero)
    // Another file stands there, then the first one again.
    _ = machine.apply(.changed(.name), at: .zero)
    expect(&machine, .checked(taken), at: .zero, gives: [.open(FollowedFile(1))])
    expect(&machine, .opened(other, offset: 0), at: .zero, gives: [.check(first, name: true)])
    expect(&machine, .checked(found), at: .zero, gives: [.open(FollowedFile(2))])
    expect(&machine, .opened(identity, offset: 0), at: .zero, gives: [.check(first, name: true)])
    expect(
      &machine,
      .checked(found),
      at: .zero,
      gives: [
        .read(first, from: 5, upTo: machine.options.readLimit)
      ]
    )
    let turn = machine.apply(.readEnded(count: 0, isAtEnd: true), at: .zero)
    #expect(
      turn == [
        .close(first), .began(offset: 0, .rotated), .note(.rotated), .watch(FollowedFile(1)),
        .check(FollowedFile(1), name: true),
      ]
    )
    _ = machine.apply(.checked(found), at: .zero)
    let later = machine.options.grace
    _ = machine.apply(.readEnded(count: 0, isAtEnd: true), at: .zero)
    expect(&machine, .wakened, at: later, gives: [.check(FollowedFile(1), name: true)])
    _ = machine.apply(.checked(found), at: later)
    let back = machine.apply(.readEnded(count: 0, isAtEnd: true), at: later)
    #expect(back.contains(.began(offset: 5, .rotated)))
  }

  @Test(arguments: [FollowMachine.Mode.once, .descriptor, .name])
  func `what is not to be read is given up at the start`(mode: FollowMachine.Mode) {
    let failure = FollowFailure(.refused, .read, code: 21)
    var machine = FollowMachine(options: .init(mode: mode))
    _ = machine.apply(.started, at: .zero)
    expect(&machine, .openFailed(failure), at: .zero, gives: [.failed(failure)])
    expect(&machine, .changed(.name), at: .zero, gives: [])
  }

  @Test(arguments: [FollowMachine.Mode.once, .descriptor])
  func `a missing name is waited for only when it is followed`(mode: FollowMachine.Mode) {
    var machine = FollowMachine(options: .init(mode: mode))
    expect(&machine, .started, at: .zero, gives: [.open(first)])
    expect(&machine, .openFailed(missing), at: .zero, gives: [.failed(missing)])
  }

  @Test func `without following the file is read to its end once`() {
    var options = FollowMachine.Options(mode: .once)
    options.readLimit = 10
    var machine = FollowMachine(options: options)
    expect(&machine, .started, at: .zero, gives: [.open(first)])
    expect(
      &machine,
      .opened(identity, offset: 3),
      at: .zero,
      gives: [
        .began(offset: 3, .first), .read(first, from: 3, upTo: 10),
      ]
    )
    expect(
      &machine,
      .readEnded(count: 10, isAtEnd: false),
      at: .zero,
      gives: [
        .read(first, from: 13, upTo: 10)
      ]
    )
    expect(
      &machine,
      .readEnded(count: 0, isAtEnd: true),
      at: .zero,
      gives: [
        .caughtUp, .close(first), .ended,
      ]
    )
  }

  @Test func `a flood costs one look each few milliseconds and its end arms the watch again`() {
    var world = World(.init(), units: 1)
    world.settle()
    world.must(.append)
    world.must(.tellContents)
    while world.take(.act) {}
    #expect(world.watched == nil, "while it is hot nothing is told")
    for _ in 0..<5 {
      let before = world.now
      world.must(.append)
      world.must(not: .tellContents)
      world.must(.passTime)
      #expect(world.now == before + world.machine.options.settling)
      while world.take(.act) {}
    }
    world.settle()
    #expect(world.verdict() == nil)
  }

  @Test func `where changes are not told the file is polled, and the user knows`() {
    var machine = FollowMachine()
    let options = machine.options
    let check = FollowMachine.Check(name: .file(identity), size: 0, isWatched: false)
    _ = machine.apply(.started, at: .zero)
    _ = machine.apply(.opened(identity, offset: 0), at: .zero)
    expect(
      &machine,
      .checked(check),
      at: .zero,
      gives: [
        .note(.polling), .read(first, from: 0, upTo: options.readLimit),
      ]
    )
    expect(
      &machine,
      .readEnded(count: 0, isAtEnd: true),
      at: .zero,
      gives: [
        .caughtUp, .wake(at: options.pollInterval),
      ]
    )
    expect(&machine, .wakened, at: options.pollInterval, gives: [.check(first, name: true)])
    expect(
      &machine,
      .checked(check),
      at: options.pollInterval,
      gives: [
        .read(first, from: 0, upTo: options.readLimit)
      ]
    )
  }

  @Test func `when descriptors run out the name is tried again`() {
    let short = FollowFailure(.exhausted, .open, code: 24)
    var machine = FollowMachine()
    _ = machine.apply(.started, at: .zero)
    expect(
      &machine,
      .openFailed(short),
      at: .zero,
      gives: [.note(.waiting(short)), .check(nil, name: true)]
    )
    let check = FollowMachine.Check(name: .file(identity), size: nil, isWatched: true)
    expect(&machine, .checked(check), at: .zero, gives: [.open(FollowedFile(1))])
    expect(
      &machine,
      .openFailed(short),
      at: .zero,
      gives: [.wake(at: machine.options.pollInterval)]
    )
  }
}
