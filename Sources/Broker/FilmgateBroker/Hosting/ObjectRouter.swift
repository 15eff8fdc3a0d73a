import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgateWire

/// Finds the D-Bus objects that a caller sees: only those of its own user's library.
@BrokerActor struct ObjectRouter: ObjectTree {
    /// The owner of the library in the private setting; nil in the system setting. In the private setting, all callers
    /// reach this library, but its gate refuses all except the owner's programs.
    let privateOwner: UInt32?
    let hosts: LibraryHosts
    /// The objects for root, which has no library.
    let forRoot: [ServedInterface]
    /// The objects for callers that cannot be identified.
    let forUnidentified: [ServedInterface]
    /// The objects for callers whose library cannot be opened.
    let withoutLibrary: [ServedInterface]

    init(_ hosts: LibraryHosts) {
        if case .only(let owner) = hosts.services.owners { privateOwner = owner } else { privateOwner = nil }
        self.hosts = hosts
        let noLibrary = NoLibraryObjects(hosts: hosts)
        forRoot = noLibrary.interfaces(refusing: .accessDenied) { [refusals = hosts.services.refusals] call in
            BrokerActor.assumeIsolated { refusals.note(WireError.accessDenied, in: call, of: 0) }
        }
        forUnidentified = noLibrary.interfaces(refusing: .accessDenied)
        withoutLibrary = noLibrary.interfaces(refusing: .libraryIsUnavailable)
    }

    private enum Destination {
        case library(LibraryObjects)
        case noLibrary([ServedInterface])
    }

    private func destination(of sender: BusName) async -> Destination {
        do {
            if let privateOwner { return .library(try await hosts.host(of: privateOwner).objects) }
            switch await hosts.services.peers.identify(sender) {
            case .client(let client) where hosts.services.owners.contains(client.user):
                return .library(try await hosts.host(of: client).objects)
            case .client: return .noLibrary(forRoot)
            case .unidentified(let reason):
                hosts.services.refusals.note(reason, of: sender)
                return .noLibrary(forUnidentified)
            }
        } catch {
            // The journal states the reason.
            return .noLibrary(withoutLibrary)
        }
    }

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        switch await destination(of: sender) {
        case .library(let objects): return await objects.interfaces(at: path, for: sender)
        case .noLibrary(let interfaces): return path == WireNames.rootPath ? interfaces : nil
        }
    }

    func children(of path: ObjectPath, for sender: BusName) async -> [String] {
        let prefix = path.description == "/" ? "/" : path.description + "/"
        return Set(
            await paths(of: sender).compactMap { path in
                guard path.description.hasPrefix(prefix) else { return nil }
                return path.description.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
            }
        ).sorted()
    }

    private func paths(of sender: BusName) async -> [ObjectPath] {
        guard case .library(let objects) = await destination(of: sender) else { return [WireNames.rootPath] }
        return objects.paths(of: sender)
    }
}

/// The D-Bus objects of one library. All connections of its user see the root object. Each connection sees only its own
/// results, requests and editing sessions.
@BrokerActor struct LibraryObjects {
    let root: [ServedInterface]
    let result: ServedInterface
    let request: ServedInterface
    let editSession: ServedInterface
    let connections: ConnectionTable

    func interfaces(at path: ObjectPath, for sender: BusName) -> [ServedInterface]? {
        if path == WireNames.rootPath { return root }
        guard let connection = connections[sender] else { return nil }
        if connection.results.open[path] != nil { return [result] }
        if connection.edits[path] != nil { return [editSession] }
        return connection.requests.open[path] != nil ? [request] : nil
    }

    func paths(of sender: BusName) -> [ObjectPath] {
        let connection = connections[sender]
        return [WireNames.rootPath] + Array(connection?.results.open.keys ?? [:].keys)
            + Array(connection?.requests.open.keys ?? [:].keys) + Array(connection?.edits.sessions.keys ?? [:].keys)
    }
}
