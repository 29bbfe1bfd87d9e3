import SiltBytes
import SiltTestSupport
import Testing

@Suite struct NewlineScanTests {
  /// The obvious version of each scan.
  private func naive(_ bytes: [UInt8]) -> (count: Int, first: Int?, last: Int?) {
    (bytes.count { $0 == 10 }, bytes.firstIndex(of: 10), bytes.lastIndex(of: 10))
  }

  private func scanned(_ bytes: [UInt8]) -> (count: Int, first: Int?, last: Int?) {
    unsafe bytes.withUnsafeBytes { buffer in
      let span = unsafe buffer.bytes
      return (
        NewlineScan.count(in: span), NewlineScan.first(in: span), NewlineScan.last(in: span)
      )
    }
  }

  @Test func `one newline is found at every index of every length up to three blocks`() {
    for length in 0...193 {
      let blank = [UInt8](repeating: 0x8A, count: length)
      #expect(scanned(blank) == naive(blank))
      for index in 0..<length {
        var bytes = blank
        bytes[index] = 10
        #expect(scanned(bytes) == (1, index, index), "length \(length), index \(index)")
      }
    }
  }

  @Test(arguments: [1, 255, 256, 257, 600]) func `counts do not overflow`(blocks: Int) {
    let bytes = [UInt8](repeating: 10, count: blocks * 64 + 3)
    #expect(scanned(bytes) == (bytes.count, 0, bytes.count - 1))
  }

  @Test(arguments: 0..<300)
  func `all scans agree with the obvious ones on random bytes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ -> UInt8 in
      let byte = UInt8.random(in: 0...255, using: &random)
      return byte < 16 ? 10 : byte
    }
    #expect(scanned(bytes) == naive(bytes))
  }

  @Test(arguments: [0, 1, 63, 64, 65, 200, 4095, 4096, 4097, 16_064])
  func `line ends are found by their number from either end`(size: Int) {
    var random = SeededGenerator(seed: 11)
    let bytes = (0..<size).map { _ -> UInt8 in
      UInt8.random(in: 0...2, using: &random) == 0 ? 0 : 11
    }
    let ends = bytes.indices.filter { bytes[$0] == 0 }
    unsafe bytes.withUnsafeBytes { buffer in
      let span = unsafe buffer.bytes
      let count = NewlineScan.count(of: 0, in: span)
      #expect(count == ends.count)
      for ordinal in Set([1, 2, 3, ends.count, ends.count + 1]) where ordinal > 0 {
        let first = NewlineScan.first(ordinal, of: 0, in: span)
        #expect(first == (ordinal <= ends.count ? ends[ordinal - 1] : nil))
        let last = NewlineScan.last(ordinal, of: 0, in: span)
        #expect(last == (ordinal <= ends.count ? ends[ends.count - ordinal] : nil))
      }
    }
  }
}
