@main
enum BottomTable {
  static func main() {}
}
