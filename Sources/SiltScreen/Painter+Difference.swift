import SiltText

extension Painter {
  /// Appends what leads from the shown frame to one of the same size.
  func appendDifference(
    from shown: Frame,
    to frame: Frame,
    pen: inout Pen,
    into bytes: inout [UInt8]
  ) {
    guard let changed = RowShift.changedRows(from: shown.rows, to: frame.rows) else { return }
    guard let shift = RowShift(from: shown.rows, to: frame.rows, in: changed) else {
      return appendRows(of: frame, over: shown.rows, in: changed, pen: &pen, into: &bytes)
    }
    var shiftedPen = pen
    var shifted: [UInt8] = []
    append(shift, pen: &shiftedPen, into: &shifted)
    let rows = shift.applied(to: shown.rows)
    appendRows(of: frame, over: rows, in: changed, pen: &shiftedPen, into: &shifted)
    // What costs more by its text alone need not be made.
    if shifted.count > textBytes(of: frame, over: shown.rows, in: changed) {
      var directPen = pen
      var direct: [UInt8] = []
      appendRows(of: frame, over: shown.rows, in: changed, pen: &directPen, into: &direct)
      if direct.count <= shifted.count {
        pen = directPen
        return bytes.append(contentsOf: direct)
      }
    }
    pen = shiftedPen
    bytes.append(contentsOf: shifted)
  }

  /// The text in the bytes that `appendRows(of:over:in:pen:into:)` appends.
  private func textBytes(of frame: Frame, over shown: [StyledRow], in changed: Range<Int>) -> Int {
    changed.reduce(0) { sum, index in
      let row = frame.rows[index]
      guard row != shown[index] else { return sum }
      let firstRun = encoder.commonRuns(row, shown[index])
      return row.runs[firstRun...].reduce(sum) { $0 + $1.utf8Count }
    }
  }

  /// Appends the rows that differ from what stands in their place, each from its first change on.
  private func appendRows(
    of frame: Frame,
    over shown: [StyledRow],
    in changed: Range<Int>,
    pen: inout Pen,
    into bytes: inout [UInt8]
  ) {
    for index in changed where frame.rows[index] != shown[index] {
      let row = frame.rows[index]
      let firstRun = encoder.commonRuns(row, shown[index])
      let column = encoder.column(after: firstRun, of: row)
      pen.move(to: Frame.Cell(row: index, column: column), into: &bytes)
      encoder.append(
        row,
        from: firstRun,
        columns: frame.columns,
        isBlank: shown[index].runs.isEmpty,
        to: &bytes
      )
      pen.forgetColumn()
    }
  }

  /// Appends a shift: as many rows are deleted as are inserted, so none outside of it moves.
  ///
  /// The rows are deleted first: an insertion before would push rows off the screen's bottom.
  private func append(_ shift: RowShift, pen: inout Pen, into bytes: inout [UInt8]) {
    let top = Frame.Cell(row: shift.rows.lowerBound, column: 0)
    let bottom = Frame.Cell(row: shift.rows.upperBound - shift.distance, column: 0)
    pen.move(to: shift.isUp ? top : bottom, into: &bytes)
    bytes.appendDeleteRows(shift.distance)
    pen.move(to: shift.isUp ? bottom : top, into: &bytes)
    bytes.appendInsertRows(shift.distance)
  }
}
