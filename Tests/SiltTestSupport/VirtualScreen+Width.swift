extension VirtualScreen {
  /// The cells of one scalar in a terminal that knows no clusters.
  ///
  /// They are those of the Python package wcwidth, but that spacing marks, of which it knows only what
  /// they do to a cluster, have a cell.
  static func width(of scalar: Unicode.Scalar) -> Int {
    // Most of what is written, and a part of no range.
    guard scalar.value >= 0x300 else { return 1 }
    // A half of a flag: terminals without clusters that know flags give it one cell.
    if (0x1F1E6...0x1F1FF).contains(scalar.value) { return 1 }
    guard let width = widths.width(of: scalar.value) else { return 1 }
    return scalar.properties.generalCategory == .spacingMark ? 1 : width
  }

  private static let widths = WidthRanges()
}

/// The code points that take 0 or 2 cells.
private struct WidthRanges: Sendable {
  /// In order.
  private let ranges: [(codes: ClosedRange<UInt32>, width: Int)]

  init() {
    guard let ranges = try? UnicodeData.columnRanges() else {
      preconditionFailure("the widths that ship with the tests cannot be read")
    }
    self.ranges = ranges.sorted { $0.codes.lowerBound < $1.codes.lowerBound }
  }

  func width(of code: UInt32) -> Int? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].codes.upperBound < code { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].codes.contains(code) else { return nil }
    return ranges[low].width
  }
}
