import SiltBytes

extension Ring {
  /// How many lines of a source were received and are finished, dropped ones included.
  package func finishedLines(of source: SourceID) -> Int {
    segments.lazy.filter { $0.source == source }
      .reduce(gone[source]?.lines ?? 0) { $0 + $1.finishedLines }
  }

  /// How many lines of a source left the ring.
  package func droppedLines(of source: SourceID) -> Int {
    segments.lazy.filter { $0.source == source }
      .reduce(gone[source]?.lines ?? 0) { $0 + $1.droppedLines }
  }

  /// How many bytes of a source arrived, dropped ones included, over its held segments.
  ///
  /// Of a file that was cut nobody knows how much is gone: what can be reached of it counts.
  package func byteCount(of source: SourceID) -> Int {
    segments.lazy.filter { $0.source == source }.reduce(0) { $0 + $1.end - $1.sharedStart }
  }

  /// How many lines of its segment were received and end in front of a line in the ring.
  ///
  /// - Complexity: O(*s* + *k*), where *s* is the number of the segment's chunks and *k* the size of one.
  package func linesOfSegment(before position: Position) -> Int {
    let segment = segments[index(of: position.segment)]
    let stretch = segment.stretches.last { $0.offset <= position.offset }
    guard let stretch else { return segment.droppedLines }
    var lines = stretch.newlines
    let chunk = chunk(stretch.chunk)
    for run in chunk.runs where run.segment == segment.id && run.offset <= position.offset {
      if run.end <= position.offset {
        lines += run.newlines
      } else {
        lines += chunk.withBytes(run.start..<run.start + position.offset - run.offset) {
          NewlineScan.count(in: $0)
        }
      }
    }
    return lines
  }

  /// Finds a held line of a segment by its number.
  ///
  /// - Parameters:
  ///   - number: How many lines of the segment were received and end in front of it.
  ///   - segment: The segment.
  /// - Returns: Its position; nil when it is not in the ring.
  /// - Complexity: as `linesOfSegment(before:)`.
  package func line(number: Int, of segment: SegmentID) -> Position? {
    guard let segment = self.segment(segment), number >= segment.droppedLines else { return nil }
    var lines = segment.droppedLines
    for stretch in segment.stretches {
      let chunk = chunk(stretch.chunk)
      for run in chunk.runs where run.segment == segment.id {
        if lines + run.newlines < number {
          lines += run.newlines
          continue
        }
        let offset = chunk.withBytes(run.start..<run.start + run.count) { bytes in
          var rest = number - lines
          var offset = 0
          while rest > 0, let next = NewlineScan.first(in: bytes.extracting(offset..<run.count)) {
            offset += next + 1
            rest -= 1
          }
          return rest == 0 ? offset : nil
        }
        guard let offset else { return nil }
        // The end of a run is the beginning of the next one, where there is one.
        if offset == run.count, run.end < segment.end {
          lines += run.newlines
          continue
        }
        return run.offset + offset < segment.end
          ? Position(segment: segment.id, offset: run.offset + offset) : nil
      }
    }
    return nil
  }

  /// Finds the line or piece in the ring that holds a byte; the oldest one for a byte that was
  /// dropped.
  ///
  /// - Parameters:
  ///   - offset: The byte's offset in its segment.
  ///   - segment: The segment.
  /// - Returns: The line's position; nil when nothing of the segment is held.
  package func line(holding offset: Int, of segment: SegmentID) -> Position? {
    guard let segment = self.segment(segment), segment.ringStart < segment.end else { return nil }
    var budget = Int.max
    let end = min(max(offset, segment.ringStart), segment.end - 1) + 1
    let start = lineStart(to: end, in: segment, budget: &budget)
    return start.map { Position(segment: segment.id, offset: $0) }
  }

  /// How many bytes of its source arrived in front of a position: a part of `byteCount(of:)`.
  package func bytes(before position: Position) -> Int {
    guard let segment = segment(position.segment) else { return 0 }
    return segments[..<index(of: segment.id)].lazy.filter { $0.source == segment.source }
      .reduce(position.offset - segment.sharedStart) { $0 + $1.end - $1.sharedStart }
  }
}
