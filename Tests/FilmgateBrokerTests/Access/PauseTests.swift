import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("An app that the person pauses for a time", .inProcess)
struct PauseTests {
    private static let id = "flatpak:org.example.App"

    @Test("sees nothing and asks nothing until then, and then has the same access again")
    func ends() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.several(2))[0]
            _ = try await world.agent()
            try await owner.grant(Self.id, "limited", selection: [photo], rights: ["captions"])
            let app = try await world.client(flatpak: "org.example.App")
            let result = try await app.fetch()
            #expect(try await app.status("read-write") == "limited")
            let end = Moments.inSeconds(3600)
            try await owner.pause(Self.id, until: end)
            #expect(try await refusal { try await app.read(result) }.name.hasSuffix("UnknownObject"))
            #expect(try await refusal { try await app.fetch() }.kind == "NotDetermined")
            #expect(try await refusal { try await app.pick() }.kind == "AccessDenied")
            let paused = try #require(try await owner.grants().first)
            #expect(paused["level"]?.text == "add-only" && paused["paused-level"]?.text == "limited")
            #expect(
                paused["paused"]?.text == "The library's owner paused it."
                    && paused["paused-until"]?.integer == Int(end))
            #expect(try await owner.audit(["operation": "pause-client"]).map(\.about) == [Self.id])
            // A shorter pause changes nothing, and a decision ends it.
            try await owner.pauseBriefly(Self.id)
            #expect(try await owner.grants().first?["paused-until"]?.integer == Int(end))
            try await owner.grant(Self.id, "limited", rights: ["captions"], others: ["keep-selection": true])
            #expect(try await app.assets() == [photo])

            try await owner.pauseBriefly(Self.id)
            try await eventually { try await app.status("read-write") == "limited" }
            #expect(try await app.assets() == [photo])
            let resumed = try #require(try await owner.grants().first)
            #expect(resumed["paused"] == nil && resumed["paused-until"] == nil)
            #expect(resumed["rights"]?.texts == ["captions"])
            try await eventually { try await owner.audit(["operation": "end-pause"]).map(\.about) == [Self.id] }
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("stays paused when the broker starts again, and no longer once its time came meanwhile", .asProcesses)
    func restarts() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            for name in ["App", "Late"] { try await owner.grant("flatpak:org.example.\(name)", "full") }
            try await owner.pause("flatpak:org.example.Late", until: Moments.inSeconds(3600))
            let soon = Moments.inSeconds(2)
            try await owner.pause(Self.id, until: soon)
            try await world.killBroker()
            // Nothing says that it has come: no broker runs.
            while Moments.inSeconds(0) < soon { try await Task.sleep(for: .microseconds(soon - Moments.inSeconds(0))) }
            try await world.startBroker()
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.assets() == [photo])
            let late = try await world.client(flatpak: "org.example.Late")
            #expect(try await refusal { try await late.fetch() }.kind == "NotDetermined")
        }
    }

    @Test("must see photos, and the end must be in the future; a tripwire's pause is not shortened")
    func refusals() async throws {
        try await withWorld(TripwireTests.policy) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let later = Moments.inSeconds(3600)
            #expect(try await refusal { try await owner.pause(Self.id, until: later) }.kind == "InvalidArgument")
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "location", "write"])
            let past = Moments.inSeconds(-60)
            #expect(try await refusal { try await owner.pause(Self.id, until: past) }.kind == "InvalidArgument")
            let app = try await world.client(flatpak: "org.example.App")
            for photo in photos[..<2] { _ = try await app.open(photo) }
            _ = try await refusal { try await app.open(photos[2]) }
            try await owner.pause(Self.id, until: later)
            let paused = try #require(try await owner.grants().first)
            #expect(paused["paused"]?.text?.contains("originals") == true && paused["paused-until"] == nil)
        }
    }
}
