internal import SiltCore
internal import SiltFollow
internal import SiltScreen
internal import SiltSystem
internal import SiltText

/// What is shown of a file, above what the ring holds.
extension Session {
  /// Where the view is to go as soon as it is known where that is.
  enum Jump: Hashable {
    case line(Int, segment: SegmentID)
    case percent(Int)
  }

  /// Begins a generation of a file: all of it can be read back.
  ///
  /// - Parameters:
  ///   - offset: Where in the file the content begins.
  ///   - reason: Why it begins.
  ///   - source: The number of its source.
  func beginFile(at offset: Int, _ reason: GenerationReason, of source: Int) {
    // In the order of arrival what is not held has no place.
    guard !isMerged, let file = input?.duplicateFile(of: source) else {
      beginSegment(at: offset, of: source)
      return
    }
    if reason == .truncated, let cut = sources[source].segment { loseHistory(of: cut) }
    beginSegment(at: offset, of: source, hasHistory: true)
    guard let segment = sources[source].segment else { return }
    history.keepOnly { [ring] in ring.segment($0)?.hasHistory == true }
    if let oldest = history.keep(file, for: segment) { loseHistory(of: oldest) }
  }

  /// Decides where reading of a file goes on: what the ring would drop again is not read at all.
  ///
  /// - Parameters:
  ///   - unread: The offsets of the bytes to be read.
  ///   - source: The number of the source.
  /// - Returns: The first offset that is read.
  func firstWanted(of unread: Range<Int>, of source: Int) -> Int {
    guard unread.count > ring.capacity, !isMerged, tee == nil, let id = sources[source].segment,
      let segment = ring.segment(id), segment.hasHistory,
      // Who looks at older lines is told how many have come.
      viewport.isFollowing || segment.end == segment.start
    else { return unread.lowerBound }
    // As little as the first frame needs: all of it can be read back.
    let start = unread.upperBound - ring.chunkBytes
    ring.skip(id, to: start)
    apply(.dropped)
    countLines()
    return start
  }

  /// What the ring does not hold of a segment is gone.
  func loseHistory(of segment: SegmentID) {
    ring.loseHistory(of: segment)
    history.forget(segment)
    formerRows = nil
    apply(.dropped)
  }

  // MARK: Blocks

  /// Loads a block, and then goes on with what waits for it.
  func load(_ block: BlockID) {
    guard !blocksInFlight.contains(block) else { return }
    guard let range = ring.range(of: block) else {
      // What waited for it asks again, and is told that it is gone.
      queue.async { [weak self] in self?.resumeWaiting() }
      return
    }
    blocksInFlight.insert(block)
    history.read(range, of: block.segment) { [weak self] bytes in
      guard let self, !hasLeft else { return }
      blocksInFlight.remove(block)
      if !ring.loaded(block, bytes, of: range) { loseHistory(of: block.segment) }
      resumeWaiting()
    }
  }

  /// Loads a block while the caller waits, as on leaving, where nothing else is to be done.
  ///
  /// - Returns: Whether it is there.
  func loadNow(_ block: BlockID) -> Bool {
    guard let range = ring.range(of: block) else { return false }
    return ring.loaded(block, history.readNow(range, of: block.segment), of: range)
  }

  /// Goes on with what waited: a move of the view, a jump, a frame.
  private func resumeWaiting() {
    guard !hasLeft else { return }
    apply(.resumed)
    if let jump = pendingJump { self.jump(to: jump) }
    if describesWhenCounted, !viewport.isMoving, !isViewToBeCounted { describe() }
    takeTypedAhead()
    region.paintNow()
  }

  // MARK: Jumps

  /// Goes somewhere, now or when it is known where that is; any key drops the wish.
  func jump(to jump: Jump) {
    pendingJump = nil
    switch jump {
    case .line(let number, let segment): jumpToLine(number, of: segment)
    case .percent(let percent): jumpToPercent(percent)
    }
  }

  /// Puts a line of a file onto the first row.
  private func jumpToLine(_ number: Int, of segment: SegmentID) {
    guard let above = linesAbove(segment) else {
      pendingJump = .line(number, segment: segment)
      message = "counting lines"
      for source in sources where source.head?.segment == segment {
        findLinesAbove(of: source.id.rawValue)
      }
      return
    }
    switch ring.find(line: max(0, number - 1 - above), of: segment) {
    case .line(let position):
      message = nil
      apply(.jumped(to: .line(position)))
    case .needs(let block):
      pendingJump = .line(number, segment: segment)
      load(block)
    case .uncounted:
      pendingJump = .line(number, segment: segment)
      countLines()
    case .notYet:
      message = "line \(number.groupedByThousands) is not there yet"
    case .gone:
      apply(.jumped(to: nil))
      message = "line \(number.groupedByThousands) was dropped: this is the oldest"
    }
  }

  private func jumpToPercent(_ percent: Int) {
    var found: (position: Position, isDropped: Bool)?
    switch content.lines {
    case .merged(let lines):
      found = lines.line(behind: Double(percent) / 100)
    case .one(let lines):
      let total = ring.byteCount(of: lines.source)
      let bytes = min(Int(Double(total) * Double(percent) / 100), max(total - 1, 0))
      switch ring.find(byte: bytes, of: lines.source) {
      case .line(let position): found = (position, false)
      case .needs(let block):
        pendingJump = .percent(percent)
        load(block)
        return
      case .uncounted, .notYet: break
      case .gone:
        apply(.jumped(to: nil))
        message = "\(percent)% was dropped: this is the oldest"
        return
      }
    }
    apply(.jumped(to: found.map { .line($0.position) }))
    if found?.isDropped == true { message = "\(percent)% was dropped: this is the oldest" }
  }

  // MARK: Counting

  /// Whether somebody waits for line numbers or counts.
  private var wantsCount: Bool {
    if case .line = pendingJump { return true }
    return numbersLines || describesWhenCounted
  }

  /// Counts the lines that the ring never saw, in the background, as long as somebody wants to know.
  func countLines() {
    guard !isCounting, wantsCount, let (segment, range) = nextToCount else { return }
    isCounting = true
    tellCountingProgress(of: segment)
    history.count(range, of: segment, blockBytes: ring.blockBytes) { [weak self] newlines in
      guard let self, !hasLeft else { return }
      isCounting = false
      if let newlines {
        ring.counted(range, newlines, of: segment)
      } else {
        loseHistory(of: segment)
      }
      guard wantsCount else { return }
      if nextToCount != nil {
        countLines()
        region.clockTurned()
      } else {
        counted()
      }
    }
  }

  /// The bytes to count next, if there are any left; only one source alone can have some.
  private var nextToCount: (segment: SegmentID, range: Range<Int>)? {
    for segment in ring.segmentsWithHistory(of: sources[0].id) {
      if let range = ring.rangeToCount(of: segment, atMost: HistoryReader.countedBytes) {
        return (segment, range)
      }
    }
    return nil
  }

  private func tellCountingProgress(of segment: SegmentID) {
    let (counted, total) = ring.countingProgress(of: segment)
    let share = Double(counted) / Double(max(total, 1)) * 100
    message = "counting \(Int(share))%"
  }

  private func counted() {
    message = nil
    if describesWhenCounted { describe() }
    updateLayout()
    if let jump = pendingJump { self.jump(to: jump) }
    takeTypedAhead()
    region.paintNow()
  }

  /// Whether the lines of the file in view are not all counted, and can be.
  private var isViewToBeCounted: Bool {
    segmentInView.map { ring.rangeToCount(of: $0, atMost: 1) != nil } ?? false
  }

  /// Says where the view stands, as soon as it stands there and the lines of the file are counted.
  func describe() {
    describesWhenCounted = viewport.isMoving || isViewToBeCounted
    guard !describesWhenCounted else {
      countLines()
      return
    }
    switch description() {
    case .value(let text): message = text
    case .needs(let block):
      describesWhenCounted = true
      load(block)
    }
  }
}
