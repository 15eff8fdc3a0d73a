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
                gate.handler(AuthorizationInterface.getStatus) { _, admission, arguments in
                    Arguments(admission.status(arguments.values))
                },
                ServedMethod(AuthorizationInterface.getClient.method) { [gate] call, _ in
                    guard case .client(let client) = await gate.peers.identify(call.sender) else {
                        return Arguments(ClientDescription(nil))
                    }
                    await gate.welcome(client, calling: call.sender)
                    return Arguments(ClientDescription(client.id))
                },
            ])
    }
}

extension Admission {
    /// The standing status, by its name on the bus; the owner's own tools have it all.
    fileprivate func status(_ access: AccessLevel) -> String {
        switch access {
        case .addOnly: client.isOwnersTool ? AddOnlyStatus.authorized.rawValue : grant.addOnly.rawValue
        case .readWrite: client.isOwnersTool ? ReadWriteStatus.authorized.rawValue : grant.readWrite.rawValue
        }
    }
}
