#if os(Linux)
@unsafe @preconcurrency import Glibc

// The epoll calls are not in Swift's Glibc module. Their arguments and results are integers and
// pointers, which Swift's and C's calling conventions pass alike on the platforms there are.
@_silgen_name("epoll_create1")
private func epollCreate(_ flags: Int32) -> Int32

@_silgen_name("epoll_ctl")
private func epollControl(
  _ epoll: Int32,
  _ operation: Int32,
  _ number: Int32,
  _ event: UnsafeMutableRawPointer?
) -> Int32

/// Wraps a descriptor so that Dispatch never hears of its hang-up as such.
///
/// When a watched descriptor hangs up, Dispatch's Linux backend tells the source and then goes on
/// using a record of it that the source's queue frees meanwhile: about one end of a pipe in a hundred
/// killed the process. So what Dispatch watches is an epoll descriptor of our own that watches the
/// real one: it becomes readable when anything happens there, and never hangs up itself. Nobody waits
/// on it, so it stays readable as long as the event is there.
///
/// - Parameters:
///   - descriptor: What to watch; it stays open as long as the shield.
///   - direction: The events asked for.
/// - Returns: A descriptor to wait for reading on; nil for what cannot be watched this way (a regular
///   file, some devices), which never hangs up either.
func hangUpShield(
  for descriptor: BorrowedDescriptor,
  _ direction: BorrowedDescriptor.Direction
) -> SharedDescriptor? {
  // The kernel's interface, the same on all processors.
  let (closeOnExec, add, readable, writable) = (Int32(0o2_000_000), Int32(1), UInt32(1), UInt32(4))
  let number = epollCreate(closeOnExec)
  guard number >= 0 else { return nil }
  let shield = Descriptor(owning: number)
  // `struct epoll_event`: the events, then data that nobody reads; 12 or 16 bytes by processor.
  var event: (events: UInt32, UInt32, UInt64) = (direction == .reading ? readable : writable, 0, 0)
  let result = unsafe withUnsafeMutableBytes(of: &event) { event in
    unsafe epollControl(number, add, descriptor.rawValue, event.baseAddress)
  }
  guard result == 0 else { return nil }
  return SharedDescriptor(shield)
}
#endif
