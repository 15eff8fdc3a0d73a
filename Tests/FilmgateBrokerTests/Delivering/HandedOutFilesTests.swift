import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("A file that a client is handed")
struct HandedOutFilesTests {
    private static let app = "flatpak:org.example.App"
    private static let other = "flatpak:org.example.Other"
    private static let all = ["location", "originals", "captions", "metadata", "write"]

    @Test("cannot be written, nor made writable, by a program that runs as its owner", .asProcesses)
    func isReadOnly() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let handing = try await HandedOutFiles(of: owner)
            let app = try await world.client(flatpak: "org.example.App")
            let files = try await handing.files(handedTo: app, by: world.agent())
            #expect(files.count == HandedOutFiles.kinds, "\(files.keys.sorted())")
            // The owner's tools get the cache's own file.
            let cached = try #require(try await handing.cachedImage())
            #expect(cached.name.contains("/cache/"), "\(cached.name)")
            #expect(try await HandedOutFiles.faults(of: ["cached image": cached], heldBy: owner, broker: nil) == [])
            let broker = try world.broker.program.pid
            #expect(try await HandedOutFiles.faults(of: files, heldBy: app, broker: broker) == [])
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test(
        "is no other client's, and does not tell whether others asked before; stored files aside", .asProcesses)
    func isItsOwn() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let handing = try await HandedOutFiles(of: owner)
            for app in [Self.app, Self.other] { try await owner.grant(app, "full", rights: ["originals"]) }
            let first = try await world.client(flatpak: "org.example.App")
            let second = try await world.client(flatpak: "org.example.Other")
            #expect(try await handing.traces(of: first, inFilesOf: second) == [])
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("is refused to an app that keeps too many images that it began to edit", .asProcesses)
    func keptImages() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
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

    @Test("has no lease, and opens for others though a client took one when no broker ran", .asProcesses)
    func lease() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "full", rights: Self.all)
            let app = try await world.client(flatpak: "org.example.App")
            let (file, other, third) = (
                try await app.open(photo), try await app.open(photo), try await app.open(photo)
            )
            #expect(try await !app.lease(file), "the broker reads it")
            try await app.forget(third)
            try await world.killBroker()
            #expect(try await app.lease(other))
            try await world.startBroker()
            let again = try await owner.anotherConnection()
            #expect(try await again.verify().findings.isEmpty)
            #expect(try await again.open(photo).sha256 == file.sha256)
            #expect(try await !app.lease(app.open(photo)))
        }
    }

    @Test("is refused if the stored file has become shorter", .asProcesses)
    func truncated() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("320x240")
            let (photo, video) = (try await owner.add(TestPhoto.small()), try await owner.add(video: source.file))
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
