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
}
