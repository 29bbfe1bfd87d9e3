import SiltBytes

/// Finds the offset that a start point means, in bounded turns and never reading more than needed.
///
/// The last lines are found from the end backwards, in aligned blocks. Where a file's size is not
/// true (many files in `/proc` and `/sys`), it is read through instead.
package struct StartPointSearch {
  /// How the search goes on.
  private enum Phase {
    case unstarted
    /// Looking for the line end that is `ordinal` from the end, before `end`.
    case backward(ordinal: Int, end: Int)
    /// Looking for the line end that is `ordinal` from here.
    case forward(ordinal: Int, offset: Int)
    /// Reading through to learn the number of bytes and lines.
    case counting(newlines: Int, isLineOpen: Bool, offset: Int)
    case found(Int)
  }

  private let point: StartPoint
  private let base: Int
  private let delimiter: UInt8
  private let blockSize: Int
  /// The bytes of the next block on the way back: a few lines are found in the first, small one.
  private var backwardSize: Int
  private var phase = Phase.unstarted

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - point: What to find.
  ///   - base: The offset in bytes before which nothing counts: not 0 for an inherited descriptor
  ///     that was read from before.
  ///   - delimiter: What ends a line.
  ///   - blockSize: The bytes of one read; a power of two.
  package init(
    _ point: StartPoint,
    from base: Int = 0,
    delimiter: UInt8 = 0x0a,
    blockSize: Int = 256 << 10
  ) {
    self.point = point
    self.base = base
    self.delimiter = delimiter
    self.blockSize = blockSize
    backwardSize = min(blockSize, 16 << 10)
  }

  /// Searches on.
  ///
  /// - Parameters:
  ///   - descriptor: The file; its own offset is neither used nor moved.
  ///   - budget: About how many bytes may be read before it answers.
  /// - Returns: The offset in bytes, or nil when the budget was spent before it was found.
  /// - Throws: The system's reason when the file cannot be read.
  package mutating func advance(
    in descriptor: BorrowedDescriptor,
    budget: Int = 16 << 20
  ) throws(SystemError) -> Int? {
    if case .unstarted = phase {
      phase = try firstPhase(in: descriptor)
    }
    if case .found(let offset) = phase { return offset }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 64)
    defer { unsafe block.deallocate() }
    var left = budget
    while left > 0 {
      let (next, bytesRead) = try unsafe step(in: descriptor, block)
      phase = next
      if case .found(let offset) = phase { return offset }
      left -= max(bytesRead, 1)
    }
    return nil
  }

  /// Returns the whole search's result at once, however much has to be read.
  ///
  /// - Throws: The system's reason when the file cannot be read.
  package mutating func finish(in descriptor: BorrowedDescriptor) throws(SystemError) -> Int {
    while true {
      if let offset = try advance(in: descriptor) { return offset }
    }
  }

  private func firstPhase(in descriptor: BorrowedDescriptor) throws(SystemError) -> Phase {
    switch point {
    case .beginning, .line(...1), .byte(...1):
      return .found(base)
    case .line(let number):
      return .forward(ordinal: number - 1, offset: base)
    case .byte(let number):
      guard let end = try trueEnd(of: descriptor) else { return counting }
      return .found(min(saturating(base, number - 1), end))
    case .lastBytes(let count):
      guard let end = try trueEnd(of: descriptor) else { return counting }
      return .found(max(end - max(count, 0), base))
    case .lastLines(let count):
      guard let end = try trueEnd(of: descriptor) else { return counting }
      guard count > 0, end > base else { return .found(end) }
      let isLastLineOpen = try byte(at: end - 1, in: descriptor) != delimiter
      return .backward(ordinal: isLastLineOpen ? count : saturating(count, 1), end: end)
    }
  }

  private var counting: Phase { .counting(newlines: 0, isLineOpen: false, offset: base) }

  /// Does one read's worth of work.
  ///
  /// - Returns: How it goes on, and how many bytes were read.
  private mutating func step(
    in descriptor: BorrowedDescriptor,
    _ block: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> (Phase, Int) {
    switch phase {
    case .unstarted, .found:
      return (phase, 0)
    case .backward(let ordinal, let end):
      guard end > base else { return (.found(base), 0) }
      let start = max(base, (end - 1) & ~(backwardSize - 1))
      backwardSize = blockSize
      let read = try unsafe fill(block, start..<end, in: descriptor)
      let count = unsafe NewlineScan.count(of: delimiter, in: read.bytes)
      if count >= ordinal,
        let index = unsafe NewlineScan.last(ordinal, of: delimiter, in: read.bytes)
      {
        return (.found(start + index + 1), read.count)
      }
      return (.backward(ordinal: ordinal - count, end: start), read.count)
    case .forward(let ordinal, let offset):
      let read = try unsafe fill(block, offset..<offset + blockSize, in: descriptor)
      let count = unsafe NewlineScan.count(of: delimiter, in: read.bytes)
      if count >= ordinal,
        let index = unsafe NewlineScan.first(ordinal, of: delimiter, in: read.bytes)
      {
        return (.found(offset + index + 1), read.count)
      }
      guard unsafe !read.isEmpty else { return (.found(offset), 0) }
      return (.forward(ordinal: ordinal - count, offset: offset + read.count), read.count)
    case .counting(let newlines, let isLineOpen, let offset):
      let read = try unsafe fill(block, offset..<offset + blockSize, in: descriptor)
      guard let last = unsafe read.last else {
        return (counted(lines: newlines + (isLineOpen ? 1 : 0), end: offset), 0)
      }
      let count = unsafe NewlineScan.count(of: delimiter, in: read.bytes)
      return (
        .counting(
          newlines: newlines + count,
          isLineOpen: last != delimiter,
          offset: offset + read.count
        ), read.count
      )
    }
  }

  /// Goes on now that the number of lines and the end are known.
  private func counted(lines: Int, end: Int) -> Phase {
    switch point {
    case .beginning, .line:
      .found(base)
    case .byte(let number):
      .found(min(saturating(base, number - 1), end))
    case .lastBytes(let count):
      .found(max(end - max(count, 0), base))
    case .lastLines(let count) where count <= 0:
      .found(end)
    case .lastLines(let count):
      lines <= count ? .found(base) : .forward(ordinal: lines - count, offset: base)
    }
  }

  /// Returns where the file ends, or nil when its size is not true.
  private func trueEnd(of descriptor: BorrowedDescriptor) throws(SystemError) -> Int? {
    let size = Int(try descriptor.status().size)
    guard size > base else {
      // Either there is nothing, or the size is not true.
      return try byte(at: base, in: descriptor) == nil ? base : nil
    }
    return try byte(at: size - 1, in: descriptor) == nil ? nil : size
  }

  private func byte(at offset: Int, in descriptor: BorrowedDescriptor) throws(SystemError) -> UInt8?
  {
    var byte: UInt8 = 0
    var result = Result<Int, SystemError>.success(0)
    // The closure cannot throw a typed error through `withUnsafeMutableBytes` of this toolchain.
    unsafe withUnsafeMutableBytes(of: &byte) { buffer in
      do throws(SystemError) {
        result = .success(try unsafe descriptor.read(into: buffer, at: Int64(offset)))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get() == 0 ? nil : byte
  }

  /// Reads a range into a block, as far as the file goes.
  private func fill(
    _ block: UnsafeMutableRawBufferPointer,
    _ range: Range<Int>,
    in descriptor: BorrowedDescriptor
  ) throws(SystemError) -> UnsafeRawBufferPointer {
    var count = 0
    while count < range.count {
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: block[count..<range.count])
      let read = try unsafe descriptor.read(into: free, at: Int64(range.lowerBound + count))
      guard read > 0 else { break }
      count += read
    }
    return unsafe UnsafeRawBufferPointer(rebasing: block[..<count])
  }

  private func saturating(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}
