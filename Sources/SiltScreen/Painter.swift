/// Turns frames into the bytes that make a terminal show them.
///
/// The painter never writes. Every frame it gives bytes for has to be written whole and in order:
/// what it compares the next one with is the last frame handed out.
///
/// Inline, the region stands on the ordinary screen and its place is known only relative to the
/// cursor. Between frames the hidden cursor rests at column 1 of the region's first row, because
/// then
/// - what another program prints pushes the region down instead of being lost in it, as long as
///   the next frame is a repaint: that reserves its rows anew, by line feeds that scroll only as
///   far as room is lacking;
/// - after a reflow the region is from the cursor down, however many rows it became, and deleting
///   rows there removes it. Erasing (ED) is never used: at column 1 of row 1 terminals push the
///   whole screen into the history before it.
///
/// A frame is written with autowrap off, so that a row whose width was misjudged stays one row.
package struct Painter: Sendable {
  /// Where the region stands.
  package enum Surface: Hashable, Sendable {
    /// On the ordinary screen, at the cursor.
    case inline
    /// On the alternate screen, from its first row on.
    case fullScreen
  }

  /// How a frame is painted.
  package enum Mode: Hashable, Sendable {
    /// Only what differs from the frame before.
    case difference
    /// Everything, with its rows reserved anew: right whatever others have written meanwhile.
    case repaint
  }

  package let surface: Surface
  /// Whether the terminal reports its mouse's wheel.
  package let usesMouse: Bool
  /// Whether the terminal tells pastes and its mouse's wheel from keys.
  package private(set) var tellsInputApart = true
  /// Gives rows their bytes; also what prints lines that stay in the scrollback.
  package let encoder: RowEncoder
  /// The frame that the terminal shows; `nil` where it shows none.
  package private(set) var shown: Frame?

  /// Creates a painter; nothing is shown yet.
  ///
  /// - Parameters:
  ///   - surface: Where the region stands.
  ///   - colorDepth: The colours that the terminal has.
  ///   - usesMouse: Whether the terminal is to report its mouse's wheel.
  package init(surface: Surface, colorDepth: ColorDepth, usesMouse: Bool = false) {
    self.surface = surface
    self.usesMouse = usesMouse
    self.encoder = RowEncoder(colorDepth: colorDepth)
  }

  /// Appends what sets the terminal's modes: before the first frame, and again after a stop.
  ///
  /// Inline it also makes sure that the region begins in a row of its own: where a prompt or a part of
  /// a line stands in the cursor's row, a row of blanks ends in the next one. From column 1 it only
  /// fills the row that the region's first one takes.
  ///
  /// - Parameters:
  ///   - columns: The screen's width in cells.
  ///   - bytes: Where to append.
  package func enter(columns: Int, into bytes: inout [UInt8]) {
    if surface == .inline {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: columns))
      bytes.append(ControlSequence.carriageReturn)
    }
    bytes.append(contentsOf: ControlSequence.hideCursor)
    if surface == .fullScreen {
      bytes.append(contentsOf: ControlSequence.enterAlternateScreen)
      bytes.append(contentsOf: ControlSequence.alternateScrollOn)
    }
    if tellsInputApart { appendInputModes(to: &bytes) }
  }

  /// Appends what lets the terminal tell pastes and its mouse's wheel from keys, or not: whoever
  /// gets its bytes meanwhile may not have asked for that.
  package mutating func tellInputApart(_ isOn: Bool, into bytes: inout [UInt8]) {
    guard isOn != tellsInputApart else { return }
    tellsInputApart = isOn
    if isOn {
      appendInputModes(to: &bytes)
    } else {
      if usesMouse { bytes.append(contentsOf: ControlSequence.mouseOff) }
      bytes.append(contentsOf: ControlSequence.bracketedPasteOff)
    }
  }

  private func appendInputModes(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: ControlSequence.bracketedPasteOn)
    if usesMouse { bytes.append(contentsOf: ControlSequence.mouseOn) }
  }

  /// Appends what takes the region away and puts the terminal's modes back.
  ///
  /// Afterwards the cursor is shown: inline at column 1 of what was the region's first row, else
  /// where it was before the alternate screen. Ordinary lines can follow.
  package mutating func leave(into bytes: inout [UInt8]) {
    bytes.append(contentsOf: ControlSequence.beginSynchronizedUpdate)
    if usesMouse { bytes.append(contentsOf: ControlSequence.mouseOff) }
    erase(inlineRows: { $0.appendDeleteRows($1) }, into: &bytes)
    if surface == .fullScreen {
      bytes.append(contentsOf: ControlSequence.alternateScrollRestored)
      bytes.append(contentsOf: ControlSequence.leaveAlternateScreen)
    }
    bytes.append(contentsOf: ControlSequence.plainStyle)
    bytes.append(contentsOf: ControlSequence.bracketedPasteOff)
    bytes.append(contentsOf: ControlSequence.showCursor)
    bytes.append(contentsOf: ControlSequence.endSynchronizedUpdate)
  }

  /// Appends what blanks the region at the first sign of a resize.
  ///
  /// Nothing is to be painted until the size is at rest; the next frame then finds its place by
  /// itself. Called again meanwhile, this appends nothing.
  package mutating func blank(into bytes: inout [UInt8]) {
    guard shown != nil else { return }
    bytes.append(contentsOf: ControlSequence.beginSynchronizedUpdate)
    erase(
      inlineRows: { bytes, _ in bytes.append(contentsOf: ControlSequence.deleteAllRows) },
      into: &bytes
    )
    bytes.append(contentsOf: ControlSequence.endSynchronizedUpdate)
  }

  /// The bytes that put the terminal right at any moment, after any part of our output.
  ///
  /// For a handler that runs when the program crashes: they never change while the surface stays,
  /// so they can be laid down before. A sequence that was cut off is ended by their first byte.
  ///
  /// Inline, the rows from the cursor's on are deleted, which is the whole region except while a
  /// prompt has the cursor or when a frame was cut off half way. Then the region's rows above the
  /// cursor stay as ordinary text. They are not looked for: nobody knows then how far up they
  /// begin, and going up too far would delete what is not ours.
  package var undo: [UInt8] {
    // A link may be cut off in its middle, and is a string.
    var bytes = ControlSequence.stringTerminator
    if encoder.colorDepth > .none { bytes.append(contentsOf: ControlSequence.closeLink) }
    bytes.append(contentsOf: ControlSequence.plainStyle)
    bytes.append(contentsOf: ControlSequence.autowrapOn)
    if usesMouse { bytes.append(contentsOf: ControlSequence.mouseOff) }
    switch surface {
    case .inline:
      bytes.append(ControlSequence.carriageReturn)
      bytes.append(contentsOf: ControlSequence.deleteAllRows)
    case .fullScreen:
      bytes.append(contentsOf: ControlSequence.alternateScrollRestored)
      bytes.append(contentsOf: ControlSequence.leaveAlternateScreen)
      bytes.append(contentsOf: ControlSequence.plainStyle)
    }
    bytes.append(contentsOf: ControlSequence.bracketedPasteOff)
    bytes.append(contentsOf: ControlSequence.showCursor)
    bytes.append(contentsOf: ControlSequence.endSynchronizedUpdate)
    return bytes
  }

  /// Takes note that the terminal shows no frame any more, whatever became of it.
  package mutating func forget() {
    shown = nil
  }

  /// Appends what makes the terminal show a frame.
  ///
  /// A difference to the same frame is no byte at all. A frame of another size than the one before
  /// is always a repaint.
  ///
  /// - Parameters:
  ///   - frame: What to show.
  ///   - mode: How to paint it.
  ///   - bytes: Where to append; one write for all of it.
  /// - Complexity: O(*n* + *r*²) for *n* bytes of text in *r* rows; *r*² are comparisons of numbers.
  package mutating func paint(
    _ frame: Frame,
    mode: Mode = .difference,
    into bytes: inout [UInt8]
  ) {
    guard mode == .repaint || frame != shown else { return }
    bytes.append(contentsOf: ControlSequence.beginSynchronizedUpdate)
    bytes.append(contentsOf: ControlSequence.autowrapOff)
    if shown?.cursor != nil {
      bytes.append(contentsOf: ControlSequence.hideCursor)
    }
    var pen = Pen(surface: surface, at: shown?.cursor)
    if mode == .difference, let shown, shown.columns == frame.columns,
      shown.rows.count == frame.rows.count
    {
      appendDifference(from: shown, to: frame, pen: &pen, into: &bytes)
    } else {
      appendRepaint(frame, pen: &pen, into: &bytes)
    }
    pen.move(to: frame.cursor ?? .first, into: &bytes)
    if frame.cursor != nil {
      bytes.append(contentsOf: ControlSequence.showCursor)
    }
    bytes.append(contentsOf: ControlSequence.autowrapOn)
    bytes.append(contentsOf: ControlSequence.endSynchronizedUpdate)
    shown = frame
  }

  private func appendRepaint(_ frame: Frame, pen: inout Pen, into bytes: inout [UInt8]) {
    switch surface {
    case .inline:
      makeRoom(for: frame, pen: &pen, into: &bytes)
    case .fullScreen:
      for row in frame.rows.count..<max(frame.rows.count, shown?.rows.count ?? 0) {
        pen.move(to: Frame.Cell(row: row, column: 0), into: &bytes)
        bytes.append(contentsOf: ControlSequence.eraseToEndOfRow)
      }
    }
    for (index, row) in frame.rows.enumerated() {
      pen.move(to: Frame.Cell(row: index, column: 0), into: &bytes)
      encoder.append(row, columns: frame.columns, to: &bytes)
      pen.forgetColumn()
    }
  }

  /// Reserves the region's rows from the cursor's on, and leaves the pen on the first of them.
  private func makeRoom(for frame: Frame, pen: inout Pen, into bytes: inout [UInt8]) {
    pen.move(to: .first, into: &bytes)
    if let shown {
      if shown.columns != frame.columns {
        bytes.append(contentsOf: ControlSequence.deleteAllRows)
      } else if shown.rows.count > frame.rows.count {
        pen.move(to: Frame.Cell(row: frame.rows.count, column: 0), into: &bytes)
        bytes.appendDeleteRows(shown.rows.count - frame.rows.count)
        pen.move(to: .first, into: &bytes)
      }
    }
    let others = frame.rows.count - 1
    bytes.append(contentsOf: repeatElement(ControlSequence.lineFeed, count: others))
    bytes.appendCursorUp(others)
  }

  /// Takes the shown frame off the screen; the cursor rests at the first row, hidden.
  private mutating func erase(
    inlineRows deleteRows: (inout [UInt8], Int) -> Void,
    into bytes: inout [UInt8]
  ) {
    guard let frame = shown else { return }
    if frame.cursor != nil {
      bytes.append(contentsOf: ControlSequence.hideCursor)
    }
    var pen = Pen(surface: surface, at: frame.cursor)
    switch surface {
    case .inline:
      pen.move(to: .first, into: &bytes)
      deleteRows(&bytes, frame.rows.count)
    case .fullScreen:
      // Row by row, for terminals that have no alternate screen.
      for row in frame.rows.indices {
        pen.move(to: Frame.Cell(row: row, column: 0), into: &bytes)
        bytes.append(contentsOf: ControlSequence.eraseToEndOfRow)
      }
      pen.move(to: .first, into: &bytes)
    }
    shown = nil
  }
}
