import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("The selection of a grant", .inProcess)
struct GrantSelectionTests {
    private static let client = "flatpak:org.example.Chat"

    @Test("stays when the rights or the expiry of a limited grant change, and is counted")
    func stays() async throws {
        try await withWorld { world in
            let shown = try await world.owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: "org.example.Chat")
            _ = try await world.ctl("grants", "set", Self.client, "limited", "--select", shown)
            let rights = try await world.ctl("grants", "set", Self.client, "limited", "--rights", "all")
            #expect(
                rights.output
                    == "\(Self.client) now has the level 'limited'; selected, as before: 1 photo.\n",
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

    @Test("is counted the same in the list, the sheet and JSON: photos, those of its albums once, and albums")
    func counted() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let album = try await owner.perform(("create-album", ["title": "Trip"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts(Array(photos[1...]))]))
            try await owner.grant(Self.client, "limited", selection: [photos[0], photos[1], album])
            let text = "3 photos, with those in 1 album"
            let kept = try await world.ctl("grants", "set", Self.client, "limited", "--rights", "all")
            #expect(kept.output.hasSuffix("; selected, as before: \(text).\n"), "\(kept)")
            let changed = try await world.ctl("grants", "selection", Self.client, "--add", photos[1])
            #expect(changed.output == "Now selected for \(Self.client): \(text).\n", "\(changed)")
            #expect(try await world.ctl("grants", "list").lines[1].contains("  limited  \(text)  "))
            let sheet = try await world.ctl("grants", "show", Self.client).lines
            #expect(sheet.contains { $0.hasPrefix("Selected") && $0.hasSuffix("  \(text)") }, "\(sheet)")
            let row = try await world.ctl("grants", "show", Self.client, "--json").object()
            #expect(row["selection-count"] as? Int == 3 && row["selected-albums"] as? Int == 1)
            // The album stays live.
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([photos[0]])]))
            try await owner.changeSelection(of: Self.client, remove: [photos[0], photos[1]])
            #expect(try await world.ctl("grants", "list").lines[1].contains("  \(text)  "))
            try await owner.changeSelection(of: Self.client, remove: [album])
            #expect(try await world.ctl("grants", "list").lines[1].contains("  limited  only photos it adds  "))
        }
    }

    @Test("given until an app disconnects is what the list counts, too")
    func once() async throws {
        try await withWorld { world in
            let (owner, agent) = (try await world.owner, try await world.agent())
            let photos = try await owner.add(TestPhoto.several(2))
            let program = try await world.program()
            let request = try await program.requestAccess("read-write")
            try await agent.answer(
                agent.asked(), ["decision": "limit", "selection": .texts([photos[0]]), "once": true])
            #expect(try await program.response(to: request).outcome == "success")
            let row = try #require(try await owner.grants().first)
            let client = try #require(row["client"]?.text)
            #expect(row["selection-count"]?.integer == 1)
            #expect(try await owner.selection(of: client) == [photos[0]])
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
