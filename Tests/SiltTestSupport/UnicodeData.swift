import Foundation

/// The data of the Unicode Consortium that ships beside the generator of the tables.
package enum UnicodeData {
  /// How a sequence of emoji-test.txt stands to the ones that are recommended.
  package enum EmojiStatus: String, CaseIterable, Sendable {
    /// A part of sequences, such as a skin tone.
    case component
    case fullyQualified = "fully-qualified"
    /// Variation selectors are missing behind its first character.
    case minimallyQualified = "minimally-qualified"
    /// The variation selector of its first character is missing.
    case unqualified
  }

  /// All sequences of emoji-test.txt.
  package static func emoji() throws -> [(status: EmojiStatus, text: String)] {
    try records("emoji-test-extract.txt").flatMap { fields in
      guard let status = EmojiStatus(rawValue: fields[0]) else { throw Malformed(line: fields[0]) }
      // By scalars: a skin tone behind a blank is one character with it.
      return fields[1].unicodeScalars.split(separator: " ").map { (status, String($0)) }
    }
  }

  /// The code points that the Python package wcwidth gives 0 or 2 columns.
  package static func columnRanges() throws -> [(codes: ClosedRange<UInt32>, width: Int)] {
    try columnRanges(in: records("wcwidth-extract.txt"))
  }

  /// Reads records of `FIRST..LAST; COLUMNS`, in hexadecimal digits.
  package static func columnRanges(
    in records: [[String]]
  ) throws -> [(codes: ClosedRange<UInt32>, width: Int)] {
    try records.map { fields in
      let ends = fields[0].components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
      guard let first = ends.first, let last = ends.last, fields.count == 2,
        let width = Int(fields[1])
      else { throw Malformed(line: fields[0]) }
      return (first...last, width)
    }
  }

  /// The fields of each record of a text.
  package static func records(of text: String) -> [[String]] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      line.unicodeScalars.split(separator: ";").enumerated().map { index, field in
        String(index == 0 ? field : field.dropFirst())
      }
    }
  }

  private static func records(_ name: String) throws -> [[String]] {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent()
      .appending(path: "../../.ci/unicode/\(name)")
    return records(of: try String(contentsOf: file, encoding: .utf8))
  }

  private struct Malformed: Error {
    let line: String
  }
}
