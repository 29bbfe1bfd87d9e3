import SiltFollow

/// One name, the files that have stood there, and a follower of it: all of it a value.
///
/// Content is units, each written once and unlike every other, so that a lost, doubled or misplaced
/// one shows. Nothing is at once: what the machine asks for is carried out by `step`s, what the
/// system tells is delivered by `step`s, and anything may happen to the files in between.
struct World: Hashable {
  struct File: Hashable {
    var units: [Int] = []
    /// How many units it had when it lost its name by a move; nil as long as it has not.
    var unitsWhenMoved: Int?
    /// How often it was cut.
    var cuts = 0
    /// How many units there were when it was last looked at.
    var looked = 0
  }

  /// What may happen to the files.
  enum Operation: Hashable, CaseIterable {
    case append
    case appendToOld
    case rename
    case create
    case replace
    case remove
    case putBack
    case cut
  }

  /// What may happen to the follower.
  enum Step: Hashable, CaseIterable {
    case act
    case tellName
    case tellContents
    case passTime
  }

  /// One unbroken source of units as the follower gave it.
  struct Segment: Hashable {
    var file: Int
    var cuts: Int
    var offset: Int
    var units: [Int] = []
  }

  var files: [File]
  /// The file that the name stands for.
  var named: Int?
  /// The files that were renamed away, the last one last.
  var aside: [Int] = []
  var written: Int

  var machine: FollowMachine
  var pending: [FollowMachine.Action] = []
  var open: [FollowedFile: Int] = [:]
  var watched: FollowedFile?
  var isNameWatched = false
  /// When something happened to the name that the follower was not told of yet; likewise below.
  var nameChange: Duration?
  var contentsChange: Duration?
  /// The files that were moved away from the name, which nobody was told of yet, and those that the
  /// follower has open since.
  var moves: [Int] = []
  var held: [Int] = []
  var wake: Duration?
  var now: Duration = .zero

  var segments: [Segment] = []
  var notes: [FollowNote] = []
  var isCaughtUp = false
  var failure: FollowFailure?
  var hasEnded = false
  /// What went wrong, if anything.
  var fault: String?

  init(_ options: FollowMachine.Options, units: Int? = 1) {
    machine = FollowMachine(options: options)
    files = []
    written = 0
    if let units {
      files = [File(units: Array(0..<units))]
      named = 0
      written = units
    }
    send(.started)
  }

  // MARK: - The files

  /// Does something to the files.
  ///
  /// - Returns: Whether it could be done here.
  mutating func apply(_ operation: Operation) -> Bool {
    switch operation {
    case .append:
      guard let named else { return false }
      write(to: named)
    case .appendToOld:
      guard let old = aside.last else { return false }
      write(to: old)
    case .rename:
      guard let old = named else { return false }
      moveAside(old)
      setName(nil)
    case .create:
      guard named == nil else { return false }
      files.append(File())
      setName(files.count - 1)
    case .replace:
      guard let old = named else { return false }
      moveAside(old)
      files.append(File(units: [written]))
      written += 1
      setName(files.count - 1)
    case .remove:
      guard named != nil else { return false }
      setName(nil)
    case .putBack:
      guard named == nil, let old = aside.popLast() else { return false }
      // A file that had a successor is closed at some moment, and then a stranger that is read from
      // its start when it comes back.
      guard let last = open.max(by: { $0.key.number < $1.key.number }), last.value == old,
        !pending.contains(.close(last.key))
      else { return false }
      setName(old)
    case .cut:
      guard let named else { return false }
      tell(named)
      guard !files[named].units.isEmpty else { return true }
      files[named] = File(cuts: files[named].cuts + 1)
    }
    return true
  }

  private mutating func moveAside(_ file: Int) {
    aside.append(file)
    // What was moved before anybody followed the name is none of its log.
    guard isNameWatched else { return }
    files[file].unitsWhenMoved = files[file].units.count
    moves.append(file)
  }

  private mutating func write(to file: Int) {
    files[file].units.append(written)
    written += 1
    tell(file)
  }

  /// Whether the unit before the offset is the one that was read last: no two are alike.
  private func isSame(_ file: Int) -> Bool {
    guard machine.offset > 0 else { return true }
    let last = segments.last { $0.file == file && !$0.units.isEmpty }?.units.last
    return files[file].units.dropFirst(machine.offset - 1).first == last
  }

  private mutating func setName(_ file: Int?) {
    named = file
    if isNameWatched { nameChange = nameChange ?? now }
  }

  private mutating func tell(_ file: Int) {
    if let watched, open[watched] == file { contentsChange = contentsChange ?? now }
  }

  // MARK: - The follower

  /// Lets the follower go one step on.
  ///
  /// - Returns: Whether there was such a step.
  mutating func take(_ step: Step) -> Bool {
    switch step {
    case .act:
      guard !pending.isEmpty else { return false }
      carryOut(pending.removeFirst())
    case .tellName:
      guard nameChange != nil else { return false }
      nameChange = nil
      tellMoves()
      send(.changed(.name))
    case .tellContents:
      guard contentsChange != nil else { return false }
      contentsChange = nil
      send(.changed(.contents))
    case .passTime:
      guard let time = wake else { return false }
      now = max(now, time)
      wake = nil
      send(.wakened)
    }
    return true
  }

  /// Lets the follower do all there is, time passing as it wishes.
  mutating func settle(stepLimit: Int = 400) {
    for _ in 0..<stepLimit {
      guard fault == nil else { return }
      guard Step.allCases.contains(where: { take($0) }) else { return }
    }
    fault = "the follower never comes to rest"
  }

  private mutating func tellMoves() {
    guard !moves.isEmpty else { return }
    held += moves
    let count = moves.count
    moves = []
    send(.movedAway(count: count))
  }

  private mutating func send(_ event: FollowMachine.Event) {
    pending += machine.apply(event, at: now)
  }

  private mutating func carryOut(_ action: FollowMachine.Action) {
    switch action {
    case .watchName:
      isNameWatched = true
    case .unwatchName:
      isNameWatched = false
    case .open(let file):
      // A move that happened before is told before.
      tellMoves()
      if let named {
        open[file] = named
        send(.opened(FileIdentity(device: 1, inode: UInt64(named)), offset: 0))
      } else {
        send(.openFailed(FollowFailure(.missing, .open, code: 2)))
      }
    case .takeMoved(let file):
      let number = held.removeFirst()
      open[file] = number
      send(.movedTaken(FileIdentity(device: 1, inode: UInt64(number))))
    case .forgetMoved(let count):
      for file in held.prefix(count) { files[file].unitsWhenMoved = nil }
      held.removeFirst(count)
    case .check(let file, let asksName):
      check(file, asksName)
    case .read(let file, let offset, let limit):
      read(file, offset, limit)
    case .watch(let file):
      if watched != nil { fault = "two files are watched" }
      watched = file
    case .unwatch(let file):
      if watched != file { fault = "a file is unwatched that was not watched" }
      watched = nil
    case .began(let offset, _):
      guard let file = machine.current.flatMap({ open[$0] }) else { return }
      isCaughtUp = false
      segments.append(Segment(file: file, cuts: files[file].cuts, offset: offset))
    case .note(let note):
      notes.append(note)
    case .caughtUp:
      isCaughtUp = true
    case .close(let file):
      close(file)
    case .wake(let time):
      wake = time
    case .failed(let failure):
      self.failure = failure
    case .ended:
      hasEnded = true
    }
  }

  private mutating func check(_ file: FollowedFile?, _ asksName: Bool) {
    // A move is told before another file can be seen at the name, and what happened a while ago is
    // told before anybody looks.
    if !moves.isEmpty {
      tellMoves()
      send(.checkPostponed)
      return
    }
    if let time = nameChange, time < now { nameChange = nil }
    var wasTold = false
    if let time = contentsChange, time < now {
      contentsChange = nil
      wasTold = true
    }
    let number = file.flatMap { open[$0] }
    if let number {
      files[number].looked = files[number].units.count
      if machine.offset == 0 {
        // Nothing was read of it yet, so a cut is none to its reader.
        segments[segments.count - 1].cuts = files[number].cuts
      }
    }
    let identity = named.map { FileIdentity(device: 1, inode: UInt64($0)) }
    let missing = FollowFailure(.missing, .open, code: 2)
    let name = identity.map { FollowMachine.Check.Name.file($0) } ?? .failed(missing)
    send(
      .checked(
        FollowMachine.Check(
          name: asksName ? name : .unasked,
          size: number.map { files[$0].units.count },
          isSame: number.map(isSame) ?? true,
          wasTold: wasTold,
          isWatched: true
        )
      )
    )
  }

  private mutating func read(_ file: FollowedFile, _ offset: Int, _ limit: Int) {
    guard let number = open[file] else {
      fault = "a file is read that is not open"
      return
    }
    if offset == 0 {
      segments[segments.count - 1].cuts = files[number].cuts
    }
    guard files[number].units.count <= offset || isSame(number) else {
      send(.readOvertaken)
      return
    }
    let units = files[number].units.dropFirst(offset).prefix(limit)
    segments[segments.count - 1].units += units
    if !units.isEmpty { isCaughtUp = false }
    send(.readEnded(count: units.count, isAtEnd: units.count < limit))
  }

  private mutating func close(_ file: FollowedFile) {
    if watched == file { watched = nil }
    guard let number = open.removeValue(forKey: file) else {
      fault = "a file is closed that is not open"
      return
    }
    // Another opening of the same file goes on with it.
    guard !open.values.contains(number), let last = segments.last(where: { $0.file == number })
    else { return }
    if last.cuts == files[number].cuts, last.offset + last.units.count < files[number].looked {
      fault = "a file was closed before its end was read"
    }
  }
}

extension World {
  /// Says what is wrong with where the follower came to rest, compared with a perfect one.
  func verdict() -> String? {
    if let fault { return fault }
    let all = segments.flatMap(\.units)
    if Set(all).count != all.count { return "a unit came twice: \(all)" }
    for segment in segments where segment.units != segment.units.sorted() {
      return "units came out of order: \(segment)"
    }
    let given = Set(all)
    for file in files where file.cuts == 0 {
      let lost = file.units.prefix(file.unitsWhenMoved ?? 0).filter { !given.contains($0) }
      if !lost.isEmpty { return "\(lost) were written before a move, and lost" }
    }
    if let wake { return "a timer is armed at rest, at \(wake)" }
    let isMissing = notes.reduce(false) { isMissing, note in
      switch note {
      case .gone, .waiting: true
      case .back: false
      default: isMissing
      }
    }
    guard let named else {
      return isMissing ? nil : "nobody was told that the name is gone: \(notes)"
    }
    if isMissing { return "nobody was told that the name is back: \(notes)" }
    guard let last = segments.last, last.file == named, last.cuts == files[named].cuts else {
      return "the last file was not begun"
    }
    // What came before the segment's offset was given by an earlier segment of the same file.
    let expected = files[named].units.dropFirst(last.offset)
    if last.units != Array(expected) { return "\(last.units) instead of \(expected)" }
    if !isCaughtUp { return "nobody was told that the end was reached" }
    if watched.flatMap({ open[$0] }) != named { return "the file is not watched at rest" }
    if open.count != 1 { return "\(open.count) files are open at rest" }
    return nil
  }
}
