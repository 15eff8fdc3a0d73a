import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// What comes first, of several deliveries or alone, is decided by the picture and the app's grant.
@Suite("A first delivery", .inProcess)
struct FirstDeliveryTests {
    private static let app = "flatpak:org.example.App"
    private static let all = ["location", "originals", "captions", "metadata", "write"]

    @Test("is within an app's limit of pixels, whatever the cache holds", .long)
    func maxPixels() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.large())
            for side in [2048, 1024, 512, 256, 128] as [UInt32] {
                _ = try await owner.forms(of: asset, ["width": .uint32(side), "height": .uint32(side)])
            }
            try await owner.grant(Self.app, "full", rights: Self.all, others: ["max-pixels": .uint32(100)])
            let app = try await world.client(flatpak: "org.example.App")
            for delivery in ["opportunistic", "fast", "high-quality"] {
                for options in [["height": 60], ["width": 1], ["width": 60], ["height": 1], [:]] as [[String: UInt32]] {
                    for resize in ["exact", "fast"] {
                        var wish = options.mapValues { BusArgument.uint32($0) }
                        (wish["delivery"], wish["resize"]) = (.text(delivery), .text(resize))
                        let forms = try await app.forms(of: asset, wish)
                        #expect(forms.allSatisfy { max($0.width, $0.height) <= 100 }, "\(wish): \(forms)")
                    }
                }
            }
        }
    }

    @Test("is no larger than what follows, for the owner's tools too", .long)
    func smaller() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.large())
            _ = try await owner.forms(of: asset, ["width": .uint32(2048), "height": .uint32(2048)])
            let forms = try await owner.forms(of: asset, ["height": .uint32(60)])
            #expect(forms.map(\.height).max() == 60, "\(forms)")
        }
    }

    @Test("and all others are the same whether others looked at a photo or not", .long)
    func unseen() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let assets = try await owner.add([
                TestPhoto.large(), TestPhoto.large(), TestPhoto.small(), TestPhoto.small(),
            ])
            var wishes: [[String: BusArgument]] = []
            for delivery in ["opportunistic", "fast", "high-quality"] {
                for side in [64, 256, 900] as [UInt32] {
                    for resize in ["exact", "fast"] {
                        wishes.append([
                            "width": .uint32(side), "delivery": .text(delivery), "resize": .text(resize),
                        ])
                    }
                }
            }
            wishes.append([:])
            for index in [0, 2] {
                for wish in wishes {
                    _ = try await owner.forms(of: assets[index], wish)
                }
                _ = try await owner.forms(of: assets[index], ["delivery": "high-quality"])
                for side in [2048, 512, 256] as [UInt32] {
                    _ = try await owner.forms(of: assets[index], ["width": .uint32(side), "height": .uint32(side)])
                }
            }
            for rights in [[], Self.all] {
                try await owner.grant(Self.app, "full", rights: rights)
                let app = try await world.client(flatpak: "org.example.App")
                for round in 1...2 {
                    for (looked, unlooked) in [(assets[0], assets[1]), (assets[2], assets[3])] {
                        for wish in wishes {
                            let one = try await app.forms(of: looked, wish)
                            let other = try await app.forms(of: unlooked, wish)
                            #expect(one == other, "\(rights) \(round) \(wish)")
                        }
                    }
                }
            }
        }
    }

    @Test("is kept, so that the next connection gets the same without a look at the file")
    func kept() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.large())
            try await owner.grant(Self.app, "full", rights: Self.all)
            let app = try await world.client(flatpak: "org.example.App")
            let wish: [String: BusArgument] = ["width": .uint32(800), "delivery": "fast"]
            let first = try await app.forms(of: asset, wish)
            #expect(first.count == 1 && first[0].isDegraded)
            try await eventually { try await world.cached().contains { $0.hasSuffix("degraded embedded") } }
            let others = try await app.anotherConnection()
            for file in try FileManager.default.subpathsOfDirectory(atPath: world.state) {
                let names = file.split(separator: "/")
                if names.count == 4, names[1] == "originals" {
                    try FileManager.default.removeItem(atPath: "\(world.state)/\(file)")
                }
            }
            await #expect(throws: (any Error).self) { try await owner.open(asset) }
            #expect(try await others.forms(of: asset, wish) == first)
        }
    }

    @Test("of an app that may not have the file is not the kept one of an app that may")
    func apart() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.withThumbnail("ff0000", of: "0000ff"))
            let wish: [String: BusArgument] = ["width": .uint32(800), "delivery": "fast"]
            try await owner.grant(Self.app, "full", rights: Self.all)
            let app = try await world.client(flatpak: "org.example.App")
            let thumbnail = try await app.forms(of: asset, wish)
            #expect(thumbnail.map(\.width) == [160])
            try await eventually { try await world.cached().contains { $0.hasSuffix("degraded embedded") } }
            try await owner.grant(Self.app, "full", rights: ["write"])
            for _ in 1...2 {
                let own = try await app.forms(of: asset, wish)
                #expect(own.map(\.width) == [200])
                try await eventually { try await world.cached().contains { $0.hasSuffix("degraded own") } }
            }
        }
    }

    @Test("shows no thumbnail of a file that the app may not have, and none of one that an edit made", .long)
    func thumbnail() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.withThumbnail("ff0000", of: "0000ff")
            let asset = try await owner.add(photo)
            let whole = try TestPhoto.withThumbnail("00ff00", of: "00ff00")
            let edited = try await owner.add(.memory(whole.bytes), filename: "IMG_0002.JPG")
            let edit = try TestPhoto.withThumbnail("ff0000", of: "000000")
            let (name, keys) = TestClient.creation(of: .memory(edit.bytes), filename: "IMG_E0002.JPG")
            #expect(try await owner.perform((name, keys.merging(["joins-related": true]) { $1 }))[0] == edited)
            #expect(try await owner.resources(of: edited).contains { $0["type"]?.text == "full-size-photo" })
            // An eighth of the picture has 200 pixels, its thumbnail 160.
            for (rights, widths) in [(["write"], [200, 200]), (Self.all, [160, 200])] {
                try await owner.grant(Self.app, "full", rights: rights)
                let app = try await world.client(flatpak: "org.example.App")
                for (asset, width) in zip([asset, edited], widths) {
                    for (delivery, side) in [("fast", 800), ("opportunistic", 900)] as [(String, UInt32)] {
                        let wish: [String: BusArgument] = ["width": .uint32(side), "delivery": .text(delivery)]
                        let request = try await app.requestImage(of: asset, wish)
                        let (response, contents) = try await app.deliveries(of: request)
                        #expect(response.outcome == "success" && !contents.isEmpty)
                        let first = try #require(contents.first)
                        #expect(first.details["degraded"]?.flag == true)
                        #expect(first.details["pixel-width"]?.integer == width, "\(rights) \(delivery)")
                    }
                }
            }
        }
    }
}

/// What an app can tell of a delivery.
private struct DeliveredForm: Equatable {
    let isDegraded: Bool
    let width: Int
    let height: Int
    let content: String?
    let mode: Int
    let seals: Int?
    let links: Int?
    let name: String
}

extension TestClient {
    fileprivate func forms(of asset: String, _ options: [String: BusArgument]) async throws -> [DeliveredForm] {
        let (response, contents) = try await deliveries(of: requestImage(of: asset, options))
        guard response.outcome == "success" else { throw ClientFailure("\(response)") }
        var forms: [DeliveredForm] = []
        for (file, details) in contents {
            forms.append(
                DeliveredForm(
                    isDegraded: details["degraded"]?.flag == true, width: details["pixel-width"]?.integer ?? 0,
                    height: details["pixel-height"]?.integer ?? 0, content: file.sha256, mode: file.mode,
                    seals: file.facts["seals"]?.integer, links: file.facts["links"]?.integer,
                    name: file.name.contains("/cache/") ? "cache" : file.name))
            try await forget(file)
        }
        return forms
    }
}

extension TestPhoto {
    /// A photo of 1600 × 1200 pixels in one color, with a thumbnail in another: `RRGGBB`.
    fileprivate static func withThumbnail(_ thumbnail: String, of color: String) throws -> TestPhoto {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-photo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, small) = (folder.appending(path: "photo.jpg").path, folder.appending(path: "small.jpg").path)
        let commands = [(file, color, "1600x1200"), (small, thumbnail, "160x120")].map { path, color, size in
            [
                "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "color=0x\(color):size=\(size)",
                "-frames:v", "1", path,
            ]
        }
        for command in commands + [
            [
                "exiftool", "-quiet", "-overwrite_original", "-ThumbnailImage<=\(small)", "-OffsetTimeOriginal=+02:00",
                "-DateTimeOriginal=2024:05:01 19:12:40", file,
            ]
        ] {
            guard try ChildProcess.run(command).code == 0 else { throw ClientFailure("\(command[0]) failed") }
        }
        return try TestPhoto(contentsOf: file)
    }
}
