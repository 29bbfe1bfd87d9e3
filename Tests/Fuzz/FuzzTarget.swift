import SiltTestSupport

/// What libFuzzer calls with each input.
///
/// The property is the one that the program is named after: see `Tests/Fuzz/build`.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // libFuzzer's memory is valid for the call; the property gets a copy.
  let bytes = unsafe ContiguousArray(UnsafeBufferPointer(start: start, count: count))
  if let failure = property.failure(of: bytes) {
    fatalError("\(property.rawValue): \(failure)")
  }
  return 0
}

private let property: FuzzProperty = {
  let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""
  guard let property = FuzzProperty(rawValue: name) else {
    fatalError("no property is named \(name)")
  }
  return property
}()
