import Synchronization

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// The page that knows how to give the terminal back: its descriptor, the modes it had, and the
/// bytes that undo what we switched on.
///
/// Normal leaving and the crash handlers use the same page. It is memory of its own, never freed:
/// a `deinit` does not run on `exit()` nor after a trap.
///
/// An update never tears. There are two slots; an update fills the one not in use and then
/// changes a word that names the slot in use. A crash handler marks that word as claimed, in one
/// step with reading it; from then on no update changes it, so the claimed slot is never written.
///
/// Sendable unchecked: the page is shared with signal handlers by the protocol above, and all
/// updates come from one thread at a time (the queue). Safe although it holds a pointer: the page
/// is never unmapped, and every access is inside it by the sizes below.
@safe
package struct RestorePage: @unchecked Sendable {
  /// The most bytes that `hold` takes.
  package static let undoCapacity = slotBytes - headerBytes

  private static let pageBytes = 4096
  private static let slotBytes = 2016
  private static let firstSlot = 64
  private static let headerBytes = 128

  /// The bit of the state word that a crash handler sets; the lowest bit is the slot in use.
  private static let claimed: UInt = 2

  /// How often, and how long each time in milliseconds, a full terminal is waited for: a crash
  /// must end even where nobody reads the terminal.
  private static let waits = 10
  private static let waitMilliseconds: Int32 = 20

  private struct Header {
    var descriptor: Int32
    var undoCount: Int32
    var hasModes: Bool
    var modes: termios
  }

  private let page: UnsafeMutableRawPointer

  /// Allocates a page that holds nothing.
  ///
  /// - Throws: The system's reason.
  package init() throws(SystemError) {
    let memory = unsafe mmap(
      nil,
      Self.pageBytes,
      PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANON,
      -1,
      0
    )
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw SystemError(.allocate, code: errno)
    }
    unsafe self.init(page: memory)
    assert(MemoryLayout<Header>.size <= Self.headerBytes)
    unsafe memory.bindMemory(to: Atomic<UInt>.self, capacity: 1).initialize(to: Atomic(0))
    clear()
  }

  init(page: UnsafeMutableRawPointer) {
    unsafe self.page = page
  }

  /// The page's address, by which a signal handler finds it.
  var address: UnsafeMutableRawPointer { unsafe page }

  /// Replaces what the page holds, in one step for whoever restores from it.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal, which stays open while it is held.
  ///   - modes: The modes to give back; nil while none were changed.
  ///   - undo: The bytes that undo what we switched on; at most `undoCapacity`.
  package func hold(
    _ descriptor: BorrowedDescriptor,
    modes: TerminalModes?,
    undo: [UInt8]
  ) {
    precondition(undo.count <= Self.undoCapacity, "too many bytes to undo our modes")
    let header = Header(
      descriptor: descriptor.rawValue,
      undoCount: Int32(undo.count),
      hasModes: modes != nil,
      modes: modes?.value ?? termios()
    )
    replace(with: header, undo)
  }

  /// Lets go of what the page holds: there is nothing to restore.
  package func clear() {
    replace(
      with: Header(descriptor: -1, undoCount: 0, hasModes: false, modes: termios()),
      []
    )
  }

  /// Gives the terminal back as the page says; what it holds stays.
  ///
  /// Does nothing where nothing is held, or while another group has the terminal: that one has
  /// modes of its own by now.
  package func restore() {
    undo(slot: unsafe state.pointee.load(ordering: .acquiring) & 1)
  }

  /// Restores from a crash handler: safe in a signal handler, and final.
  ///
  /// Updates by other threads have no effect any more.
  func claimAndRestore() {
    let used = unsafe state.pointee.bitwiseOr(
      Self.claimed,
      ordering: .acquiringAndReleasing
    ).oldValue
    undo(slot: used & 1)
  }

  private var state: UnsafeMutablePointer<Atomic<UInt>> {
    unsafe page.assumingMemoryBound(to: Atomic<UInt>.self)
  }

  private func slot(_ index: UInt) -> UnsafeMutableRawPointer {
    unsafe page + Self.firstSlot + Int(index) * Self.slotBytes
  }

  private func replace(with header: Header, _ undo: [UInt8]) {
    let used = unsafe state.pointee.load(ordering: .acquiring)
    guard used & Self.claimed == 0 else { return }
    let free = 1 - used
    let target = unsafe slot(free)
    unsafe target.storeBytes(of: header, as: Header.self)
    unsafe undo.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe (target + Self.headerBytes).copyMemory(from: start, byteCount: bytes.count)
    }
    // Fails only when a handler claimed the slot in use meanwhile, and then that one counts.
    _ = unsafe state.pointee.compareExchange(
      expected: used,
      desired: free,
      ordering: .acquiringAndReleasing
    )
  }

  /// Writes a slot's bytes and sets its modes, with calls that are safe in a signal handler.
  private func undo(slot index: UInt) {
    let memory = unsafe slot(index)
    let header = unsafe memory.assumingMemoryBound(to: Header.self)
    let descriptor = unsafe header.pointee.descriptor
    guard descriptor >= 0 else { return }
    let group = tcgetpgrp(descriptor)
    guard group < 0 || group == getpgrp() else { return }

    var next = unsafe memory + Self.headerBytes
    var left = unsafe Int(header.pointee.undoCount)
    var waits = Self.waits
    while left > 0 && waits > 0 {
      guard systemPoll(descriptor, Int32(POLLOUT), Self.waitMilliseconds) != 0 else {
        waits -= 1
        continue
      }
      let count = retryingInterrupted { unsafe write(descriptor, next, left) }
      if count > 0 {
        unsafe next += count
        left -= count
      } else if count < 0 && errno == EAGAIN {
        waits -= 1
      } else {
        break
      }
    }
    if unsafe header.pointee.hasModes {
      _ = retryingInterrupted { unsafe tcsetattr(descriptor, TCSANOW, &header.pointee.modes) }
    }
  }
}
