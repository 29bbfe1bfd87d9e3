import SiltCore

/// What of an input's bytes is written: the lines that pass, from where the content begins.
struct PlainContent {
  private var filter: PlainFilter?
  private var begin: StreamBegin

  /// Decides what is written of each input, by the options.
  ///
  /// - Parameters:
  ///   - options: Where the content begins.
  ///   - filter: Which lines pass; all of them without one.
  init(_ options: Options, _ filter: LineFilter?) {
    self.filter = filter.map { PlainFilter($0, context: options.context) }
    begin = StreamBegin(options.begin, delimiter: options.delimiter)
  }

  /// Whether lines may be left out, so that all of a file has to be read for its last ones.
  var isFiltered: Bool { filter != nil }

  /// The same for a file: its last 10 lines unless something else was asked for, or, where the
  /// follower begins where the content does, everything.
  func ofFile(_ options: Options) -> Self {
    var content = self
    content.begin = .all
    if isFiltered {
      content.begin = StreamBegin(options.begin == .standard ? .lastLines(10) : options.begin)
    }
    return content
  }

  /// The same for a FIFO or device that is named: its last 10 lines unless something else was asked for.
  func ofNamedStream(_ options: Options) -> Self {
    var content = self
    if options.begin == .standard {
      content.begin = StreamBegin(.lastLines(10), delimiter: options.delimiter)
    }
    return content
  }

  /// Takes the next bytes in.
  ///
  /// - Parameters:
  ///   - bytes: What was read.
  ///   - write: Called with what is written now.
  mutating func take(_ bytes: Span<UInt8>, _ write: (Span<UInt8>) -> Void) {
    guard var filter = filter.take() else { return put(bytes, write) }
    filter.take(bytes) { put($0, write) }
    self.filter = filter
  }

  /// A line without a newline is one: nothing more comes, or something else.
  mutating func endLine(_ write: (Span<UInt8>) -> Void) {
    guard var filter = filter.take() else { return }
    filter.finish { put($0, write) }
    self.filter = filter
  }

  /// All that was there came: what was held until then is written, and from now on all.
  mutating func settle(_ write: (Span<UInt8>) -> Void) {
    begin.finish(write)
    begin = .all
  }

  private mutating func put(_ bytes: Span<UInt8>, _ write: (Span<UInt8>) -> Void) {
    let skipped = begin.take(bytes)
    if skipped < bytes.count { write(bytes.extracting(skipped..<bytes.count)) }
  }
}
