/// A part of the bytes of all lines that can be reached.
package enum LogBytes: Sendable {
  case held(HeldBytes)
  /// Bytes to be read back, at these offsets of the segment's file.
  case history(SegmentID, Range<Int>)
  /// A line has no newline, and another one follows.
  case newline
}

/// Bytes of the ring that stay as they are, whatever becomes of the ring.
///
/// Sendable unchecked: bytes that were written to a chunk are not written again as long as somebody
/// holds the chunk, since the ring fills only those anew that nobody else holds.
package struct HeldBytes: @unchecked Sendable {
  let chunk: Chunk
  private(set) var range: Range<Int>

  /// How many bytes.
  package var count: Int { range.count }

  /// Lends the bytes.
  package func withBytes<R>(_ body: (RawSpan) -> R) -> R {
    chunk.withBytes(range, body)
  }

  /// Takes in the bytes behind, if others lie right there.
  fileprivate mutating func extend(by other: HeldBytes) -> Bool {
    guard other.chunk === chunk, other.range.lowerBound == range.upperBound else { return false }
    range = range.lowerBound..<other.range.upperBound
    return true
  }
}

extension LogLines {
  /// The bytes of all lines that can be reached, in their order and as they came; a line that another
  /// one follows gets the newline that it lacks.
  ///
  /// - Complexity: O(*r*), where *r* is the number of runs in the ring.
  package var bytes: [LogBytes] {
    switch self {
    case .one(let lines): lines.bytes
    case .merged(let lines): lines.bytes
    }
  }
}

extension SourceLines {
  fileprivate var bytes: [LogBytes] {
    var bytes: [LogBytes] = []
    var isOpen = false
    for segment in ring.segments
    where segment.source == source && beginning.holds(segment.id)
      && segment.reachableStart < segment.end
    {
      if isOpen { bytes.append(.newline) }
      isOpen = segment.hasUnfinishedLine
      if segment.hasHistory {
        bytes.append(.history(segment.id, segment.start..<segment.end))
      } else {
        ring.append(segment.ringStart..<segment.end, of: segment, to: &bytes)
      }
    }
    return bytes
  }
}

extension MergedLines {
  fileprivate var bytes: [LogBytes] {
    var bytes: [LogBytes] = []
    for chunk in ring.chunks {
      for run in chunk.runs {
        guard let segment = ring.segment(run.segment) else { continue }
        let end = run.offset + ring.finishedCount(of: run)
        ring.append(max(run.offset, segment.ringStart)..<end, of: run, in: chunk, to: &bytes)
        if segment.isClosed, segment.hasUnfinishedLine, end == segment.end {
          bytes.append(.newline)
        }
      }
    }
    // Lines that are not finished have no place yet: they come last, the newest at the end.
    let open = ring.segments.filter { $0.tailStart < $0.end }.sorted { $0.lastWrite < $1.lastWrite }
    for (index, segment) in open.enumerated() {
      if index > 0 { bytes.append(.newline) }
      ring.append(segment.tailStart..<segment.end, of: segment, to: &bytes)
    }
    return bytes
  }
}

extension Ring {
  /// The number of the oldest chunk; what is held of older ones is held by others alone.
  package var oldestChunk: Int? { chunks.first?.serial }

  fileprivate func append(_ offsets: Range<Int>, of segment: Segment, to bytes: inout [LogBytes]) {
    for stretch in segment.stretches {
      let chunk = chunk(stretch.chunk)
      for run in chunk.runs where run.segment == segment.id {
        append(offsets, of: run, in: chunk, to: &bytes)
      }
    }
  }

  fileprivate func append(
    _ offsets: Range<Int>,
    of run: Chunk.Run,
    in chunk: Chunk,
    to bytes: inout [LogBytes]
  ) {
    let part = offsets.clamped(to: run.offset..<run.end)
    guard !part.isEmpty else { return }
    let start = run.start + part.lowerBound - run.offset
    let held = HeldBytes(chunk: chunk, range: start..<start + part.count)
    // One part for many short runs: each would take as much memory as a line.
    if case .held(var last)? = bytes.last, last.extend(by: held) {
      bytes[bytes.count - 1] = .held(last)
    } else {
      bytes.append(.held(held))
    }
  }
}

extension HeldBytes {
  /// The number of the chunk that they lie in.
  package var chunkNumber: Int { chunk.serial }
}
