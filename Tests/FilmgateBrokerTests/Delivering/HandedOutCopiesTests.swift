import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Where the broker can make no view that nothing can be written through, an app", .inProcess)
struct HandedOutCopiesTests {
    private static let app = "flatpak:org.example.App"
    private static let all = ["location", "originals", "captions", "metadata", "write"]
    private static let form: [String: BusArgument] = ["width": .uint32(64), "height": .uint32(64)]

    @Test("gets sealed copies of files in memory, and no name of a file of the library")
    func copies() async throws {
        try await Self.withCopies { world in
            let owner = try await world.owner
            let photo = try TestPhoto.small()
            let asset = try await owner.add(photo)
            let source = try SampleVideo("320x240")
            let video = try await owner.add(video: source.file)
            let app = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.app, "full", rights: Self.all)
            let original = try await app.open(asset)
            #expect(try original.sha256 == photo.sha256)
            var files = ["original": original]
            files["requested original"] = try await app.delivered(app.requestResource(of: asset))
            files["part"] = try await app.delivered(app.requestResource(of: asset, "photo", Self.part(10, 100)))
            files["image"] = try await app.delivered(app.requestImage(of: asset, Self.form))
            files["image, again"] = try await app.delivered(app.requestImage(of: asset, Self.form))
            files["video"] = try await app.delivered(app.requestVideo(of: video, ["preset": "low"]))
            let editing = try await app.beginEditing(
                asset, ["display-size": .variant("(uu)", .list([.integer(64), .integer(64)]))])
            files["content to edit"] = editing.content
            files["picture to edit"] = editing.input["display-image"]?.descriptor
            try await owner.grant(Self.app, "full", rights: ["originals"])
            files["redacted copy"] = try await app.open(asset)
            files["part of a redacted copy"] = try await app.delivered(
                app.requestResource(of: asset, "photo", Self.part(0, 100)))
            #expect(files.count == 10)
            for (name, file) in files {
                #expect(file.size > 0 && file.kind == "file", "\(name)")
                #expect(file.name.hasPrefix("/memfd:"), "\(name): \(file.name)")
                #expect(file.facts["seals"]?.integer == 15 && file.mode == 0o400, "\(name)")
            }
            #expect(files["requested original"]?.sha256 == original.sha256)
            #expect(files["part"]?.size == 100 && files["part of a redacted copy"]?.size == 100)
            #expect(files["redacted copy"]?.sha256 != original.sha256)
            // The owner's tools can reach the files without a descriptor.
            #expect(try await !owner.open(asset).name.hasPrefix("/memfd:"))
        }
    }

    @Test("gets parts of a file that is larger than all copies together, and is told to ask for them")
    func parts() async throws {
        try await Self.withCopies(of: 4 << 20) { world in
            let owner = try await world.owner
            // What follows the picture is a part of the file.
            let bytes = try TestPhoto.small().bytes + [UInt8](repeating: 0, count: 5 << 20)
            let asset = try await owner.add(.memory(bytes), filename: "IMG_1.jpg")
            try await owner.grant(Self.app, "full", rights: Self.all)
            let app = try await world.client(flatpak: "org.example.App")
            let error = try await refusal { try await app.open(asset) }
            #expect(error.kind == "TooLarge" && error.message.contains("RequestResource"), "\(error)")
            let whole = try await app.response(to: app.requestResource(of: asset))
            #expect(whole.error == "TooLarge", "\(whole)")
            for (offset, size) in [(0, 1 << 16), (bytes.count / 2, 1 << 16), (bytes.count - 10, 10)] {
                let part = Self.part(UInt64(offset), 1 << 16)
                let file = try await app.delivered(app.requestResource(of: asset, "photo", part))
                #expect(file.size == size && file.name.hasPrefix("/memfd:") && file.facts["seals"]?.integer == 15)
            }
        }
    }

    // MARK: Means

    /// - Parameter limit: bytes of all copies together.
    private static func withCopies(
        of limit: UInt64 = 1 << 30, _ body: (World) async throws -> Void
    ) async throws {
        try await World.$starter.withValue(InProcessBrokers(makesViews: false, contentMemory: limit)) {
            try await withWorld { try await body($0) }
        }
    }

    private static func part(_ offset: UInt64, _ length: UInt64) -> [String: BusArgument] {
        ["offset": .variant("t", .unsigned(offset)), "length": .variant("t", .unsigned(length))]
    }
}

extension TestClient {
    /// Waits for the response, and returns what was delivered last.
    fileprivate func delivered(_ request: OpenRequest) async throws -> HeldDescriptor {
        let (response, contents) = try await deliveries(of: request)
        guard response.outcome == "success", let content = contents.last else { throw ClientFailure("\(response)") }
        return content.file
    }
}
