/// The numbers of a range as lines, each with a text in front.
func lines(_ range: ClosedRange<Int>, _ prefix: String = "") -> String {
  range.map { "\(prefix)\($0)\n" }.joined()
}
