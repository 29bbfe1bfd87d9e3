#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

// The libc calls whose names our own methods bear; inside those methods the plain name would be
// the method's. All of them retry a call that a signal interrupted (EINTR).

/// Repeats a call while it fails because a signal interrupted it.
@inline(__always)
func retryingInterrupted<Value: SignedInteger>(_ call: () -> Value) -> Value {
  while true {
    let value = call()
    if value != -1 || errno != EINTR { return value }
  }
}

@unsafe
func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  retryingInterrupted { unsafe read(number, buffer.baseAddress, buffer.count) }
}

@unsafe
func systemPread(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ at: Int64) -> Int {
  retryingInterrupted { unsafe pread(number, buffer.baseAddress, buffer.count, off_t(at)) }
}

@unsafe
func systemWrite(_ number: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  retryingInterrupted { unsafe write(number, buffer.baseAddress, buffer.count) }
}

/// Polls one descriptor.
///
/// - Parameters:
///   - number: The descriptor.
///   - events: What to wait for; hang-up and error are always reported.
///   - milliseconds: How long to wait: 0 not at all, -1 for ever.
/// - Returns: The events that are there; 0 when the time was up.
func systemPoll(_ number: Int32, _ events: Int32, _ milliseconds: Int32) -> Int32 {
  var request = pollfd(fd: number, events: Int16(truncatingIfNeeded: events), revents: 0)
  let count = retryingInterrupted { unsafe poll(&request, 1, milliseconds) }
  return count > 0 ? Int32(request.revents) : 0
}

/// Opens a path; the mode matters only where the flags create a file.
@unsafe
func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  retryingInterrupted { unsafe open(path, flags, mode) }
}

/// Closes a descriptor.
///
/// An interrupted `close` is not repeated: the number is free already (Linux) and may be
/// somebody else's by then.
func systemClose(_ number: Int32) {
  _ = close(number)
}
