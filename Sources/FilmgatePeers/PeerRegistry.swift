public import FilmgateDBus
public import FilmgateModel
internal import FilmgateProcess
public import FilmgateSystem

/// Who is behind each name on the bus, looked up once, when the name appears.
///
/// Lives on the event loop. Whatever is not known for certain is `unidentified`, and that is no access.
public actor PeerRegistry {
    private let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let connection: Connection
    private let identifiers: [any PeerIdentifier]
    private let owner: UInt32
    private let ownersTools: Set<String>
    private var peers: [BusName: Entry] = [:]

    private enum Entry {
        case waiting(Task<Peer, Never>)
        case known(Peer)
    }

    public init(
        _ connection: Connection, loop: EventLoop, runtime: Folder, owner: UInt32, ownersTools: Set<String>
    ) async throws {
        self.connection = connection
        self.loop = loop
        self.owner = owner
        self.ownersTools = ownersTools
        identifiers = [FlatpakIdentifier(), ProgramIdentifier()]
        try await connection.watchNames { [weak self] change in
            guard change.name.isUnique, let self else { return }
            assumeIsolated { registry in
                if change.newOwner == nil { registry.departed(change.name) } else { registry.appeared(change.name) }
            }
        }
    }

    /// Who calls; waits for a look-up that is under way.
    public func identify(_ name: BusName) async -> Identification {
        switch peers[name] {
        case .known(let peer): peer.identification
        case .waiting(let task): await task.value.identification
        case nil: .unidentified("the connection is older than the broker")
        }
    }

    /// All connections that are known.
    public func connections() -> [Peer] {
        peers.values.compactMap { if case .known(let peer) = $0 { peer } else { nil } }
            .sorted { $0.name.rawValue < $1.name.rawValue }
    }

    private func appeared(_ name: BusName) {
        let moment = BootTicks.now
        let task = Task { await lookUp(name, seenAt: moment) }
        peers[name] = .waiting(task)
    }

    private func departed(_ name: BusName) { peers[name] = nil }

    private func lookUp(_ name: BusName, seenAt moment: BootTicks) async -> Peer {
        let peer: Peer
        do {
            peer = identity(of: name, try await connection.credentials(of: name), seenAt: moment)
        } catch {
            peer = Peer(name: name, pid: nil, identification: .unidentified("the bus does not tell: \(error)"))
        }
        if peers[name] != nil { peers[name] = .known(peer) }
        return peer
    }

    private func identity(of name: BusName, _ credentials: Credentials, seenAt moment: BootTicks) -> Peer {
        func doubt(_ reason: String) -> Peer {
            Peer(name: name, pid: credentials.pid, identification: .unidentified(reason))
        }
        guard let user = credentials.user, let pid = credentials.pid else { return doubt("the bus does not tell") }
        guard let process = try? PinnedProcess(pid: Int32(bitPattern: pid)) else { return doubt("the process ended") }
        guard process.start <= moment else { return doubt("the process is younger than the connection") }
        for identifier in identifiers {
            switch identifier.identify(process, of: user) {
            case .unmarked: continue
            case .doubtful(let reason): return doubt(reason)
            case .client(let id):
                let isTool = id.kind == .exe && user == owner && isOwnersTool(process)
                guard process.isAlive else { return doubt("the process ended") }
                return Peer(
                    name: name, pid: pid,
                    identification: .client(
                        Client(id: id, user: user, isOwnersTool: isTool, connection: connection.busID + name.rawValue)))
            }
        }
        return doubt("nothing tells who it is")
    }

    /// By the file itself, not by what its path looks like.
    private func isOwnersTool(_ process: PinnedProcess) -> Bool {
        guard let file = try? process.executable().file else { return false }
        return ownersTools.contains { path in
            guard let tool = try? OwnedDescriptor.facts(ofFileAt: path) else { return false }
            return tool.device == file.device && tool.inode == file.inode
        }
    }
}

/// A connection and who is behind it.
public struct Peer: Hashable, Sendable {
    public let name: BusName
    public let pid: UInt32?
    public let identification: Identification

    public var client: Client? {
        if case .client(let client) = identification { client } else { nil }
    }
}

/// Who a caller is, for certain or not at all.
public enum Identification: Hashable, Sendable {
    case client(Client)
    /// Why not, for the journal.
    case unidentified(String)
}

/// What the bus tells of a connection; each part may be missing.
struct Credentials: Sendable {
    let user: UInt32?
    let pid: UInt32?
}

extension Connection {
    func credentials(of name: BusName) async throws -> Credentials {
        let method = Method<Arguments<String>, Arguments<Options>>("GetConnectionCredentials")
        let values = try await call(
            method, of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: .bus, Arguments(name.rawValue)
        ).values
        return Credentials(
            user: values["UnixUserID"]?.value(as: UInt32.self), pid: values["ProcessID"]?.value(as: UInt32.self))
    }
}
