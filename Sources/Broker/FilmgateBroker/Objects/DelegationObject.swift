import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgateSystem
import FilmgateWire

/// Serves `org.filmgate.Delegation1`.
@BrokerActor struct DelegationObject {
    let gate: Gate

    var interface: ServedInterface {
        ServedInterface(
            root: DelegationInterface.self,
            [
                ServedMethod(DelegationInterface.actAs, .library(gate)) { call, arguments, record in
                    record.client = try await gate.delegate(of: call)
                    return ((), try arguments.decoded())
                } serve: { call, _, input in
                    let (process, options) = input.values
                    return MessageArguments(
                        try await gate.act(for: process, startedBy: options.started, call).description)
                }
            ])
    }
}

extension Gate {
    /// Identifies the caller as a delegate, which is a program that may act for apps.
    ///
    /// - Throws: `accessDenied` if the caller cannot be identified or belongs to another user; `notAuthorized` if it
    ///   is not a delegate; `busy` if the connection has made another call.
    func delegate(of call: MethodCall) async throws -> Client {
        guard case .client(let client) = await services.peers.identify(call.sender), client.user == core.user else {
            throw WireError.accessDenied
        }
        guard client.isDelegate || client.delegate != nil else {
            throw WireError.notAuthorizedBecause(
                "Only programs that the broker's configuration names in [delegates] may act for apps.")
        }
        guard services.connections[call.sender] == nil else { throw Self.notFirst }
        return client
    }

    /// Assigns a delegate's connection to an app.
    ///
    /// - Parameters:
    ///   - process: a pidfd of the app's process.
    ///   - ticks: the latest time at which the process may have started; nil means now.
    /// - Throws: `busy` if the connection has made another call; `accessDenied` if the process cannot be identified.
    ///   The connection then has no access any more.
    func act(for process: OwnedDescriptor, startedBy ticks: UInt64?, _ call: MethodCall) async throws -> ClientID {
        // Another call may have arrived since the delegate was identified.
        guard services.connections[call.sender] == nil else { throw Self.notFirst }
        try services.connections.caller(call.sender, of: core.user).isDelegated = true
        switch await services.peers.act(call.sender, for: process, startedBy: ticks) {
        case .client(let client): return client.id
        case .unidentified(let reason):
            services.refusals.note(reason, of: call.sender)
            throw WireError.accessDeniedBecause(
                "The app's process could not be identified, so this connection has no access; the journal has the reason."
            )
        }
    }

    private static let notFirst = WireError.busy(
        "ActAs must be the first call of a connection, and the only ActAs; open a connection for each app.")
}
