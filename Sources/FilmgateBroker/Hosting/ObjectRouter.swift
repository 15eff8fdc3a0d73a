internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgateWire

/// Answers each caller with the objects of their own user's library host, and with no other's.
@BrokerActor struct ObjectRouter: ObjectTree {
    /// The one library host of the private setting. All callers reach it, and its gate refuses all but its owner's.
    let only: LibraryObjects?
    let hosts: LibraryHosts
    /// For root, which has no library.
    let outside: [ServedInterface]
    /// For callers that are not identified.
    let unknown: [ServedInterface]
    /// For callers whose library cannot be opened.
    let shut: [ServedInterface]

    init(only: LibraryHost?, _ hosts: LibraryHosts) {
        self.only = only?.tree
        self.hosts = hosts
        let noLibrary = NoLibraryObjects(hosts: hosts)
        outside = noLibrary.interfaces(refusing: .accessDenied) { [refusals = hosts.services.refusals] call in
            BrokerActor.assumeIsolated { refusals.note(WireError.accessDenied, in: call, of: 0) }
        }
        unknown = noLibrary.interfaces(refusing: .accessDenied)
        shut = noLibrary.interfaces(refusing: .libraryIsUnavailable)
    }

    private enum Place {
        case host(LibraryObjects)
        case noLibrary([ServedInterface])
    }

    private func place(of sender: BusName) async -> Place {
        switch await hosts.services.peers.identify(sender) {
        case .client(let client) where hosts.services.owners.contains(client.user):
            do {
                return .host(try await hosts.host(of: client).tree)
            } catch {
                return .noLibrary(shut)
            }
        case .client: return .noLibrary(outside)
        case .unidentified(let reason):
            hosts.services.refusals.note(reason, of: sender)
            return .noLibrary(unknown)
        }
    }

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        if let only { return await only.interfaces(at: path, for: sender) }
        switch await place(of: sender) {
        case .host(let tree): return await tree.interfaces(at: path, for: sender)
        case .noLibrary(let interfaces): return path == Wire.rootPath ? interfaces : nil
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
        if let only { return only.paths(of: sender) }
        guard case .host(let tree) = await place(of: sender) else { return [Wire.rootPath] }
        return tree.paths(of: sender)
    }
}
