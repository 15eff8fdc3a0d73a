import FilmgateTestKit
import Foundation
import Testing

@Suite("Requests for images", .inProcess)
struct ImageRequestTests {
    private static let app = "flatpak:org.example.App"

    @Test("deliver an image that the app may see, without any right, sealed, and then the response")
    func delivered() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(Photo.small())
            try await owner.grant(Self.app, "limited", selection: [asset], rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestImage(of: asset, ["width": .uint32(16), "format": "pixels"])
            let delivery = try await app.signal("Delivery", at: request.path)
            let content = try #require(delivery.values[0].descriptor)
            let details = try #require(delivery.values[1].table)
            let (width, height) = (details["pixel-width"]?.integer, details["pixel-height"]?.integer)
            #expect(width == 16 && content.size == 4 * 16 * (height ?? 0))
            #expect(details["type"]?.text == "photo" && details["degraded"]?.flag == false)
            #expect(details["mime-type"]?.text == "application/octet-stream" && details["redacted"]?.texts == [])
            #expect(content.name.contains("memfd:image") && content.facts["seals"]?.integer == 0xF)
            let response = try await app.response(to: request)
            #expect(response.outcome == "success")
            #expect(try #require(delivery.serial) < response.serial)
        }
    }

    @Test("are refused where the app sees no asset, and the answer is the same for one that does not exist")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (seen, unseen) = (try await owner.add(Photo.small()), try await owner.add(Photo.small()))
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await app.requestImage(of: seen) }.kind == "NotDetermined")
            for level in ["none", "add-only"] {
                try await owner.grant(Self.app, level)
                #expect(try await refusal { try await app.requestImage(of: seen) }.kind == "AccessDenied")
            }
            try await owner.grant(Self.app, "limited", selection: [seen])
            let hidden = try await refusal { try await app.requestImage(of: unseen) }
            let absent = try await refusal { try await app.requestImage(of: UUID().uuidString.lowercased()) }
            #expect(hidden.kind == "NotFound" && hidden == absent)
        }
    }

    @Test("are refused with a sentence that names the option")
    func options() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(Photo.small())
            let wrong: [String: Argument] = [
                "width": .uint32(0), "height": .text("16"), "mode": "stretch", "format": "image/bmp", "colour": true,
                "delivery": "soon", "handle-token": "a/b",
            ]
            for (key, value) in wrong {
                let error = try await refusal { try await owner.requestImage(of: asset, [key: value]) }
                #expect(error.kind == "InvalidArgument" && error.message.contains("'\(key)'"), "\(error)")
            }
        }
    }

    @Test("end with AccessDenied, and without an image, if the asset is lost meanwhile")
    func lost() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let assets = try await owner.add(Photo.several(12))
            try await owner.grant(Self.app, "limited", selection: assets)
            let app = try await world.client(flatpak: "org.example.App")
            var requests: [OpenRequest] = []
            for asset in assets { requests.append(try await app.requestImage(of: asset)) }
            try await owner.changeSelection(of: Self.app, remove: assets)
            for request in requests {
                let response = try await app.response(to: request)
                let images = try await app.signals("Delivery", at: request.path, count: 0, most: 9, within: 0)
                // Some were ready before.
                #expect(images.count == (response.outcome == "success" ? 1 : 0))
                if response.outcome != "success" { #expect(response.error == "AccessDenied") }
            }
            #expect(try await refusal { try await app.requestImage(of: assets[0]) }.kind == "NotFound")
        }
    }

    @Test("end as cancelled when they are closed, and others go on")
    func closed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let assets = try await owner.add(Photo.several(8))
            var requests: [OpenRequest] = []
            for asset in assets { requests.append(try await owner.requestImage(of: asset)) }
            for request in requests.dropFirst(4) { try? await owner.close(request) }
            for (index, request) in requests.enumerated() {
                let outcome = try await owner.response(to: request).outcome
                #expect(outcome == "success" || index >= 4 && outcome == "cancelled", "\(index): \(outcome)")
            }
        }
    }
}
