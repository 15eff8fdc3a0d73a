import FilmgateTestKit
import Foundation
import Testing

@Suite("Starting the broker")
struct StartTests {
    private func start(_ world: World, state: String) async throws -> RunResult {
        try await world.run(BuiltProgram.path("filmgated"), "--bus", world.bus.address, "--state", state)
    }

    @Test("makes no library if a different broker owns the name, or if there is no bus")
    func nameTaken() async throws {
        try await withWorld { world in
            let state = "\(world.folder)/another"
            let second = try await start(world, state: state)
            #expect(second.code == 69 && second.errors.contains("owns org.filmgate.Library1"), "\(second)")
            #expect(!FileManager.default.fileExists(atPath: state))
            let alone = try await world.run(
                BuiltProgram.path("filmgated"), "--bus", "unix:path=/nonexistent", "--state", state)
            #expect(alone.code == 69, "\(alone)")
            #expect(!FileManager.default.fileExists(atPath: state))
        }
    }

    @Test("names the state folder that it cannot use", arguments: ["/proc/none/state", "/proc/version"])
    func stateFolder(_ path: String) async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let run = try await start(world, state: path)
            #expect(run.code == 69 && run.errors.contains("'\(path)'"), "\(run)")
        }
    }

    @Test("refuses a state folder whose name is not UTF-8, and makes no other")
    func stateName() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let run = try await world.run(
                "/bin/bash", "-c", "exec \"$0\" --bus \"$1\" --state \"$2\"$'/s\\xff'", BuiltProgram.path("filmgated"),
                world.bus.address, world.folder)
            #expect(run.code == 64 && run.errors.contains("is not UTF-8"), "\(run)")
            let names = try FileManager.default.contentsOfDirectory(atPath: world.folder)
            #expect(!names.contains { $0.hasPrefix("s") && $0 != "state" }, "\(names)")
        }
    }
}
