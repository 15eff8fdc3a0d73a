/// What a client finds when it calls every member once: a library, clients with objects of their own, and a person.
public struct MemberScene: Sendable {
    public let caller: TestClient
    /// The caller's name for administrators; empty if it has none.
    public let id: String
    /// Whether the owner puts what they add for the caller into its selection.
    public let isSelecting: Bool
    public let owner: TestClient
    public let person: ScriptedPerson
    public let library: SceneLibrary
    /// An app with full access that is not the caller, with a result and an editing session.
    public let neighbor: TestClient
    public let neighborResult: String
    public let neighborSession: String
    /// An app whose additions wait in the inbox.
    public let scanner: TestClient

    public static let neighborID = "flatpak:org.example.Neighbor"
    /// An app that administrators decide about; it is not there.
    static let victimID = "flatpak:org.example.Victim"
    public static let scannerID = "flatpak:org.example.Scanner"
    /// Lets additions of the scanner wait.
    public static let policy = "[\(scannerID)]\nquarantine=yes\n"
    /// An asset that does not exist.
    public static let nothing = "00000000-0000-4000-8000-000000000000"

    public init(
        _ caller: TestClient, id: String, isSelecting: Bool = false, owner: TestClient, _ library: SceneLibrary,
        neighbor: TestClient, scanner: TestClient, _ person: ScriptedPerson
    ) async throws {
        (self.caller, self.id, self.isSelecting, self.owner) = (caller, id, isSelecting, owner)
        (self.library, self.neighbor, self.scanner, self.person) = (library, neighbor, scanner, person)
        try await owner.grant(Self.victimID, "limited")
        neighborResult = try await neighbor.fetch().path
        neighborSession = try await neighbor.beginEditing(library.photo).session
    }

    // MARK: What calls use up

    /// A photo of the owner's that no other call has touched; the caller sees it if it sees what is given to it.
    func fresh(trashed isTrashed: Bool = false) async throws -> String {
        let asset = try await owner.add(TestPhoto.small())
        if isSelecting { try await owner.changeSelection(of: id, add: [asset]) }
        if isTrashed { try await owner.delete(asset) }
        return asset
    }

    /// A photo of a burst of the owner's.
    func freshBurst() async throws -> String {
        var asset = ""
        for mark in ["a", "b"] { asset = try await owner.add(TestPhoto.ofBurst("burst0000001", mark)) }
        if isSelecting { try await owner.changeSelection(of: id, add: [asset]) }
        return asset
    }

    /// A photo of which a PNG takes seconds, if the caller sees photos; else any.
    func large() async throws -> String {
        guard (try? await caller.open(library.photo)) != nil else { return library.photo }
        let asset = try await owner.add(TestPhoto.huge())
        if isSelecting { try await owner.changeSelection(of: id, add: [asset]) }
        return asset
    }

    /// An album of the owner's, with the library's photo and video.
    func freshAlbum() async throws -> String {
        let album = try await owner.perform(("create-album", ["title": "Fresh"]))[0]
        try await owner.perform(
            ("add-assets", ["album": .text(album), "ids": .texts([library.photo, library.video])]))
        return album
    }

    func freshFolder(holding children: [String] = []) async throws -> String {
        let folder = try await owner.perform(("create-folder", ["title": "Fresh"]))[0]
        if !children.isEmpty {
            try await owner.perform(("add-children", ["folder": .text(folder), "ids": .texts(children)]))
        }
        return folder
    }

    // MARK: Objects

    /// A result of the caller's; one of the neighbor's, if the caller can have none.
    func result() async -> String { await (try? caller.fetch().path) ?? neighborResult }

    /// An editing session of the caller's; one of the neighbor's, if the caller can have none.
    func session(for asset: String) async -> String {
        await (try? caller.beginEditing(asset).session) ?? neighborSession
    }

    /// A handle of the photo that the person picked for the caller.
    func handle() async -> String {
        await person.prepare("pick", ["decision": "done", "items": .texts([library.photo])])
        guard let request = try? await caller.pick(), let response = try? await caller.response(to: request),
            let handle = response.items?.first?["handle"]?.text
        else {
            await person.prepare("pick", ["decision": "cancel"])
            return Self.nothing
        }
        return handle
    }

    /// Waits for a request's end.
    ///
    /// - Throws: the error if it failed.
    public func end(of request: OpenRequest) async throws {
        let response = try await caller.response(to: request)
        guard response.outcome == "failed", let name = response.results["error-name"]?.text else { return }
        throw BusError(name: name, message: response.results["error-message"]?.text ?? "")
    }
}

/// What is in the library of a scene, all added by the owner.
public struct SceneLibrary: Sendable {
    public let photo: String
    public let video: String
    /// A live photo.
    public let live: String

    public init(of owner: TestClient) async throws {
        photo = try await owner.add(TestPhoto.small())
        video = try await owner.add(Video.small())
        let parts: [BusArgument] = [
            ["photo", .descriptor(.memory(try TestPhoto.small().bytes)), [:]],
            ["paired-video", .descriptor(.memory(try Video.small().bytes)), [:]],
        ]
        live = try await owner.perform(("create-asset", ["resources": .variant("a(sha{sv})", .list(parts))]))[0]
    }

    /// All of it.
    public var assets: [String] { [photo, video, live] }
}
