internal import SiltCore
internal import SiltFollow
internal import SiltScreen
internal import SiltSystem
internal import SiltText

/// Saving all lines.
extension Session {
  /// Lines that are being saved.
  struct Save {
    /// Told from those before it: what comes of a cancelled one does not count.
    let number: Int
    /// The file's name, inert.
    let name: String
    /// Where to; nil while it is opened.
    var file: OutputFile?
    /// What is not written yet, the last part first: what is taken off the end lets go of its memory
    /// at once.
    var reversedRest: [SaveWriter.Part] = []
    var total = 0
    var written = 0
    /// Nothing is read meanwhile: see `slowInput()`.
    var holdsInput = false
    /// The user left: that is done when all is saved.
    var leavesThen = false

    /// What the status row says of it.
    var progress: String {
      let share = Int(Double(written) / Double(max(total, 1)) * 100)
      return "saving \(share)%" + (leavesThen ? ", then leaving" : "") + "  Esc cancels"
    }

    /// Takes the parts that are written together.
    mutating func takeSlice() -> [SaveWriter.Part] {
      var slice: [SaveWriter.Part] = []
      var room = SaveWriter.sliceBytes
      while room > 0, let part = reversedRest.popLast() {
        if case .file(let file, let range) = part, range.count > room {
          let border = range.lowerBound + room
          slice.append(.file(file, range.lowerBound..<border))
          reversedRest.append(.file(file, border..<range.upperBound))
          return slice
        }
        slice.append(part)
        room -= part.count
      }
      return slice
    }

    /// The number of the oldest chunk that is still to be written.
    var oldestChunk: Int? {
      for case .held(let bytes) in reversedRest.reversed() { return bytes.chunkNumber }
      return nil
    }
  }

  /// How many bytes may be held for a save alone before reading waits for it.
  private static let savedBytesLimit = 1 << 20

  // MARK: The name

  /// Asks for a name.
  func askForName() {
    guard save == nil else { return }
    refusedName = nil
    prompt = Prompt("save to: ")
  }

  /// Takes in a key while something is asked for.
  func pressedInPrompt(_ key: Key) {
    guard var prompt else { return }
    let progress = prompt.pressed(key)
    self.prompt = progress == .typing ? prompt : nil
    if progress == .entered, !prompt.text.isEmpty { startSave(prompt.text) }
  }

  /// Opens the file; one that is there only when its name was refused, and typed again with `!`.
  private func startSave(_ text: String) {
    // The sign alone means that name, too.
    let replaces = refusedName.map { text == $0 + "!" || text == "!" } ?? false
    let name = replaces ? refusedName ?? text : text
    whenWriting?()
    saveCount += 1
    let number = saveCount
    save = Save(number: number, name: inertText(name))
    saver.open(name, replaces: replaces, beside: watchedFiles) { [weak self] opening in
      guard let self, !hasLeft, save?.number == number else { return }
      switch opening {
      case .opened(let file): began(file)
      case .exists:
        save = nil
        refusedName = name
        message = nil
        prompt = Prompt("'\(inertText(name))' exists, again with !: ")
      case .isWatched: endSave("'\(inertText(name))' is what is watched")
      case .failed(let error): endSave(error.description)
      }
      region.paintNow()
    }
  }

  /// The files that lines come from.
  private var watchedFiles: Set<FileIdentity> {
    history.identities.union(sources.indices.compactMap { input?.identity(of: $0) })
  }

  // MARK: The bytes

  /// All lines that are there now are written, slice by slice.
  private func began(_ file: OutputFile) {
    var parts: [SaveWriter.Part] = []
    for bytes in content.lines.bytes {
      switch bytes {
      case .held(let held): parts.append(.held(held))
      case .newline: parts.append(.newline)
      case .history(let segment, let range):
        // Kept open for as long as it takes, whatever becomes of the history.
        guard let source = history.file(of: segment) else {
          endSave("cannot be read any more: '\(save?.name ?? "")' is incomplete")
          return
        }
        parts.append(.file(source, range))
      }
    }
    save?.file = file
    save?.total = parts.reduce(0) { $0 + $1.count }
    save?.reversedRest = parts.reversed()
    saveOn()
  }

  private func saveOn() {
    guard let file = save?.file, let number = save?.number else { return }
    let slice = save?.takeSlice() ?? []
    slowInput()
    guard !slice.isEmpty else {
      saver.close(file) { [weak self] outcome in
        guard let self, !hasLeft, save?.number == number else { return }
        wrote(0, outcome, isLast: true)
      }
      return
    }
    let count = slice.reduce(0) { $0 + $1.count }
    saver.write(slice, to: file) { [weak self] outcome in
      guard let self, !hasLeft, save?.number == number else { return }
      wrote(count, outcome, isLast: false)
    }
  }

  private func wrote(_ count: Int, _ outcome: SaveWriter.Slice, isLast: Bool) {
    guard let save else { return }
    switch outcome {
    case .failed(let error): endSave(error.description)
    case .gone: endSave("cannot be read any more: '\(save.name)' is incomplete")
    case .written where isLast:
      endSave("saved \(sizeText(save.total)) to '\(save.name)'")
      if save.leavesThen { leave(wasInterrupted && hasEnded ? .interrupted : .asked) }
    case .written:
      self.save?.written += count
      saveOn()
      region.clockTurned()
      return
    }
    region.paintNow()
  }

  /// Stops saving; what was written stays, and it is told that this is not all.
  func cancelSave() {
    guard let save else { return }
    endSave("cancelled: '\(save.name)' is incomplete")
  }

  private func endSave(_ text: String) {
    save?.reversedRest = []
    slowInput()
    save = nil
    message = text
  }

  /// Lets reading wait while more of what the ring dropped is held for a save than memory is meant
  /// for, and go on when it was written.
  func slowInput() {
    guard let save, startingSource == nil else { return }
    let chunks = save.oldestChunk.map { (ring.oldestChunk ?? $0) - $0 } ?? 0
    let isBehind = chunks * ring.chunkBytes > Self.savedBytesLimit
    guard isBehind != save.holdsInput else { return }
    self.save?.holdsInput = isBehind
    if isBehind {
      input?.pauseReading()
      command?.process.pauseReading()
    } else {
      input?.resumeReading()
      command?.process.resumeReading()
    }
  }
}
