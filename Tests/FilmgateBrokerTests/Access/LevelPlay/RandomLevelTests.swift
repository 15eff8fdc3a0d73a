import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// The table of access under random changes: the owner and an app change the library in turn, levels, selections and
/// selected albums change, and after each step the app must get exactly the answers of a model in memory.
@Suite("Random changes at every level", .inProcess)
struct RandomLevelTests {
    @Test("leave an app with the view and the errors of its level", .long, arguments: 1...4)
    func model(seed: Int) async throws {
        var settings = WorldSettings()
        settings.isInMemory = true
        try await withWorld(settings) { world in
            var play = try await LevelPlay(world, seed: UInt64(seed))
            for step in 0..<200 {
                let what = try await play.step()
                try await play.compare("seed \(seed), step \(step): \(what)")
            }
            #expect(Set(play.levelsSeen) == Set(LevelPlay.levels), "each level had its turn")
            #expect(try await world.owner.verify().findings == [])
        }
    }
}
