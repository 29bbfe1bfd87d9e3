import SiltKit
import Testing

@testable import SiltCommand

struct PlanTests {
  @Test(
    arguments: [
      // A terminal on both ends.
      ("f", .shell, .region([.file("f")], height: .full)),
      ("-H 5 f", .shell, .region([.file("f")], height: .rows(5))),
      ("f g f", .shell, .region([.file("f"), .file("g"), .file("f")], height: .full)),
      ("-H 5 f g", .pipe, .region([.file("f"), .file("g")], height: .rows(5))),
      ("f - g", .redirected, .region([.file("f"), .openFile, .file("g")], height: .full)),
      ("-n 5 --no-follow f", .shell, .region([.file("f")], height: .full)),
      ("-S -N -k --leave all --fill ~ --plain f g", .shell, .plain([.file("f"), .file("g")])),
      ("--plain -", .shell, .plain([.stream])),
      // Standard input is a pipe or a file.
      ("", .pipe, .region([.stream], height: .rowsWithinHalf(12))),
      ("-", .pipe, .region([.stream], height: .rowsWithinHalf(12))),
      ("-H full", .pipe, .region([.stream], height: .full)),
      ("-n +5", .pipe, .region([.stream], height: .rowsWithinHalf(12))),
      ("-c +5", .pipe, .region([.stream], height: .rowsWithinHalf(12))),
      ("f", .pipe, .region([.file("f")], height: .full)),
      ("--plain -n 5", .pipe, .plain([.stream])),
      ("", .redirected, .region([.openFile], height: .full)),
      ("-n 5", .redirected, .region([.openFile], height: .full)),
      ("-", .redirected, .region([.openFile], height: .full)),
      ("--plain", .redirected, .plain([.openFile])),
      ("--plain - f", .redirected, .plain([.stream, .file("f")])),
      // A command, whatever standard input is.
      ("-- make -j8", .shell, .region([.command(["make", "-j8"])], height: .rowsWithinHalf(12))),
      ("-H full -- make", .shell, .region([.command(["make"])], height: .full)),
      ("-n +5 -- make", .pipe, .region([.command(["make"])], height: .rowsWithinHalf(12))),
      ("-c +5 -- make", .redirected, .region([.command(["make"])], height: .rowsWithinHalf(12))),
      ("--plain -n 5 -- make", .shell, .plain([.command(["make"])])),
      ("-- make", .captured, .plain([.command(["make"])])),
      ("-H 5 --no-pty --mouse -k -- make", .piped, .plain([.command(["make"])])),
      ("-- make", .background, .plain([.command(["make"])])),
      // Nothing to draw on.
      ("f g", .captured, .plain([.file("f"), .file("g")])),
      ("-H 5 -n 3 f", .captured, .plain([.file("f")])),
      ("-n 5", .piped, .plain([.stream])),
      ("f", .dumb, .plain([.file("f")])),
      ("f", .unset, .plain([.file("f")])),
      ("f", .empty, .plain([.file("f")])),
      ("f", .background, .plain([.file("f")])),
    ] as [(String, Surroundings, Plan)]
  )
  func `options and surroundings decide what is done`(
    line: String,
    surroundings: Surroundings,
    plan: Plan
  ) throws {
    #expect(try Plan(options(line), in: surroundings) == plan)
  }

  @Test(
    arguments: [
      ("", .shell, noInput),
      ("--plain", .shell, noInput),
      ("", .captured, noInput),
      ("-", .shell, "'-' is the terminal itself; expected a pipe: command | silt"),
      ("f - g", .pipe, "'-' is a pipe; expected it alone, or --plain beside files"),
      ("- -", .pipe, "'-' is a pipe; expected it alone, or --plain beside files"),
      ("- f -", .redirected, "'-' given twice; expected it once in a region"),
      ("f -", .shell, "'-' is the terminal itself; expected a pipe: command | silt"),
      ("-n 5", .pipe, "the last lines of a pipe are not known in a region; expected +N"),
      ("-5 -", .pipe, "the last lines of a pipe are not known in a region; expected +N"),
      ("-c 5", .pipe, "the last bytes of a pipe are not known in a region; expected +N"),
      ("-5 -- make", .shell, "the last lines of a command are not known in a region; expected +N"),
      ("-c 1 -- make", .pipe, "the last bytes of a command are not known in a region; expected +N"),
    ] as [(String, Surroundings, String)]
  )
  func `what cannot be done is one line`(
    line: String,
    surroundings: Surroundings,
    message: String
  ) throws {
    let options = try options(line)
    let error = #expect(throws: UsageError.self) { try Plan(options, in: surroundings) }
    #expect(error?.message == message)
  }

  @Test
  func `a command is named as it was typed`() {
    #expect(Plan.Input.command(["make", "-j 8"]).name == "make -j 8")
  }

  private func options(_ line: String) throws -> Options {
    let arguments = line.split(separator: " ").map { ByteString($0.utf8) }
    guard case .run(let options) = try Options.parse(arguments) else {
      throw UsageError("no plan for a text")
    }
    return options
  }
}

private let noInput =
  "no input; expected a file, '-- command', or a pipe: command | silt (see silt --help)"

extension Surroundings {
  fileprivate static let shell = Surroundings(
    standardInput: .terminal,
    outputIsTerminal: true,
    terminalType: "xterm",
    isInBackground: false
  )
  fileprivate static let pipe = shell.with { $0.standardInput = .stream }
  fileprivate static let redirected = shell.with { $0.standardInput = .regularFile }
  fileprivate static let captured = shell.with { $0.outputIsTerminal = false }
  fileprivate static let piped = captured.with { $0.standardInput = .stream }
  fileprivate static let dumb = shell.with { $0.terminalType = "dumb" }
  fileprivate static let unset = shell.with { $0.terminalType = nil }
  fileprivate static let empty = shell.with { $0.terminalType = "" }
  fileprivate static let background = shell.with { $0.isInBackground = true }

  private func with(_ change: (inout Surroundings) -> Void) -> Surroundings {
    var copy = self
    change(&copy)
    return copy
  }
}

struct HeightChoiceTests {
  @Test
  func `a region never leaves the screen, and has two rows where there are two`() {
    for screenRows in 1...60 {
      let choices: [HeightChoice] =
        (2...70).map { .rows($0) } + (1...100).map { .percent($0) }
        + (2...40).map { .rowsWithinHalf($0) } + [.full, .rows(1 << 30)]
      for choice in choices {
        let rows = choice.rows(screenRows: screenRows)
        #expect(rows <= screenRows)
        #expect(rows >= min(2, screenRows))
        switch choice {
        case .rows(let wanted): #expect(rows == min(wanted, screenRows))
        case .percent(let percent):
          #expect(rows <= 2 || rows * 100 <= screenRows * percent)
          #expect((rows + 1) * 100 > screenRows * percent)
        case .rowsWithinHalf(let wanted):
          #expect(rows <= 2 || (rows <= wanted && rows * 2 <= screenRows))
          #expect(rows == wanted || (rows + 1) * 2 > screenRows)
        case .full: #expect(rows == screenRows)
        }
      }
    }
  }

  @Test(
    arguments: [
      (24, 12), (80, 12), (23, 11), (10, 5), (5, 2), (4, 2), (3, 2), (2, 2), (1, 1),
    ]
  )
  func `a pipe gets 12 rows, at most half the screen`(screenRows: Int, rows: Int) {
    #expect(HeightChoice.rowsWithinHalf(12).rows(screenRows: screenRows) == rows)
  }
}
