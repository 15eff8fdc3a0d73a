import FilmgateTestKit
import Foundation
import Testing

/// A client of the table, by the name of its column.
enum MemberCaller: String, CaseIterable, Sendable {
    /// The broker could not find out which app it is.
    case unidentified = "unkn"
    /// A program of a different user.
    case otherUser = "other"
    case undecided = "undec"
    case none
    case addOnly = "add"
    /// Limited, with the scene's library as its selection.
    case limited = "lim"
    /// Limited, with nothing selected.
    case empty
    case full
    /// Full access without the right `write`.
    case reader = "read"
    /// Full access with the right `manage`.
    case manager = "mng"
    case restricted = "restr"
    /// Full access, paused by a tripwire.
    case paused = "pause"
    /// Full access, expired.
    case expired = "expir"
    /// A program of the owner's outside of sandboxes that nobody has decided about.
    case program = "prog"
    /// One of the owner's tools.
    case tool
    /// The agent that shows the prompts.
    case agent

    static let app = "org.example.App"
    static let appID = "flatpak:\(app)"

    var settings: WorldSettings {
        let rule =
            switch self {
            case .restricted: "[\(Self.appID)]\nhighest=none\n"
            case .paused: "[\(Self.appID)]\ntripwire-images=1/1h\n"
            default: ""
            }
        return WorldSettings(
            configuration: "[agent]\nwait-milliseconds=0;0;0\n", policy: MemberScene.policy + rule)
    }

    /// Lets it act in a world, whose person declines whatever is asked.
    func act(in world: World, _ body: (MemberScene) async throws -> Void) async throws {
        let owner = try await world.owner
        let library = try await SceneLibrary(of: owner)
        try await owner.grant(MemberScene.neighborID, "full", rights: Self.rights)
        try await owner.grant(MemberScene.scannerID, "add-only")
        let neighbor = try await world.client(flatpak: "org.example.Neighbor")
        let scanner = try await world.client(flatpak: "org.example.Scanner")
        let caller = try await client(in: world, library)
        let registered = try await settingsAgent(in: world, caller)
        let person = ScriptedPerson(at: registered)
        await person.sitDown()
        let id = try await caller.identity().id
        let scene = try await MemberScene(
            caller, id: self == .otherUser ? "" : id, isSelecting: self == .limited, owner: owner, library,
            neighbor: neighbor, scanner: scanner, person)
        do { try await body(scene) } catch {
            await person.leave()
            throw error
        }
        await person.leave()
    }

    private static let rights = ["location", "originals", "captions", "metadata", "write"]

    private func settingsAgent(in world: World, _ caller: TestClient) async throws -> ScriptedAgent {
        let agent = ScriptedAgent(self == .agent ? caller : try await world.agentProgram())
        try await agent.register(at: ScriptedAgent.path, ["settings": true])
        return agent
    }

    private func client(in world: World, _ library: SceneLibrary) async throws -> TestClient {
        let owner = try await world.owner
        switch self {
        case .unidentified: return try await world.client(flatpak: Self.app, SandboxOptions(info: []))
        case .otherUser: return try await world.client(.user(65534))
        case .program: return try await world.program()
        case .tool: return try await world.client(.host)
        case .agent: return try await world.agentProgram()
        case .undecided, .restricted: break
        case .none: try await owner.grant(Self.appID, "none")
        case .addOnly: try await owner.grant(Self.appID, "add-only")
        case .limited: try await owner.grant(Self.appID, "limited", selection: library.assets, rights: Self.rights)
        case .empty: try await owner.grant(Self.appID, "limited", rights: Self.rights)
        case .full, .paused: try await owner.grant(Self.appID, "full", rights: Self.rights)
        case .reader: try await owner.grant(Self.appID, "full", rights: Self.rights.dropLast())
        case .manager: try await owner.grant(Self.appID, "full", rights: Self.rights + ["manage"])
        case .expired:
            try await owner.grantBriefly(Self.appID, "full", rights: Self.rights, seconds: 0.3)
        }
        let app = try await world.client(flatpak: Self.app)
        if self == .paused { try await Self.overdo(app, library) }
        if self == .expired { try await eventually { try await app.status() == "not-determined" } }
        return app
    }

    /// Requests more images than the tripwire lets pass.
    private static func overdo(_ app: TestClient, _ library: SceneLibrary) async throws {
        for asset in library.assets { _ = try? await app.requestImage(of: asset, ["width": .uint32(20)]) }
        try await eventually { try await app.status() == "not-determined" }
    }
}
