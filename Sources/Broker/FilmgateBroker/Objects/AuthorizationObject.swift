import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateWire

/// Serves `org.filmgate.Authorization1`.
@BrokerActor struct AuthorizationObject {
    let gate: Gate
    let asking: RequestAccessHandler
    let editing: EditSelectionHandler
    let settings: OpenSettingsHandler

    var interface: ServedInterface {
        ServedInterface(
            root: AuthorizationInterface.self,
            [
                gate.method(AuthorizationInterface.getStatus) { _, admission, arguments in
                    MessageArguments(admission.grant.status(of: arguments.values, for: admission.client))
                },
                gate.method(AuthorizationInterface.requestAccess) { call, admission, arguments in
                    let (access, options) = arguments.values
                    guard access == .addOnly || admission.client.delegate == nil else { throw WireError.delegated }
                    return MessageArguments(try await asking.request(access, options, for: call, admission))
                }.followed(by: asking.requests),
                // The audit log gets a separate entry for the person's answer.
                gate.method(AuthorizationInterface.editSelection) {
                    call, admission, arguments in
                    MessageArguments(try await editing.edit(arguments.values, for: call, admission))
                }.followed(by: asking.requests),
                gate.method(AuthorizationInterface.openSettings) { _, admission, _ in
                    try await settings.open(for: admission)
                    return MessageArguments()
                },
                ServedMethod(AuthorizationInterface.getClient, .library(gate)) { _, arguments, _ in
                    ((), try arguments.decoded())
                } serve: { call, _, _ in
                    guard case .client(let client) = await gate.services.peers.identify(call.sender) else {
                        return MessageArguments(ClientIdentity(nil))
                    }
                    gate.subscribeToStatus(client, from: call.sender)
                    let visibility = gate.visibility(of: client)
                    return MessageArguments(
                        ClientIdentity(
                            client.id, rights: visibility?.rights ?? [], limits: visibility?.limits ?? ContentLimits()))
                },
            ])
    }
}

extension Grant {
    /// Returns a status as a string for the bus. The owner's tools always have full access.
    func status(of access: AccessLevel, for client: Client) -> String {
        switch access {
        case .addOnly: client.isOwnersTool ? AddOnlyStatus.authorized.rawValue : addOnly.rawValue
        case .readWrite: client.isOwnersTool ? ReadWriteStatus.authorized.rawValue : readWrite.rawValue
        }
    }
}
