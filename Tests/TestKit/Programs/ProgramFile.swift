import Foundation

/// Creates an executable file, mode 0755.
///
/// A process of its own writes it: a child that another test forks meanwhile holds what this process has open for
/// writing, and until it executes something, `execve` of the file fails with `ETXTBSY`.
///
/// - Parameter text: the script, beginning with its `#!` line.
/// - Throws: `CannotStart`, and `ClientFailure` with what `install` said.
public func createProgram(_ text: String, at path: String) async throws {
    let draft = "\(path).text"
    try text.write(toFile: draft, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: draft) }
    let result = try await Program("/usr/bin/install", ["-m", "755", draft, path]).result()
    guard result.succeeded else { throw ClientFailure("could not install \(path): \(result)") }
}
