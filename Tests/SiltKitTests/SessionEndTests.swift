import SiltSystem
import SiltTestSupport
import Testing

@testable import SiltKit

/// How a session ends, and what stays.
struct SessionEndTests {
  @Test(arguments: ["q", "Q", "ZZ"])
  func `leaving erases the region and prints the last lines`(keys: String) throws {
    let bed = try SessionBed { $0.lastLines = .count(3) }
    bed.start()
    bed.appendLines(1...9)
    bed.append("a line that is longer than the screen is wide")
    try bed.press("g")
    for key in keys { try bed.press(String(key)) }
    #expect(try bed.waitUntilLeft() == .asked)
    #expect(
      bed.screen.text == [
        "line 8", "line 9", "a line that is longer th", "an the screen is wide", "", "", "", "",
      ]
    )
    #expect(bed.isRestored)
    #expect(bed.screen.unexpected == [])
  }

  @Test func `the whole screen is the alternate one`() throws {
    let bed = try SessionBed(height: .full) { $0.lastLines = .all }
    bed.start()
    bed.appendLines(1...9)
    #expect(bed.look().count == 8)
    #expect(bed.screen.isAlternate)
    try bed.press("\u{3}")
    #expect(try bed.waitUntilLeft() == .interrupted)
    #expect(bed.screen.allText == (1...9).map { "line \($0)" })
    #expect(bed.isRestored)
  }

  @Test func `the end of what is followed leaves at once`() throws {
    let bed = try SessionBed()
    bed.start()
    bed.append("one\n")
    bed.queue.sync { bed.session.inputEnded() }
    #expect(try bed.waitUntilLeft() == .inputEnded)
    #expect(bed.screen.allText == ["one"])
    #expect(bed.isRestored)
  }

  @Test(arguments: ["k", "\u{13}", "h", "5", "Z"])
  func `the end does not take away what the user is doing`(key: String) throws {
    let bed = try SessionBed(columns: 40)
    bed.start()
    bed.appendLines(1...9)
    try bed.press(key)
    let before = bed.look()
    bed.queue.sync { bed.session.inputEnded() }
    let after = bed.look()
    #expect(!bed.hasLeft)
    #expect(after.dropLast() == before.dropLast())
    #expect(after.last?.hasPrefix("log  ended") == true, "\(after)")
    try bed.press("x", "G")
    #expect(bed.look()[3] == "line 9")
    try bed.press("q")
    #expect(try bed.waitUntilLeft() == .asked)
  }

  @Test func `a message does not hide the end`() throws {
    let bed = try SessionBed(columns: 40) { $0.staysOpen = true }
    bed.start()
    bed.append("one\n")
    try bed.press("=")
    #expect(bed.look().last?.hasPrefix("line 1 of 1") == true)
    bed.queue.sync { bed.session.inputEnded() }
    #expect(bed.look().last == "log  ended                       1 line")
  }

  @Test func `an error does not take the view away but is told at the end`() throws {
    let error = SystemError(.read, code: 5)
    let bed = try SessionBed(columns: 60) { $0.staysOpen = true }
    bed.start()
    bed.append("one\n")
    bed.queue.sync { bed.session.inputEnded(error) }
    #expect(bed.look().last == error.description)
    try bed.press("x")
    #expect(bed.look().last?.hasPrefix("log  ended") == true)
    try bed.press("q")
    #expect(try bed.waitUntilLeft() == .failed([error]))
  }

  @Test func `the rate shows in the second after and is gone with no timer left`() throws {
    let bed = try SessionBed(columns: 40)
    // Just before a full second, so that the timer's real wait is short.
    bed.clock.advance(milliseconds: 995)
    bed.start()
    bed.appendLines(1...1234)
    #expect(bed.look().last == "log  following              1,234 lines")
    bed.clock.advance(milliseconds: 1000)
    #expect(
      bed.wait {
        bed.receive()
        return bed.screen.text.contains("log  following      1,234 lines  1.2k/s")
      }
    )
    bed.clock.advance(milliseconds: 1000)
    #expect(
      bed.wait {
        bed.receive()
        return bed.screen.text.contains("log  following              1,234 lines")
      }
    )
    #expect(bed.wait { bed.queue.sync { bed.session.rateTimer == nil } })
  }

  @Test func `a suspended region is gone, and comes back as it was`() throws {
    let bed = try SessionBed(columns: 40)
    bed.start()
    bed.appendLines(1...9)
    try bed.press("k")
    let before = bed.look()
    bed.queue.sync { bed.session.suspend() }
    bed.receive()
    #expect(bed.screen.allText == [])
    #expect(bed.isRestored)
    bed.appendLines(10...10)
    bed.receive()
    #expect(bed.screen.allText == [])
    bed.queue.sync { bed.session.resume() }
    let after = bed.look()
    #expect(after.dropLast() == before.dropLast())
    #expect(after.last == "log  paused  ↓ 1 new           10 lines")
    try bed.press("G")
    #expect(bed.look()[3] == "line 10")
  }

  @Test func `a view that nobody saw stop gets its modes again`() throws {
    let bed = try SessionBed(columns: 40)
    bed.start()
    bed.appendLines(1...9)
    let before = bed.look()
    bed.giveModesToOthers()
    bed.queue.sync { bed.session.resume() }
    #expect(bed.look() == before)
    try bed.press("k")
    #expect(bed.look().last?.hasPrefix("log  paused") == true)
    try bed.press("q")
    _ = try bed.waitUntilLeft()
    #expect(bed.isRestored)
  }

  @Test func `a terminal that is gone ends the session`() throws {
    let bed = try SessionBed()
    bed.start()
    bed.closeTerminal()
    #expect(bed.wait { bed.hasLeft })
    #expect(bed.ended == .terminalGone)
  }
}
