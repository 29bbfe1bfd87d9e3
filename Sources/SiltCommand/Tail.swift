import SiltSystem

#if canImport(Darwin)
@unsafe @preconcurrency import Darwin
#else
@unsafe @preconcurrency import Glibc
#endif

/// The program `tail`: GNU's, whatever `silt` does beyond it.
enum Tail {
  /// Does what the command line says and ends the process.
  ///
  /// - Parameter arguments: The arguments without the program's name.
  static func main(_ arguments: [ByteString]) -> Never {
    let output = TailOutput()
    do throws(TailUsageError) {
      let request = try TailOptions.parse(
        arguments,
        isPOSIX: environment("POSIXLY_CORRECT") != nil,
        standard: environment("_POSIX2_VERSION").flatMap { Int($0) } ?? 200_809
      )
      switch request {
      case .help:
        output.write(TailHelp.text.utf8)
        output.end(status: 0)
      case .version:
        output.write(TailHelp.version.utf8)
        output.end(status: 0)
      case .run(let options):
        run(options, output)
      }
    } catch {
      let pointer = error.pointsToHelp ? ["Try 'tail --help' for more information."] : []
      output.say(error.message, details: error.details + pointer)
      output.end(status: 1)
    }
  }

  private static func run(_ given: TailOptions, _ output: TailOutput) -> Never {
    var options = given
    for warning in options.settle() { output.say(warning) }
    warnOfInput(options, output)
    // Nothing is opened where nothing would be printed.
    if options.count == 0 && !options.isFromStart && !options.follows { output.end(status: 0) }
    let files = options.names.map { TailFile($0) }
    let reader = TailReader(options, output)
    var allWerePrinted = true
    for file in files where !printBeginning(of: file, options, reader, output) {
      allWerePrinted = false
    }
    if options.follows, !ignorePipes(files) {
      TailFollow(files, options, output, reader).run(allWerePrinted: allWerePrinted)
    }
    if files.contains(where: \.isStandardInput), close(STDIN_FILENO) < 0 {
      output.end(saying: "-", code: errno)
    }
    output.end(status: allWerePrinted ? 0 : 1)
  }

  /// Says what cannot be done with standard input.
  private static func warnOfInput(_ options: TailOptions, _ output: TailOutput) {
    guard options.follows, options.names.contains("-") else { return }
    if options.followMode == .name {
      let name = String(decoding: ShellQuoting.ofLocale.shell("-").bytes, as: UTF8.self)
      output.end(saying: "cannot follow \(name) by name")
    }
    let kind = try? BorrowedDescriptor.standardInput.kind()
    let waitsInReads =
      options.writers.isEmpty && options.names.count == 1 && kind != nil && kind != .regularFile
    if !waitsInReads, BorrowedDescriptor.standardInput.isTerminal {
      output.say("warning: following standard input indefinitely is ineffective")
    }
  }

  /// Gives pipes up that are standard input, which have ended: they are not followed.
  ///
  /// - Returns: Whether there is nothing else.
  private static func ignorePipes(_ files: [TailFile]) -> Bool {
    let pipes = files.filter {
      $0.isStandardInput && !$0.isIgnored && $0.isOpen && $0.seen?.kind == .pipe
    }
    for file in pipes {
      file.descriptor = -1
      file.isIgnored = true
    }
    return pipes.count == files.count
  }

  /// Prints a file from where the content begins, and remembers what following has to know.
  ///
  /// - Returns: Whether all went well.
  private static func printBeginning(
    of file: TailFile,
    _ options: TailOptions,
    _ reader: TailReader,
    _ output: TailOutput
  ) -> Bool {
    // With processes to watch, a FIFO that nobody writes must not be waited for.
    let number = file.open(mayWait: options.writers.isEmpty)
    guard number >= 0 else {
      file.failure = errno
      file.isTailable = !options.retries
      file.isIgnored = !options.retries
      output.say("cannot open \(file.quotedTitle) for reading", code: file.failure)
      return false
    }
    if options.showsHeaders { output.writeHeader(file.title) }
    let stream = BorrowedDescriptor(number)
    var end: Int64?
    do throws(SystemError) {
      end = try reader.printBeginning(of: stream)
    } catch {
      let what = error.operation == .status ? "cannot fstat" : "error reading"
      output.say("\(what) \(file.quotedTitle)", code: error.code)
    }
    guard options.follows else {
      TailFile.close(number)
      return end != nil
    }
    file.failure = end == nil ? -1 : 0
    do throws(SystemError) {
      let status = try stream.status()
      if !status.canBeFollowed {
        end = nil
        file.failure = -1
        file.isTailable = false
        file.isIgnored = !options.retries
        let ending = file.isIgnored ? "; giving up on this name" : ""
        output.say("\(file.headTitle): cannot follow end of this type of file\(ending)")
      } else if let end {
        file.begin(number, status, readTo: end)
        return true
      }
    } catch {
      file.failure = error.code
      output.say("error reading \(file.quotedTitle)", code: error.code)
    }
    file.isIgnored = !options.retries
    TailFile.close(number)
    return false
  }
}
