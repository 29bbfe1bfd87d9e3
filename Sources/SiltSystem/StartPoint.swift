/// Where in a file that is there already to begin.
package enum StartPoint: Hashable, Sendable {
  /// With the first byte.
  case beginning
  /// With the last so many lines; a last line without its end is one.
  case lastLines(Int)
  /// With the last so many bytes.
  case lastBytes(Int)
  /// With that line, counted from 1; 0 is the first, too.
  case line(Int)
  /// With that byte, counted from 1; 0 is the first, too.
  case byte(Int)
}
