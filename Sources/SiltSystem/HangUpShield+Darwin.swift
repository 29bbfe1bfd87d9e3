#if canImport(Darwin)
/// Wraps a descriptor so that Dispatch never hears of its hang-up as such; not needed here, where a
/// hang-up is an event like others.
///
/// - Parameters:
///   - descriptor: What to watch.
///   - direction: The events asked for.
/// - Returns: nil: the descriptor is watched itself.
func hangUpShield(
  for descriptor: BorrowedDescriptor,
  _ direction: BorrowedDescriptor.Direction
) -> SharedDescriptor? {
  nil
}
#endif
