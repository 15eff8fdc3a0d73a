import FilmgateTestKit
import Testing

@Suite("The selection of a grant")
struct GrantSelectionTests {
    private static let client = "flatpak:org.example.Chat"

    @Test("stays when the rights or the expiry of a limited grant change, and is counted")
    func stays() async throws {
        try await withWorld { world in
            let shown = try await world.owner.add(Photo.small())
            let app = try await world.client(flatpak: "org.example.Chat")
            _ = try await world.ctl("grants", "set", Self.client, "limited", "--select", shown)
            let rights = try await world.ctl("grants", "set", Self.client, "limited", "--rights", "all")
            #expect(
                rights.output
                    == "\(Self.client) now has the level 'limited'; 1 photo or album is selected, as before.\n",
                "\(rights)")
            #expect(try await app.assets() == [shown])
            _ = try await world.ctl("grants", "set", Self.client, "limited", "--expires", "2h")
            #expect(try await app.assets() == [shown])
            let none = try await world.ctl("grants", "set", Self.client, "limited", "--select", "")
            #expect(
                none.output == "\(Self.client) now has the level 'limited'; nothing is selected.\n", "\(none)")
            #expect(try await app.assets().isEmpty)
        }
    }

    @Test("is empty for an app that had none")
    func new() async throws {
        try await withWorld { world in
            let set = try await world.ctl("grants", "set", Self.client, "limited")
            #expect(set.output == "\(Self.client) now has the level 'limited'; nothing is selected.\n", "\(set)")
            _ = try await world.ctl("grants", "set", Self.client, "full")
            let narrowed = try await world.ctl("grants", "set", Self.client, "limited")
            #expect(narrowed.output == set.output)
        }
    }
}
