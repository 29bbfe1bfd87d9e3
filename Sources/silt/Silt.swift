import SiltCommand

@main
enum Silt {
  static func main() { Command.main() }
}
