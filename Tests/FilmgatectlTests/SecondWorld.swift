@testable import FilmgateTestKit

/// Runs a part of a test in a second world, inside its world, whose turn counts for both: tests that each hold one turn
/// and wait for a second one would wait forever.
func withSecondWorld(_ body: (World) async throws -> Void) async throws {
    let world = try World(WorldSettings())
    do {
        try await world.startBroker()
        try await body(world)
        await world.stop()
    } catch {
        await world.stop()
        throw error
    }
}
