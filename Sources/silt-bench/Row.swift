/// A line of the table: some work, who does it, and what bounds it has to keep.
struct Row: Sendable {
  /// The name for `--only`.
  let name: String
  let title: String
  /// Whether one of its bounds depends on nothing but the program: the rows that a short check runs.
  var hasSteadyBound = false
  /// Does the work; nil for what is not built yet.
  let measure: (@Sendable (Bench) throws -> Outcome)?

  /// All rows, in the order of the table.
  static let all: [Row] = [
    Row(name: "start", title: "start to first frame, log of 1 MiB") {
      try $0.start(logBytes: 1 << 20)
    },
    Row(name: "start-large", title: "start to first frame, large log") {
      try $0.start(logBytes: $0.options.size)
    },
    Row(name: "line", title: "one appended line, quiet before, to the terminal") {
      try $0.appendedLine()
    },
    Row(name: "pipe", title: "the large log through a pipe into the region") { try $0.pipe() },
    Row(name: "pipe-pagers", title: "a log through a pipe, beside pagers, by the size") {
      try $0.pipeBesidePagers()
    },
    Row(
      name: "follow-cpu",
      title: "processor time, a file that grows by 100 MB/s in writes of 4 KiB"
    ) {
      try $0.followedFlood()
    },
    Row(name: "idle", title: "idle on a file and on a pipe", hasSteadyBound: true) {
      try $0.idle()
    },
    Row(name: "memory-64m", title: "peak memory, yes | silt", hasSteadyBound: true) {
      try $0.memory(ringMebibytes: 64)
    },
    Row(name: "memory-4m", title: "peak memory, yes | silt --buffer 4M", hasSteadyBound: true) {
      try $0.memory(ringMebibytes: 4)
    },
    Row(
      name: "flood-bytes",
      title: "bytes to the terminal, a flooded pipe, full screen",
      hasSteadyBound: true
    ) {
      try $0.floodBytes()
    },
    Row(name: "flood-key", title: "key to frame, a flooded pipe") { try $0.floodKeys() },
    Row(name: "plain", title: "a whole pipe as plain output, the large log") { try $0.plain() },
    Row(name: "receive", title: "core: ring, receiving lines of 10 bytes", hasSteadyBound: true) {
      $0.ringReceive()
    },
    Row(name: "count", title: "core: counting newlines", hasSteadyBound: true) {
      $0.newlineCount()
    },
    Row(name: "layout", title: "core: layout of a screen of 10 rows", hasSteadyBound: true) {
      try $0.layoutOfScreen()
    },
    Row(name: "wrap", title: "core: wrapping a line at 80 columns") { $0.wrapping() },
    Row(
      name: "paint",
      title: "core: painting a scroll by one row, 50 rows",
      hasSteadyBound: true
    ) {
      $0.paintedScroll()
    },
    Row(name: "keys", title: "core: decoding a key") { $0.keyDecoding() },
    Row(name: "history-start", title: "start to first frame, a log ten times as large") {
      // In a short run there is no time to write that much.
      try $0.start(logBytes: ($0.options.isShort ? 2 : 10) * $0.options.size, besidePagers: false)
    },
    Row(name: "history-count", title: "the key = to the exact count of the large log's lines") {
      try $0.historyCount()
    },
    Row(name: "history-ends", title: "the keys g and G to the ends of a log ten times as large") {
      try $0.historyEnds(logBytes: ($0.options.isShort ? 2 : 10) * $0.options.size)
    },
    Row(
      name: "history-memory",
      title: "peak memory, going through a log ten times as large",
      hasSteadyBound: true
    ) {
      try $0.historyMemory(
        logBytes: ($0.options.isShort ? 2 : 10) * $0.options.size,
        ringMebibytes: 4
      )
    },
    Row(name: "append", title: "the large log appended by another program, to its last line") {
      try $0.appendedLog()
    },
    Row(name: "filter", title: "--plain --filter P over 100 MB beside grep -E", measure: nil),
    Row(name: "tail", title: "as tail: the ends of a log twice as large") {
      try $0.tailOfFile()
    },
    Row(name: "tail-pipe", title: "as tail: the ends of a log twice as large, through a pipe") {
      try $0.tailOfPipe()
    },
    Row(name: "tail-memory", title: "as tail -f: growth under a flood", hasSteadyBound: true) {
      try $0.tailMemory()
    },
  ]
}
