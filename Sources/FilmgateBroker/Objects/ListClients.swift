internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateWire

extension AdminGate {
    /// `Admin1.ListClients`, which is about the bus more than about a library: a user sees their own connections, root everybody's.
    var listClientsHandler: ServedMethod {
        let name = AuditEntry.Operation(member: AdminInterface.listClients.method.name)
        return ServedMethod(isolated: AdminInterface.listClients.method) { call, _ in
            var client: Client?
            do {
                let candidate = try await candidate(call)
                client = candidate.client
                let user = try await overview(by: candidate, call)
                let clients = await hosts.clients(of: user)
                gate?.audit.note(name, .allowed, AuditSubject(), by: client)
                return Arguments(clients)
            } catch {
                await noteRefusal(error, of: name, call, by: client)
                throw error
            }
        }
    }
}

extension LibraryHosts {
    /// Who is connected, and what they have open.
    ///
    /// - Parameter user: nil for everybody.
    func clients(of user: UInt32?) async -> [ConnectedClient] {
        var clients: [ConnectedClient] = []
        for peer in await services.peers.connections() where user == nil || peer.client?.user == user {
            let connection = services.connections[peer.name]
            clients.append(
                ConnectedClient(
                    name: peer.name.description, client: peer.client?.id, user: peer.client?.user, pid: peer.pid,
                    openResults: UInt32(clamping: connection?.results.open.count ?? 0),
                    openRequests: UInt32(clamping: connection?.requests.open.count ?? 0),
                    isSubscribed: connection?.subscription.observer != nil))
        }
        return clients
    }
}
