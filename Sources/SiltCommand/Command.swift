package enum Command {
  package static func main() {}
}
