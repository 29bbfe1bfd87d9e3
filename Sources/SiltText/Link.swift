/// The target of a hyperlink, as a terminal may be told of it by OSC 8.
///
/// It is kept only when it is short, printable ASCII and of a scheme that opens nothing but a page,
/// a file or a letter. (The sequence is not of a standard; terminals agree on it since 2017.)
package struct Link: Hashable, Sendable {
  /// URIs longer than this are no links; widespread programs take no longer ones.
  static let uriLimit = 2083
  /// The `id` parameter names cells that are one link; longer ones are left out.
  static let idLimit = 64
  /// The parameters before the URI; more are no link.
  static let parameterLimit = 256
  /// The longest body of a sequence that can be a link.
  static let bodyLimit = parameterLimit + 1 + uriLimit
  /// Stands before every `id`, so that it names no link of another program on the screen.
  static let idPrefix = ContiguousArray("silt-".utf8)

  private static let schemes = ["http:", "https:", "file:", "mailto:"].map {
    ContiguousArray($0.utf8)
  }

  /// What stands between `ESC ] 8 ;` and the end of the string: parameters, `;` and the URI, all of
  /// it printable ASCII.
  package let body: ContiguousArray<UInt8>

  /// Creates a link of a body that was checked.
  package init(body: ContiguousArray<UInt8>) {
    self.body = body
  }

  /// What an OSC 8 asks for.
  enum Request {
    case open(Link)
    case close
  }

  /// Reads what stands between `ESC ] 8 ;` and the end of the string.
  ///
  /// - Returns: nil when it is none that may be kept. An empty URI closes, whatever its parameters.
  /// - Complexity: O(*n*), where *n* is the number of bytes, at most those of a sequence.
  static func request(_ text: Span<UInt8>) -> Request? {
    var separator = 0
    while separator < text.count, text[separator] != UInt8(ascii: ";") {
      guard ASCII.isPrintable(text[separator]) else { return nil }
      separator += 1
    }
    guard separator < text.count, separator <= parameterLimit else { return nil }
    let uri = text.extracting((separator + 1)..<text.count)
    guard !uri.isEmpty else { return .close }
    guard uri.count <= uriLimit, hasKnownScheme(uri) else { return nil }
    // Blanks are printable but in no URI.
    for index in uri.indices where uri[index] <= ASCII.space || uri[index] >= 0x7F { return nil }
    var body = idParameter(text.extracting(0..<separator))
    body.append(UInt8(ascii: ";"))
    body.append(uri)
    return .open(Link(body: body))
  }

  private static func hasKnownScheme(_ uri: Span<UInt8>) -> Bool {
    schemes.contains { scheme in
      guard uri.count > scheme.count else { return false }
      // Schemes ignore case (RFC 3986, 3.1); a colon has no other one.
      return scheme.indices.allSatisfy { uri[$0] | 0x20 == scheme[$0] | 0x20 }
    }
  }

  /// The `id` among parameters (`key=value`, with `:` between them), ours in front; else nothing.
  private static func idParameter(_ text: Span<UInt8>) -> ContiguousArray<UInt8> {
    let key = ContiguousArray("id=".utf8)
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: ":") { end += 1 }
      let value = start + key.count
      let isWord = !(start..<end).contains { text[$0] == ASCII.space }
      if isWord, value < end, end - value <= idLimit,
        key.indices.allSatisfy({ text[start + $0] == key[$0] })
      {
        var parameter = key + idPrefix
        parameter.append(text.extracting(value..<end))
        return parameter
      }
      start = end + 1
    }
    return []
  }
}
