import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Requests for files", .inProcess)
struct RequestResourceTests {
    private static let app = "flatpak:org.example.App"

    @Test("deliver what the client may know of the file, and then the response")
    func delivered() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.small()
            let hash = try photo.sha256
            let asset = try await owner.add(photo)
            try await owner.grant(Self.app, "full", rights: ["originals", "captions"])
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestResource(of: asset)
            let delivery = try await app.signal("Delivery", at: request.path)
            let content = try #require(delivery.values[0].descriptor)
            let details = try #require(delivery.values[1].table)
            #expect(content.size < photo.bytes.count && content.sha256 != hash)
            #expect(
                details["redacted"]?.texts == ["location", "metadata"] && details["mime-type"]?.text == "image/jpeg")
            #expect(details["type"]?.text == "photo" && details["pixel-width"] == nil)
            let response = try await app.response(to: request)
            #expect(response.outcome == "success")
            #expect(try #require(delivery.serial) < response.serial)
            #expect(try await app.open(asset).sha256 == content.sha256)
        }
    }

    @Test("deliver a part in a sealed memory file")
    func part() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.small()
            let asset = try await owner.add(photo)
            for (offset, length, size) in [
                (0, 100, 100), (photo.bytes.count - 10, 100, 10), (photo.bytes.count + 5, 1, 0),
            ] {
                let request = try await owner.requestResource(
                    of: asset, "photo",
                    [
                        "offset": .variant("t", .unsigned(UInt64(offset))),
                        "length": .variant("t", .unsigned(UInt64(length))),
                    ])
                let delivery = try await owner.signal("Delivery", at: request.path)
                let content = try #require(delivery.values[0].descriptor)
                #expect(content.size == size && content.facts["seals"]?.integer == 0xF)
                #expect(try await owner.response(to: request).outcome == "success")
            }
        }
    }

    @Test("refuse a part that is too long, at once")
    func tooLong() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            // What follows the picture is a part of the file.
            let bytes = try TestPhoto.small().bytes + [UInt8](repeating: 0, count: 64 << 20)
            let asset = try await owner.add(.memory(bytes), filename: "IMG_1.jpg")
            let length = BusArgument.variant("t", .unsigned(64 << 20))
            #expect(try await owner.requestResource(of: asset, "photo", ["length": length]).path != "")
            let error = try await refusal {
                try await owner.requestResource(of: asset, "photo", ["offset": .variant("t", .unsigned(1))])
            }
            #expect(error.kind == "TooLarge" && error.message.contains("67108864"), "\(error)")
        }
    }

    @Test("are refused while the app has too many parts in memory open, and another app's are not", .asProcesses)
    func keptOpen() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            let rights = ["originals", "location", "captions", "metadata"]
            for app in [Self.app, "flatpak:org.example.Other"] { try await owner.grant(app, "full", rights: rights) }
            let app = try await world.client(flatpak: "org.example.App")
            let other = try await world.client(flatpak: "org.example.Other")
            let part: [String: BusArgument] = ["length": .variant("t", .unsigned(1))]
            func content(for client: TestClient) async throws -> HeldDescriptor {
                let request = try await client.requestResource(of: asset, "photo", part)
                let delivery = try await client.signal("Delivery", at: request.path)
                #expect(try await client.response(to: request).outcome == "success")
                return try #require(delivery.values[0].descriptor)
            }
            var kept: [HeldDescriptor] = []
            for _ in 0..<512 { kept.append(try await content(for: app)) }
            let refused = try await refusal { try await app.requestResource(of: asset, "photo", part) }
            #expect(refused.kind == "LimitsExceeded" && refused.message.contains("512 files"), "\(refused)")
            _ = try await content(for: other)
            for file in kept { try await app.forget(file) }
            _ = try await content(for: app)
        }
    }

    @Test("remove what the client asks to be removed, and name the kinds if one is unknown")
    func without() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            let without = BusArgument.texts(["location", "captions"])
            let request = try await owner.requestResource(of: asset, "photo", ["without": without])
            let delivery = try await owner.signal("Delivery", at: request.path)
            let content = try #require(delivery.values[0].descriptor)
            #expect(delivery.values[1].table?["redacted"]?.texts == ["location", "captions"])
            let reply = try await owner.call(
                "Resources1", "OpenResource", "ssa{sv}", .text(asset), "photo", .table(["without": without]))
            #expect(reply[1]?["redacted"]?.texts == ["location", "captions"])
            #expect(try #require(reply[0]?.descriptor).sha256 == content.sha256)
            let unknown = try await refusal {
                try await owner.requestResource(
                    of: asset, "photo", ["without": .texts(["places"])])
            }
            #expect(unknown.kind == "InvalidArgument" && unknown.message.contains("'location'"), "\(unknown)")
        }
    }

    @Test("are refused at once without the right, and for what does not exist")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (seen, unseen) = (try await owner.add(TestPhoto.small()), try await owner.add(TestPhoto.small()))
            try await owner.grant(Self.app, "limited", selection: [seen], rights: ["captions"])
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await app.requestResource(of: seen) }.kind == "AccessDenied")
            #expect(try await refusal { try await app.requestResource(of: seen, "video") }.kind == "NotFound")
            #expect(try await refusal { try await app.requestResource(of: unseen) }.kind == "NotFound")
        }
    }
}
