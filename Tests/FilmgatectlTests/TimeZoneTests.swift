import FilmgateTestKit
import Foundation
import Testing

@Suite("The time zone of a photo is no place")
struct TimeZoneTests {
    private static let place = [
        "-GPSLatitude=27.7172", "-GPSLatitudeRef=N", "-GPSLongitude=85.324", "-GPSLongitudeRef=E",
    ]

    @Test(
        "so it stays in what an app without locations gets, and in an export without them",
        arguments: [
            ["-DateTimeOriginal=2024:05:01 19:12:40", "-OffsetTimeOriginal=+05:45"],
            ["-XMP-exif:DateTimeOriginal=2024:05:01 19:12:40+05:45"],
        ])
    func stays(_ tags: [String]) async throws {
        let photo = try TestPhoto.tagged(tags + Self.place)
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(.memory(photo.bytes), filename: "a.jpg", properties: ["title": "Temple"])
            try await owner.grant(
                "flatpak:org.example.App", "full", rights: ["originals", "captions", "metadata"])
            let app = try await world.client(flatpak: "org.example.App")

            let properties = try await app.properties(of: asset, "time-zone", "location")
            #expect(properties["time-zone"]?.integer == 20_700 && properties["location"] == nil)
            let metadata = try await app.call("Resources1", "GetMetadata", "sa{sv}", .text(asset), [:])[0]?.table ?? [:]
            #expect(metadata["exif:DateTimeOriginal"]?.text == "2024-05-01T19:12:40+05:45", "\(metadata)")
            #expect(!metadata.keys.contains { $0.contains("GPS") })

            let opened = try await app.call("Resources1", "OpenResource", "ssa{sv}", .text(asset), "photo", [:])
            #expect(opened[1]?["redacted"]?.texts == ["location"])
            let file = try await app.bytes(of: #require(opened[0]?.descriptor))
            let copy = "\(world.folder)/copy.jpg"
            try Data(file).write(to: URL(filePath: copy))
            try Self.expectZone(in: copy)

            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", "--without", "location", out).code == 0)
            for name in ["a.jpg", "a.jpg.xmp"] { try Self.expectZone(in: "\(out)/\(name)") }
        }
    }

    private static func expectZone(in path: String) throws {
        let run = try ChildProcess.run(["exiftool", "-j", path])
        #expect(run.code == 0 && run.output.contains("+05:45"), "\(path): \(run.output)")
        #expect(!run.output.contains("GPSLatitude"), "\(path): \(run.output)")
    }
}
