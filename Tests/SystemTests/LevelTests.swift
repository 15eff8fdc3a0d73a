import FilmgateTestKit
import Testing

/// The table of access, as sandboxed clients meet it on the bus.
@Suite("A sandboxed client")
struct LevelTests {
    @Test("that nobody has decided about learns so, from everything but the status")
    func undetermined() async throws {
        try await withWorld { world in
            let hidden = try await world.owner.add(Photo.small())
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.status("add-only") == "not-determined")
            #expect(try await app.status("read-write") == "not-determined")
            let refusals = try await [
                refusal { try await app.add(Photo.small()) }, refusal { try await app.fetch() },
                refusal { try await app.resources(of: hidden) }, refusal { try await app.open(hidden) },
                refusal { try await app.set(["favorite": true], of: hidden) },
                refusal { try await app.delete(hidden, interactive: true) },
            ]
            #expect(refusals.allSatisfy { $0.name == "org.filmgate.Error.NotDetermined" }, "\(refusals)")
        }
    }
}
