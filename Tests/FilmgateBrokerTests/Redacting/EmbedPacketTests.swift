import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("An opened original with XMP of the client's", .inProcess)
struct EmbedPacketTests {
    private static let app = "flatpak:org.example.App"
    private static let rights = ["originals", "location", "captions", "metadata"]

    private static func packet(_ title: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private static func open(
        _ asset: String, as app: TestClient, _ packet: [UInt8], without kinds: [String] = []
    ) async throws -> (HeldDescriptor, [String]) {
        var options: [String: BusArgument] = [
            "xmp": .variant("ay", .bytes(packet))
        ]
        if !kinds.isEmpty { options["without"] = .texts(kinds) }
        let reply = try await app.call("Resources1", "OpenResource", "ssa{sv}", .text(asset), "photo", .table(options))
        return (try #require(reply[0]?.descriptor), try #require(reply[1]?["redacted"]?.texts))
    }

    @Test("is a read-only copy for the owner's tools and apps with all rights; the stored file stays", .long)
    func allowed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.small()
            let asset = try await owner.add(photo)
            try await owner.grant(Self.app, "full", rights: Self.rights)
            let app = try await world.client(flatpak: "org.example.App")
            for client in [owner, app] {
                let (content, redacted) = try await Self.open(asset, as: client, Self.packet("Mine"))
                #expect(redacted.isEmpty && content.kind == "file" && !content.isWritable)
                let back = try await client.add(.kept(content.number))
                let reported = try await owner.properties(of: back, "title", "pixel-width", "creation-date", "location")
                #expect(reported["title"]?.text == "Mine" && reported["pixel-width"]?.integer == TestPhoto.size.width)
                #expect(reported["creation-date"]?.integer == TestPhoto.date && reported["location"] != nil)
                // Nothing else gets this copy.
                #expect(try await client.open(asset).sha256 == photo.sha256)
            }
            let (content, redacted) = try await Self.open(
                asset, as: app, Self.packet("Mine"), without: ["location", "captions"])
            #expect(Set(redacted) == ["location", "captions"])
            let reported = try await owner.properties(
                of: try await app.add(.kept(content.number)), "title", "location")
            #expect(reported["title"]?.text == "Mine" && reported["location"] == nil)
            let plain = try await app.call(
                "Resources1", "OpenResource", "ssa{sv}", .text(asset), "photo",
                .table(["without": .texts(["location", "captions"])]))
            #expect(try #require(plain[0]?.descriptor).sha256 != content.sha256)
        }
    }

    @Test("is refused to an app that lacks a right, and not found if it does not see the photo", arguments: rights)
    func refused(_ missing: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            let hidden = try await owner.add(TestPhoto.plain("336699"))
            let app = try await world.client(flatpak: "org.example.App")
            let some = Self.rights.filter { $0 != missing }
            try await owner.grant(Self.app, "limited", selection: [asset], rights: some)
            let denied = try await refusal { try await Self.open(asset, as: app, Self.packet("Mine")) }
            #expect(denied.kind == "AccessDenied" && denied.message.contains("'\(missing)'"), "\(denied)")
            let absent = try await refusal { try await Self.open(hidden, as: app, Self.packet("Mine")) }
            #expect(absent.kind == "NotFound", "\(absent)")
            try await owner.grant(Self.app, "limited", selection: [asset], rights: Self.rights)
            let unseen = try await refusal { try await Self.open(hidden, as: app, Self.packet("Mine")) }
            #expect(unseen == absent)
            #expect(try await Self.open(asset, as: app, Self.packet("Mine")).0.size > 0)
        }
    }

    @Test("is an invalid argument if it is no XMP, or too long; a file that cannot have it is invalid content")
    func invalid() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            let entities = Array("<!DOCTYPE a [<!ENTITY b 'c'>]>".utf8) + Self.packet("&b;")
            let long = Self.packet(String(repeating: "t", count: 2 << 20))
            for packet in [[], Array("no XMP".utf8), entities, [0xFF, 0xD8], long] {
                let error = try await refusal { try await Self.open(asset, as: owner, packet) }
                #expect(error.kind == "InvalidArgument" && error.message.contains("'xmp'"), "\(error)")
            }
            let gif = try await owner.add(
                .memory([UInt8](Data(contentsOf: try await SampleMedia.formats.appending(path: "still.gif")))))
            let error = try await refusal { try await Self.open(gif, as: owner, Self.packet("Mine")) }
            #expect(error.kind == "InvalidContent", "\(error)")
            let request = try await refusal {
                try await owner.requestResource(of: asset, "photo", ["xmp": .variant("ay", .bytes([1]))])
            }
            #expect(request.kind == "InvalidArgument", "\(request)")
        }
    }
}
