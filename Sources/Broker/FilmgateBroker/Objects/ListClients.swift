import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateWire

extension AdminGate {
    /// `Admin1.ListClients` concerns the bus rather than a library: users see their own connections, root sees all.
    var listClients: ServedMethod {
        ServedMethod(AdminInterface.listClients, .administration(self, of: nil)) { call, arguments, record in
            let caller = try await caller(of: call)
            record.client = caller.client
            record.isByOwner = caller.client.isOwnersTool && caller.ownUser != nil
            return (try await visibleUser(for: caller, call), try arguments.decoded())
        } serve: { _, user, _ in
            Arguments(await hosts.clients(of: user))
        }
    }
}

extension LibraryHosts {
    /// Returns the connected clients, and what they have open.
    ///
    /// - Parameter user: nil: all users.
    func clients(of user: UInt32?) async -> [ConnectedApp] {
        var clients: [ConnectedApp] = []
        for peer in await services.peers.connections() where user == nil || peer.client?.user == user {
            let connection = services.connections[peer.name]
            let access = peer.client.flatMap { client in openHost(of: client.user)?.core.grants.access(of: client) }
            clients.append(
                ConnectedApp(
                    name: peer.name.description, client: peer.client?.id, user: peer.client?.user, pid: peer.pid,
                    openResults: connection?.results.open.count ?? 0,
                    openRequests: connection?.requests.open.count ?? 0,
                    isSubscribed: connection?.subscription.observer != nil, level: access?.level, pause: access?.pause))
        }
        return clients
    }
}
