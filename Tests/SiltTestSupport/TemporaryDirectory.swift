import Foundation

/// A directory for one test, removed with all that is in it when its owner lets it go.
package struct TemporaryDirectory: ~Copyable, Sendable {
  /// The directory's absolute path.
  package let path: String

  /// Creates an empty directory where the system keeps temporary files.
  ///
  /// - Throws: When none can be created.
  package init() throws {
    let parent = FileManager.default.temporaryDirectory
    let url = parent.appendingPathComponent("silt-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a name inside.
  package func path(of name: String) -> String {
    path + "/" + name
  }

  /// Writes a file inside, replacing one that is there.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - bytes: Its content.
  /// - Returns: Its path.
  /// - Throws: When it cannot be written.
  @discardableResult
  package func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(of: name)))
    return path(of: name)
  }

  /// Writes a file of text inside, replacing one that is there.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - text: Its content.
  /// - Returns: Its path.
  /// - Throws: When it cannot be written.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    try write(name, text.utf8)
  }

  /// Appends to a file inside, in one write.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - text: What to append.
  /// - Throws: When it cannot be written, or is not there.
  package func append(_ name: String, _ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path(of: name)))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}
