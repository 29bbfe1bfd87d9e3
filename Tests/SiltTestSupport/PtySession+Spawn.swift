import Foundation

/// Calls a spawning function with a command and an environment in C's form.
///
/// - Parameters:
///   - command: The program's path and its arguments.
///   - environment: `NAME=value` each.
///   - body: Called with the path, the arguments (the path is the first), and the variables.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
func spawn(
  _ command: [String],
  _ environment: [String],
  _ body: (
    UnsafePointer<CChar>, [UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]
  ) throws -> pid_t
) throws -> pid_t {
  let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
  let variables = unsafe environment.map { unsafe strdup($0) } + [nil]
  let copies = unsafe arguments + variables
  defer {
    for index in unsafe copies.indices { unsafe free(copies[index]) }
  }
  return try unsafe command[0].withCString { try unsafe body($0, arguments, variables) }
}
