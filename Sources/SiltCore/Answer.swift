/// A value, or the block of a segment's history that has to be loaded before it is known.
package enum Answer<Value> {
  case value(Value)
  case needs(BlockID)

  /// The value; nil before that block was loaded.
  package var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension Answer: Sendable where Value: Sendable {}
extension Answer: Equatable where Value: Equatable {}
