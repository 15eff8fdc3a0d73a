import Foundation

/// What an app can be handed files of: a photo, a large one, a video and a live photo, which it sees with every right.
public struct HandedOutFiles: Sendable {
    private static let app = "org.example.App"
    private static let form: [String: BusArgument] = ["width": .uint32(64), "height": .uint32(64)]

    private let owner: TestClient
    private let photo: String
    private let large: String
    private let video: String
    private let live: String

    /// Adds them, as the library's owner.
    public init(of owner: TestClient) async throws {
        let source = try SampleVideo("320x240")
        let clip = BusArgument.Content.memory([UInt8](try Data(contentsOf: source.file)))
        withExtendedLifetime(source) {}
        let pair: BusArgument = .variant(
            "a(sha{sv})",
            [
                ["photo", .descriptor(.memory(try TestPhoto.small().bytes)), .table([:])],
                ["paired-video", .descriptor(clip), .table([:])],
            ])
        self.owner = owner
        photo = try await owner.add(TestPhoto.small())
        large = try await owner.add(TestPhoto.large())
        video = try await owner.perform(TestClient.creation(of: clip, type: "video"))[0]
        live = try await owner.perform(("create-asset", ["resources": pair]))[0]
    }

    /// Returns what the Flatpak `org.example.App` is handed, a file of each kind by the kind's name.
    ///
    /// - Parameters:
    ///   - app: a connection of the app's.
    ///   - agent: by which the person picks.
    public func files(handedTo app: TestClient, by agent: ScriptedAgent) async throws -> [String: HeldDescriptor] {
        try await owner.grant(
            "flatpak:\(Self.app)", "full", rights: ["location", "originals", "captions", "metadata", "write"])
        var files = ["original": try await app.open(photo)]
        files["image"] = try await app.handed(app.requestImage(of: photo, Self.form)).last
        files["image, again"] = try await app.handed(app.requestImage(of: photo, Self.form)).last
        files["degraded image"] = try await app.handed(
            app.requestImage(of: large, ["width": .uint32(800), "delivery": "fast"])
        ).last
        files["converted video"] = try await app.handed(app.requestVideo(of: video, ["preset": "low"])).last
        files["whole video"] = try await app.handed(app.requestVideo(of: video, ["preset": "passthrough"])).last
        let parts = try await app.handed(app.requestLivePhoto(of: live))
        files["live photo"] = parts.dropLast().last
        files["live photo's video"] = parts.last
        files["part"] = try await app.handed(
            app.requestResource(
                of: photo, "photo",
                ["offset": .variant("t", .unsigned(0)), "length": .variant("t", .unsigned(1_000))])
        ).last
        let editing = try await app.beginEditing(
            photo, ["display-size": .variant("(uu)", .list([.integer(64), .integer(64)]))])
        files["content to edit"] = editing.content
        files["picture to edit"] = editing.input["display-image"]?.descriptor
        files["snapshot"] = try await app.snapshot(app.fetch(), "id").content
        let picking = try await app.pick()
        try await agent.pick([photo])
        guard let handle = try await app.response(to: picking).items?.first?["handle"]?.text else {
            throw ClientFailure("nothing was picked")
        }
        files["picked item"] = try await app.openItem(handle).file
        files["picked item, on request"] = try await app.handed(app.requestItem(handle)).last
        try await owner.grant("flatpak:\(Self.app)", "full", rights: ["originals"])
        files["redacted copy"] = try await app.open(photo)
        return files
    }

    /// How many kinds there are.
    public static let kinds = 15

    /// Returns the picture that the owner is handed of a photo; it is in the cache if the app was handed it before.
    public func cachedImage() async throws -> HeldDescriptor? {
        try await owner.handed(owner.requestImage(of: photo, Self.form)).last
    }

    /// Returns by what a file that a client is handed tells that a different client was handed the same before: a
    /// sentence for each.
    ///
    /// Both need the right `originals` alone.
    public func traces(of first: TestClient, inFilesOf second: TestClient) async throws -> [String] {
        let ways: [(String, @Sendable (TestClient) async throws -> HeldDescriptor?)] = [
            ("redacted copy", { [photo] in try await $0.open(photo) }),
            ("image", { [photo] in try await $0.handed($0.requestImage(of: photo, Self.form)).last }),
            ("video", { [video] in try await $0.handed($0.requestVideo(of: video, ["preset": "low"])).last }),
        ]
        var traces: [String] = []
        for (name, get) in ways {
            let one = try await get(first)
            let moment = Int(Date.now.timeIntervalSince1970 * 1e9)
            guard let one, let two = try await get(second) else { throw ClientFailure("\(name): nothing came") }
            if one.size != two.size || one.sha256 != two.sha256 || one.size == 0 { traces.append("\(name): content") }
            for fact in ["mode", "links", "seals"] where one.facts[fact] != two.facts[fact] {
                traces.append("\(name): \(fact)")
            }
            // Nothing is as old as what was made for the first.
            if (two.facts["modified"]?.integer ?? 0) <= moment - 1_000_000_000 { traces.append("\(name): modified") }
            if one.name.prefix(8) != two.name.prefix(8) { traces.append("\(name): \(two.name)") }
        }
        return traces
    }

    /// Returns what a client can do with files that it was handed, and must not: a sentence for each fault.
    ///
    /// - Parameter broker: the broker's process.
    public static func faults(
        of files: [String: HeldDescriptor], heldBy client: TestClient, broker: Int32?
    ) async throws -> [String] {
        var faults: [String] = []
        for (name, file) in files {
            if file.isWritable, file.facts["seals"]?.integer != 15 { faults.append("\(name): open for writing") }
            if file.mode != 0o400 { faults.append("\(name): mode \(String(file.mode, radix: 8))") }
            let succeeded = try await client.attack(file, broker: broker)
            if succeeded != [] { faults.append("\(name): \(succeeded)") }
            if try await client.describe(file).sha256 != file.sha256 { faults.append("\(name): changed") }
        }
        return faults
    }
}

extension TestClient {
    /// Waits for the response, and returns what was delivered.
    fileprivate func handed(_ request: OpenRequest) async throws -> [HeldDescriptor] {
        let (response, contents) = try await deliveries(of: request)
        guard response.outcome == "success" else { throw ClientFailure("\(response)") }
        return contents.map(\.file)
    }

    fileprivate func requestLivePhoto(of asset: String) async throws -> OpenRequest {
        let reply = try await call("Images1", "RequestLivePhoto", "sa{sv}", .text(asset), [:])
        guard let path = reply[0]?.text, let serial = reply.serial else { throw ClientFailure("no request") }
        return OpenRequest(path: path, serial: serial)
    }
}
