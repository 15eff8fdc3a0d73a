import FilmgateTestKit
import Foundation
import Testing

@Suite("A file that a client is handed")
struct HandedOutFilesTests {
    private static let app = "flatpak:org.example.App"
    private static let other = "flatpak:org.example.Other"
    private static let all = ["location", "originals", "captions", "metadata", "write"]
    private static let form: [String: Argument] = ["width": .uint32(64), "height": .uint32(64)]

    @Test("cannot be written, nor made writable, by a program that runs as its owner", .asProcesses)
    func isReadOnly() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (photo, large) = (try await owner.add(Photo.small()), try await owner.add(Photo.large()))
            let source = try SampleVideo("320x240")
            let video = try await owner.add(video: source.file)
            let app = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.app, "full", rights: Self.all)
            var files = ["original": try await app.open(photo)]
            files["image"] = try await app.delivered(app.requestImage(of: photo, Self.form)).last
            files["image, again"] = try await app.delivered(app.requestImage(of: photo, Self.form)).last
            files["degraded image"] = try await app.delivered(
                app.requestImage(of: large, ["width": .uint32(800), "delivery": "fast"])
            ).last
            files["video"] = try await app.delivered(app.requestVideo(of: video, ["preset": "low"])).last
            files["part"] = try await app.delivered(
                app.requestResource(
                    of: photo, "photo",
                    ["offset": .variant("t", .unsigned(0)), "length": .variant("t", .unsigned(1_000))])
            ).last
            let editing = try await app.beginEditing(
                photo, ["display-size": .variant("(uu)", .list([.integer(64), .integer(64)]))])
            files["content to edit"] = editing.content
            files["picture to edit"] = editing.input["display-image"]?.descriptor
            files["snapshot"] = try await app.snapshot(app.fetch(), "id").content
            try await owner.grant(Self.app, "full", rights: ["originals"])
            files["redacted copy"] = try await app.open(photo)
            #expect(files.count == 10)
            // The owner's tools get the cache's own file.
            let cached = try #require(try await owner.delivered(owner.requestImage(of: photo, Self.form)).last)
            #expect(cached.name.contains("/cache/"), "\(cached.name)")
            try await Self.attack(["cached image": cached], by: owner)
            try await Self.attack(files, by: app)
        }
    }

    private static func attack(_ files: [String: HeldDescriptor], by client: Client) async throws {
        for (name, file) in files {
            #expect(!file.isWritable || file.facts["seals"]?.integer == 15, "\(name)")
            #expect(file.mode == 0o400, "\(name): \(String(file.mode, radix: 8))")
            #expect(try await client.attack(file) == [], "\(name)")
            #expect(try await client.describe(file).sha256 == file.sha256, "\(name)")
        }
    }

    @Test(
        "is no other client's, and does not tell whether others asked before; stored files aside", .asProcesses)
    func isItsOwn() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("320x240")
            let (photo, video) = (try await owner.add(Photo.small()), try await owner.add(video: source.file))
            for app in [Self.app, Self.other] { try await owner.grant(app, "full", rights: ["originals"]) }
            let first = try await world.client(flatpak: "org.example.App")
            let second = try await world.client(flatpak: "org.example.Other")
            for get in [
                { (app: Client) in try await app.open(photo) },
                { try #require(try await $0.delivered($0.requestImage(of: photo, Self.form)).last) },
                { try #require(try await $0.delivered($0.requestVideo(of: video, ["preset": "low"])).last) },
            ] as [@Sendable (Client) async throws -> HeldDescriptor] {
                let one = try await get(first)
                let moment = Int(Date.now.timeIntervalSince1970 * 1e9)
                let two = try await get(second)
                #expect(one.size == two.size && one.sha256 == two.sha256 && one.size > 0)
                #expect(one.mode == two.mode && one.facts["links"] == two.facts["links"])
                #expect(one.facts["seals"] == two.facts["seals"])
                #expect(try #require(two.facts["modified"]?.integer) > moment - 1_000_000_000, "made for the first one")
                #expect(one.name.prefix(8) == two.name.prefix(8))
            }
        }
    }

    @Test("is refused to an app that keeps too many images that it began to edit", .asProcesses)
    func keptImages() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(Photo.small())
            // Without the right to originals it edits an image.
            try await owner.grant(Self.app, "full", rights: ["write"])
            let app = try await world.client(flatpak: "org.example.App")
            var refused: BusError?
            for _ in 0...512 where refused == nil {
                do {
                    let editing = try await app.beginEditing(photo)
                    try await app.call("EditSession1", "Cancel", at: editing.session)
                } catch let error as BusError { refused = error }
            }
            let error = try #require(refused)
            #expect(error.kind == "LimitsExceeded" && error.message.contains("512 files"), "\(error)")
        }
    }

    @Test("can be opened for others while a client holds a lease on it", .asProcesses)
    func lease() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(Photo.small())
            try await owner.grant(Self.app, "full", rights: Self.all)
            let app = try await world.client(flatpak: "org.example.App")
            let file = try await app.open(photo)
            #expect(try await app.lease(file))
            let opened = try await owner.open(photo)
            #expect(opened.sha256 == file.sha256)
        }
    }

    @Test("is refused if the stored file has become shorter", .asProcesses)
    func truncated() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("320x240")
            let (photo, video) = (try await owner.add(Photo.small()), try await owner.add(video: source.file))
            let cut = """
                import glob, os, sys
                for path in glob.glob(sys.argv[1] + "/*/originals/*/*"):
                    os.chmod(path, 0o600)
                    os.truncate(path, os.stat(path).st_size - 100)
                """
            let result = try await world.run("/usr/bin/python3", "-c", cut, world.state)
            #expect(result.code == 0, "\(result.errors)")
            #expect(try await refusal { try await owner.open(photo) }.kind == "Io")
            #expect(try await owner.response(to: owner.requestImage(of: photo)).error == "Io")
            #expect(try await owner.response(to: owner.requestVideo(of: video)).error == "Io")
        }
    }
}

extension Client {
    /// Waits for the response, and returns what was delivered.
    fileprivate func delivered(_ request: OpenRequest) async throws -> [HeldDescriptor] {
        let (response, contents) = try await deliveries(of: request)
        #expect(response.outcome == "success", "\(response)")
        return contents.map(\.file)
    }
}
