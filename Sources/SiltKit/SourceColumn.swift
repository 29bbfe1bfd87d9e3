internal import SiltText

/// The names of several sources in front of their lines: short, coloured, all of one width.
struct SourceColumn {
  /// No name takes more cells where names are cut.
  private static let mostColumns = 20
  /// The most cells that are left in front of all lines for the longest name, where names are not cut.
  private static let mostPadding = 40
  /// Where a name has no room for that many cells, there is no column.
  private static let leastColumns = 4

  /// The terminal's own colours, those of errors left out, each of them as far from its neighbours as
  /// they have it.
  private static let colors: [UInt8] = [6, 3, 2, 5, 4, 14, 11, 10, 13, 12]

  /// The columns of log text that it was made for.
  let textColumns: Int?
  /// The columns that it takes, the blank behind the names included; a name that is not cut may be
  /// longer.
  let columns: Int
  /// The names by the numbers of their sources.
  let names: [StyledRow]

  /// Creates the column of a session's sources; nil where there are not several, or is no room.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - textColumns: The columns of log text; nil where names have all the room they want.
  init?(of session: Session, within textColumns: Int?) {
    guard session.isMerged else { return nil }
    let options = session.options
    self.init(
      session.sources.map(\.name),
      within: textColumns,
      ellipsis: options.signs.ellipsis,
      isColored: options.keepsColors,
      ambiguousIsWide: options.ambiguousIsWide
    )
  }

  /// Creates a column; nil where there is no room.
  ///
  /// Names are cut on the left, where those of one kind begin alike, or on the right where only that
  /// tells them apart.
  ///
  /// - Parameters:
  ///   - names: The names, inert.
  ///   - textColumns: The columns of log text, of which it takes a third at most; nil for no limit.
  ///   - ellipsis: What stands for what was cut off.
  ///   - isColored: Whether each name has a colour.
  ///   - ambiguousIsWide: Whether East Asian ambiguous characters take 2 cells.
  init?(
    _ names: [String],
    within textColumns: Int?,
    ellipsis: String,
    isColored: Bool,
    ambiguousIsWide: Bool
  ) {
    let room = textColumns.map { min(Self.mostColumns, $0 / 3) } ?? .max
    guard room >= Self.leastColumns else { return nil }
    func width(_ text: String) -> Int {
      StyledRow.columns(of: text, ambiguousIsWide: ambiguousIsWide)
    }
    /// The longest text that has room, of those that keep so many characters of a name.
    func cut(_ name: String, keeping part: (Int) -> String) -> String {
      guard width(name) > room else { return name }
      var kept = 0..<name.count
      while kept.count > 1 {
        let middle = (kept.lowerBound + kept.upperBound) / 2
        kept = width(part(middle)) <= room ? middle..<kept.upperBound : kept.lowerBound..<middle
      }
      return part(kept.lowerBound)
    }
    var cutNames = names.map { name in cut(name) { ellipsis + name.suffix($0) } }
    if Set(cutNames).count < Set(names).count {
      let others = names.map { name in cut(name) { name.prefix($0) + ellipsis } }
      if Set(others).count == Set(names).count { cutNames = others }
    }
    self.textColumns = textColumns
    // Where names are not cut, a long one does not make room for itself in front of all others.
    columns = (cutNames.map { min(width($0), Self.mostPadding) }.max() ?? 0) + 1
    self.names = cutNames.enumerated().map { number, name in
      let color = Self.colors[number % Self.colors.count]
      var row = StyledRow()
      row.append(
        text: name,
        style: isColored ? Style(foreground: .palette(color)) : .plain,
        ambiguousIsWide: ambiguousIsWide
      )
      return row
    }
  }
}

/// Names for files that are as short as they can be told apart by: the last component, and as many
/// before it as that takes.
///
/// - Parameter paths: The files' names as they were given; two that are the same have the same name.
/// - Returns: The short names, inert.
func shortNames(of paths: [[UInt8]]) -> [String] {
  // An absolute path has an empty first component.
  let components = paths.map { path in
    let parts = path.split(separator: UInt8(ascii: "/"))
    return path.first == UInt8(ascii: "/") ? [[]] + parts : parts
  }
  var depths = components.map { min(1, $0.count) }
  func short(_ index: Int) -> [UInt8] {
    Array(components[index].suffix(depths[index]).joined(separator: [UInt8(ascii: "/")]))
  }
  var isDone = false
  while !isDone {
    isDone = true
    for alike in Dictionary(grouping: paths.indices, by: short).values
    where Set(alike.map { components[$0] }).count > 1 {
      for index in alike where depths[index] < components[index].count {
        depths[index] += 1
        isDone = false
      }
    }
  }
  return paths.indices.map { index in
    let name = short(index)
    return inertText(ContiguousArray(name.isEmpty ? paths[index] : name))
  }
}
