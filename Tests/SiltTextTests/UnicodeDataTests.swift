import Foundation
import SiltTestSupport
import Testing

@testable import SiltText

/// The tables and the widths against the data of others.
@Suite struct `Unicode's data` {
  /// The cells of a text that is one cluster; nil when it is not.
  private static func cell(_ text: String) -> Cell? {
    var scanner = LineScanner(mode: .line, ambiguousIsWide: false)
    var sink = ModelLine()
    let bytes = ContiguousArray(text.utf8)
    scanner.scan(bytes.span, into: &sink)
    let cells = sink.cells
    return cells.count == 1 && cells[0].text == bytes ? cells[0].cell : nil
  }

  @Test func `every line of Unicode's list of emoji is one cluster of a known width`() throws {
    let emoji = try UnicodeData.emoji()
    let counts = Dictionary(grouping: emoji, by: \.status).mapValues(\.count)
    #expect(counts[.fullyQualified] == 3963)
    #expect(counts[.minimallyQualified] == 1029)
    #expect(counts[.unqualified] == 243)
    #expect(counts[.component] == 9)
    for (status, text) in emoji {
      let scalars = text.unicodeScalars
      if ScalarProperties(scalars[scalars.startIndex].value).isExtending {
        // A skin tone, which joins what stands before it.
        #expect(rows("a " + text)[0].columns == 3, "\(text)")
        #expect(rows("a " + text)[0].text == "a " + text)
        continue
      }
      guard let cell = Self.cell(text) else {
        Issue.record("\(text) is not one cluster")
        continue
      }
      if status == .unqualified, scalars.count == 1 {
        let properties = ScalarProperties(scalars[scalars.startIndex].value)
        #expect(cell.columns == properties.columns(ambiguousIsWide: false), "\(text)")
        #expect(!cell.isDoubtful, "\(text)")
      } else if status != .unqualified {
        #expect(cell.columns == 2, "\(text)")
        #expect(cell.isDoubtful == (scalars.count > 1), "\(text)")
      }
      // Terminals that know no clusters show the cells of all.
      let sum = scalars.reduce(0) {
        $0 + ScalarProperties($1.value).columns(ambiguousIsWide: false)
      }
      #expect(cell.largest >= sum, "\(text)")
      #expect(cell.isDoubtful || cell.largest == cell.columns, "\(text)")
    }
  }

  /// Where the tables are meant to differ from those of the Python package: nil where they are not.
  private static func expectedDifference(_ value: UInt32, _ theirs: Int) -> Int? {
    let properties = ScalarProperties(value)
    // Shown by their number, so that they are never measured by this.
    if properties.display == .numbered { return properties.columns(ambiguousIsWide: false) }
    // A soft hyphen is left out.
    if value == 0xAD { return 0 }
    // Spacing marks: the package gives them no cell of their own but widens the cluster; here each
    // has its cell, and a cluster takes at most two.
    let known = UnicodeScalar(value)?.properties
    // The library's own tables are of an older version.
    let isMark =
      known?.generalCategory == .spacingMark || known?.age == nil && properties.isExtending
    if theirs == 0, isMark {
      return (0x302E...0x302F).contains(value) || (0x16FF0...0x16FF1).contains(value) ? 2 : 1
    }
    return nil
  }

  private static func compare(
    _ ranges: [(codes: ClosedRange<UInt32>, width: Int)],
    _ comment: Comment
  ) {
    var theirs = [Int](repeating: 1, count: 0x110000)
    for (codes, width) in ranges {
      for code in codes { theirs[Int(code)] = width }
    }
    var compared = 0
    for value in UInt32(0x20)...0x10FFFF where !(0x7F...0x9F).contains(value) {
      let expected = theirs[Int(value)]
      let mine = ScalarProperties(value).columns(ambiguousIsWide: false)
      if mine != expected {
        #expect(
          mine == expectedDifference(value, expected),
          "\(comment): \(String(value, radix: 16))"
        )
      } else {
        compared += 1
      }
    }
    // All but some thousand, most of them unassigned tags.
    #expect(compared > 1_100_000, comment)
  }

  @Test func `the widths are those of the Python package wcwidth`() throws {
    Self.compare(try UnicodeData.columnRanges(), "as shipped")
    // And of the one that is installed, if it is of the tables' version.
    guard let installed = Self.installedWidths() else { return }
    Self.compare(
      try UnicodeData.columnRanges(in: UnicodeData.records(of: installed)),
      "as installed"
    )
  }

  /// What the installed package says, as the shipped file has it; nil when there is none of the
  /// tables' version.
  private static func installedWidths() -> String? {
    let script = """
      import wcwidth
      assert wcwidth.list_versions()[-1] == "\(UnicodeTables.version)"
      for code in range(0x110000):
          width = wcwidth.wcwidth(chr(code))
          if width in (0, 2):
              print(f"{code:04X}; {width}")
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }
}
