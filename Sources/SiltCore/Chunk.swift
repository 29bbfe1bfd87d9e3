/// A piece of the ring's memory and the runs in it.
///
/// A class, because the ring hands one on to be filled again when it drops it. It owns its memory
/// alone and lends it for the length of a call, which makes it safe to use.
@safe
final class Chunk {
  /// A stretch of bytes that one source wrote without another one in between.
  ///
  /// A run begins where a line or a piece begins. All of it are whole lines, but for the newest run
  /// of a segment, which may end in the segment's unfinished line.
  struct Run {
    let segment: SegmentID
    /// The segment's offset of the first byte.
    let offset: Int
    /// Where that byte lies in the chunk.
    let start: Int
    var count: Int
    /// When the first byte arrived, in nanoseconds of the caller's clock.
    let arrival: UInt64
    /// How many lines end in it.
    var newlines: Int

    var end: Int { offset + count }
  }

  /// The chunk's number in the ring's life.
  private(set) var serial: Int
  private(set) var used = 0
  /// In the order of their bytes.
  private(set) var runs: ContiguousArray<Run> = []
  /// How many bytes of the memory were ever written to, and so have pages.
  private var touched = 0
  /// Where a run was found last: whoever walks along lines asks for one nearby next.
  private var lastFound = 0

  // Unsafe memory because read(2) goes straight into it: bytes of an array would be copied once
  // more. Allocated here, freed in `deinit`, never handed out but for the length of a call.
  private let memory: UnsafeMutableRawBufferPointer

  /// Creates an empty chunk.
  ///
  /// - Parameters:
  ///   - byteCount: How many bytes it can hold.
  ///   - serial: Its number in the ring's life.
  init(byteCount: Int, serial: Int) {
    self.serial = serial
    unsafe memory = .allocate(byteCount: byteCount, alignment: 64)
  }

  deinit {
    unsafe memory.deallocate()
  }

  /// Empties the chunk for another turn in the ring.
  ///
  /// Its memory was written to before and has its pages already: filling it again costs no page
  /// fault.
  ///
  /// - Parameter serial: The chunk's new number.
  func reset(serial: Int) {
    self.serial = serial
    used = 0
    runs.removeAll(keepingCapacity: true)
    lastFound = 0
  }

  /// How many bytes can still be written; the runs' own records count as memory.
  var room: Int {
    max(0, unsafe memory.count - used - runs.count * MemoryLayout<Run>.stride)
  }

  /// Lets bytes be written at the end; `keep(_:)` makes them part of it.
  ///
  /// - Parameters:
  ///   - limit: How many bytes at most.
  ///   - gap: How many bytes are left free in front of them; less than the room.
  ///   - write: Writes to the buffer and returns the number of bytes written, or at most 0.
  /// - Returns: What `write` returned.
  func write(
    atMost limit: Int,
    behind gap: Int,
    _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) -> Int {
    let start = used + gap
    let end = min(unsafe memory.count, start + min(limit, room - gap))
    let written = unsafe write(UnsafeMutableRawBufferPointer(rebasing: memory[start..<end]))
    precondition(written <= end - start, "more bytes than the buffer holds")
    return written
  }

  /// Takes in bytes that were written at the end.
  func keep(_ count: Int) {
    used += count
    touched = max(touched, used)
  }

  /// Copies bytes of this or another chunk to the end.
  func append(_ bytes: Range<Int>, of other: Chunk) {
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[used..<used + bytes.count])
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: other.memory[bytes]))
    keep(bytes.count)
  }

  /// Adds a run behind the others.
  func append(_ run: Run) {
    // Not doubled: the room of many short runs would be as much memory again.
    if runs.count == runs.capacity { runs.reserveCapacity(runs.count + max(1, runs.count / 8)) }
    runs.append(run)
  }

  /// Bytes were read behind the last run, which they belong to.
  func extendLastRun(by bytes: Int, newlines: Int) {
    runs[runs.count - 1].count += bytes
    runs[runs.count - 1].newlines += newlines
  }

  /// Takes bytes that were copied elsewhere off a run's end, and the run off the list if it has no
  /// others.
  func shortenRun(_ index: Int, by bytes: Int) {
    runs[index].count -= bytes
    if runs[index].count == 0 { runs.remove(at: index) }
  }

  /// How much memory it takes: its size, or more where bytes of an earlier turn in the ring and many
  /// short runs come together.
  var memoryBytes: Int {
    let size = unsafe memory.count
    let needed = touched + runs.capacity * MemoryLayout<Run>.stride
    return needed > size + size / 16 ? needed : size
  }

  /// Lends the bytes of a range.
  func withBytes<R>(_ range: Range<Int>, _ body: (RawSpan) -> R) -> R {
    let buffer = unsafe UnsafeRawBufferPointer(rebasing: memory[range])
    return unsafe body(buffer.bytes)
  }

  /// The first run of a segment in this chunk.
  func firstRun(of segment: SegmentID) -> Run? {
    runs.first { $0.segment == segment }
  }

  /// Finds a mark by its number.
  ///
  /// - Complexity: as `index(ofRunOf:holding:)`.
  func index(ofMark number: Int) -> Int? {
    nearest { $0.segment == .marks && $0.offset == number }
  }

  /// Finds the run of a segment that holds a byte; for the offset after its last byte here, its last
  /// run.
  ///
  /// - Complexity: O(*d*), where *d* is how many runs lie between it and the one that was found
  ///   before.
  func index(ofRunOf segment: SegmentID, holding offset: Int) -> Int? {
    nearest { $0.segment == segment && $0.offset <= offset && offset < $0.end }
      ?? runs.lastIndex { $0.segment == segment && $0.offset <= offset }
  }

  /// Finds a run, looking first where one was found last.
  private func nearest(_ isIt: (Run) -> Bool) -> Int? {
    let runs = runs
    let start = min(lastFound, runs.count - 1)
    guard start >= 0 else { return nil }
    if isIt(runs[start]) { return start }
    var below = start - 1
    var above = start + 1
    while below >= 0 || above < runs.count {
      if below >= 0, isIt(runs[below]) {
        lastFound = below
        return below
      }
      if above < runs.count, isIt(runs[above]) {
        lastFound = above
        return above
      }
      below -= 1
      above += 1
    }
    return nil
  }
}
