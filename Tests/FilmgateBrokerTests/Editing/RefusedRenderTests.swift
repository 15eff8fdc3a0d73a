import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Glibc
import Testing

/// Renders that are no edit of the asset: the app hands them in, and nothing changes.
@Suite("A render that is refused", .inBothWorlds)
struct RefusedRenderTests {
    private static let app = "org.example.App"
    /// With the right to places a client's file is stored as it is; without it, a worker writes it anew.
    private static let rights = ["originals", "captions", "metadata", "write", "manage"]

    /// A render, and the error that is answered.
    private struct Bad {
        let what: String
        let renders: [String: BusArgument.Content]
        let error: String
    }

    /// Hands in each of them, as an app that knows all metadata and as one that does not, for an asset that is edited
    /// already.
    private static func refuse(
        _ bad: [Bad], for asset: String, as good: [String: BusArgument.Content], in world: World
    ) async throws {
        let owner = try await world.owner
        let first = try await owner.beginEditing(asset).session
        try await owner.finish(first, good, format: "org.example.First", data: [1])
        try await owner.setContent(first, of: asset)
        let before = try await owner.contentState(of: asset)
        let bytes = try await owner.summary()["bytes"]
        for rights in [rights, rights + ["location"]] {
            try await owner.grant("flatpak:\(app)", "full", rights: rights)
            let options = SandboxOptions(writable: ["\(world.folder)/tmp"])
            let client = try await world.client(flatpak: app, options)
            let session = try await client.beginEditing(asset).session
            for bad in bad {
                let error = try await refusal { try await client.finish(session, bad.renders) }
                #expect(error.kind == bad.error, "\(bad.what), \(rights): \(error)")
                #expect(
                    try await refusal { try await client.setContent(session, of: asset) }.kind == "InvalidArgument",
                    "\(bad.what): there is nothing to commit")
            }
            #expect(try await owner.contentState(of: asset) == before, "\(rights)")
            #expect(try await owner.summary()["bytes"] == bytes, "\(rights)")
            // Of all that nothing stays: the same session takes a good file.
            try await client.finish(session, good)
            try await client.call("EditSession1", "Cancel", at: session)
            await client.end()
        }
        #expect(try await owner.contentState(of: asset) == before)
        #expect(try await owner.verify().findings.isEmpty)
    }

    @Test("of a photo is a file of another kind, damaged, turned, enormous, or none at all: nothing is changed")
    func photo() async throws {
        try await withWorld { world in
            let fifo = "\(world.folder)/tmp/fifo"
            try #require(mkfifo(fifo, 0o600) == 0)
            let small = try TestPhoto.small()
            let bomb = [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: "bomb.png")))
            let bad: [(String, BusArgument.Content, String)] = [
                ("a video", .memory(try Video.small().bytes), "InvalidContent"),
                ("a text", .memory(Array("Dear diary".utf8)), "InvalidContent"),
                ("nothing", .memory([]), "InvalidContent"),
                ("a photo that is cut off", .memory(small.truncated.bytes), "InvalidContent"),
                ("a photo without its last byte", .memory(small.bytes.dropLast()), "InvalidContent"),
                (
                    "a photo that is turned", .memory(try TestPhoto.tagged(["-Orientation#=6"]).bytes), "InvalidContent"
                ),
                (
                    "a photo that claims 60,000 by 60,000 pixels", .memory(try small.claiming(60_000, 60_000)),
                    "TooLarge"
                ),
                ("a black picture of 900 megapixels", .memory(bomb), "TooLarge"),
                ("a FIFO", .file(fifo), "InvalidArgument"), ("a pipe", .pipe, "InvalidArgument"),
                ("a socket", .socket, "InvalidArgument"), ("a device", .file("/dev/zero"), "InvalidArgument"),
                ("a folder", .opened("/", mode: "folder"), "InvalidArgument"),
            ]
            let asset = try await world.owner.add(TestPhoto.small())
            try await Self.refuse(
                bad.map { Bad(what: $0.0, renders: ["full-size-photo": $0.1], error: $0.2) }, for: asset,
                as: ["full-size-photo": .memory(small.bytes)], in: world)
        }
    }

    @Test("of a video is a photo, sound alone, turned, or cut off: nothing is changed", .long)
    func video() async throws {
        try await withWorld { world in
            let good = try SampleVideo("160x120", seconds: 0.4)
            let bytes = [UInt8](try Data(contentsOf: good.file))
            func sample(_ name: String) async throws -> [UInt8] {
                [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: name)))
            }
            let bad: [(String, [UInt8])] = [
                ("a photo", try TestPhoto.small().bytes), ("sound alone", try await sample("sound.mp4")),
                ("a video that is turned", try await sample("turned-90.mov")),
                ("a video that is cut off", Array(bytes[..<(bytes.count / 2)])),
            ]
            let asset = try await world.owner.add(video: good.file)
            try await Self.refuse(
                bad.map { Bad(what: $0.0, renders: ["full-size-video": .memory($0.1)], error: "InvalidContent") },
                for: asset, as: ["full-size-video": .memory(bytes)], in: world)
        }
    }

    @Test("of a live photo is one of its parts alone, or parts that changed places: nothing is changed", .long)
    func livePhoto() async throws {
        try await withWorld { world in
            let source = try SampleVideo("160x120", seconds: 0.4)
            let video = BusArgument.Content.memory([UInt8](try Data(contentsOf: source.file)))
            let photo = BusArgument.Content.memory(try TestPhoto.small().bytes)
            let resources: BusArgument = .variant(
                "a(sha{sv})", [["photo", .descriptor(photo), [:]], ["paired-video", .descriptor(video), [:]]])
            let asset = try await world.owner.perform(("create-asset", ["resources": resources]))[0]
            try await Self.refuse(
                [
                    Bad(what: "the photo alone", renders: ["full-size-photo": photo], error: "InvalidArgument"),
                    Bad(what: "the video alone", renders: ["full-size-paired-video": video], error: "InvalidArgument"),
                    Bad(
                        what: "a video for the photo",
                        renders: ["full-size-photo": video, "full-size-paired-video": video], error: "InvalidContent"),
                    Bad(
                        what: "a photo for the video",
                        renders: ["full-size-photo": photo, "full-size-paired-video": photo], error: "InvalidContent"),
                ], for: asset, as: ["full-size-photo": photo, "full-size-paired-video": video], in: world)
        }
    }

    @Test("costs the broker neither memory nor open files, whatever it claims to be", .asProcesses)
    func cost() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            try await owner.grant("flatpak:\(Self.app)", "full", rights: Self.rights)
            let client = try await world.client(flatpak: Self.app)
            let session = try await client.beginEditing(asset).session
            let files = try world.broker.openFiles
            let memory = try world.broker.residentBytes
            let bomb = [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: "bomb.png")))
            for content in [try TestPhoto.small().claiming(60_000, 60_000), bomb] {
                let error = try await refusal {
                    try await client.finish(session, ["full-size-photo": .memory(content)])
                }
                #expect(error.kind == "TooLarge", "\(error)")
            }
            try await eventually { try world.broker.openFiles.filter { !files.contains($0) } == [] }
            #expect(try world.broker.residentBytes < memory + (16 << 20))
        }
    }
}

extension TestPhoto {
    /// The same bytes with another size in the frame's header.
    fileprivate func claiming(_ width: Int, _ height: Int) throws -> [UInt8] {
        var bytes = bytes
        // FF C0, its length, the precision, then height and width.
        let frame = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        for (offset, side) in [(5, height), (7, width)] {
            bytes[frame + offset] = UInt8(side >> 8)
            bytes[frame + offset + 1] = UInt8(side & 0xFF)
        }
        return bytes
    }
}
