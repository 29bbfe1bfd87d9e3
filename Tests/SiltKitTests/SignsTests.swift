import Testing

@testable import SiltKit

struct SignsTests {
  @Test(
    arguments: [
      ([:], false),
      (["LANG": "en_US.UTF-8"], true),
      (["LANG": "C"], false),
      (["LANG": "C.utf8"], true),
      (["LANG": "de_DE.UTF-8@euro"], true),
      (["LANG": "de_DE.ISO-8859-1"], false),
      (["LANG": "de_DE"], false),
      (["LC_CTYPE": "UTF-8"], true),
      (["LC_CTYPE": "C", "LANG": "en_US.UTF-8"], false),
      (["LC_ALL": "en_US.UTF-8", "LC_CTYPE": "C", "LANG": "C"], true),
      (["LC_ALL": "C", "LC_CTYPE": "en_US.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "", "LANG": "en_US.utf-8"], true),
      (["LC_ALL": "POSIX", "LANG": "en_US.UTF-8"], false),
      (["LC_MESSAGES": "en_US.UTF-8"], false),
    ] as [([String: String], Bool)]
  )
  func `the first of the locale's variables decides`(
    variables: [String: String],
    isUnicode: Bool
  ) {
    #expect(Signs(environment: { variables[$0] }) == (isUnicode ? .unicode : .ascii))
  }

  @Test func `the signs of ASCII are ASCII`() {
    let signs = Signs.ascii
    let arrows = [signs.arrows.up, signs.arrows.down, signs.arrows.left, signs.arrows.right]
    for sign in [signs.above, signs.below, signs.new, signs.rule] + arrows {
      #expect(sign.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
  }

  @Test(
    arguments: [
      (HeightChoice.rows(12), [(1, 1), (2, 2), (11, 11), (12, 12), (24, 12), (500, 12)]),
      (.percent(40), [(1, 1), (2, 2), (4, 2), (5, 2), (10, 4), (24, 9), (100, 40)]),
      (.percent(1), [(1, 1), (2, 2), (199, 2), (300, 3)]),
      (.percent(100), [(1, 1), (2, 2), (24, 24)]),
      (
        .rowsWithinHalf(12), [(1, 1), (2, 2), (3, 2), (5, 2), (7, 3), (23, 11), (24, 12), (80, 12)]
      ),
      (.full, [(1, 1), (24, 24)]),
    ] as [(HeightChoice, [(Int, Int)])]
  )
  func `a height is worked out from the screen's`(
    height: HeightChoice,
    expected: [(Int, Int)]
  ) {
    for (screen, rows) in expected {
      #expect(height.rows(screenRows: screen) == rows, "\(screen)")
    }
  }
}
