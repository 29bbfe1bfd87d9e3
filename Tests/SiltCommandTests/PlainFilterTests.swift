import SiltCore
import SiltMatch
import SiltTestSupport
import Testing

@testable import SiltCommand

@Suite struct PlainFilterTests {
  private func output(
    _ text: String,
    _ pattern: String,
    context: Int,
    readsOf size: Int = .max
  ) throws -> String {
    var filter = PlainFilter(
      try LineFilter(including: [try Pattern(pattern)], excluding: []),
      context: context
    )
    var output: [UInt8] = []
    var rest = ContiguousArray(text.utf8)[...]
    func write(_ bytes: Span<UInt8>) {
      for index in bytes.indices { output.append(bytes[index]) }
    }
    while !rest.isEmpty {
      filter.take(ContiguousArray(rest.prefix(size)).span, write)
      rest = rest.dropFirst(size)
    }
    filter.finish(write)
    return String(decoding: output, as: UTF8.self)
  }

  /// All lines, by what `grep -C` says of itself.
  private func expected(_ text: String, _ letter: Character, context: Int) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let shown = lines.indices.filter { index in
      lines[max(0, index - context)...min(lines.count - 1, index + context)].contains {
        $0.contains(letter)
      }
    }
    var output = ""
    for (place, index) in shown.enumerated() {
      if context > 0, place > 0, shown[place - 1] < index - 1 { output += "--\n" }
      output += lines[index] + "\n"
    }
    return output
  }

  @Test(arguments: 0..<60, [1, 2, 3, 7, 1000])
  func `what passes is what grep shows, however it is read`(seed: UInt64, size: Int) throws {
    var random = SeededGenerator(seed: seed)
    let text = String(
      (0..<Int.random(in: 0...80, using: &random)).map { _ in
        Character(["x", "a", "b", "\n", "\n"].randomElement(using: &random) ?? "a")
      }
    )
    for context in 0...3 {
      let comment: Comment = "seed \(seed), context \(context), text \(text.debugDescription)"
      let shown = try self.output(text, "x", context: context, readsOf: size)
      #expect(shown == expected(text, "x", context: context), comment)
    }
  }
}

/// `silt --plain --filter …` as a whole.
@Suite struct PlainFilterProgramTests {
  @Test(arguments: [
    (
      "seq 100 | $SILT --plain --filter 7",
      "7\n17\n27\n37\n47\n57\n67\n70\n71\n72\n73\n74\n75\n76\n77\n78\n79\n87\n97\n"
    ),
    ("seq 100 | $SILT --plain --filter 7 --exclude '^7' -n 3", "67\n87\n97\n"),
    ("seq 100 | $SILT --plain --filter 7 -n +18", "87\n97\n"),
    ("seq 100 | $SILT --plain --filter '^5$' -C 1", "4\n5\n6\n"),
    (
      "seq 100 >f; $SILT --plain --no-follow --filter 1 f",
      "19\n21\n31\n41\n51\n61\n71\n81\n91\n100\n"
    ),
    ("seq 100 >f; $SILT --plain --no-follow -n +1 --filter '^9.$' --exclude '[0-8]$' f", "99\n"),
    ("printf 'Error\\nerror\\nERROR' | $SILT --plain --filter error", "Error\nerror\nERROR\n"),
    ("printf 'Error\\nerror\\nERROR' | $SILT --plain --filter Error", "Error\n"),
    ("printf 'Error\\nerror\\nERROR' | $SILT --plain -i --filter Error", "Error\nerror\nERROR\n"),
    ("printf 'ER\\033[31mROR\\nx\\n' | $SILT --plain --filter ERROR", "ER\u{1B}[31mROR\n"),
    (
      "seq 3 >f; seq 7 9 >g; $SILT --plain --no-follow --filter '[39]' f g",
      "==> f <==\n3\n\n==> g <==\n9\n"
    ),
    ("$SILT --plain --filter 2 -- seq 3", "2\n"),
    ("seq 3 | $SILT --plain --filter 2 -o copy; cat copy", "2\n1\n2\n3\n"),
  ])
  func `lines that pass are counted and written`(script: String, output: String) throws {
    let silt = try Silt()
    #expect(try silt.run(script) == .init(output))
  }
}
