import SiltBytes
import SiltKit

/// Where the content of a stream begins, found while its bytes come by.
///
/// What is counted from the start is left out; what is counted from the end is held until the end
/// came, and no more of it than may be needed.
struct StreamBegin {
  private enum State {
    /// What comes is content.
    case begun
    case skippingLines(UInt64)
    case skippingBytes(UInt64)
    case holding(StreamTail)
  }

  private var state: State
  private let delimiter: UInt8

  /// Everything is content.
  static let all = StreamBegin(.standard)

  /// Creates the beginning of a stream.
  ///
  /// - Parameters:
  ///   - begin: Where its content begins; `.standard` is everything.
  ///   - delimiter: What ends a line.
  init(_ begin: Options.Begin, delimiter: UInt8 = NewlineScan.newline) {
    self.delimiter = delimiter
    state =
      switch begin {
      case .standard, .line(...1), .byte(...1): .begun
      case .line(let line): .skippingLines(line - 1)
      case .byte(let byte): .skippingBytes(byte - 1)
      case .lastLines(let count):
        .holding(StreamTail(.lines, count: count, delimiter: delimiter))
      case .lastBytes(let count):
        .holding(StreamTail(.bytes, count: count, delimiter: delimiter))
      }
  }

  /// Takes the next bytes in.
  ///
  /// - Parameter bytes: What was read, in the order of the stream.
  /// - Returns: How many bytes at their start are not to be written now.
  mutating func take(_ bytes: Span<UInt8>) -> Int {
    switch state {
    case .begun:
      return 0
    case .skippingLines(let count):
      // Safe: bytes have no padding that could be read uninitialised.
      let span = unsafe bytes.bytes
      let lines = NewlineScan.count(of: delimiter, in: span)
      guard lines >= count else {
        state = .skippingLines(count - UInt64(lines))
        return bytes.count
      }
      state = .begun
      return NewlineScan.first(Int(count), of: delimiter, in: span).map { $0 + 1 } ?? bytes.count
    case .skippingBytes(let count):
      let skipped = Int(min(count, UInt64(bytes.count)))
      state = count == skipped ? .begun : .skippingBytes(count - UInt64(skipped))
      return skipped
    case .holding(var tail):
      // The only reference to the held bytes has to be `tail`, or they are copied.
      state = .begun
      tail.append(bytes)
      state = .holding(tail)
      return bytes.count
    }
  }

  /// Hands over what was held, when the end came.
  ///
  /// - Parameter write: Called with the pieces in order.
  func finish(_ write: (Span<UInt8>) -> Void) {
    guard case .holding(let tail) = state else { return }
    tail.forEachPiece(write)
  }
}

extension StreamSkip {
  /// What of a stream's beginning is left out, where that is counted from its start.
  init(_ begin: Options.Begin) {
    switch begin {
    case .line(let line): self.init(lines: Int(clamping: max(line, 1) - 1))
    case .byte(let byte): self.init(bytes: Int(clamping: max(byte, 1) - 1))
    case .standard, .lastLines, .lastBytes: self.init()
    }
  }
}

/// The last lines or bytes of a stream that has not ended yet.
struct StreamTail {
  enum Unit {
    case lines
    case bytes
  }

  private struct Chunk {
    var bytes: ContiguousArray<UInt8> = []
    var newlines: UInt64 = 0

    func count(of unit: Unit) -> UInt64 {
      unit == .lines ? newlines : UInt64(bytes.count)
    }
  }

  private let unit: Unit
  private let count: UInt64
  private let delimiter: UInt8
  private let chunkSize: Int
  private var chunks: [Chunk] = []
  /// The first chunk that is still held; those before it are empty.
  private var first = 0
  /// How many newlines or bytes the held chunks have.
  private var total: UInt64 = 0

  /// Creates an empty tail.
  ///
  /// - Parameters:
  ///   - unit: What is counted.
  ///   - count: How many of them are wanted.
  ///   - delimiter: What ends a line.
  ///   - chunkSize: The bytes that are held or dropped as one, at least 1.
  init(
    _ unit: Unit,
    count: UInt64,
    delimiter: UInt8 = NewlineScan.newline,
    chunkSize: Int = 64 << 10
  ) {
    self.unit = unit
    self.count = count
    self.delimiter = delimiter
    self.chunkSize = chunkSize
  }

  /// Holds the next bytes and drops what cannot be needed any more.
  mutating func append(_ bytes: Span<UInt8>) {
    var rest = 0..<bytes.count
    while !rest.isEmpty {
      if chunks.count == first || chunks[chunks.count - 1].bytes.count >= chunkSize {
        chunks.append(Chunk())
        chunks[chunks.count - 1].bytes.reserveCapacity(chunkSize)
      }
      let last = chunks.count - 1
      let room = chunkSize - chunks[last].bytes.count
      let piece = bytes.extracting(rest.prefix(room))
      rest = rest.dropFirst(room)
      let before = chunks[last].count(of: unit)
      unsafe piece.withUnsafeBufferPointer { unsafe chunks[last].bytes.append(contentsOf: $0) }
      // Safe: bytes have no padding that could be read uninitialised.
      chunks[last].newlines += UInt64(unsafe NewlineScan.count(of: delimiter, in: piece.bytes))
      total += chunks[last].count(of: unit) - before
      drop()
    }
  }

  /// Drops the chunks before the one in which the content begins whatever comes.
  ///
  /// N lines need N + 1 newlines when the last byte is one: the one before the first line, too.
  private mutating func drop() {
    while chunks.count - first > 1, total - chunks[first].count(of: unit) > count {
      total -= chunks[first].count(of: unit)
      chunks[first] = Chunk()
      first += 1
    }
    if first > chunks.count / 2 {
      chunks.removeFirst(first)
      first = 0
    }
  }

  /// Hands over the last lines or bytes.
  ///
  /// - Parameter body: Called with the pieces in order.
  func forEachPiece(_ body: (Span<UInt8>) -> Void) {
    guard let (chunk, byte) = start else { return }
    for index in chunk..<chunks.count {
      let held = chunks[index].bytes
      body(held.span.extracting((index == chunk ? byte : 0)..<held.count))
    }
  }

  /// The chunk and the byte in it where the last lines or bytes begin.
  private var start: (chunk: Int, byte: Int)? {
    guard chunks.count > first, count > 0 else { return nil }
    switch unit {
    case .bytes:
      // All but the first chunk together are needed, or it would have been dropped.
      return (first, Int(total - min(count, total)))
    case .lines:
      // A last line without its newline is one, too.
      var wanted = count
      if chunks[chunks.count - 1].bytes.last != delimiter { wanted -= 1 }
      guard total > wanted else { return (first, 0) }
      var toSkip = total - wanted
      for index in first..<chunks.count {
        guard chunks[index].newlines >= toSkip else {
          toSkip -= chunks[index].newlines
          continue
        }
        // A span of a property cannot be handed on. Shared until the return only: never copied.
        let held = chunks[index].bytes
        // Safe: bytes have no padding that could be read uninitialised.
        let bytes = unsafe held.span.bytes
        return NewlineScan.first(Int(toSkip), of: delimiter, in: bytes).map { (index, $0 + 1) }
      }
      return nil
    }
  }
}
