import SiltText
import Testing

@testable import SiltKit

/// What stands in front of lines of several files.
struct SourceColumnTests {
  @Test(
    arguments: [
      (["app.log", "web.log"], ["app.log", "web.log"]),
      (["/var/log/app.log", "web.log"], ["app.log", "web.log"]),
      (["web/access.log", "api/access.log"], ["web/access.log", "api/access.log"]),
      (["a/x/f", "b/x/f", "c/g"], ["a/x/f", "b/x/f", "g"]),
      (["f", "a/f", "b/a/f"], ["f", "a/f", "b/a/f"]),
      (["/f", "f"], ["/f", "f"]),
      (["./f", "f"], ["./f", "f"]),
      (["a//f", "b/f/"], ["a/f", "b/f"]),
      (["f", "f", "g"], ["f", "f", "g"]),
      (["a/f", "a/f", "b/f"], ["a/f", "a/f", "b/f"]),
      (["/", "f"], ["/", "f"]),
      (["", "f"], ["", "f"]),
      (["a\u{1B}[2J", "b\n"], ["a^[[2J", "b^J"]),
    ] as [([String], [String])]
  )
  func `names are as short as they can be told apart by`(paths: [String], names: [String]) {
    #expect(shortNames(of: paths.map { Array($0.utf8) }) == names)
  }

  private func text(_ column: SourceColumn?) -> [String] {
    column?.names.map { String(decoding: $0.utf8, as: UTF8.self) } ?? []
  }

  @Test(
    arguments: [
      // As wide as the widest name, and a blank.
      (["app.log", "w"], 79, 8, ["app.log", "w"]),
      // At most 20 cells, at most a third.
      (["the-name-of-a-service.log", "w"], 79, 21, ["…me-of-a-service.log", "w"]),
      (["application.log", "web.log"], 29, 10, ["…tion.log", "web.log"]),
      (["application.log", "web.log"], 12, 5, ["app…", "web…"]),
      (["application.log", "web.log"], 14, 5, ["app…", "web…"]),
      (["folder1/f.log", "folder2/f.log"], 17, 6, ["….log", "….log"]),
      // Cut on the right where only that tells names apart.
      (["web/access.log", "api/access.log"], 29, 10, ["web/acce…", "api/acce…"]),
      (["世界世界世界.log", "w"], 29, 10, ["…世界.log", "w"]),
      // No room.
      (["app.log", "w"], 11, 0, []),
      (["app.log", "w"], 1, 0, []),
    ] as [([String], Int, Int, [String])]
  )
  func `names are cut to the room they have`(
    names: [String],
    textColumns: Int,
    columns: Int,
    shown: [String]
  ) {
    let column = SourceColumn(
      names,
      within: textColumns,
      ellipsis: "…",
      isColored: true,
      ambiguousIsWide: false
    )
    #expect(column?.columns ?? 0 == columns)
    #expect(text(column) == shown)
  }

  @Test func `without a limit nothing is cut, and a long name makes no room in front of others`() {
    let name = String(repeating: "long", count: 100)
    let column = SourceColumn(
      [name, "w"],
      within: nil,
      ellipsis: "~",
      isColored: true,
      ambiguousIsWide: false
    )
    #expect(text(column) == [name, "w"])
    #expect(column?.columns == 41)
  }

  @Test func `each source has a colour of its own, or none has one`() {
    let names = (0..<10).map { "f\($0)" }
    func colors(_ isColored: Bool) -> [Color?] {
      SourceColumn(
        names,
        within: 79,
        ellipsis: "…",
        isColored: isColored,
        ambiguousIsWide: false
      )?.names.map { $0.runs.first?.style.foreground } ?? []
    }
    #expect(Set(colors(true)).count == 10)
    #expect(Set(colors(false)) == [.standard])
  }
}
