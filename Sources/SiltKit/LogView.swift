internal import SiltScreen
internal import SiltSystem
internal import SiltText

/// A log in a region of the terminal: lines settle at the bottom, and the view holds still while the
/// user has scrolled back.
///
/// ```swift
/// let view = try LogView(name: "build", height: .rows(12))
/// for await line in lines {
///   view.append(line + "\n")
/// }
/// view.end()
/// let ending = await view.untilLeft()
/// ```
///
/// The region reads the keys of the terminal; `h` shows them. It installs no signal handler: call
/// `screenMayHaveResized()` when the process gets SIGWINCH, and `leave()` before it dies of a signal.
/// A view that is let go of leaves.
public final class LogView: Sendable {
  /// How many rows the region has, the status row included.
  public enum Height: Hashable, Sendable {
    /// That many rows, at least 2; fewer where the screen is lower.
    case rows(Int)
    /// A share of the screen in percent, from 1 to 100.
    case percent(Int)
    /// The whole screen, the alternate one.
    case full
  }

  /// Which lines stay in the terminal's scrollback on leaving.
  public enum LastLines: Hashable, Sendable {
    /// That many last lines.
    case count(Int)
    /// All that are held.
    case all
  }

  /// Why a view was left.
  public enum Ending: Hashable, Sendable {
    /// The user left, or `leave()` was called.
    case asked
    /// `end()` was called, and the user was not in the middle of something.
    case ended
    /// Ctrl-C was pressed; it sends no signal while a view is open.
    case interrupted
    /// The terminal is gone.
    case terminalGone
  }

  /// Why no view could be opened.
  public struct OpeningError: Error, Hashable, CustomStringConvertible {
    /// A sentence for a person.
    public let description: String
  }

  private let queue: SystemQueue
  private let session: Session
  private let left: AsyncStream<Ending>

  /// Opens a view on the terminal behind standard output, input or error, whichever is one first.
  ///
  /// - Parameters:
  ///   - name: What stands in the status row.
  ///   - height: How many rows the region has.
  ///   - capacity: How many bytes of lines are held at the most, at least 1 MiB; older ones go.
  ///   - lastLines: Which lines stay in the scrollback on leaving.
  ///   - staysOpen: Whether the view stays after `end()` until the user leaves.
  /// - Throws: `OpeningError` where there is no terminal.
  public init(
    name: String,
    height: Height = .rows(12),
    capacity: Int = 64 << 20,
    lastLines: LastLines = .count(10),
    staysOpen: Bool = false
  ) throws(OpeningError) {
    precondition(capacity >= 1 << 20, "a view holds at least 1 MiB")
    var options = Session.Options(
      kind: .client,
      name: ContiguousArray(name.utf8),
      height: HeightChoice(height)
    )
    options.capacity = capacity
    options.staysOpen = staysOpen
    options.colorDepth = ColorDepth(environment: environment)
    options.signs = Signs(environment: environment)
    switch lastLines {
    case .count(let count): options.lastLines = .count(count)
    case .all: options.lastLines = .all
    }
    let (left, leaving) = AsyncStream.makeStream(of: Ending.self)
    let shown = options
    let queue = SystemQueue()
    let opened = queue.sync { () -> Result<Session, OpeningError> in
      do throws(SystemError) {
        let page = try RestorePage()
        guard let terminal = Terminal(on: queue, restoringFrom: page) else {
          return .failure(OpeningError(description: "a log view needs a terminal"))
        }
        let session = Session(shown, on: terminal, queue: queue)
        session.whenLeft = { ending in
          leaving.yield(Ending(ending))
          leaving.finish()
        }
        session.readNothing()
        return .success(session)
      } catch {
        return .failure(OpeningError(description: error.description))
      }
    }
    session = try opened.get()
    self.queue = queue
    self.left = left
  }

  deinit {
    // The terminal is not ours to keep.
    leave()
  }

  /// Appends text; a line is finished by its newline.
  ///
  /// Returns when the text is taken in.
  ///
  /// - Parameter text: Any text. Escape sequences other than colours show as inert text.
  /// - Returns: Whether it was taken in; not after the view was left.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @discardableResult
  public func append(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in unsafe append(UnsafeRawBufferPointer(utf8)) }
  }

  /// Appends bytes, as the other does; they need not be valid UTF-8.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: Whether they were taken in; not after the view was left.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  @discardableResult
  public func append(bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  private func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    queue.sync {
      guard !session.hasLeft, !session.hasEnded else { return false }
      unsafe session.append(bytes)
      session.changed()
      return true
    }
  }

  /// Puts rows of the program's own below the last line; they show while the view follows.
  ///
  /// - Parameter lines: The rows' text, one row each; none takes the footer away.
  public func setFooter(_ lines: [String]) {
    queue.sync {
      guard !session.hasLeft else { return }
      session.setFooter(lines)
    }
  }

  /// Says that nothing more comes.
  ///
  /// The view is left at once, unless the user scrolled back or is in the middle of something: then
  /// it stays until the user leaves.
  public func end() {
    queue.sync { session.inputEnded() }
  }

  /// Takes the region away and gives the terminal back, whatever the user is doing.
  public func leave() {
    queue.sync { session.leave(.asked) }
  }

  /// Says that the screen may have another size: the process got SIGWINCH.
  public func screenMayHaveResized() {
    queue.sync { session.screenMayHaveResized() }
  }

  /// Waits until the view was left and the terminal is as it was; called once.
  ///
  /// - Returns: Why it was left.
  public func untilLeft() async -> Ending {
    for await ending in left { return ending }
    return .asked
  }
}

extension HeightChoice {
  fileprivate init(_ height: LogView.Height) {
    switch height {
    case .rows(let rows): self = .rows(max(rows, 2))
    case .percent(let percent): self = .percent(min(max(percent, 1), 100))
    case .full: self = .full
    }
  }
}

extension LogView.Ending {
  fileprivate init(_ ending: Session.Ending) {
    switch ending {
    case .asked, .signal: self = .asked
    case .inputEnded, .failed, .commandEnded: self = .ended
    case .interrupted: self = .interrupted
    case .terminalGone: self = .terminalGone
    }
  }
}
