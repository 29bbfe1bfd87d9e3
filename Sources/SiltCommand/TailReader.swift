import SiltBytes
import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// Prints what is there of a file, from where the options begin.
@safe
struct TailReader {
  private let options: TailOptions
  private let output: TailOutput
  private let buffer: UnsafeMutableRawBufferPointer
  /// A file of at most this size is read through: many in `/proc` and `/sys` have another size than
  /// they say, and it costs no more.
  private let smallSize: Int64

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - options: What was asked for.
  ///   - output: Where it goes.
  ///   - readSize: The most bytes that one read takes.
  ///   - smallSize: The size up to which a file is read through.
  init(
    _ options: TailOptions,
    _ output: TailOutput,
    readSize: Int = 256 << 10,
    smallSize: Int64 = 4096
  ) {
    self.options = options
    self.output = output
    self.smallSize = smallSize
    // It lives as long as the program, and its pages are taken only when they are used.
    unsafe buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readSize, alignment: 4096)
  }

  // MARK: - The beginning

  /// Prints from where the content begins to the end.
  ///
  /// - Parameter stream: The open file; its own offset is where it begins, and is moved to the end.
  /// - Returns: The offset that was read to, counted from 0 where there is none.
  /// - Throws: The system's reason.
  func printBeginning(of stream: BorrowedDescriptor) throws(SystemError) -> Int64 {
    let status = try stream.status()
    let start = options.takesInputForPipes ? nil : try? stream.offset()
    guard let start else { return try printStream(stream) }
    if status.kind != .regularFile {
      return try printDevice(stream)
    }
    if options.isFromStart, options.unit == .bytes {
      // Behind the end, too: what will stand there is wanted.
      let skipped = Int64(clamping: options.begin.distance)
      let (offset, overflow) = start.addingReportingOverflow(skipped)
      if !overflow, (try? stream.seek(to: offset)) != nil {
        return offset + (try copy(stream, from: offset))
      }
      return start + (try printStream(stream))
    }
    let size = status.size
    guard size > smallSize, size > start, !options.isFromStart else {
      return start + (try printStream(stream))
    }
    var search = StartPointSearch(
      options.begin.startPoint(standard: .beginning),
      from: Int(start),
      delimiter: options.delimiter
    )
    let begin = Int64(try search.finish(in: stream))
    // What is written meanwhile is shown by following only, or never ends.
    let end = max(begin, Int64(try stream.status().size))
    try stream.seek(to: begin)
    let isTrue = size >= begin
    return begin + (try copy(stream, from: begin, atMost: isTrue ? end - begin : .max))
  }

  /// Prints a device that has an offset, as a disk has and `/dev/zero` feigns to have.
  private func printDevice(_ stream: BorrowedDescriptor) throws(SystemError) -> Int64 {
    guard options.unit == .bytes else { return try printStream(stream) }
    let start = try stream.offset()
    if options.isFromStart {
      let skipped = off_t(clamping: options.begin.distance)
      guard lseek(stream.rawValue, skipped, SEEK_CUR) >= 0 else { return try printStream(stream) }
      return try copy(stream)
    }
    let count = off_t(clamping: options.count)
    let begin = lseek(stream.rawValue, -count, SEEK_END)
    guard begin >= 0 else { return try printStream(stream) }
    if begin < start { try stream.seek(to: start) }
    return try copy(stream, atMost: Int64(count))
  }

  /// Reads a stream to its end and prints what is wanted of it.
  ///
  /// - Returns: How many bytes were read.
  private func printStream(_ stream: BorrowedDescriptor) throws(SystemError) -> Int64 {
    enlargePipe(stream.rawValue, to: 1 << 20)
    var begin = StreamBegin(options.begin, delimiter: options.delimiter)
    let isWaitedFor = (try? stream.kind()) != .regularFile
    var total: Int64 = 0
    while true {
      // The next read may take its time.
      if isWaitedFor { output.flush() }
      guard let count = try unsafe stream.read(into: buffer) else {
        // Following looks again; without it, an inherited descriptor may be non-blocking.
        if options.follows && !options.writers.isEmpty { break }
        _ = stream.isReady(for: .reading, within: -1)
        continue
      }
      guard count > 0 else { break }
      total += Int64(count)
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
      let skipped = unsafe begin.take(bytes.bindMemory(to: UInt8.self).span)
      if skipped < count {
        unsafe output.write(UnsafeRawBufferPointer(rebasing: bytes[skipped...]))
      }
    }
    begin.finish { piece in
      unsafe piece.withUnsafeBytes { unsafe output.write($0) }
    }
    return total
  }

  // MARK: - The rest

  /// Copies from the descriptor's own offset.
  ///
  /// - Parameters:
  ///   - stream: The open file.
  ///   - offset: That offset, where it is known.
  ///   - limit: The most bytes.
  /// - Returns: How many bytes there were.
  /// - Throws: The system's reason.
  private func copy(
    _ stream: BorrowedDescriptor,
    from offset: Int64 = 0,
    atMost limit: Int64 = .max
  ) throws(SystemError) -> Int64 {
    var total: Int64 = 0
    // Reads that begin where a page does are up to four times as fast: the first ends there.
    let skew = offset & 4095
    while total < limit {
      let room = Int(unsafe min(Int64(buffer.count) - (total == 0 ? skew : 0), limit - total))
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
      guard let count = try unsafe stream.read(into: part) else {
        _ = stream.isReady(for: .reading, within: -1)
        continue
      }
      guard count > 0 else { break }
      unsafe output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      total += Int64(count)
    }
    return total
  }

  /// Prints what has come since, as far as nothing has to be waited for.
  ///
  /// - Parameters:
  ///   - file: The open file.
  ///   - header: Whether its header stands above, if anything came.
  ///   - mayWait: Whether it may be waited for once.
  /// - Returns: How many bytes there were.
  func printNews(of file: TailFile, header: Bool, mayWait: Bool = false) -> Int64 {
    var total: Int64 = 0
    do throws(SystemError) {
      while true {
        // Whether it would block is asked: an inherited descriptor's flags are not ours to change.
        if !file.isRegular, !mayWait, !file.borrowed.isReady(for: .reading) { break }
        guard let count = try unsafe file.borrowed.read(into: buffer), count > 0 else { break }
        if header && total == 0 { output.writeHeader(file.title) }
        unsafe output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        total += Int64(count)
        if mayWait { break }
      }
    } catch {
      output.end(saying: "error reading \(file.quotedTitle)", code: error.code)
    }
    return total
  }
}

extension Options.Begin {
  /// How far from the start or the end it is; what begins at the first is 0 from it.
  fileprivate var distance: UInt64 {
    switch self {
    case .standard: 0
    case .lastLines(let count), .lastBytes(let count): count
    case .line(let number), .byte(let number): max(number, 1) - 1
    }
  }
}
