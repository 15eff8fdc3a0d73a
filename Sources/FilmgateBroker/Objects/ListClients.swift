internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateWire

extension AdminGate {
    /// `Admin1.ListClients`, which is about the bus more than about a library: a user sees their own connections, root everybody's.
    var listClientsHandler: ServedMethod {
        let name = AuditEntry.Operation(member: AdminInterface.listClients.method.name)
        return ServedMethod(AdminInterface.listClients.method) { call, _ in
            var client: Client?
            do {
                let candidate = try await candidate(call)
                client = candidate.client
                let user = try await overview(by: candidate, call)
                let clients = await hosts.clients(of: user)
                await gate?.audit.note(name, .allowed, AuditSubject(), by: client)
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
        var open: [BusName: UInt32] = [:]
        var waiting: [BusName: UInt32] = [:]
        var subscribed: Set<BusName> = []
        for host in all {
            await open.merge(host.results.counts()) { $0 + $1 }
            await waiting.merge(host.requests.counts()) { $0 + $1 }
            await subscribed.formUnion(host.observers.names)
        }
        return await services.peers.connections().filter { user == nil || $0.client?.user == user }.map { peer in
            ConnectedClient(
                name: peer.name.description, client: peer.client?.id, user: peer.client?.user, pid: peer.pid,
                openResults: open[peer.name] ?? 0, openRequests: waiting[peer.name] ?? 0,
                isSubscribed: subscribed.contains(peer.name))
        }
    }
}
