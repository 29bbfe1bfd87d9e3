import SiltText
import Testing

@testable import SiltKit

struct HelpScreenTests {
  private static let help = HelpScreen(arrows: Signs.unicode.arrows)
  private static let all = help.rows(height: 1000, columns: 79, ambiguousIsWide: false)

  @Test func `rows and columns are never more than there is room for`() {
    for height in 0...20 {
      for columns in 1...100 {
        var help = Self.help
        for step in [0, 3, 100, -1] {
          help.scroll(by: step, height: height)
          let rows = help.rows(height: height, columns: columns, ambiguousIsWide: false)
          #expect(rows.count == min(height, Self.all.count))
          #expect(rows.allSatisfy { $0.columns <= columns })
        }
      }
    }
  }

  @Test func `scrolling ends where all is shown`() {
    let count = Self.all.count
    for height in 0...20 {
      var help = Self.help
      help.scroll(by: -5, height: height)
      #expect(help.top == 0)
      help.scroll(by: 1, height: height)
      #expect(help.top == (height < count ? 1 : 0))
      help.scroll(by: 1_000_000_000, height: height)
      #expect(help.top == max(0, count - height))
      let rows = help.rows(height: height, columns: 79, ambiguousIsWide: false)
      #expect(rows == Array(Self.all.suffix(height)))
      help.scroll(by: -1_000_000_000, height: height)
      #expect(help.top == 0)
    }
  }

  @Test func `a higher region shows more above at the end`() {
    var help = Self.help
    help.scroll(by: 100, height: 3)
    help.scroll(by: 0, height: 6)
    #expect(help.rows(height: 6, columns: 79, ambiguousIsWide: false) == Self.all.suffix(6))
  }

  @Test func `without Unicode the help is ASCII`() {
    let help = HelpScreen(arrows: Signs.ascii.arrows)
    let rows = help.rows(height: 100, columns: 79, ambiguousIsWide: false)
    #expect(rows.count == Self.all.count)
    #expect(rows.allSatisfy { row in row.utf8.allSatisfy { $0 < 0x80 } })
  }
}
