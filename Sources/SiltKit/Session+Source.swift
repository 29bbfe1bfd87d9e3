internal import SiltCore
package import SiltSystem

extension Session {
  /// Where lines come from, a file whatever its generations, and how it is doing.
  struct Source {
    let id: SourceID
    /// What it is called in front of its lines and in notes; inert.
    let name: String
    /// Its newest generation.
    var segment: SegmentID?
    /// The segment that begins in the middle of its file; only the first one can.
    var head: Head?
    var isCountingAbove = false
    /// All that was there at the start was read.
    var hasCaughtUp = false
    /// Nothing more comes.
    var hasEnded = false
    /// It ended because nobody waits for more: it stays in view.
    var staysInView = false
    /// What ended it, where that was not the end, or why it cannot be read yet.
    var failure: SystemError?
  }

  /// The beginning of a segment in the middle of its file.
  struct Head {
    let segment: SegmentID
    /// How many lines of the file stand above; nil while that is not known.
    var linesAbove: Int?
  }

  /// A file to be followed.
  package enum File: Sendable {
    /// By its name's bytes.
    case path([UInt8])
    /// A regular file that is open already, from its current offset.
    case descriptor(BorrowedDescriptor)
  }

  /// Whether lines of several sources are shown.
  var isMerged: Bool { sources.count > 1 }

  /// Nothing more comes from anywhere.
  var hasEnded: Bool { sources.allSatisfy(\.hasEnded) }

  /// The source of a line.
  func source(of position: Position) -> Int? {
    ring.source(of: position)?.rawValue
  }
}
