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
  var runs: ContiguousArray<Run> = []

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
  }

  /// How many bytes can still be written; the runs' own records count as memory.
  var room: Int {
    max(0, unsafe memory.count - used - runs.count * MemoryLayout<Run>.stride)
  }

  /// Lets bytes be written at the end.
  ///
  /// - Parameters:
  ///   - limit: How many bytes at most.
  ///   - write: Writes to the buffer and returns the number of bytes written, or at most 0.
  /// - Returns: What `write` returned.
  func append(atMost limit: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    let end = min(unsafe memory.count, used + min(limit, room))
    let written = unsafe write(UnsafeMutableRawBufferPointer(rebasing: memory[used..<end]))
    precondition(written <= end - used, "more bytes than the buffer holds")
    used += max(0, written)
    return written
  }

  /// Copies bytes of this or another chunk to the end.
  func append(_ bytes: Range<Int>, of other: Chunk) {
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[used..<used + bytes.count])
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: other.memory[bytes]))
    used += bytes.count
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
}
