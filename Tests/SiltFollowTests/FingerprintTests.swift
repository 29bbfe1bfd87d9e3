import SiltFollow
import Testing

struct FingerprintTests {
  private static let text = (0..<200).flatMap { "line \($0)\n".utf8 }

  /// A fingerprint of bytes that were read in parts of a size.
  private func fingerprint(of bytes: [UInt8], from start: Int = 0, by step: Int) -> Fingerprint {
    var fingerprint = Fingerprint()
    var offset = start
    while offset < bytes.count {
      let part = Array(bytes[offset..<min(offset + step, bytes.count)])
      unsafe part.withUnsafeBytes { fingerprint.read(unsafe $0.bytes, at: offset) }
      offset += step
    }
    return fingerprint
  }

  private func matches(_ fingerprint: Fingerprint, _ file: [UInt8]) -> Bool {
    let (head, tail) = fingerprint.ranges
    let first = Array(file[min(head.lowerBound, file.count)..<min(head.upperBound, file.count)])
    let last = Array(file[min(tail.lowerBound, file.count)..<min(tail.upperBound, file.count)])
    return unsafe first.withUnsafeBytes { first in
      unsafe last.withUnsafeBytes { fingerprint.matches(unsafe first.bytes, unsafe $0.bytes) }
    }
  }

  @Test(arguments: [1, 7, 255, 256, 257, 5000])
  func `a file that only grew matches, however it was read`(step: Int) {
    for count in [0, 1, 255, 256, 257, 511, 512, 513, 1500] {
      let read = Array(Self.text[..<count])
      let fingerprint = fingerprint(of: read, by: step)
      #expect(matches(fingerprint, read), "\(count) bytes")
      #expect(matches(fingerprint, Self.text), "\(count) bytes, grown")
      #expect(fingerprint.ranges.tail.upperBound == count)
    }
  }

  @Test(arguments: [0, 1, 128, 255, 256, 700, 1243, 1244, 1499])
  func `a byte that changed at the beginning or before the offset is seen`(index: Int) {
    let read = Array(Self.text[..<1500])
    var changed = Self.text
    changed[index] ^= 1
    let isWatched = index < Fingerprint.length || index >= 1500 - Fingerprint.length
    #expect(matches(fingerprint(of: read, by: 100), changed) == !isWatched)
  }

  @Test func `a shorter file does not match`() {
    let read = Array(Self.text[..<1000])
    #expect(!matches(fingerprint(of: read, by: 100), Array(Self.text[..<999])))
  }

  @Test func `what was read as NUL may be anything later`() {
    var read = Array(Self.text[..<600])
    read.replaceSubrange(580..<600, with: repeatElement(0, count: 20))
    let fingerprint = fingerprint(of: read, by: 600)
    #expect(matches(fingerprint, Self.text))
    var other = Self.text
    other[579] ^= 1
    #expect(!matches(fingerprint, other))
  }

  @Test func `a file that is read from its middle is told by what was read`() {
    let read = Array(Self.text[..<1000])
    let fingerprint = fingerprint(of: read, from: 700, by: 100)
    #expect(fingerprint.ranges.head.isEmpty)
    #expect(matches(fingerprint, Self.text))
    var other = Self.text
    other[999] ^= 1
    #expect(!matches(fingerprint, other))
  }

  @Test func `bytes at the beginning make it anew`() {
    var fingerprint = fingerprint(of: Array(Self.text[..<1000]), by: 1000)
    let new = Array("quite another line\n".utf8)
    unsafe new.withUnsafeBytes { fingerprint.read(unsafe $0.bytes, at: 0) }
    #expect(matches(fingerprint, new))
    #expect(!matches(fingerprint, Self.text))
  }
}
