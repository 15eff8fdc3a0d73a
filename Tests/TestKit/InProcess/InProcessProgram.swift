/// A client within the test's process, on a bus in memory: carries out the commands of `client.py`.
actor InProcessProgram: ClientProgram {
    nonisolated let pid: Int32
    private let bus: InMemoryBus
    private let identity: ScriptedIdentity
    private let identities: IdentityService
    private let descriptors = ClientDescriptors()
    private var links: [String: ClientLink] = [:]
    private var hasEnded = false

    /// - Parameter identity: who the broker is told that its connections are.
    init(on bus: InMemoryBus, as identity: ScriptedIdentity, _ identities: IdentityService) {
        pid = Int32(identity.process)
        self.bus = bus
        self.identity = identity
        self.identities = identities
    }

    func ask(
        _ command: String, _ keys: [String: BusArgument], whenSent: (@Sendable () -> Void)?
    ) async throws -> ClientAnswer {
        guard !hasEnded else { throw ClientFailure("the client has ended") }
        guard case .text(let label) = keys["on"] ?? "main" else { throw ClientFailure("on what?") }
        switch command {
        case "connect": return ClientAnswer(name: try await connect(label))
        case "open":
            guard case .descriptor(let content)? = keys["descriptor"] else { throw ClientFailure("open what?") }
            return ClientAnswer(descriptor: descriptors.keep(try descriptors.open(content)))
        case "describe": return ClientAnswer(descriptor: try descriptors.describe(Self.number(keys)))
        case "forget":
            descriptors.forget(try Self.number(keys))
            return ClientAnswer()
        default: break
        }
        guard let link = links[label] else { throw ClientFailure("not connected") }
        switch command {
        case "call": return try await link.call(keys, whenSent: whenSent)
        case "reply": try await link.reply(keys)
        case "forge": try await link.forge(keys)
        case "signals": return ClientAnswer(signals: await link.signals(keys))
        case "match":
            guard case .text(let rule)? = keys["rule"] else { throw ClientFailure("match what?") }
            try await link.match(rule)
        case "disconnect":
            await link.disconnect()
            links[label] = nil
        case "await-hang-up": await link.waitForHangUp()
        default: throw ClientFailure("clients in process cannot '\(command)'")
        }
        return ClientAnswer()
    }

    private func connect(_ label: String) async throws -> String {
        let credentials = InMemoryBus.Credentials(user: identity.user, process: identity.process)
        let link = ClientLink(on: bus, as: credentials, descriptors)
        let name = try await link.greet()
        await identities.register(name, identity)
        links[label] = link
        return name
    }

    private static func number(_ keys: [String: BusArgument]) throws -> Int {
        guard case .integer(let number)? = keys["kept"] else { throw ClientFailure("which descriptor?") }
        return Int(number)
    }

    func kill() async { await end() }

    func end() async {
        hasEnded = true
        for link in links.values { await link.disconnect() }
        links = [:]
    }
}
