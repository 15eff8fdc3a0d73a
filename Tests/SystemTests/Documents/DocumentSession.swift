import FilmgateTestKit
import Foundation

/// Commands in the shell of `scripts/demo`: a bus, a broker with the demo's photos, sandboxes, and a display.
enum DocumentSession {
    struct Command: Encodable, Sendable {
        let text: String
        /// For a command that does not end by itself: what succeeds once it does what it should.
        var until: String?
    }

    struct Result: Decodable, Sendable {
        let text: String
        let code: Int32
        let output: String
    }

    static func run(_ commands: [Command]) async throws -> [Result] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-documents-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "home"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (given, made) = (folder.appending(path: "commands"), folder.appending(path: "results"))
        try JSONEncoder().encode(commands).write(to: given)
        var environment = Program.plainEnvironment
        environment["HOME"] = folder.appending(path: "home").path
        environment["TMPDIR"] = folder.path
        environment["COMMANDS"] = given.path
        environment["RESULTS"] = made.path
        environment["SHELL"] = "\(Source.python)/run_commands.py"
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        let programs = URL(filePath: BuiltProgram.path("filmgated")).deletingLastPathComponent().path
        let demo = try await Program(
            Source.script("demo"), ["--shell", "--programs", programs], environment: environment
        ).result()
        guard demo.code == 0, let results = try? Data(contentsOf: made) else { throw ClientFailure("\(demo)") }
        return try JSONDecoder().decode([Result].self, from: results)
    }
}
