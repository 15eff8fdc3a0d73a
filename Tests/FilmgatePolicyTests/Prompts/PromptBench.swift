import FilmgateModel

@testable import FilmgatePolicy

/// A prompt machine with a clock of its own, and short names for clients and agents.
struct PromptBench {
    var machine: PromptMachine
    var now = MonotonicTime(.zero)
    private var lastRequest: UInt64 = 0

    init(limits: PromptLimits = PromptLimits(), countingFrom lastID: UInt64 = 1_000) {
        machine = PromptMachine(limits: limits, countingFrom: lastID)
    }

    static func requester(_ name: String) -> Requester {
        Requester(client: ClientID(.flatpak, "org.example.\(name)")!, connection: nil)
    }

    static func agent(_ name: String) -> Agent {
        Agent(connection: name, client: ClientID(.exe, "/usr/libexec/\(name)")!)
    }

    /// Returns the request and the actions.
    mutating func ask(
        _ kind: PromptKind, _ name: String
    ) throws(PromptRefusal) -> (request: RequestID, actions: [PromptAction]) {
        try ask(kind, Self.requester(name))
    }

    mutating func ask(
        _ kind: PromptKind, _ requester: Requester
    ) throws(PromptRefusal) -> (request: RequestID, actions: [PromptAction]) {
        lastRequest += 1
        let request = RequestID(rawValue: lastRequest)
        return (request, try machine.ask(kind, by: requester, as: request, at: now))
    }

    mutating func reply(_ reply: PromptReply, by agent: String) -> [PromptAction] {
        guard let id = machine.prompts.first?.id else { return [] }
        return machine.replied(reply, to: id, by: agent, at: now)
    }

    mutating func carriedOut(_ kind: PromptKind, _ client: String, isAuthorized: Bool) {
        machine.carriedOut(kind, by: Self.requester(client).client, isAuthorized: isAuthorized, at: now)
    }

    mutating func pass(_ seconds: Int) -> [PromptAction] {
        now = now + .seconds(seconds)
        return machine.timePassed(at: now)
    }

    mutating func register(_ names: String...) { for name in names { machine.register(Self.agent(name)) } }
}

extension PromptAction {
    /// In a word, for comparisons that do not care for the rest.
    var word: String {
        switch self {
        case .show(let prompt, let agent):
            "show \(prompt.requester.client.name.split(separator: ".").last ?? "") by \(agent.connection)"
        case .dismiss(_, let agent): "dismiss by \(agent.connection)"
        case .drop(let agent): "drop \(agent.connection)"
        case .carryOut(let prompt): "carry out for \(prompt.waiting.map(\.rawValue))"
        case .end(let request, let ending): "end \(request.rawValue) \(ending)"
        }
    }
}
