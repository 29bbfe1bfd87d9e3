/// Text that looks like a service's log.
enum LogText {
  private static let levels = ["INFO ", "DEBUG", "WARN ", "ERROR"]
  private static let texts = [
    "GET /api/v1/items?page=17 served in 123 ms",
    "connection of 10.0.17.23:52144 accepted by worker 7, 211 open",
    "cache miss for session:4f1c9a, asking the database",
    "slow query, 812 ms: select * from orders where customer = 5",
    "retrying upload of part 3 of 9 after a timeout",
  ]

  /// A line's text, of some 80 to 100 bytes with its newline.
  static func line(_ number: Int) -> String {
    let second = number / 100 % 60
    let hundredth = number % 100
    return "2026-11-30 17:02:\(second < 10 ? "0" : "")\(second).\(hundredth < 10 ? "0" : "")"
      + "\(hundredth) \(levels[number % 7 % 4]) request=\(1_000_000 + number) "
      + "\(texts[number % texts.count])\n"
  }

  /// Whole lines, no more than a size.
  ///
  /// - Parameter bytes: The size, at least that of a line.
  /// - Returns: The lines' bytes.
  static func block(ofBytes bytes: Int) -> ContiguousArray<UInt8> {
    var block: ContiguousArray<UInt8> = []
    block.reserveCapacity(bytes)
    var number = 0
    while true {
      let line = line(number).utf8
      guard block.count + line.count <= bytes else { return block }
      block.append(contentsOf: line)
      number += 1
    }
  }
}
