import FilmgateTestKit
import Foundation
import Testing

/// Files that are not photos, are not regular files, or change while they are read; after each of them the broker is
/// unchanged.
@Suite("Invalid content")
struct BadContentTests {
    /// Runs a test with a library of one photo and an app that may add, and then checks that nothing was changed.
    static func withLibrary(
        _ settings: WorldSettings = WorldSettings(), _ body: (World, TestClient) async throws -> Void
    ) async throws {
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            try await owner.grant("flatpak:org.example.App", "add-only")
            let options = SandboxOptions(writable: ["\(world.folder)/tmp"])
            let app = try await world.client(flatpak: "org.example.App", options)
            let process = try world.broker.program.pid
            let files = try world.broker.openFiles
            try await body(world, app)
            #expect(try await owner.assets() == [asset], "nothing was added")
            try await app.add(TestPhoto.small())
            #expect(try await owner.verify().findings == [])
            #expect(try world.broker.program.pid == process && !world.broker.program.hasEnded)
            let left = try world.broker.openFiles.filter { !files.contains($0) }
            #expect(left == [])
            #expect(try world.broker.residentBytes < 96 << 20)
        }
    }

    @Test("that is no photo is InvalidContent: a text, nothing, random bytes, half a photo", .seeded)
    func noPhotos() async throws {
        try await Self.withLibrary { world, app in
            var random = SeededRandom()
            let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            let contents = [Array("Dear diary".utf8), [], bytes, try TestPhoto.small().truncated.bytes]
            for bytes in contents {
                let error = try await refusal { try await app.add(.memory(bytes), filename: "holiday.jpg") }
                #expect(error.name == "org.filmgate.Error.InvalidContent", "\(error)")
                #expect(error.message.hasPrefix("change 0: "))
            }
        }
    }

    @Test("that claims enormous dimensions costs neither memory nor time")
    func enormousDimensions() async throws {
        try await Self.withLibrary { world, app in
            var bytes = try TestPhoto.small().bytes
            // The frame header: FF C0, its length, the precision, then height and width.
            let frame = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
            for offset in 5...8 { bytes[frame + offset] = 0xFF }
            let before = try world.broker.residentBytes
            let error = try await refusal { try await app.add(.memory(bytes)) }
            #expect(["InvalidContent", "TooLarge"].contains(error.kind), "\(error)")
            #expect(try world.broker.residentBytes < before + (8 << 20))
        }
    }

    @Test("fails only its own batch, and the error names it")
    func inBatch() async throws {
        try await Self.withLibrary { world, app in
            let good = try TestPhoto.several(3).map { TestClient.creation(of: .memory($0.bytes)) }
            let bad = TestClient.creation(of: .memory(Array("Dear diary".utf8)))
            let error = try await refusal { try await app.perform([good[0], good[1], bad, good[2]]) }
            #expect(error.kind == "InvalidContent")
            #expect(error.message.hasPrefix("change 2: "), "\(error)")
        }
    }

    @Test("from a pipe, a socket, a folder, a device, or a file that is not open for reading only is InvalidArgument")
    func noFiles() async throws {
        try await Self.withLibrary { world, app in
            let path = "\(world.folder)/tmp/photo.jpg"
            try TestPhoto.small().write(to: path)
            #expect(mkfifo("\(world.folder)/tmp/fifo", 0o600) == 0)
            let contents: [BusArgument.Content] = [
                .pipe, .socket, .opened("\(world.folder)/tmp", mode: "folder"), .file("/dev/zero"),
                .file("/dev/null"), .file("\(world.folder)/tmp/fifo"), .opened(path, mode: "w"),
                .opened(path, mode: "path"),
            ]
            for content in contents {
                let error = try await refusal { try await app.add(content) }
                #expect(error.name == "org.filmgate.Error.InvalidArgument", "\(content): \(error)")
            }
        }
    }

    @Test("from a file that shrinks, grows or changes while it is read is refused, or stored as it was")
    func changing() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant("flatpak:org.example.App", "add-only")
            let app = try await world.client(
                flatpak: "org.example.App", SandboxOptions(writable: ["\(world.folder)/tmp"]))
            let path = "\(world.folder)/tmp/photo.jpg"
            let photo = try TestPhoto.small()
            for change in [{ truncate(path, 100) }, { truncate(path, 64 << 20) }, { Self.overwrite(path) }] {
                // Large enough to change while it is read.
                try photo.write(to: path)
                #expect(truncate(path, 32 << 20) == 0)
                let sent = AsyncStream<Void>.makeStream()
                async let outcome = AccessTable.kind {
                    try await app.perform(
                        [TestClient.creation(of: .file(path))], whenSent: { sent.continuation.yield() })
                }
                for await _ in sent.stream { break }
                #expect(change() == 0)
                let kind = try await outcome
                #expect(kind == nil || kind == "InvalidContent", "\(kind ?? "")")
            }
            #expect(try await owner.verify().findings == [])
            #expect(try world.broker.residentBytes < 96 << 20)
        }
    }

    private static func overwrite(_ path: String) -> Int32 {
        guard let file = FileHandle(forWritingAtPath: path) else { return -1 }
        defer { try? file.close() }
        file.seekToEndOfFile()
        file.write(Data([1, 2, 3]))
        return 0
    }

    @Test("of a terabyte of holes is TooLarge before a byte is read, if the limit says so")
    func sparse() async throws {
        try await Self.withLibrary(WorldSettings(configuration: "[limits]\nresource-bytes=1000000\n")) { world, app in
            let path = "\(world.folder)/tmp/holes.jpg"
            try Data().write(to: URL(filePath: path))
            #expect(truncate(path, 1 << 40) == 0)
            let error = try await refusal { try await app.add(.file(path)) }
            #expect(error.name == "org.filmgate.Error.TooLarge", "\(error)")
        }
    }

    @Test("is judged by the bytes, not by the claimed type")
    func claimedType() async throws {
        try await Self.withLibrary { world, app in
            let photo = try TestPhoto.small()
            let resources: BusArgument = .variant(
                "a(sha{sv})", [["video", .descriptor(.memory(photo.bytes)), ["mime-type": "video/mp4"]]])
            let error = try await refusal { try await app.perform(("create-asset", ["resources": resources])) }
            #expect(error.name == "org.filmgate.Error.InvalidContent", "\(error)")
        }
    }
}
