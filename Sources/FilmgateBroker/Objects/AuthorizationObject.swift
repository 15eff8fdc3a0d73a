internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgateWire

/// Serves `org.filmgate.Authorization1`.
struct AuthorizationObject {
    let gate: Gate

    var interface: ServedInterface {
        ServedInterface(
            root: AuthorizationInterface.self,
            [
                gate.handler(AuthorizationInterface.getStatus) { [gate] _, admission, arguments in
                    let status = await gate.status(arguments.values, of: admission.client)
                    return Arguments(status)
                },
                ServedMethod(AuthorizationInterface.getClient.method) { [gate] call, _ in
                    guard case .client(let client) = await gate.peers.identify(call.sender) else {
                        return Arguments(ClientDescription(nil))
                    }
                    return Arguments(ClientDescription(client.id))
                },
            ])
    }
}

extension Gate {
    /// The standing status, by its name on the bus; the owner's own tools have it all.
    fileprivate func status(_ access: AccessLevel, of client: Client) async -> String {
        let grant = await ledger.grant(of: client.id)
        switch access {
        case .addOnly: return client.isOwnersTool ? AddOnlyStatus.authorized.rawValue : grant.addOnly.rawValue
        case .readWrite: return client.isOwnersTool ? ReadWriteStatus.authorized.rawValue : grant.readWrite.rawValue
        }
    }
}
