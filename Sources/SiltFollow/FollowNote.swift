/// What a user is told about a followed file.
package enum FollowNote: Hashable, Sendable {
  /// Another file took the name; the old one was read to its end.
  case rotated
  /// The file was cut and is read from its start again.
  case truncated
  /// The name stands for nothing that can be read any more.
  case gone(FollowFailure)
  /// The name stands for nothing that can be read yet.
  case waiting(FollowFailure)
  /// The name stands for a file again.
  case back
  /// Changes are not told by the system: the file is looked at again and again.
  case polling
  /// So many bytes of the file were never written, and are left out.
  case hole(bytes: Int)
}

/// Why a name or a file could not be opened or read.
package struct FollowFailure: Hashable, Sendable {
  /// What may become of it.
  package enum Kind: Hashable, Sendable {
    /// Nothing stands there: a file may appear.
    case missing
    /// The system is short of something: another try may succeed with no change of the name.
    case exhausted
    /// Something stands there that we may not read; that may change.
    case denied
    /// Something stands there that is not to be read.
    case refused
  }

  /// What was tried.
  package enum Operation: Hashable, Sendable {
    case open
    case read
  }

  package let kind: Kind
  package let operation: Operation
  /// The system's error number.
  package let code: Int32

  package init(_ kind: Kind, _ operation: Operation, code: Int32) {
    self.kind = kind
    self.operation = operation
    self.code = code
  }
}
