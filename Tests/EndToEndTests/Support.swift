import Foundation

/// The numbers of a range as lines, each with a text in front.
func lines(_ range: ClosedRange<Int>, _ prefix: String = "") -> String {
  range.map { "\(prefix)\($0)\n" }.joined()
}

/// Lets a script go on that reads a line from a FIFO.
func release(_ path: String) throws {
  let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  try file.write(contentsOf: Data("go\n".utf8))
  try file.close()
}
