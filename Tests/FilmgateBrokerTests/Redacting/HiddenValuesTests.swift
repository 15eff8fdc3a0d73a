import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Two photos differ only in what an app has no right to. Nothing that it can ask may show a difference.
@Suite("Two photos that differ in hidden metadata", .inProcess)
struct HiddenValuesTests {
    private static let client = "flatpak:org.example.App"

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rights: [String]
        var others: [String: BusArgument] = [:]
        /// What differs, as arguments of exiftool, with texts of equal length.
        let first: [String]
        let second: [String]
    }

    private static let places = (
        ["-GPSLatitude*=47.4989", "-GPSLongitude*=19.0437", "-XMP-photoshop:City=Budapest"],
        ["-GPSLatitude*=12.3456", "-GPSLongitude*=98.7654", "-XMP-photoshop:City=Honolulu"]
    )
    private static let words = (
        [
            "-XMP-dc:Title=Harbour", "-IPTC:Caption-Abstract=At dusk", "-XMP-dc:Subject=boat",
            "-XMP-iptcCore:AltTextAccessibility=A pier",
        ],
        [
            "-XMP-dc:Title=Airport", "-IPTC:Caption-Abstract=At dawn", "-XMP-dc:Subject=jets",
            "-XMP-iptcCore:AltTextAccessibility=A gate",
        ]
    )
    private static let devices = (
        ["-SerialNumber=1234567", "-Artist=Ann Oh", "-LensModel=50mm F1.8"],
        ["-SerialNumber=7654321", "-Artist=Bob Oh", "-LensModel=35mm F2.0"]
    )

    static let cases = [
        Case(
            testDescription: "places", rights: ["originals", "captions", "metadata"], first: places.0, second: places.1),
        Case(
            testDescription: "words", rights: ["originals", "location", "metadata"], first: words.0, second: words.1),
        Case(
            testDescription: "devices", rights: ["originals", "location", "captions"], first: devices.0,
            second: devices.1),
        Case(
            testDescription: "everything", rights: ["originals"], first: places.0 + words.0 + devices.0,
            second: places.1 + words.1 + devices.1),
        Case(
            testDescription: "places in one town", rights: ["originals", "location", "captions", "metadata"],
            others: ["location-precision": "town"],
            first: ["-GPSLatitude*=47.4989", "-GPSLongitude*=19.0437"],
            second: ["-GPSLatitude*=47.5123", "-GPSLongitude*=19.0123"]),
        Case(
            testDescription: "everything, in images alone", rights: [], others: ["max-pixels": .uint32(200)],
            first: places.0 + words.0 + devices.0, second: places.1 + words.1 + devices.1),
    ]

    @Test("are the same to an app without the right", .long, arguments: cases)
    func same(_ difference: Case) async throws {
        let photos = try [difference.first, difference.second].map { try TestPhoto.tagged($0) }
        try await withWorld { world in
            let owner = try await world.owner
            var assets: [String] = []
            for photo in photos {
                assets.append(
                    try await owner.add(
                        .memory(photo.bytes), filename: "IMG_1.jpg", properties: ["creation-date": .int64(1_000_000)]))
            }
            try await owner.grant(Self.client, "full", rights: difference.rights, others: difference.others)
            let app = try await world.client(flatpak: "org.example.App")
            var answers: [[String]] = []
            for asset in assets { answers.append(try await Self.answers(about: asset, to: app)) }
            #expect(answers[0] == answers[1])
            #expect(answers[0].count == 24)

            // With all rights, they differ.
            try await owner.grant(
                Self.client, "full", rights: ["originals", "location", "captions", "metadata", "write"])
            var reported: [[String]] = []
            for asset in assets { reported.append(try await Self.answers(about: asset, to: app)) }
            #expect(reported[0] != reported[1])
        }
    }

    private static let properties = [
        "media-type", "subtypes", "playback-style", "creation-date", "location", "title", "caption", "alt-text",
        "keywords",
        "filename", "mime-type", "pixel-width", "pixel-height", "orientation", "duration", "file-size",
        "content-hash", "camera", "lens", "place",
    ]

    private static func answers(about asset: String, to app: TestClient) async throws -> [String] {
        var lines: [String] = []
        let row = try await app.properties(of: asset, properties)
        lines.append("\(row.sorted { $0.key < $1.key })")
        for condition in [
            "location.latitude > 20", "title = 'Harbour'", "keywords contains 'boat'", "caption like '%n'",
            "location near (47.5, 19, 10)", "place = 'Budapest'", "alt-text = 'A pier'",
        ] {
            lines.append(await answer { "\(try await app.finds(asset, where: condition))" })
        }
        // Of this photo alone, by its identifier.
        for words in ["harbour", "boat", "dusk", "pier", "buda", "img_1"] {
            lines.append(
                await answer {
                    let options: [String: BusArgument] = ["search": .text(words), "identifiers": .texts([asset])]
                    return "\(try await app.fetch(options).count)"
                })
        }
        for property in ["year", "keyword", "camera", "place"] {
            lines.append(
                await answer {
                    let options: BusArgument = ["identifiers": .texts([asset])]
                    return "\(try await app.call("Library1", "CountBy", "sa{sv}", .text(property), options).values)"
                })
        }
        lines.append("\(try await app.resources(of: asset).map { $0.sorted { $0.key < $1.key } })")
        lines.append(
            await answer {
                let metadata = try await app.call("Resources1", "GetMetadata", "sa{sv}", .text(asset), [:])[0]?.table
                return "\(metadata?.sorted { $0.key < $1.key } ?? [])"
            })
        lines.append(await answer { "\(try await app.open(asset).sha256 ?? "")" })
        lines.append(
            await answer {
                let request = try await app.requestResource(of: asset)
                return try await app.delivery(of: request)
            })
        for options in [[:], ["width": .uint32(64), "color": "original"]] as [[String: BusArgument]] {
            lines.append(
                await answer {
                    let request = try await app.requestImage(of: asset, options)
                    return try await app.delivery(of: request)
                })
        }
        return lines
    }

    private static func answer(_ ask: () async throws -> String) async -> String {
        do { return try await ask() } catch { return "\(error)" }
    }
}

extension TestClient {
    fileprivate func finds(_ asset: String, where condition: String) async throws -> Bool {
        try await assets(["where": .variant("s", .text(condition))]).contains(asset)
    }

    fileprivate func delivery(of request: OpenRequest) async throws -> String {
        let delivery = try await signal("Delivery", at: request.path)
        let response = try await response(to: request)
        let details = delivery.values[1].table?.sorted { $0.key < $1.key } ?? []
        return "\(details) \(delivery.values[0].descriptor?.sha256 ?? "") \(response.outcome)"
    }
}
