internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgateWire

/// Which objects there are, for whom: those of the library host of the caller's own user, and of no other.
struct ObjectRouter: ObjectTree {
    /// In the private setting there is one library host, and everybody stands in it; who may do what there its gate says.
    let only: LibraryObjects?
    let hosts: LibraryHosts
    /// What root finds, who has no library host.
    let outside: [ServedInterface]
    /// What those find who are not identified.
    let unknown: [ServedInterface]
    /// What those find whose library host cannot be opened.
    let shut: [ServedInterface]

    init(only: LibraryHost?, _ hosts: LibraryHosts) {
        self.only = only?.tree
        self.hosts = hosts
        let noLibrary = NoLibraryObjects(hosts: hosts)
        outside = noLibrary.interfaces(refusing: .accessDenied) { [refusals = hosts.services.refusals] call in
            refusals.note(WireError.accessDenied, in: call, of: 0)
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
        if let only { return await only.paths(of: sender) }
        guard case .host(let tree) = await place(of: sender) else { return [Wire.rootPath] }
        return await tree.paths(of: sender)
    }
}
