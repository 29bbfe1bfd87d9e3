import SiltKit

/// A table whose rows settle at the bottom: three rows, and a second later one more every half second
/// until twelve were added.
///
/// Scroll back with `k` meanwhile: the view holds still, and `G` follows again.
@main
enum BottomTable {
  static func main() async throws {
    let table = try LogView(name: "bottom table", height: .rows(10))
    for row in 1...3 { table.append("row \(row)\n") }
    try await Task.sleep(for: .seconds(1))
    for row in 4...15 {
      // After `q` there is nothing to append to.
      guard table.append("row \(row)\n") else { return }
      try await Task.sleep(for: .milliseconds(500))
    }
    table.end()
    _ = await table.untilLeft()
  }
}
