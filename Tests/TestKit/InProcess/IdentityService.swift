import CFilmgateDBus
import FilmgateDBus
import FilmgateSystem

/// Who a client in process is, as `filmgate-identify` would tell.
struct ScriptedIdentity: Sendable {
    /// `KIND:NAME`; nil if it cannot be identified.
    let client: String?
    let user: UInt32
    let process: UInt32
    /// The file that it runs, if it is outside of sandboxes.
    let program: String?

    fileprivate var options: Options {
        guard let client else { return ["doubt": Variant("malformed"), "subject": Variant("what its sandbox shows")] }
        var options: Options = [
            "client": Variant(client), "user": Variant(user), "pid": Variant(process), "start": Variant(UInt64(1)),
        ]
        if let program, let facts = try? OwnedDescriptor.facts(ofFileAt: program) {
            options["program"] = Variant(Structure(program, facts.device, facts.inode, user))
        }
        return options
    }
}

/// Takes the place of `filmgate-identify` on a bus in memory, and says what the test's world knows of its clients.
actor IdentityService {
    private let endpoint: BusEndpoint
    private var identities: [String: ScriptedIdentity] = [:]
    /// Questions about connections whose identity nobody has told yet.
    private var waiting: [String: [CallID]] = [:]

    /// Owns its name at once.
    init(on bus: InMemoryBus) throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        endpoint = BusEndpoint(on: bus, as: .ofThisProcess) { arrived.yield() }
        try Self.callBus(over: endpoint, "Hello", "", [])
        try Self.callBus(over: endpoint, "RequestName", "su", ["org.filmgate.Identify1", 4])
        Task { [weak self] in
            for await _ in arrivals { await self?.drain() }
        }
    }

    private static func callBus(
        over endpoint: BusEndpoint, _ member: String, _ signature: String, _ arguments: [BusArgument]
    ) throws {
        let bus = "org.freedesktop.DBus"
        guard let message = dbus_message_new_method_call(bus, "/org/freedesktop/DBus", bus, member) else { return }
        defer { dbus_message_unref(message) }
        try ArgumentWriter(descriptors: ClientDescriptors()).append(arguments, signature, to: message)
        _ = try endpoint.send(message)
    }

    /// Tells who is behind a connection.
    func register(_ name: String, _ identity: ScriptedIdentity) {
        identities[name] = identity
        for call in waiting.removeValue(forKey: name) ?? [] { answer(call, identity) }
    }

    private func drain() {
        for message in endpoint.takeAll() where message.kind == .call && message.member == "Identify" {
            guard let sender = message.sender.flatMap({ BusName($0) }), let name = message.firstString else { continue }
            let call = CallID(sender: sender, serial: message.serial)
            if let identity = identities[name] {
                answer(call, identity)
            } else {
                waiting[name, default: []].append(call)
            }
        }
    }

    private func answer(_ call: CallID, _ identity: ScriptedIdentity) {
        guard let reply = try? OutgoingMessage.reply(to: call),
            (try? reply.append(MessageArguments(identity.options), limit: BusDriver.bodyLimit)) != nil
        else { return }
        _ = try? endpoint.send(reply.raw)
    }
}
