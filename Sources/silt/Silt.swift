@main
enum Silt {
  static func main() {}
}
