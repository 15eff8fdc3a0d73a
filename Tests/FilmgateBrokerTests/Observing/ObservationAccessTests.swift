import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Access that changes by other means than an administrator's call.
@Suite("An observer's access", .inProcess)
struct ObservationAccessTests {
    static let client = "flatpak:org.example.App"

    @Test("that expires ends the signals at its time, with one that says so", .long)
    func expiry() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let app = try await world.client(flatpak: "org.example.App")
            // The app subscribes before.
            let soon = try await owner.grantBriefly(Self.client, "full", seconds: 4)
            try await app.subscribe()
            let ended = try await app.nextChanges()
            #expect(ended.token == "" && ended.reason == "grant" && ended.isIncremental == false)
            #expect(Date().timeIntervalSince1970 * 1_000_000 >= Double(soon))
            try await owner.perform(("create-album", ["title": "Unseen"]))
            #expect(try await app.heardChanges().isEmpty)
        }
    }

    @Test("that a policy forbids, limits or allows again is reported as it changes")
    func policy() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.client, "limited", selection: [photos[0]], rights: ["originals"])
            try await owner.grant(Self.client, "full", rights: ["originals"])
            let app = try await world.client(flatpak: "org.example.App")
            try await app.subscribe()
            try world.writePolicy("[flatpak:*]\nhighest=none\n")
            try await world.reloadPolicy()
            #expect(try await app.nextChanges().token == "")
            try world.writePolicy("[flatpak:*]\nhighest=full\n")
            try await world.reloadPolicy()
            let back = try await app.nextChanges()
            #expect(back.token != "" && back.reason == "grant" && back.isIncremental == false)
            try world.writePolicy("[flatpak:*]\nhighest=limited\n")
            try await world.reloadPolicy()
            let limited = try await app.nextChanges()
            #expect(limited.reason == "grant")
            let seen = try await app.assets()
            if limited.isIncremental == true { #expect(Set(limited["left-scope"]) == Set(photos).subtracting(seen)) }
            for photo in photos where !seen.contains(photo) { try await owner.set(["favorite": true], of: photo) }
            #expect(try await app.heardChanges().isEmpty)
        }
    }

    @Test("that an agent has as the owner ends when it unregisters")
    func agent() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let program = try await world.agentProgram()
            let agent = ScriptedAgent(program)
            #expect(try await refusal { try await program.subscribe() }.kind == "NotDetermined")
            try await agent.register()
            try await program.subscribe()
            let photo = try await owner.add(TestPhoto.small())
            #expect(try await program.nextChanges()["inserted"] == [photo])
            try await agent.unregister()
            #expect(try await program.nextChanges().token == "")
            try await owner.set(["favorite": true], of: photo)
            try await agent.register()
            #expect(try await program.nextChanges().reason == "grant")
            try await owner.set(["favorite": false], of: photo)
            #expect(try await program.nextChanges()["updated"] == [photo])
            #expect(try await program.heardChanges().isEmpty)
        }
    }
}
