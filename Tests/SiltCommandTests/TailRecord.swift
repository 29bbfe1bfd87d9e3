/// What GNU `tail` 9.1 gives, as it was recorded with `LC_ALL=C`: calls, and files that are followed.
///
/// A record is text. `[24] tail none` begins an entry, with the number of the behaviour that it shows
/// and a script. The lines below it are standard output; those behind `! ` are standard error; `? 1` is
/// the status where it is not 0. For what is followed, both outputs are one, `$ ` is before a script
/// that is run when all above was printed, and without `? ` it follows for ever. `\xHH` is a byte, `\\`
/// a backslash, and a `\` at a line's end stands for a newline that is not there.
struct TailRecord: Equatable {
  /// A part of an entry: what is done, and what is printed then.
  struct Step: Equatable {
    var script: String
    var output: [Substring] = []
    var errors: [Substring] = []
  }

  var item: Int
  var steps: [Step]
  /// The status, or nothing where none is recorded.
  var status: Int32?

  /// All entries of a record.
  static func entries(_ text: String) -> [Self] {
    var entries: [Self] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let rest = line.dropFirst(2)
      switch line.first {
      case "[":
        guard let end = line.firstIndex(of: "]"), let item = Int(line.dropFirst()[..<end]) else {
          preconditionFailure("no number of an item: \(line)")
        }
        let script = String(decoding: bytes(line[end...].dropFirst(2)), as: UTF8.self)
        entries.append(Self(item: item, steps: [Step(script: script)], status: nil))
      case "$":
        entries[entries.count - 1].steps.append(
          Step(script: String(decoding: bytes(rest), as: UTF8.self))
        )
      case "?":
        entries[entries.count - 1].status = Int32(rest)
      default:
        let entry = entries.count - 1
        let step = entries[entry].steps.count - 1
        if line.first == "!" {
          entries[entry].steps[step].errors.append(rest)
        } else {
          entries[entry].steps[step].output.append(line)
        }
      }
    }
    return entries
  }

  /// All calls that end by themselves.
  static let calls = [
    options, counts, suffixes, bytes, positions, obsolete, contexts, errors, ends,
  ].flatMap(entries)

  /// All files that are followed.
  static let followed = [told, toldNames, polled, polledNames].flatMap(entries)

  /// Bytes as lines of a record.
  static func lines(_ bytes: some Collection<UInt8>) -> [Substring] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { escaped($0) }
    guard let last = lines.popLast() else { return [] }
    if !last.isEmpty { lines.append(last + "\\") }
    return lines
  }

  private static func escaped(_ line: some Collection<UInt8>) -> Substring {
    var text: Substring = ""
    for (index, byte) in line.enumerated() {
      let isSign = index == 0 && "[!?$".utf8.contains(byte)
      let isLastBlank = index == line.count - 1 && byte == UInt8(ascii: " ")
      if byte == UInt8(ascii: "\\") {
        text += "\\\\"
      } else if 0x20..<0x7f ~= byte, !isSign, !isLastBlank {
        text.append(Character(UnicodeScalar(byte)))
      } else {
        let digits = String(byte, radix: 16)
        text += "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }

  /// The bytes of a script.
  private static func bytes(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch sign {
      case UInt8(ascii: "n"):
        bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "x"):
        bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      default:
        bytes.append(sign)
      }
    }
    return bytes
  }

  /// The record as text, for a test's message.
  var text: String {
    var lines: [Substring] = []
    for (index, step) in steps.enumerated() {
      lines.append((index == 0 ? "[\(item)] " : "$ ") + step.script[...])
      lines += step.output + step.errors.map { "! " + $0 }
    }
    if let status, status != 0 { lines.append("? \(status)") }
    return lines.joined(separator: "\n")
  }
}
