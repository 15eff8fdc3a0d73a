import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "A restored backup that gives apps more",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct RestoredAccessTests {
    private static let viewer = "flatpak:org.example.Viewer"
    private static let use = ["org.filmgate.use-own-library": "yes", "org.filmgate.read-own-grants": "yes"]

    @Test("needs the authorization of SetGrant; one that gives nothing more does not")
    func extending() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let anna = try await system.client(.anna, "tool")
            let photo = try await anna.add(Photo.small())
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
}
