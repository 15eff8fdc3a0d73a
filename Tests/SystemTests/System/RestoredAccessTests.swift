import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "A restored backup that gives apps more",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct RestoredAccessTests {
    private static let viewer = "flatpak:org.example.Viewer"
    private static let reader = "flatpak:org.example.Reader"
    private static let use = ["org.filmgate.use-own-library": "yes", "org.filmgate.read-own-grants": "yes"]

    @Test("needs the authorization of SetGrant; one that gives nothing more does not")
    func extending() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let anna = try await system.client(.anna, "tool")
            let photo = try await anna.add(TestPhoto.small())
            try await anna.grant(Self.viewer, "full")
            let folder = "/tmp/filmgate-backup-\(UUID())"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let backup = try await system.ctl(.anna, "backup", folder)
            #expect(backup.code == 0, "\(backup)")

            // Nothing rises.
            try system.answer(Self.use.merging(["*": "no"]) { $1 })
            let same = try await system.ctl(.anna, "restore", "--replace", "--yes", folder)
            #expect(same.code == 0, "\(same)")

            try system.answer(["*": "yes"])
            try await anna.resetGrant(Self.viewer)
            try system.answer(Self.use.merging(["*": "no"]) { $1 })
            try system.forgetAsked()
            let refused = try await system.ctl(.anna, "restore", "--replace", "--yes", folder)
            #expect(refused.code != 0, "\(refused)")
            let asked = try system.asked.filter { $0[0] == "org.filmgate.extend-own-grants" }
            #expect(asked.count == 1 && asked.first?[3] == Self.viewer, "\(asked)")
            #expect(asked.first?[4] == "full" && asked.first?[5].contains("'full' for") == true, "\(asked)")
            let app = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await app.status() == "not-determined")

            try system.answer(Self.use.merging(["org.filmgate.extend-own-grants": "yes", "*": "no"]) { $1 })
            let restored = try await system.ctl(.anna, "restore", "--replace", "--yes", folder)
            #expect(restored.code == 0, "\(restored)")
            #expect(try await app.status() == "authorized")
            try system.answer(["*": "yes"])
            #expect(try await anna.assets() == [photo])
            #expect(try await anna.verify().findings.isEmpty)
        }
    }

    @Test("leaves an administrator's denial and a pause as they are, also for a user who may extend grants")
    func decisions() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let anna = try await system.client(.anna, "tool")
            let photos = try await anna.add(TestPhoto.several(3))
            let viewer = try await system.client(.anna, flatpak: "org.example.Viewer")
            let reader = try await system.client(.anna, flatpak: "org.example.Reader")
            try await anna.grant(Self.viewer, "full")
            try await anna.grant(Self.reader, "full", rights: ["originals"])
            let folder = "/tmp/filmgate-backup-\(UUID())"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let backup = try await system.ctl(.anna, "backup", folder)
            #expect(backup.code == 0, "\(backup)")

            let root = try await system.client(.root, "tool")
            try await root.grant(Self.viewer, "none", others: ["user": .uint32(SystemWorld.User.anna.id)])
            #expect(try await viewer.status() == "denied")
            try "[\(Self.reader)]\ntripwire-originals=1/1h\n".write(
                toFile: "\(system.folder)/policy.d/tripwire.conf", atomically: true, encoding: .utf8)
            kill(try #require(system.broker), SIGHUP)
            while !system.log.contains("The policy was reloaded") { _ = try await anna.status() }
            for photo in photos { _ = try? await reader.open(photo) }
            #expect(try await reader.status() == "not-determined", "it is paused")

            let restored = try await system.ctl(.anna, "restore", "--replace", "--yes", folder)
            #expect(restored.code == 0, "\(restored)")
            #expect(try await viewer.status() == "denied")
            #expect(try await reader.status() == "not-determined")
            #expect(try await refusal { try await reader.open(photos[0]) }.kind == "NotDetermined")
            #expect(try await Set(anna.assets()) == Set(photos))
            #expect(try await anna.verify().findings.isEmpty)
        }
    }
}
