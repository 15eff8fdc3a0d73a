import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// The cycle of an edit for videos and live photos, and what renders cost.
@Suite("An edit of a video or a live photo", .inProcess)
struct EditedMediaTests {
    private static func types(of asset: String, by client: TestClient) async throws -> [String] {
        try await client.resources(of: asset).compactMap { $0["type"]?.text }.sorted()
    }

    private static let formats: BusArgument = .variant("a(ss)", [["org.example.Format", "1"]])

    @Test("of a video is what every version but the original shows, is resumed from the original, and reverted", .long)
    func video() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (source, made) = (try SampleVideo("320x240"), try SampleVideo("160x120", seconds: 0.4))
            let asset = try await owner.add(video: source.file)
            let original = try await owner.contentState(of: asset)
            func widths() async throws -> [Int?] {
                var widths: [Int?] = []
                for version in ["current", "original", "unadjusted"] {
                    let request = try await owner.requestVideo(
                        of: asset, ["version": .text(version), "preset": "passthrough"])
                    widths.append(
                        try await owner.deliveries(of: request).contents.last?.details["pixel-width"]?.integer)
                }
                return widths
            }
            let editing = try await owner.beginEditing(asset, ["display-size": .variant("(uu)", [64, 64])])
            #expect(editing.content.sha256 == original.files["video"] && editing.input["media-type"]?.text == "video")
            #expect(editing.input["type"]?.text == "video" && editing.input["mime-type"]?.text == "video/mp4")
            #expect(editing.input["display-image"]?.descriptor?.size ?? 0 > 0)
            let render = [UInt8](try Data(contentsOf: made.file))
            try await owner.finish(editing.session, ["full-size-video": .memory(render)], data: [1, 2])
            try await owner.setContent(editing.session, of: asset)
            #expect(
                try await Self.types(of: asset, by: owner) == ["adjustment-data", "full-size-video", "video"])
            #expect(try await widths() == [160, 320, 320])
            let edited = try await owner.properties(of: asset, "duration", "pixel-width", "has-adjustments")
            #expect(edited["duration"]?.number.map { abs($0 - 0.4) < 0.1 } == true, "\(edited)")
            #expect(edited["pixel-width"]?.integer == 160 && edited["has-adjustments"] == .flag(true))
            let resumed = try await owner.beginEditing(asset, ["handles": Self.formats])
            #expect(resumed.content.sha256 == original.files["video"])
            #expect(resumed.input["adjustment-data"]?["bytes"]?.text == "AQI=")
            #expect(try await owner.beginEditing(asset).input["type"]?.text == "full-size-video")
            try await owner.revert(asset)
            #expect(try await owner.contentState(of: asset).files == original.files)
            #expect(try await widths() == [320, 320, 320])
            #expect(try await owner.verify().findings.isEmpty)
            withExtendedLifetime((source, made)) {}
        }
    }

    @Test("of a live photo has both parts: the editor gets both, hands in both, and both are reverted", .long)
    func livePhoto() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (source, made) = (try SampleVideo("320x240"), try SampleVideo("160x120", seconds: 0.4))
            let resources: BusArgument = .variant(
                "a(sha{sv})",
                [
                    ["photo", .descriptor(.memory(try TestPhoto.small().bytes)), [:]],
                    [
                        "paired-video", .descriptor(.memory([UInt8](try Data(contentsOf: source.file)))), [:],
                    ],
                ])
            let asset = try await owner.perform(("create-asset", ["resources": resources]))[0]
            let original = try await owner.contentState(of: asset)
            let editing = try await owner.beginEditing(asset)
            #expect(editing.content.sha256 == original.files["photo"])
            #expect(editing.input["paired-video"]?.descriptor?.sha256 == original.files["paired-video"])
            let (photo, video) = (try TestPhoto.large(), [UInt8](try Data(contentsOf: made.file)))
            try await owner.finish(
                editing.session, ["full-size-photo": .memory(photo.bytes), "full-size-paired-video": .memory(video)])
            try await owner.setContent(editing.session, of: asset)
            #expect(
                try await Self.types(of: asset, by: owner) == [
                    "adjustment-data", "full-size-paired-video", "full-size-photo", "paired-video", "photo",
                ])
            let edited = try await owner.contentState(of: asset)
            #expect(edited.files["photo"] == original.files["photo"])
            #expect(edited.files["paired-video"] == original.files["paired-video"])
            let resumed = try await owner.beginEditing(asset, ["handles": Self.formats])
            #expect(resumed.content.sha256 == original.files["photo"])
            #expect(resumed.input["paired-video"]?.descriptor?.sha256 == original.files["paired-video"])
            let other = try await owner.beginEditing(asset)
            #expect(other.content.sha256 == (try photo.sha256))
            #expect(other.input["paired-video"]?.descriptor?.sha256 == edited.files["full-size-paired-video"])
            try await owner.revert(asset)
            #expect(try await owner.contentState(of: asset).files == original.files)
            #expect(try await owner.verify().findings.isEmpty)
            withExtendedLifetime((source, made)) {}
        }
    }

    @Test("survives the trash, and is no longer there when the asset is purged", .long)
    func trash() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.edit(photo, as: TestPhoto.large(), data: [1])
            let edited = try await owner.contentState(of: photo)
            try await owner.delete(photo)
            try await owner.perform(("restore-assets", ["ids": .texts([photo])]))
            #expect(try await owner.contentState(of: photo).files == edited.files)
            try await owner.delete(photo)
            try await owner.perform(("purge-assets", ["ids": .texts([photo])]))
            #expect(try await owner.summary()["bytes"]?.integer == 0)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("counts as the library's bytes: one that does not fit is refused, and nothing is changed")
    func capacity() async throws {
        let (small, large) = (try TestPhoto.small(), try TestPhoto.large())
        let limit = small.bytes.count + large.bytes.count - 1
        try await withWorld(WorldSettings(configuration: "[limits]\nlibrary-bytes=\(limit)\n")) { world in
            let owner = try await world.owner
            let photo = try await owner.add(small)
            let before = try await owner.contentState(of: photo)
            let session = try await owner.beginEditing(photo).session
            for (render, data) in [(large.bytes, 0), (try TestPhoto.small().bytes, 2 << 20)] {
                let error = try await refusal {
                    try await owner.finish(
                        session, ["full-size-photo": .memory(render)], data: [UInt8](repeating: 1, count: data))
                }
                #expect(error.kind == "LimitsExceeded" && error.message.contains("\(limit) bytes"), "\(error)")
            }
            #expect(try await owner.contentState(of: photo) == before)
            #expect(try await owner.summary()["bytes"]?.integer == small.bytes.count)
        }
    }
}
