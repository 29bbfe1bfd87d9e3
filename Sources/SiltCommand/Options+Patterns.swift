import SiltCore
import SiltMatch

extension Options {
  /// The filter that was asked for.
  ///
  /// - Returns: It, or nothing where all lines are shown.
  /// - Throws: What is wrong with a pattern.
  func lineFilter() throws(UsageError) -> LineFilter? {
    let included = try patterns(filters, of: "--filter")
    let excluded = try patterns(excludes, of: "--exclude")
    guard !included.isEmpty || !excluded.isEmpty else { return nil }
    guard !endsLinesWithNUL else {
      throw UsageError("-z beside --filter or --exclude; expected lines that end with a newline")
    }
    do throws(PatternError) {
      return try LineFilter(including: included, excluding: excluded)
    } catch {
      throw UsageError("patterns too large together: \(error)")
    }
  }

  private func patterns(
    _ sources: [ByteString],
    of option: String
  ) throws(UsageError) -> [Pattern] {
    var patterns: [Pattern] = []
    for source in sources {
      do throws(PatternError) {
        let text = String(decoding: source.bytes, as: UTF8.self)
        patterns.append(try Pattern(text, caseRule: ignoresCase ? .ignored : .smart))
      } catch {
        throw UsageError("invalid pattern \(quoted(source)) for '\(option)': \(error)")
      }
    }
    return patterns
  }
}
