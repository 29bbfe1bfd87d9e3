import Foundation
import Testing

/// A `tail` that is called by that name through `PATH`.
struct TailProgram {
  /// What stands before a script so that it calls the program.
  let prelude: String

  /// The built program, through a link.
  static let silt = Self(
    prelude:
      #"[ -d .bin ] || { mkdir .bin; ln -s "$(readlink .silt)" .bin/tail; }; PATH=$PWD/.bin:$PATH; "#
  )

  /// The machine's own, where it is the one that was recorded.
  static let gnu: Self? = {
    let program = Process()
    let pipe = Pipe()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = ["tail", "--version"]
    program.standardOutput = pipe
    program.standardError = FileHandle.nullDevice
    guard (try? program.run()) != nil else { return nil }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    return text.hasPrefix("tail (GNU coreutils) 9.1\n") ? Self(prelude: "") : nil
  }()

  /// Runs calls that end by themselves, each in the same folder.
  ///
  /// - Parameter calls: The records of the calls.
  /// - Returns: What they gave, as records.
  /// - Throws: When they cannot be run.
  func outcomes(of calls: [TailRecord]) throws -> [TailRecord] {
    let silt = try Silt()
    var script = prelude + Self.setUp + "\n"
    for (index, call) in calls.enumerated() {
      script +=
        "(\(call.steps[0].script)\n) >.o\(index) 2>.e\(index) </dev/null; echo $? >.s\(index)\n"
    }
    try silt.write(script, to: ".script")
    _ = try silt.run("sh .script")
    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: silt.folder.appendingPathComponent(name))
    }
    return try calls.enumerated().map { index, call in
      var outcome = call
      outcome.steps[0].output = TailRecord.lines(try bytes(".o\(index)"))
      outcome.steps[0].errors = TailRecord.lines(try bytes(".e\(index)"))
      let status = String(decoding: try bytes(".s\(index)"), as: UTF8.self)
      outcome.status = Int32(status.dropLast()).flatMap { $0 == 0 ? nil : $0 }
      return outcome
    }
  }

  /// Runs what follows, step by step.
  ///
  /// - Parameter record: What is done and what is to come then; each step waits for it.
  /// - Returns: What came.
  /// - Throws: When it cannot be run.
  func outcome(of record: TailRecord) throws -> TailRecord {
    let silt = try Silt()
    let session = try silt.start("\(prelude)exec >.output 2>&1; \(record.steps[0].script)")
    let output = silt.folder.appendingPathComponent(".output")
    var outcome = record
    var printed = 0
    for index in record.steps.indices {
      if index > 0 {
        let environment = "PID=\(session.processIdentifier); "
        _ = try silt.run(environment + record.steps[index].script)
      }
      let deadline = ContinuousClock.now + .seconds(20)
      var news = Data()
      repeat {
        news = ((try? Data(contentsOf: output)) ?? Data()).dropFirst(printed)
        if TailRecord.lines(news) == record.steps[index].output { break }
        usleep(2000)
      } while ContinuousClock.now < deadline
      outcome.steps[index].output = TailRecord.lines(news)
      printed += news.count
    }
    outcome.status = record.status == nil ? nil : try session.outcome().status
    return outcome
  }

  /// What every call finds in its folder.
  private static let setUp = #"""
    seq 20 >f; seq 101 105 >g; : >empty; printf 'a\nb\nc' >open; printf 'a\0b\0c\0' >nuls
    printf '\377\376x\n\0\0y\n' >bytes; printf 'x\n\n\ny\n' >blank; seq 30000 >many
    mkdir d; ln -s f link; ln -s loop loop; ln -s none dangling; mkfifo fifo
    : >"it's"; printf 'named\n' >'new
    line'; printf 'dash\n' >./-n; printf 'plus\n' >+cl; printf 'plus\n' >+2cz; printf 'plus\n' >+2
    awk 'BEGIN { for (i = 0; i < 6; i++) { for (j = 0; j < 20000; j++) printf "%d", i; print "" } }' >long
    """#
}
