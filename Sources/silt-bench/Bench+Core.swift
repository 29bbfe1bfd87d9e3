import SiltBytes
import SiltCore
import SiltScreen
import SiltSystem
import SiltText

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Keeps the optimiser from leaving out work whose result nobody looks at.
@inline(never)
private func use<Value>(_ value: Value) {}

extension Bench {
  /// How often each micro-benchmark is timed.
  private var repetitions: Int { rounds(200, short: 50) }

  /// The processor time of this thread in nanoseconds: what others do meanwhile does not count.
  private static func threadTime() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Times some works in turns, each often enough for the clock.
  ///
  /// - Parameters:
  ///   - works: What to time.
  ///   - figure: Makes the figure of the nanoseconds that one call took.
  ///   - outcome: Where the figures go.
  private func time(
    _ works: [(name: String, run: () -> Void)],
    _ figure: (Double) -> Double = { $0 },
    into outcome: inout Outcome
  ) {
    let leastNanoseconds: UInt64 = 1_000_000
    var values = [[Double]](repeating: [], count: works.count)
    var calls = [Int](repeating: 1, count: works.count)
    for index in works.indices {
      while true {
        let start = Self.threadTime()
        for _ in 0..<calls[index] { works[index].run() }
        if Self.threadTime() - start >= leastNanoseconds { break }
        calls[index] *= 2
      }
    }
    for _ in 0..<repetitions {
      for index in works.indices {
        let start = Self.threadTime()
        for _ in 0..<calls[index] { works[index].run() }
        let time = Double(Self.threadTime() - start) / Double(calls[index])
        values[index].append(figure(time))
      }
    }
    for (work, values) in zip(works, values) {
      outcome.figures.append(Figure(name: work.name, spread: Spread(values)))
    }
  }

  /// Bytes a second of a ring that receives, beside the least that there is to do and the same work line by line.
  func ringReceive() -> Outcome {
    // Short lines: whatever is done a line would show.
    let source = ContiguousArray((0..<26_214).flatMap { "\(100_000_000 + $0)\n".utf8 })
    let count = source.count
    let ring = Ring(capacity: 4 << 20)
    let segment = ring.beginSegment(of: SourceID(rawValue: 0))
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    defer { unsafe memory.deallocate() }
    var outcome = Outcome(unit: "GB/s")
    time(
      [
        (
          "receive",
          {
            var rest = source[...]
            while !rest.isEmpty {
              let received = unsafe ring.receive(from: segment, atMost: rest.count, at: 0) {
                buffer in
                let count = min(buffer.count, rest.count)
                unsafe rest.withUnsafeBytes {
                  unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
                }
                return count
              }
              rest = rest.dropFirst(received.bytes)
            }
          }
        ),
        (
          "copy and count",
          {
            unsafe source.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
            use(unsafe NewlineScan.count(in: UnsafeRawBufferPointer(memory).bytes))
          }
        ),
        (
          "line by line",
          {
            unsafe source.withUnsafeBytes { bytes in
              var start = 0
              while start < count,
                let length = unsafe NewlineScan.first(in: bytes.bytes.extracting(start..<count))
              {
                unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyMemory(
                  from: UnsafeRawBufferPointer(rebasing: bytes[start...start + length])
                )
                start += length + 1
              }
            }
          }
        ),
      ],
      { Double(count) / $0 },
      into: &outcome
    )
    // A bare copy is no measure: how fast it is depends on where memory happens to lie.
    outcome.steadyBound("receive", over: "line by line", .atLeast, 5)
    return outcome
  }

  /// Bytes a second of the vectorised count, beside a loop over the bytes.
  func newlineCount() -> Outcome {
    let block = LogText.block(ofBytes: 256 << 10)
    var outcome = Outcome(unit: "GB/s")
    time(
      [
        ("vectorised", { use(unsafe NewlineScan.count(in: block.span.bytes)) }),
        ("byte loop", { use(Self.countBytewise(block.span)) }),
      ],
      { Double(block.count) / $0 },
      into: &outcome
    )
    outcome.steadyBound("vectorised", over: "byte loop", .atLeast, 5)
    return outcome
  }

  @inline(never)
  private static func countBytewise(_ bytes: Span<UInt8>) -> Int {
    var count = 0
    for index in bytes.indices where bytes[index] == NewlineScan.newline { count += 1 }
    return count
  }

  /// The time to lay out a screen, of few lines and of many.
  func layoutOfScreen() throws -> Outcome {
    let rows = 10
    let few = 10
    let many = 10_000_000
    var outcome = Outcome(unit: "ns")
    var fewContent = content(ofLines: few)
    var manyContent = content(ofLines: many)
    let view = Viewport(rows: rows)
    var paused = view
    var budget = Int.max
    guard
      let middle = manyContent.lines.ring.line(
        number: many / 2,
        of: SegmentID(rawValue: 0)
      )
    else { throw BenchError.unknown("the line in the middle") }
    paused.apply(.jumped(to: .line(middle)), on: &manyContent, budget: &budget)
    time(
      [
        ("10 lines", { use(view.layout(of: &fewContent, budget: &budget)) }),
        ("10,000,000 lines", { use(view.layout(of: &manyContent, budget: &budget)) }),
        ("in the middle", { use(paused.layout(of: &manyContent, budget: &budget)) }),
      ],
      into: &outcome
    )
    for name in ["10,000,000 lines", "in the middle"] {
      outcome.steadyBound(name, over: "10 lines", .atMost, 3)
    }
    return outcome
  }

  /// A ring that holds so many short lines, laid out at 80 columns.
  private func content(ofLines lines: Int) -> LogContent {
    let source = SourceID(rawValue: 0)
    let ring = Ring(capacity: 128 << 20)
    let segment = ring.beginSegment(of: source)
    let line: StaticString = "a line\n"
    var rest = lines * line.utf8CodeUnitCount
    while rest > 0 {
      let received = unsafe ring.receive(from: segment, atMost: rest, at: 0) { buffer in
        // A chunk's beginning is in the middle of a line if the one before ended there.
        for index in buffer.indices {
          let place = (rest - index) % line.utf8CodeUnitCount
          let offset = (line.utf8CodeUnitCount - place) % line.utf8CodeUnitCount
          unsafe buffer[index] = line.utf8Start[offset]
        }
        return buffer.count
      }
      rest -= received.bytes
    }
    return LogContent(.one(SourceLines(of: source, in: ring)), layout: TextLayout(columns: 80))
  }

  /// The time to wrap lines of several kinds.
  func wrapping() -> Outcome {
    let layout = TextLayout(columns: 79)
    let lines: [(name: String, text: String)] = [
      ("ASCII, 100 bytes", String(repeating: "0123456789", count: 10)),
      (
        "colours, 100 cells",
        String(repeating: "\u{1B}[32mINFO \u{1B}[0m42 ok", count: 10)
      ),
      ("CJK, 50 characters", String(repeating: "ログを見る", count: 10)),
      ("emoji, 50 characters", String(repeating: "🙂👍🏽👩‍💻🇯🇵x", count: 10)),
    ]
    var outcome = Outcome(unit: "ns")
    time(
      lines.map { name, text in
        let bytes = ContiguousArray(text.utf8)
        return (name, { use(layout.rows(bytes.span)) })
      },
      into: &outcome
    )
    return outcome
  }

  /// The time and bytes to paint a scroll by one row.
  func paintedScroll() -> Outcome {
    let columns = 120
    let frames = (0..<2).map { first in
      let rows = (0..<49).map { Self.row(LogText.line(first + $0), columns) }
      return Frame(rows: rows + [Self.row("app.log  following", columns)], columns: columns)
    }
    var painter = Painter(surface: .fullScreen, colorDepth: .sixteen)
    var bytes: [UInt8] = []
    painter.paint(frames[0], into: &bytes)
    let whole = bytes.count
    bytes.removeAll()
    let before = painter
    painter.paint(frames[1], into: &bytes)
    let scrolled = bytes.count
    var outcome = Outcome(unit: "ns")
    time(
      [
        (
          "a scroll",
          {
            var painter = before
            bytes.removeAll(keepingCapacity: true)
            painter.paint(frames[1], into: &bytes)
          }
        ),
        (
          "a repaint",
          {
            var painter = before
            bytes.removeAll(keepingCapacity: true)
            painter.paint(frames[1], mode: .repaint, into: &bytes)
          }
        ),
      ],
      into: &outcome
    )
    // The new row, and what makes room for it.
    outcome.bounds = [
      Bound("a scroll", Double(scrolled), .atMost, Double(2 * columns), "bytes", isSteady: true)
    ]
    outcome.remarks.append("a whole frame: \(whole) bytes")
    return outcome
  }

  private static func row(_ text: String, _ columns: Int) -> StyledRow {
    let text = ContiguousArray(text.utf8.filter { $0 != NewlineScan.newline })
    return TextLayout(columns: columns, wraps: false).rows(text.span).rows[0]
  }

  /// The time to decode a key.
  func keyDecoding() -> Outcome {
    let keys: [(name: String, text: String)] = [
      ("a letter", "j"), ("an arrow", "\u{1B}[A"), ("a modified key", "\u{1B}[1;5D"),
    ]
    let count = 1000
    var outcome = Outcome(unit: "ns")
    var inputs: [Input] = []
    time(
      keys.map { name, text in
        let bytes = ContiguousArray(String(repeating: text, count: count).utf8)
        return (
          name,
          {
            var decoder = KeyDecoder()
            inputs.removeAll(keepingCapacity: true)
            decoder.decode(bytes, into: &inputs)
          }
        )
      },
      { $0 / Double(count) },
      into: &outcome
    )
    return outcome
  }
}
