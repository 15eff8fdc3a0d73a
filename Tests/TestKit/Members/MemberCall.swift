/// A call of one member with arguments that let it succeed for whoever may make it.
public struct MemberCall: Sendable {
    /// `Interface1.Member`, and for members with several rows a space and what is special about the call.
    public let name: String
    public let isSignal: Bool
    /// What the caller needs before, asking the person included.
    private let prepare: @Sendable (MemberScene) async throws -> String
    private let make: @Sendable (MemberScene, String, Double) async throws -> Void

    /// - Parameters:
    ///   - prepare: returns what the call is about.
    ///   - make: throws what it is answered.
    init(
        _ name: String, with prepare: @escaping @Sendable (MemberScene) async throws -> String,
        _ make: @escaping @Sendable (MemberScene, String) async throws -> Void
    ) {
        self.name = name
        isSignal = false
        self.prepare = prepare
        self.make = { scene, subject, _ in try await make(scene, subject) }
    }

    init(_ name: String, _ make: @escaping @Sendable (MemberScene) async throws -> Void) {
        self.init(name, with: { _ in "" }) { scene, _ in try await make(scene) }
    }

    /// A signal.
    ///
    /// - Parameters:
    ///   - ask: what the caller does to get it.
    ///   - cause: what makes the broker send it.
    init(
        signal name: String, after ask: @escaping @Sendable (MemberScene) async throws -> Void = { _ in },
        _ cause: @escaping @Sendable (MemberScene) async throws -> Void
    ) {
        self.name = name
        isSignal = true
        prepare = { _ in "" }
        let member = String(name.split(separator: ".").last ?? "")
        make = { scene, _, seconds in
            try await ask(scene)
            _ = try await scene.caller.signals(member, within: 0)
            try await cause(scene)
            // What was sent before its answer is there then.
            _ = try? await scene.caller.status()
            if try await scene.caller.signals(member, within: seconds).isEmpty { throw NotReceived() }
        }
    }

    private struct NotReceived: Error {}

    /// Makes the call, and returns what became of it in the table's words: `ok`, `asks` if the person was asked about
    /// it, `none` for a signal that did not come, or the word for the error.
    public func outcome(in scene: MemberScene, expecting expected: String) async throws -> String {
        let subject = try await prepare(scene)
        let before = await scene.person.count(of: scene.id)
        var outcome = "ok"
        do {
            try await make(scene, subject, expected == "ok" ? TestClient.timeLimit : 0.2)
        } catch let error as BusError {
            outcome = Self.words[error.kind] ?? error.kind
        } catch is NotReceived {
            outcome = "none"
        }
        return await scene.person.count(of: scene.id) > before ? "asks" : outcome
    }

    /// The errors of the table.
    public static let words = [
        "NotDetermined": "nd", "AccessDenied": "ad", "Restricted": "re", "NotFound": "nf", "NotAuthorized": "na",
        "InteractiveAuthorizationRequired": "ia", "UnknownObject": "uo", "UnknownMethod": "um",
        "UnknownInterface": "um",
        "InvalidArgument": "inv", "NoAgent": "noag", "TokenExpired": "exp",
    ]

    /// All, in an order in which none spoils a later one.
    public static let all =
        authorization + library + changes + observation + results + images + resources + editing + picker + requests
        + agents + delegates + administration + maintenance + backup + elsewhere + versions + last
}
