extension Automaton {
  /// Reads bytes until there is something to know or they end.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - index: The next byte to read, afterwards that behind the last byte read.
  ///   - end: Where to stop.
  ///   - state: The state there; set as well.
  /// - Returns: A negative entry of the table when there is something to know, else the state.
  /// - Complexity: O(*n*) bytes once the states are made.
  mutating func walk(
    _ text: RawSpan,
    _ index: inout Int,
    upTo end: Int,
    _ state: inout Int32
  ) -> Int32 {
    while index < end {
      var entry = rush(text, &index, upTo: end, &state)
      if entry == Self.unknown {
        let byte = text.unsafeLoadByte(at: index - 1)
        entry = fill(state, Int(columns.column[Int(byte)]))
        if entry >= 0 { state = entry }
      }
      if entry < 0 { return entry }
    }
    return state
  }

  /// The same over what is known already; `state` is that before the byte read last when the entry
  /// is negative.
  func rush(
    _ text: RawSpan,
    _ index: inout Int,
    upTo end: Int,
    _ state: inout Int32
  ) -> Int32 {
    // SAFETY: `index..<end` is inside the text; a state that is not negative is the first index of
    // a row, and a column is smaller than a row is wide.
    unsafe table.withUnsafeBufferPointer { table in
      unsafe columns.column.withUnsafeBufferPointer { column in
        unsafe text.withUnsafeBytes { text in
          var current = state
          var place = index
          while place < end {
            let column = unsafe column[unchecked: Int(text[unchecked: place])]
            let entry = unsafe table[unchecked: Int(current) + Int(column)]
            place += 1
            if entry < 0 {
              index = place
              state = current
              return entry
            }
            current = entry
          }
          index = place
          state = current
          return current
        }
      }
    }
  }

  /// The entry of a state for a column, made if need be.
  mutating func entry(of state: Int32, _ column: Int, mayFlush: Bool = true) -> Int32 {
    let entry = table[Int(state) + column]
    return entry == Self.unknown ? fill(state, column, mayFlush: mayFlush) : entry
  }

  /// Reads bytes at four places until there is something to know at one of them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - index: The next bytes to read, afterwards those behind the bytes read last.
  ///   - state: The states there, afterwards those before the bytes read last; when there is nothing
  ///     to know, those behind them.
  ///   - count: How many bytes to read at each place, at most.
  /// - Returns: The entries for the bytes read last; nil when there is nothing to know.
  func rush(
    _ text: RawSpan,
    _ index: inout SIMD4<Int>,
    _ state: inout SIMD4<Int32>,
    _ count: Int
  ) -> SIMD4<Int32>? {
    // SAFETY: as in the other one.
    unsafe table.withUnsafeBufferPointer { table in
      unsafe columns.column.withUnsafeBufferPointer { column in
        unsafe text.withUnsafeBytes { text in
          let (text0, text1, text2, text3) = unsafe (
            text[from: index[0]], text[from: index[1]], text[from: index[2]], text[from: index[3]]
          )
          // Rows, not numbers of rows: the optimiser would put these into one vector and take them
          // out again for each byte, which takes twice the time.
          let rows = unsafe table.baseAddress.unsafelyUnwrapped
          var (row0, row1, row2, row3) = unsafe (
            rows + Int(state[0]), rows + Int(state[1]), rows + Int(state[2]), rows + Int(state[3])
          )
          var entries: SIMD4<Int32>?
          var done = 0
          while done < count {
            let (column0, column1, column2, column3) = unsafe (
              column[unchecked: Int(text0[done])], column[unchecked: Int(text1[done])],
              column[unchecked: Int(text2[done])], column[unchecked: Int(text3[done])]
            )
            let (entry0, entry1, entry2, entry3) = unsafe (
              row0[Int(column0)], row1[Int(column1)], row2[Int(column2)], row3[Int(column3)]
            )
            done += 1
            if (entry0 | entry1) | (entry2 | entry3) < 0 {
              entries = SIMD4(entry0, entry1, entry2, entry3)
              break
            }
            unsafe (row0, row1, row2, row3) = (
              rows + Int(entry0), rows + Int(entry1), rows + Int(entry2), rows + Int(entry3)
            )
          }
          index &+= SIMD4(repeating: done)
          state = unsafe SIMD4(
            Int32(truncatingIfNeeded: row0 - rows),
            Int32(truncatingIfNeeded: row1 - rows),
            Int32(truncatingIfNeeded: row2 - rows),
            Int32(truncatingIfNeeded: row3 - rows)
          )
          return entries
        }
      }
    }
  }

  /// The state at a place of a text.
  ///
  /// - Parameters:
  ///   - index: The place; a line begins behind a newline too.
  ///   - text: The text.
  ///   - isSearch: Whether a match may begin later.
  ///   - mayFlush: As for `fill`.
  /// - Returns: The state.
  mutating func start(
    at index: Int,
    of text: RawSpan,
    isSearch: Bool,
    mayFlush: Bool = true
  ) -> Int32 {
    let isStart = index == 0 || text.unsafeLoadByte(at: index - 1) == LineEnds.newline
    let isBehindWord =
      !isStart && program.looksAtWords && TextUnit(endingAt: index, of: text).isWord
    return start(
      isSearch: isSearch,
      isStart: isStart,
      isBehindWord: isBehindWord,
      mayFlush: mayFlush
    )
  }
}

extension UnsafeBufferPointer {
  /// An element at an index that the caller has checked.
  fileprivate subscript(unchecked index: Int) -> Element {
    @inline(__always) get { unsafe baseAddress.unsafelyUnwrapped[index] }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes from an index on that the caller has checked.
  fileprivate subscript(from index: Int) -> UnsafePointer<UInt8> {
    @inline(__always) get {
      unsafe (baseAddress.unsafelyUnwrapped + index).assumingMemoryBound(to: UInt8.self)
    }
  }

  /// A byte at an index that the caller has checked.
  fileprivate subscript(unchecked index: Int) -> UInt8 {
    @inline(__always) get {
      unsafe baseAddress.unsafelyUnwrapped.load(fromByteOffset: index, as: UInt8.self)
    }
  }
}
