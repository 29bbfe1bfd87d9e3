extension Double {
  /// The number with so many decimals, as far as they say something.
  var readable: String {
    switch magnitude {
    case 100...: fixed(0)
    case 10..<100: fixed(1)
    case 1..<10: fixed(2)
    case 0: "0"
    default: fixed(3)
    }
  }

  /// The number in decimal with a fixed count of decimals.
  ///
  /// - Parameter decimals: How many, from 0 to 6.
  /// - Returns: The text; `-` for what is no number.
  func fixed(_ decimals: Int) -> String {
    guard isFinite, magnitude < 1e12 else { return "-" }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((magnitude * Double(scale)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}
