import Filmgate
import FilmgateModel
import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Who used an asset", .inProcess)
struct AssetUseTests {
    @Test("is known however many refused calls came after, and whatever else was picked or taken")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let picker = try await world.client(flatpak: "org.example.Picker")
            let request = try await picker.pick()
            try await agent.pick([photo])
            _ = try await picker.response(to: request)
            try await owner.grant("flatpak:org.example.Taker", "full", rights: ["originals"])
            let taker = try await world.client(flatpak: "org.example.Taker")
            _ = try await taker.open(photo)
            try await owner.grant("flatpak:org.example.Taker", "none")
            _ = try await refusal { try await taker.open(photo) }
            #expect(try await owner.audit(["asset": .text(photo)]).last?.outcome == "access-denied")

            let library = try await world.library()
            let asset = try #require(AssetID(photo))
            let uses = try await library.administration.uses(of: asset, newest: 1)
            let named = Dictionary(uniqueKeysWithValues: uses.map { ($0.client.description, $0) })
            #expect(named["flatpak:org.example.Taker"]?.taken != nil)
            let picked = named["flatpak:org.example.Picker"]
            #expect(picked?.seen != nil && picked?.taken == nil)
        }
    }
}
