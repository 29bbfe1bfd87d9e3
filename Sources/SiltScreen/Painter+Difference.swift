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
    var directPen = pen
    var direct: [UInt8] = []
    appendRows(of: frame, over: shown.rows, in: changed, pen: &directPen, into: &direct)
    if let shift = RowShift(from: shown.rows, to: frame.rows, in: changed) {
      var shifted: [UInt8] = []
      append(shift, pen: &pen, into: &shifted)
      let rows = shift.applied(to: shown.rows)
      appendRows(of: frame, over: rows, in: changed, pen: &pen, into: &shifted)
      if shifted.count < direct.count {
        return bytes.append(contentsOf: shifted)
      }
    }
    bytes.append(contentsOf: direct)
    pen = directPen
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
