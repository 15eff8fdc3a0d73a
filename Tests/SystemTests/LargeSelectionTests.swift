import FilmgateTestKit
import Foundation
import Testing

@Suite("A large selection")
struct LargeSelectionTests {
    private static let id = "flatpak:org.example.App"
    private static let count = 50_000

    /// Limits an app's access to a number of photos, whose rows are made by SQL while no broker runs.
    private func select(in world: World) async throws {
        try await world.owner.grant(Self.id, "limited")
        await (try world.broker.program).stop()
        let script = """
            import glob, sqlite3
            database = sqlite3.connect(glob.glob("\(world.state)/**/library.sqlite3", recursive=True)[0])
            client = database.execute("SELECT row FROM client WHERE id = '\(Self.id)'").fetchone()[0]
            database.execute('''
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(Self.count))
                INSERT INTO asset (
                    id, media_type, subtypes, creation_date, modification_date, added_date, trashed_date, hidden, favorite,
                    pixel_width, pixel_height, orientation, camera_make, camera_model, creator)
                SELECT randomblob(16), 'image', 0, n, n, n, NULL, 0, 0, 4000, 3000, 1, '', '', ? FROM number''', (client,))
            database.execute('''
                INSERT INTO member (client, creation_date, id, asset, hidden, trashed, selected, added)
                SELECT creator, creation_date, id, row, 0, 0, 1, 0 FROM asset''')
            database.commit()
            """
        let made = try await world.run("/usr/bin/python3", "-c", script)
        try #require(made.code == 0, "\(made.errors)")
        try await world.startBroker()
    }

    @Test("is shown, edited and reported without delaying calls of other clients")
    func others() async throws {
        try await withWorld { world in
            try await select(in: world)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let other = try await world.client(flatpak: "org.example.Other")
            // The longest time that a different app waits for an answer meanwhile, as a part of the total.
            let task = Task {
                var longest = Duration.zero
                while !Task.isCancelled {
                    let begin = ContinuousClock.now
                    guard (try? await other.status()) != nil else { break }
                    longest = max(longest, ContinuousClock.now - begin)
                }
                return longest
            }
            let begin = ContinuousClock.now
            let request = try await app.editSelection()
            let prompt = try await agent.asked("selection")
            let shown = try #require(prompt.details["selection-content"]?.descriptor)
            #expect(shown.size == Self.count * 37)
            try await agent.answer(prompt, ["decision": "done", "selection": .variant("as", [])])
            let response = try await app.response(to: request)
            let whole = ContinuousClock.now - begin
            task.cancel()
            #expect(response.results["removed-content"]?.descriptor?.size == Self.count * 37)
            let longest = await task.value
            #expect(longest * 10 < whole, "no call waits for the lists of identifiers: \(longest) of \(whole)")
        }
    }
}
