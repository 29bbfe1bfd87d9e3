import Foundation
import Testing

/// The import directions are the architecture, and the package manager does not keep them: it lets
/// every target import the C library.
@Suite struct ImportTests {
  /// What each module may import beside the modules of the toolchain that it is given here.
  private static let floors: [String: Set<String>] = [
    "SiltBytes": [],
    "SiltText": [],
    "SiltMatch": [],
    "SiltFollow": [],
    "SiltCore": ["SiltBytes", "SiltText", "SiltMatch"],
    "SiltScreen": ["SiltText"],
  ]

  /// What only the modules above the floors may import: the system.
  private static let systemModules: Set<String> = ["Darwin", "Dispatch", "Glibc", "Musl"]

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files below a folder of the package, each with the modules it imports.
  private static func imports(below folder: String) throws -> [(file: String, modules: [String])] {
    let folder = root.appendingPathComponent(folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".swift") }.map { name in
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      return (name, importedModules(of: text))
    }
  }

  /// The modules that a file's import declarations name.
  private static func importedModules(of text: String) -> [String] {
    let declaration =
      /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|typealias|func|var|let|actor)\s+)?([\w`]+)/
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      line.firstMatch(of: declaration).map { String($0.1) }
    }
  }

  @Test(arguments: [
    ("import Glibc", ["Glibc"]),
    ("  package import SiltText\ninternal import SiltBytes", ["SiltText", "SiltBytes"]),
    ("@unsafe @preconcurrency import Darwin", ["Darwin"]),
    ("@_spi(Testing) public import struct Foundation.URL", ["Foundation"]),
    ("import func Glibc.read", ["Glibc"]),
    ("// import Glibc\nlet important = 1\nimportant()", []),
  ])
  func `imports are found in whatever form they are written`(text: String, modules: [String]) {
    #expect(Self.importedModules(of: text) == modules)
  }

  @Test(arguments: floors.keys.sorted())
  func `a pure module imports its floor only`(module: String) throws {
    let floor = try #require(Self.floors[module]).union(["Synchronization"])
    // A module that is not built yet has no folder.
    let folder = "Sources/\(module)"
    guard FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(folder).path)
    else { return }
    let files = try Self.imports(below: folder)
    #expect(!files.isEmpty)
    for (file, modules) in files {
      #expect(Set(modules).subtracting(floor).isEmpty, "\(folder)/\(file)")
    }
  }

  @Test(arguments: ["Sources", "Examples"])
  func `nothing that is shipped imports more than the package and the system`(
    folder: String
  ) throws {
    let own = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appendingPathComponent("Sources").path
    )
    let known = Self.systemModules.union(["Synchronization"]).union(own)
    let files = try Self.imports(below: folder)
    #expect(files.contains { !$0.modules.isEmpty })
    for (file, modules) in files {
      #expect(Set(modules).subtracting(known).isEmpty, "\(folder)/\(file)")
    }
  }
}
