import FilmgateTestKit
import Foundation
import Testing

/// The source's folder.
let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

/// The folder of the programs that the tests start.
let programs = URL(filePath: BuiltProgram.path("filmgatectl")).deletingLastPathComponent().path

/// Runs a program to its end.
func run(_ command: String..., environment: [String: String] = [:]) async throws -> RunResult {
    try await Program(
        command[0], Array(command.dropFirst()),
        environment: Program.plainEnvironment.merging(environment) { $1 }
    ).result()
}

/// A folder that is removed with its last reference.
final class InstallationFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "filmgate-installation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        let url = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}

/// What `make install` leaves behind, with stand-ins for all programs.
///
/// - Returns: the folder that stands for the system's root.
func installed(prefix: String = "/usr") async throws -> InstallationFolder {
    let (root, build) = (try InstallationFolder(), try InstallationFolder())
    for name in BuiltProgram.installed {
        try FileManager.default.copyItem(atPath: "/bin/true", toPath: "\(build.path)/\(name)")
    }
    let result = try await run(
        "\(source)/scripts/install-files",
        environment: [
            "DESTDIR": root.path, "PREFIX": prefix, "BUILD": build.path, "STRIP": "",
            "TOOL": BuiltProgram.path("filmgatectl"),
        ])
    guard result.succeeded else { throw CannotInstall(result: result) }
    return root
}

struct CannotInstall: Error, CustomStringConvertible {
    let result: RunResult
    var description: String { "\(result)" }
}
