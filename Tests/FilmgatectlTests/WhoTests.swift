import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Every way to a photo", .inProcess)
struct WayTests {
    private static let all = ["location", "originals", "captions", "metadata", "write"]

    @Test("is in 'who' and in the log: what gives a picture as seen, and what gives a file as taken")
    func ways() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let ways: [(String, isTaken: Bool, (TestClient) async throws -> Void)] = [
                ("RequestImage", false, { try await finished($0.requestImage(of: photo, ["width": .uint32(64)]), $0) }),
                ("Pick", false, { _ = try await picked(photo, by: $0, agent) }),
                ("OpenResource", true, { _ = try await $0.open(photo) }),
                ("RequestResource", true, { try await finished($0.requestResource(of: photo), $0) }),
                ("BeginEditing", true, { _ = try await $0.beginEditing(photo) }),
                ("OpenItem", true, { _ = try await $0.openItem(picked(photo, by: $0, agent)) }),
                ("RequestItem", true, { try await finished($0.requestItem(picked(photo, by: $0, agent)), $0) }),
                (
                    "TakeUp", true,
                    { _ = try await $0.takeUp(owner.ticket(for: "flatpak:org.example.TakeUp", toEdit: photo)) }
                ),
            ]
            for (name, _, get) in ways {
                let client = "flatpak:org.example.\(name)"
                try await owner.grant(client, "full", rights: Self.all)
                try await get(world.client(flatpak: "org.example.\(name)"))
            }
            let records = try await world.ctl("who", photo, "--json").objects()
            let used = try await world.ctl("audit", "--asset", photo, "--json").objects()
            for (name, isTaken, _) in ways {
                let client = "flatpak:org.example.\(name)"
                let record = try #require(records.first { $0["client"] as? String == client }, "\(name)")
                #expect(record["last-read"] is String && record["last-seen"] is String, "\(name)")
                #expect((record["last-taken"] is String) == isTaken, "\(name)")
                let uses = used.filter { $0["client"] as? String == client }.compactMap { $0["use"] as? String }
                #expect(uses.contains(isTaken ? "taken" : "seen"), "\(name): \(uses)")
            }
        }
    }

    @Test("of the agent and of the owner's tools is none of an app, connected or not")
    func ownPrograms() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            _ = try await owner.open(photo)
            #expect(try await world.ctl("assets", "show", photo).code == 0)
            let connected = try await world.ctl("who", photo, "--json")
            #expect(try connected.objects().isEmpty, "\(connected)")
            try await agent.client.disconnect()
            #expect(try await world.ctl("who", photo, "--json").objects().isEmpty)
            #expect(try await world.ctl("who", photo).code == 0)
        }
    }

    @Test("leaves out a program that is only connected, and has one that a policy lets see photos")
    func connected() async throws {
        let viewer = "flatpak:org.example.Viewer"
        try await withWorld(WorldSettings(policy: "[\(viewer)]\npreset=full\n")) { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let programs = [
                try await world.client(flatpak: "org.example.Viewer"),
                try await world.client(flatpak: "org.example.Other"), try await world.program(),
            ]
            try await eventually {
                let known = try await owner.clients().compactMap { $0["client"]?.text }
                return known.contains(viewer) && known.contains("flatpak:org.example.Other")
            }
            let records = try await world.ctl("who", photo, "--json").objects()
            #expect(records.compactMap { $0["client"] as? String } == [viewer], "\(records)")
            #expect(records.first?["visible"] as? Bool == true)
            for program in programs { try await program.disconnect() }
        }
    }

    @Test("adds nothing to the log when the owner looks at it, at grants, clients and reasons")
    func looking() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let app = "flatpak:org.example.Chat"
            let photo = try await owner.add(
                .memory(TestPhoto.small().bytes), filename: "IMG_0001.jpg", properties: ["title": "Beach"])
            try await owner.grant(app, "limited", selection: [photo])
            _ = try await world.client(flatpak: "org.example.Chat").assets()
            let before = try await owner.audit().map(\.sequence)
            for words in [
                ["who", photo], ["explain", app], ["explain", app, photo], ["audit"], ["audit", "--asset", photo],
                ["audit", "--client", app, "--json"], ["clients"], ["grants", "list"], ["grants", "show", app],
                ["grants", "selection", app], ["who", "IMG_0001.jpg"], ["explain", app, "IMG_0001.jpg"],
                ["who", "\(photo.prefix(8))"], ["explain", app, "\(photo.prefix(13))"],
            ] {
                let run = try await world.ctl(words)
                #expect(run.code == 0, "\(run)")
                if words.count == 1, words[0] == "audit" { #expect(run.output.contains("(Beach)"), "\(run)") }
            }
            let after = try await owner.audit()
            #expect(after.map(\.sequence) == before, "\(after.suffix(3).map(\.description))")
            // Others' looking is no less an entry than before.
            let program = try await world.program()
            _ = try await program.clients()
            #expect(try await owner.audit().last?.description.hasPrefix("list-clients allowed 1 by exe:") == true)
        }
    }

    @Test("of a paused app ends, and every list says that it is paused", arguments: [true, false])
    func paused(_ hasGrant: Bool) async throws {
        let policy = "[flatpak:*]\ntripwire-images=1/1h\n" + (hasGrant ? "" : "preset=full\n")
        try await withWorld(WorldSettings(policy: policy)) { world in
            let (owner, app) = (try await world.owner, "flatpak:org.example.Chat")
            let photos = try await owner.add(TestPhoto.several(2))
            if hasGrant { try await owner.grant(app, "full") }
            let chat = try await world.client(flatpak: "org.example.Chat")
            try await finished(chat.requestImage(of: photos[0]), chat)
            _ = try await refusal { try await chat.requestImage(of: photos[1]) }
            for words in [
                ["grants", "list"], ["clients"], ["who", photos[0]], ["grants", "show", app], ["explain", app],
            ] {
                let run = try await world.ctl(words)
                let lines = run.lines.filter { $0.hasPrefix(app) || $0.hasPrefix("Level") }
                #expect(run.code == 0 && lines.contains { $0.contains("  paused") }, "\(run)")
                #expect(!lines.contains { $0.contains("undetermined") || $0.contains("add-only") }, "\(run)")
            }
            for list in [["grants", "list"], ["clients"]] {
                let row = try await world.ctl(list + ["--json"]).objects().first { $0["client"] as? String == app }
                #expect((row?["paused"] as? String)?.contains("more than 1 images") == true, "\(list)")
            }
        }
    }
}

/// Waits until a request succeeds.
private func finished(_ request: OpenRequest, _ client: TestClient) async throws {
    let response = try await client.response(to: request)
    #expect(response.outcome == "success", "\(response)")
}

/// Has the person pick a photo, and returns its handle.
private func picked(_ photo: String, by client: TestClient, _ agent: ScriptedAgent) async throws -> String {
    let request = try await client.pick()
    try await agent.pick([photo])
    return try #require(try await client.response(to: request).items?.first?["handle"]?.text)
}
