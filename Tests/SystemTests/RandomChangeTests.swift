import FilmgateTestKit
import Foundation
import Testing

/// A program on python3-dbus that makes random changes, and compares the library with its own model after each call.
@Suite("Random changes over the bus")
struct RandomChangeTests {
    static let seeds = 4
    /// Calls of all seeds together.
    static let calls = Int(ProcessInfo.processInfo.environment["FILMGATE_RANDOM_CHANGES"] ?? "") ?? 6_000

    @Test("leave the library equal to a model in memory, after each of them", arguments: 1...seeds)
    func model(seed: Int) async throws {
        var settings = WorldSettings()
        settings.isInMemory = true
        try await withWorld(settings) { world in
            let photo = "\(world.folder)/photo.jpg"
            try TestPhoto.small().write(to: photo)
            let calls = Self.calls / Self.seeds
            let result = try await world.run(
                "/usr/bin/python3", "\(Source.python)/random_changes.py", "\(seed)", "\(calls)", photo)
            #expect(result.code == 0, "\(result.errors)")
            #expect(result.output.contains("\"calls\": \(calls)"), "\(result.output)")
            #expect(try await world.owner.verify().findings == [])
        }
    }
}
