import Foundation
import SiltTestSupport
import Testing

/// What the fuzzers look for, tried with what they found and with some bytes of no order.
struct FuzzPropertyTests {
  @Test(arguments: FuzzProperty.allCases)
  func `holds for all that was found`(property: FuzzProperty) throws {
    let folder = URL(filePath: #filePath)
      .deletingLastPathComponent()
      .appending(path: "../Fuzz/Findings/\(property.rawValue)")
    let findings = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    #expect(!findings.isEmpty)
    for finding in findings {
      let bytes = ContiguousArray(try Data(contentsOf: finding))
      #expect(property.failure(of: bytes) == nil, "\(finding.lastPathComponent)")
    }
  }

  @Test(arguments: FuzzProperty.allCases)
  func `holds for bytes without any order`(property: FuzzProperty) {
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      var bytes: ContiguousArray<UInt8> = []
      for _ in 0..<Int.random(in: 0...300, using: &random) {
        if Int.random(in: 0..<4, using: &random) == 0 {
          bytes += Self.parts[Int.random(in: 0..<Self.parts.count, using: &random)].utf8
        } else {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        }
      }
      #expect(property.failure(of: bytes) == nil, "seed \(seed)")
    }
  }

  private static let parts = [
    "\u{1B}[", "\u{1B}]8;;http://a\u{7}", "\u{1B}[31m", "\u{1B}[2K", "\u{1B}[1G", "\u{1B}[H",
    "\u{200D}", "👨", "🏽", "\u{FE0F}", "🇩", "\u{301}", "世", "क्षि", "\u{1100}", "\u{600}", "\r",
    "\u{8}",
    "\t", "\u{202E}",
  ]
}
